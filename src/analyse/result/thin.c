/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/result/thin.h"

#include <math.h>
#include <stdlib.h>

#include "analyse/diagnose/judge/judged_kept.h"
#include "analyse/diagnose/modality.h"
#include "analyse/diagnose/steady_state.h"
#include "analyse/estimate/typical_view.h"
#include "analyse/estimate/view/fold.h"
#include "analyse/result/analyse.h"
#include "analyse/result/cost.h"
#include "model/kept/derived.h"
#include "stat/core/quantile.h"

/* Values an execution, on average: what is kept in their place are AS_SUMS numbers. */
enum { WORTHWHILE = 2 * AS_SUMS };

/* The numbers of one execution; x are its n iterations that count, which are sorted. Room for 2 n + 1. */
static enum as_status sum_up(double *x, size_t n, double *room, double out[static AS_SUMS])
{
	double sums[AS_FOLDS] = {0}, tick = 0;
	enum as_status st = as_typical_sums(
		x, n, room, &out[AS_SUM_TYPICAL], &out[AS_SUM_TYPICAL_SQUARES]);

	if (n)
		as_fold_sums(x, n, sums);
	as_sort(x, n);
	for (size_t i = 1; i < n; i++) {
		const double d = x[i] - x[i - 1];
		if (d > 0 && (!(tick > 0) || d < tick))
			tick = d;
	}
	out[AS_SUM_COUNT] = (double)n;
	out[AS_SUM_FIRST] = sums[AS_FOLD_FIRST];
	out[AS_SUM_OFFSET] = sums[AS_FOLD_OFFSET];
	out[AS_SUM_SQUARES] = sums[AS_FOLD_SQUARES];
	out[AS_SUM_LEAST] = sums[AS_FOLD_LEAST];
	out[AS_SUM_MOST] = sums[AS_FOLD_MOST];
	out[AS_SUM_TICK] = tick;
	out[AS_SUM_ZEROS] = sums[AS_FOLD_ZEROS];
	return st;
}

static enum as_status sum_executions(const struct as_subject *s, const struct as_column *col,
	struct as_thinned *t, struct as_err *err)
{
	const size_t most = as_iterations_most(s);
	double *room = malloc((3 * most + 1) * sizeof *room);
	bool ok = true;

	for (size_t e = 0; room && e < s->levels[AS_LEVEL_EXECUTION].n; e++) {
		double sum[AS_SUMS];
		const size_t n = as_take_iterations(s, col, e, SIZE_MAX, room);
		ok = ok && !sum_up(room, n, room + most, sum);
		for (size_t k = 0; k < AS_SUMS && ok; k++)
			ok = as_packed_push_real(&t->sum[k], sum[k]);
	}
	ok = ok && room;
	free(room);
	return ok ? AS_OK : as_fail_memory(err);
}

/* What an iteration takes, as plans from executions of that role have it, and the step of its clock. */
static enum as_status take_cost(const struct as_experiment *x, size_t subject, size_t metric,
	enum as_role role, double *out, double *step, struct as_err *err)
{
	double cost_s[AS_LEVELS_MAX] = {0};
	struct as_view v;
	enum as_status st = as_view_open(x, subject, metric, role, &v, err);

	if (!st && v.n_units)
		st = as_view_costs(&x->subjects[subject], &v, role, cost_s, err);
	*out = cost_s[0];
	*step = v.step;
	as_view_close(&v);
	return st;
}

