/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bencher's metric format: of each metric the mean, with the ends of its interval as bounds. */
#include <math.h>
#include <string.h>

#include "base/json/json.h"
#include "format/export/export.h"

/* Bencher's own measures have names of their own. */
static const char *measure_of(const struct as_export *e, size_t subject, size_t metric)
{
	const struct as_metric *m = &e->x->metrics[metric];
	const bool own = metric == as_experiment_own_metric(e->x, subject);

	if (own && as_metric_is_time(m))
		return "latency";
	return own && !strcmp(m->unit, "ops/s") ? "throughput" : m->name;
}

static void write(const struct as_export *e, struct as_text *t)
{
	struct as_json j;

	as_json_init(&j, t, 2);
	as_json_open(&j, '{');
	for (size_t i = 0; i < e->x->n_subjects; i++) {
		as_json_key(&j, e->names[i]);
		as_json_open(&j, '{');
		for (size_t a = 0; a < e->n; a++) {
			const size_t metric = e->a[a].metric;
			const struct as_summary *s = as_export_summary(e, metric, i);
			if (!e->a[a].n_subjects || !s || !isfinite(s->mean))
				continue;
			as_json_key(&j, measure_of(e, i, metric));
			as_json_open(&j, '{');
			as_json_key_double(&j, "value", s->mean);
			if (s->method != AS_INTERVAL_NONE && isfinite(s->lo) && isfinite(s->hi)) {
				as_json_key_double(&j, "lower_value", s->lo);
				as_json_key_double(&j, "upper_value", s->hi);
			}
			as_json_close(&j, '}');
		}
		as_json_close(&j, '}');
	}
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}

const struct as_exporter as_exporter_bmf = {
	.name = "bmf",
	.title = "Bencher's metric format",
	.summary = "Bencher's metric format: means and their intervals",
	.extension = ".json",
	.holds = AS_HOLDS_PART(METRICS),
	.write = write,
};
