/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/reporter/report_parse.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/vec.h"

bool as_report_better(const char *word, enum as_better *out)
{
	if (strcmp(word, "less") != 0 && strcmp(word, "more") != 0)
		return false;
	*out = strcmp(word, "less") ? AS_BETTER_MORE : AS_BETTER_LESS;
	return true;
}

static enum as_status read_metric(struct as_report_parser *p, char *rest,
	struct as_report_metric_line *out,
	struct as_err *err)
{
	char *unit = NULL, *name = as_report_word(&rest), *word;
	double scale = 1;

	if (!name)
		return as_report_odd(p, err, "the end of the line", "NAME NUMBER UNIT");
	if (as_metric_find(name))
		return as_report_bad(p, err, name, "another name: assay has a metric of that name");
	enum as_status st = as_report_number(p, &rest, &out->value, &unit, err);
	if (st)
		return st;
	out->name = name;
	out->unit = as_unit_kept(unit, &scale);
	out->value *= scale;
	if (!isfinite(out->value))
		return as_report_odd(p, err, "a number too large for its unit", "a smaller one");
	out->better = strcmp(out->unit, "ns") ? AS_BETTER_NEITHER : AS_BETTER_LESS;
	word = as_report_word(&rest);
	if (word && (!as_report_better(word, &out->better) || as_report_word(&rest)))
		return as_report_bad(p, err, word, "less, more or the end of the line");
	out->says_better = word;
	return AS_OK;
}

static enum as_status add_metric(struct as_report_parser *p, const struct as_report_metric_line *l,
	size_t *out,
	struct as_err *err)
{
	struct as_report *r = &p->report;
	struct as_report_metric m = {
		.metric = {
			.name = as_arena_strdup(&r->arena, l->name),
			.unit = as_arena_strdup(&r->arena, l->unit),
			.better = l->better,
			.level = l->level,
		},
		.value = (double)NAN,
		.section = r->n_sections, /* none has set it */
	};

	if (r->n_metrics == AS_REPORT_MAX_METRICS)
		return as_report_bad(p, err, l->name, "at most 100 metrics of the program's own");
	if (!m.metric.name || !m.metric.unit ||
		!AS_PUSH(r->metrics, r->n_metrics, r->cap_metrics, m))
		return as_fail_memory(err);
	*out = r->n_metrics - 1;
	return AS_OK;
}

enum as_status as_report_metric_of(struct as_report_parser *p,
	const struct as_report_metric_line *l, size_t *out, struct as_err *err)
{
	struct as_report *r = &p->report;

	assert(l->name && l->unit);
	for (size_t i = 0; i < r->n_metrics; i++) {
		const struct as_metric *m = &r->metrics[i].metric;
		if (strcmp(m->name, l->name) != 0)
			continue;
		if (strcmp(m->unit, l->unit) != 0)
			return as_report_bad(p, err, l->unit, "the unit this name had before");
		if (m->level != l->level)
			return as_report_bad(p, err, l->name,
				"a name to be used in lines of one kind: value, execution or "
				"build");
		if (l->says_better && m->better != l->better)
			return as_report_bad(p, err, l->better == AS_BETTER_LESS ? "less" : "more",
				"the direction this name had before");
		*out = i;
		return AS_OK;
	}
	return add_metric(p, l, out, err);
}

/* A metric of the iteration above, once. */
static enum as_status add_value(struct as_report_parser *p, size_t metric, double value,
	struct as_err *err)
{
	struct as_report *r = &p->report;
	struct as_report_section *s = &r->sections[r->n_sections - 1];

	if (s->n_runs)
		return as_report_odd(p, err, "a value behind `values`", "values before them");
	if (!s->n)
		return as_report_bad(p, err, "value", "an iteration or a warmup before it");
	for (size_t i = r->n_values; i > s->value && r->values[i - 1].iteration == r->n - 1; i--)
		if (r->values[i - 1].metric == metric)
			return as_report_bad(p, err, r->metrics[metric].metric.name,
				"a name once for each iteration");
	struct as_report_value v = {.value = value, .iteration = r->n - 1, .metric = metric};
	if (!AS_PUSH(r->values, r->n_values, r->cap_values, v))
		return as_fail_memory(err);
	s->n_values++;
	return AS_OK;
}

/* A metric of the execution or build: once, or once a process and then combined. */
static enum as_status set_value(struct as_report_parser *p, size_t metric, double value,
	struct as_err *err)
{
	struct as_report_metric *m = &p->report.metrics[metric];
	size_t section = p->report.n_sections - 1;

	if (isnan(m->value))
		m->value = value;
	else if (m->section != section && p->combine == AS_COMBINE_SUM)
		m->value += value;
	else if (m->section != section && p->combine == AS_COMBINE_MAX)
		m->value = fmax(m->value, value);
	else
		return as_report_bad(p, err, m->metric.name,
			"a name once for each execution (--combine sum or max joins those of "
			"several processes)");
	m->section = section;
	return AS_OK;
}

enum as_status as_report_metric_line(struct as_report_parser *p, enum as_level_index level,
	char *rest, struct as_err *err)
{
	struct as_report_metric_line l = {.level = level, .name = "", .unit = ""};
	size_t metric = 0;
	enum as_status st = read_metric(p, rest, &l, err);

	if (!st)
		st = as_report_metric_of(p, &l, &metric, err);
	if (st)
		return st;
	return level == AS_LEVEL_ITERATION ? add_value(p, metric, l.value, err)
					   : set_value(p, metric, l.value, err);
}
