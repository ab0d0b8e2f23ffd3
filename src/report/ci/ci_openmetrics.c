/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "report/ci/ci.h"
#include "report/ci/ci_sum.h"

/* A row with what tells its series from those of others. */
struct ci_openmetrics_series {
	const struct as_review_row *row;
	char *family; /* "assay_measured_time_seconds"; "" where neither side was measured */
	const char *unit;
	double per;   /* stored units in one of these */
	char *label;  /* of the benchmark, escaped */
	size_t twin;  /* how many rows before it have the same label */
	size_t i;
};

static char *finish(struct as_arena *a, struct as_text *t)
{
	char *s = t->failed ? NULL : as_arena_strdup(a, as_text_str(t));

	as_text_release(t);
	return s;
}

/* Base units, as the format wants them; the unit is the end of the name. */
static char *family_of(struct ci_openmetrics_series *s, struct as_arena *a)
{
	const struct as_metric *m = s->row->metric;
	struct as_text t = {0};

	s->unit = "";
	s->per = 1;
	if (!m)
		return as_arena_strdup(a, "");
	as_text_add(&t, "assay_measured_");
	as_ci_name_add(&t, as_metric_is_time(m) && !strcmp(m->name, "wall") ? "time" : m->name);
	if (as_metric_is_time(m)) {
		s->unit = "seconds";
		s->per = 1e9;
	} else if (!strcmp(m->unit, "bytes")) {
		s->unit = "bytes";
	}
	as_text_addf(&t, "%s%s", *s->unit ? "_" : "", s->unit);
	return finish(a, &t);
}

static char *label_of(const struct as_review_row *row, struct as_arena *a)
{
	struct as_text t = {0};

	as_ci_label_add(&t, row->name, 0);
	return finish(a, &t);
}

static int by_label(const void *a, const void *b)
{
	const struct ci_openmetrics_series *x = a, *y = b;
	const int order = strcmp(x->label, y->label);

	return order ? order : (x->i > y->i) - (x->i < y->i);
}

/* Families stand together; in each the rows in the order of the suite. */
static int by_family(const void *a, const void *b)
{
	const struct ci_openmetrics_series *x = a, *y = b;
	const int order = strcmp(x->family, y->family);

	return order ? order : (x->i > y->i) - (x->i < y->i);
}

/* NULL when out of memory. */
static struct ci_openmetrics_series *make_series(const struct as_review *r, struct as_arena *a)
{
	struct ci_openmetrics_series *v = as_arena_array(a, r->n, sizeof *v);

	for (size_t i = 0; v && i < r->n; i++) {
		v[i].row = &r->v[i];
		v[i].i = i;
		v[i].family = family_of(&v[i], a);
		v[i].label = label_of(&r->v[i], a);
		if (!v[i].family || !v[i].label)
			return NULL;
	}
	if (!v)
		return NULL;
	qsort(v, r->n, sizeof *v, by_label);
	for (size_t i = 1; i < r->n; i++)
		if (!strcmp(v[i].label, v[i - 1].label))
			v[i].twin = v[i - 1].twin + 1;
	qsort(v, r->n, sizeof *v, by_family);
	return v;
}

static void add_sample(struct as_text *t, const char *family, const struct ci_openmetrics_series *s,
	const char *labels, double value)
{
	char number[32];

	if (!isfinite(value))
		return;
	as_double_text(value, number);
	as_text_addf(t, "%s{benchmark=\"%s\"", family, s->label);
	if (s->twin)
		as_text_addf(t, ",nr=\"%zu\"", s->twin + 1);
	as_text_addf(t, ",%s} %s\n", labels, number);
}

static void add_head(struct as_text *t, const char *family, const char *unit, const char *help)
{
	as_text_addf(t, "# TYPE %s gauge\n", family);
	if (*unit)
		as_text_addf(t, "# UNIT %s %s\n", family, unit);
	as_text_addf(t, "# HELP %s %s\n", family, help);
}

static void add_estimates(struct as_text *t, const struct ci_openmetrics_series *s)
{
	static const char *const labels[AS_REVIEW_SIDES][3] = {
		{"version=\"base\",bound=\"estimate\"", "version=\"base\",bound=\"low\"",
			"version=\"base\",bound=\"high\""},
		{"version=\"head\",bound=\"estimate\"", "version=\"head\",bound=\"low\"",
			"version=\"head\",bound=\"high\""}};

	for (size_t i = 0; i < AS_REVIEW_SIDES; i++) {
		const struct as_summary *y = s->row->side[i].summary;
		if (!y)
			continue;
		add_sample(t, s->family, s, labels[i][0], y->mean / s->per);
		if (y->method == AS_INTERVAL_NONE)
			continue;
		add_sample(t, s->family, s, labels[i][1], y->lo / s->per);
		add_sample(t, s->family, s, labels[i][2], y->hi / s->per);
	}
}

static void add_ratios(struct as_text *t, const struct as_review *r,
	const struct ci_openmetrics_series *v)
{
	add_head(t, "assay_change_ratio", "ratio",
		"Head divided by base, and the interval of that.");
	for (size_t i = 0; i < r->n; i++) {
		const struct as_comparison *c = &v[i].row->c;
		if (c->method == AS_COMPARE_NONE)
			continue;
		add_sample(t, "assay_change_ratio", &v[i], "bound=\"estimate\"", c->ratio);
		add_sample(t, "assay_change_ratio", &v[i], "bound=\"low\"", c->lo);
		add_sample(t, "assay_change_ratio", &v[i], "bound=\"high\"", c->hi);
	}
}

static void add_kinds(struct as_text *t, const struct as_review *r)
{
	const struct as_ci_sum sum = as_ci_sum_of(r);

	add_head(t, "assay_benchmarks", "", "Benchmarks of each verdict.");
	for (size_t k = 0; k < AS_REVIEW_KINDS; k++)
		as_text_addf(t, "assay_benchmarks{verdict=\"%s\"} %zu\n", as_review_kind_names[k],
			sum.kind[k]);
}

void as_ci_openmetrics(struct as_text *t, const struct as_review *r, size_t limit)
{
	struct as_arena arena = {0};
	const struct ci_openmetrics_series *v = make_series(r, &arena);

	(void)limit;
	t->failed = t->failed || !v;
	for (size_t i = 0; v && i < r->n; i++) {
		if (*v[i].family && (!i || strcmp(v[i].family, v[i - 1].family) != 0))
			add_head(t, v[i].family, v[i].unit,
				"What each version measured, and the interval of that.");
		if (*v[i].family)
			add_estimates(t, &v[i]);
	}
	if (v && r->compared)
		add_ratios(t, r, v);
	add_kinds(t, r);
	as_text_add(t, "# EOF\n");
	as_arena_release(&arena);
}
