/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/estimate/observed.h"

#include <stdlib.h>
#include <string.h>

#include "analyse/estimate/view/view.h"
#include "stat/core/quantile.h"

/* An execution of the view: its number in the subject, which grows with time, and its place. */
struct observed_at {
	uint32_t unit;
	size_t place;
};

static int by_unit(const void *a, const void *b)
{
	const struct observed_at *p = a, *q = b;

	return (p->unit > q->unit) - (p->unit < q->unit);
}

static enum as_status missing(const struct as_experiment *x, size_t subject,
	const struct as_view *v, size_t execution, struct as_err *err)
{
	const char *name = x->subjects[subject].name;

	if (v->bottom == AS_LEVEL_EXECUTION)
		return as_fail(err, AS_ERR_USAGE,
			"cannot show iterations of execution %zu of '%.200s': it reported none; "
			"leave --execution out, or see docs/reporter.md for how a program reports "
			"them",
			execution, name);
	return as_fail(err, AS_ERR_USAGE,
		"cannot show iterations of execution %zu of '%.200s': it has %zu; name one from "
		"1 to that",
		execution, name, v->n_units);
}

/* What of the view is asked for: where it begins, and how much it is. */
static void fill_execution(const struct as_view *v, const struct observed_at *at, size_t execution,
	struct as_observed *o)
{
	if (!execution) {
		for (size_t i = 0; i < o->n; i++)
			o->in_time[i] = v->means[at[i].place];
	} else {
		size_t from = v->tree.first[1][at[execution - 1].place];
		memcpy(o->in_time, v->tree.values + from, o->n * sizeof *o->in_time);
	}
	if (o->n)
		memcpy(o->sorted, o->in_time, o->n * sizeof *o->sorted);
	as_sort(o->sorted, o->n);
}

static enum as_status observe(const struct as_view *v, size_t execution, struct as_observed *out,
	struct as_err *err)
{
	struct observed_at *at = malloc((v->n_units + 1) * sizeof *at);
	struct as_observed o = {.n = v->n_units};

	if (!at)
		return as_fail_memory(err);
	for (size_t i = 0; i < v->n_units; i++)
		at[i] = (struct observed_at){v->units[i], i};
	qsort(at, v->n_units, sizeof *at, by_unit);
	if (execution) {
		size_t place = at[execution - 1].place;
		o.n = as_tree_unit_size(&v->tree, place);
	}
	o.in_time = malloc((o.n + 1) * sizeof *o.in_time);
	o.sorted = malloc((o.n + 1) * sizeof *o.sorted);
	if (o.in_time && o.sorted)
		fill_execution(v, at, execution, &o);
	free(at);
	if (o.in_time && o.sorted) {
		*out = o;
		return AS_OK;
	}
	as_observed_close(&o);
	return as_fail_memory(err);
}

enum as_status as_observed_open(const struct as_experiment *x, size_t subject, size_t metric,
	size_t execution, struct as_observed *out, struct as_err *err)
{
	struct as_view v = {0};
	enum as_status st = as_view_open(x, subject, metric, AS_ROLE_MEASURED, &v, err);

	if (execution)
		st = as_view_whole(x, subject, st, "show iterations", &v, err);
	if (!st && execution && (v.bottom == AS_LEVEL_EXECUTION || execution > v.n_units))
		st = missing(x, subject, &v, execution, err);
	if (!st)
		st = observe(&v, execution, out, err);
	as_view_close(&v);
	return st;
}

void as_observed_close(struct as_observed *o)
{
	free(o->in_time);
	free(o->sorted);
	*o = (struct as_observed){0};
}
