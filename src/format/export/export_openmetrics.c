/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenMetrics: a family of gauges for each metric, in base units, with mean and interval of each subject. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "format/export/export.h"

/* Letters, digits and _ of s; anything else is one _. */
static void add_word(struct as_text *t, const char *s)
{
	for (; *s; s++) {
		const bool good = (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') ||
				  (*s >= '0' && *s <= '9');
		if (good || (t->len && t->data[t->len - 1] != '_'))
			as_text_char(t, good ? *s : '_');
	}
}

/* What may stand in a label, or behind HELP. */
static void add_escaped(struct as_text *t, const char *s)
{
	for (; *s; s++) {
		if (*s == '\\' || *s == '"')
			as_text_char(t, '\\');
		as_text_char(t, *s);
	}
}

/* In base units. What is counted has none: _count at the end of a name is for histograms. */
static const char *unit_of(const struct as_metric *m)
{
	if (as_metric_is_time(m))
		return "seconds";
	return strcmp(m->unit, "count") ? m->unit : "";
}

/* assay_NAME_UNIT; the number tells apart names that are alike without their signs. */
static void add_family(struct as_text *t, const struct as_metric *m, size_t number)
{
	const char *unit = unit_of(m);

	as_text_add(t, "assay_");
	add_word(t, m->name);
	if (number >= AS_METRICS_BUILTIN)
		as_text_addf(t, "_%zu", number);
	if (*unit) {
		as_text_char(t, '_');
		add_word(t, unit);
	}
}

static void add_sample(struct as_text *t, const char *family, const char *name, const char *of,
	double value)
{
	char number[32];

	if (!isfinite(value))
		return;
	as_double_text(value, number);
	as_text_addf(t, "%s{benchmark=\"", family);
	add_escaped(t, name);
	as_text_addf(t, "\",of=\"%s\"} %s\n", of, number);
}

static void add_metric(
	struct as_text *t, const struct as_export *e, const struct as_analysis *a, size_t metric)
{
	const struct as_metric *m = &e->x->metrics[metric];
	const double scale = as_metric_is_time(m) ? 1e9 : 1;
	struct as_text family = {0}, unit = {0};

	add_family(&family, m, metric);
	add_word(&unit, unit_of(m));
	as_text_addf(t, "# TYPE %s gauge\n", as_text_str(&family));
	if (unit.len)
		as_text_addf(t, "# UNIT %s %s\n", as_text_str(&family), as_text_str(&unit));
	if (m->describe)
		as_text_addf(t, "# HELP %s %s\n", as_text_str(&family), m->describe);
	for (size_t i = 0; i < a->n_subjects; i++) {
		const struct as_summary *s = as_export_summary(e, metric, a->summaries[i].subject);
		const char *name = e->names[a->summaries[i].subject];
		if (!s)
			continue;
		add_sample(t, as_text_str(&family), name, "mean", s->mean / scale);
		if (s->method == AS_INTERVAL_NONE)
			continue;
		add_sample(t, as_text_str(&family), name, "lower", s->lo / scale);
		add_sample(t, as_text_str(&family), name, "upper", s->hi / scale);
	}
	t->failed = t->failed || family.failed || unit.failed;
	as_text_release(&family);
	as_text_release(&unit);
}

static void write(const struct as_export *e, struct as_text *t)
{
	for (size_t a = 0; a < e->n; a++)
		if (e->a[a].n_subjects)
			add_metric(t, e, &e->a[a], e->a[a].metric);
	as_text_add(t, "# EOF\n");
}

const struct as_exporter as_exporter_openmetrics = {
	.name = "openmetrics",
	.title = "OpenMetrics",
	.summary = "OpenMetrics: means and their intervals, for Prometheus",
	.extension = ".prom",
	.holds = AS_HOLDS_PART(METRICS),
	.write = write,
};
