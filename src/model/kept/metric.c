/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/kept/metric.h"

#include <string.h>

#include "base/num.h"
#include "base/text/fixed.h"

const struct as_metric as_metrics[AS_METRICS_BUILTIN] = {
#define AS_METRIC(id, name, unit, better, level, describe) \
	{name, unit, AS_BETTER_##better, AS_LEVEL_##level, describe},
#include "model/kept/metrics.def"
#undef AS_METRIC
};

const char *const as_level_names[AS_MODEL_LEVELS] = {"iteration", "execution", "build", "session"};

bool as_metric_is_time(const struct as_metric *m)
{
	return !strcmp(m->unit, "ns");
}

const char *as_unit_kept(const char *unit, double *scale)
{
	static const struct {
		const char *name;
		double bytes;
	} sizes[] = {
		{"B", 1}, {"byte", 1}, {"bytes", 1}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9},
		{"KiB", 1024}, {"MiB", 1048576}, {"GiB", 1073741824},
	};
	bool ambiguous = !strcmp(unit, "m") || !strcmp(unit, "d");

	*scale = ambiguous ? 0 : as_time_unit_ns(unit, strlen(unit));
	if (*scale > 0)
		return "ns";
	*scale = 1;
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
		if (!strcmp(unit, sizes[i].name)) {
			*scale = sizes[i].bytes;
			return "bytes";
		}
	return unit;
}

/* What is counted in rates, by its words, and the rate of one second. */
static const struct {
	const char *word, *per_second;
	double scale;
} rates[] = {
	{"op", "ops/s", 1}, {"ops", "ops/s", 1}, {"kops", "ops/s", 1e3}, {"Kops", "ops/s", 1e3},
	{"Mops", "ops/s", 1e6}, {"Gops", "ops/s", 1e9}, {"item", "items/s", 1},
	{"items", "items/s", 1}, {"elem", "elem/s", 1}, {"Kelem", "elem/s", 1e3},
	{"Melem", "elem/s", 1e6}, {"Gelem", "elem/s", 1e9}, {"req", "req/s", 1},
	{"reqs", "req/s", 1}, {"request", "req/s", 1}, {"requests", "req/s", 1},
	{"event", "events/s", 1}, {"events", "events/s", 1}, {"iter", "iter/s", 1},
	{"iters", "iter/s", 1}, {"iterations", "iter/s", 1}, {"bit", "bits/s", 1},
	{"bits", "bits/s", 1}, {"kbit", "bits/s", 1e3}, {"kbits", "bits/s", 1e3},
	{"Kbits", "bits/s", 1e3}, {"Mbit", "bits/s", 1e6}, {"Mbits", "bits/s", 1e6},
	{"Gbit", "bits/s", 1e9}, {"Gbits", "bits/s", 1e9}, {"KB", "B/s", 1e3},
	{"TB", "B/s", 1e12}, {"TiB", "B/s", 1099511627776.0},
};

const char *as_unit_common(const char *unit, double *scale)
{
	const size_t n = strcspn(unit, "/");
	char of[16];

	if (!unit[n] || n >= sizeof of)
		return as_unit_kept(unit, scale);
	memcpy(of, unit, n);
	of[n] = 0;
	const char *per = unit + n + 1;
	const double ns = !strcmp(per, "second") ? 1e9
			  : !strcmp(per, "m") || !strcmp(per, "d")
				  ? 0
				  : as_time_unit_ns(per, strlen(per));
	if (!(ns > 0))
		return as_unit_kept(unit, scale);
	for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++)
		if (!strcmp(rates[i].word, of)) {
			*scale = rates[i].scale * (1e9 / ns);
			return rates[i].per_second;
		}
	if (!strcmp(as_unit_kept(of, scale), "bytes")) {
		*scale *= 1e9 / ns;
		return "B/s";
	}
	return as_unit_kept(unit, scale);
}

bool as_unit_is_amount(const char *unit)
{
	static const char *const counts[] = {"count", "op", "ops", "item", "items", "req", "reqs",
		"request", "requests", "event", "events", "iter", "iters", "iterations", "i", "bit",
		"bits", "Hz", "hz"};
	char of[16];
	double scale;
	const size_t n = strcspn(unit, "/");

	if (!as_copy_n(AS_ROOM(of), unit, n))
		return false;
	const char *kept = as_unit_kept(of, &scale);
	bool is = !strcmp(kept, "ns") || !strcmp(kept, "bytes");
	for (size_t i = 0; !is && i < sizeof counts / sizeof counts[0]; i++)
		is = !strcmp(of, counts[i]);
	return is;
}

bool as_metric_is_amount(const struct as_metric *m)
{
	return strcmp(m->name, "net_time") != 0 &&
	       (as_metric_find(m->name) || as_unit_is_amount(m->unit));
}

const struct as_metric *as_metric_find(const char *name)
{
	for (size_t i = 0; i < AS_METRICS_BUILTIN; i++)
		if (!strcmp(as_metrics[i].name, name))
			return &as_metrics[i];
	return NULL;
}