static enum as_status take_whole(const struct as_experiment *x, size_t subject, size_t metric,
	int64_t date_ns, double *whole, struct as_err *err)
{
	struct as_summary y;
	double of_pilot = 0;
	enum as_status st = as_summarise(x, subject, metric, &y, err);

	if (!st)
		st = as_look_at_shape(x, &y, err);
	if (!st)
		st = as_look_at_time(x, &y, err);
	if (!st)
		st = take_cost(x, subject, metric, AS_ROLE_MEASURED, &whole[AS_WHOLE_COST],
			&whole[AS_WHOLE_STEP], err);
	if (!st)
		st = take_cost(x, subject, metric, AS_ROLE_DIMENSIONING,
			&whole[AS_WHOLE_COST_PILOT], &of_pilot, err);
	if (st)
		return st;
	const int64_t date_s = date_ns / 1000000000;
	whole[AS_WHOLE_DATE] = (double)date_s;
	whole[AS_WHOLE_MODES] = (double)y.shape.modes.n;
	whole[AS_WHOLE_Q1] = y.spread.q1;
	whole[AS_WHOLE_MEDIAN] = y.spread.median;
	whole[AS_WHOLE_Q3] = y.spread.q3;
	as_judged_put(&y.steadiness, whole + AS_WHOLE_JUDGED);
	return AS_OK;
}

/* What is left is made first, beside the iterations, which are looked at as long as they are there. */
static enum as_status make_left(struct as_experiment *x, size_t subject, int64_t date_ns,
	struct as_err *err)
{
	struct as_subject *s = &x->subjects[subject];
	const struct as_level *l = &s->levels[AS_LEVEL_ITERATION];
	enum as_status st = AS_OK;

	for (size_t c = 0; c < l->n_columns && !st; c++) {
		struct as_thinned *t = as_subject_add_thinned(s, l->columns[c].metric);
		st = t ? sum_executions(s, &l->columns[c], t, err) : as_fail_memory(err);
		if (!st)
			st = take_whole(x, subject, t->metric, date_ns, t->whole, err);
	}
	return st;
}

static void drop_left(struct as_subject *s)
{
	for (size_t i = 0; i < s->n_thinned; i++)
		for (size_t k = 0; k < AS_SUMS; k++)
			as_packed_release(&s->thinned[i].sum[k]);
	s->n_thinned = 0;
}

static enum as_status drop_iterations(struct as_subject *s, struct as_err *err)
{
	struct as_level *l = &s->levels[AS_LEVEL_ITERATION];

	for (size_t c = 0; c < l->n_columns; c++)
		as_packed_release(&l->columns[c].values);
	l->n_columns = l->n = 0;
	as_packed_release(&s->iterations.first);
	as_packed_release(&s->iterations.role);
	as_packed_release(&s->iterations.end_ns);
	return as_subject_no_iterations(s, err);
}

static enum as_thinning judge(const struct as_experiment *x)
{
	struct as_derived d;
	size_t iterations = 0, executions = 0;

	for (size_t m = 0; m < x->n_metrics; m++)
		if (as_experiment_derived(x, m, &d))
			return AS_THIN_STATISTIC;
	for (size_t i = 0; i < x->n_subjects; i++) {
		iterations += x->subjects[i].levels[AS_LEVEL_ITERATION].n;
		executions += x->subjects[i].levels[AS_LEVEL_EXECUTION].n;
		if (x->subjects[i].n_thinned)
			return AS_THIN_NONE;
	}
	if (!iterations)
		return AS_THIN_NONE;
	if (x->table)
		return AS_THIN_TABLE;
	return iterations < WORTHWHILE * executions ? AS_THIN_FEW : AS_THINNED_NOW;
}

enum as_status as_thin(struct as_experiment *x, int64_t date_ns, enum as_thinning *out,
	struct as_err *err)
{
	struct as_err why = {0};
	enum as_status st = AS_OK;

	*out = judge(x);
	for (size_t i = 0; i < x->n_subjects && !st && *out == AS_THINNED_NOW; i++)
		st = make_left(x, i, date_ns, &why);
	for (size_t i = 0; i < x->n_subjects && st; i++)
		drop_left(&x->subjects[i]);
	if (st && st != AS_ERR_MEM) {
		*out = AS_THIN_TABLE;
		return AS_OK;
	}
	for (size_t i = 0; i < x->n_subjects && !st && *out == AS_THINNED_NOW; i++)
		if (x->subjects[i].levels[AS_LEVEL_ITERATION].n)
			st = drop_iterations(&x->subjects[i], err);
	return st ? as_fail_memory(err) : AS_OK;
}
