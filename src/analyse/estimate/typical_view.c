/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/estimate/typical_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/estimate/dependent.h"
#include "analyse/result/analyse.h"
#include "analyse/result/two_stage.h"
#include "stat/core/grid.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/interval.h"
#include "stat/dist/planning/staged.h"

/* NaN of what has none; whether all have one. */
static bool to_logs(const double *x, size_t n, double *out)
{
	bool all = true;

	for (size_t i = 0; i < n; i++) {
		out[i] = x[i] > 0 ? log(x[i]) : (double)NAN;
		all = all && x[i] > 0;
	}
	return all;
}

/* The largest number of values below one unit of the tree. */
static size_t widest(const struct as_tree *t)
{
	size_t most = t->count[t->n_levels - 1];

	for (size_t l = 1; l < t->n_levels; l++)
		for (size_t u = 0; u < t->count[l]; u++) {
			const size_t n = t->first[l][u + 1] - t->first[l][u];
			most = n > most ? n : most;
		}
	return most;
}

/* Of each unit of level l + 1, from its children's values y: its own. Room for twice the widest. */
static void take_level(
	const struct as_tree *t, size_t l, const double *y, double *out, double *room)
{
	for (size_t u = 0; u < t->count[l]; u++) {
		const size_t from = t->first[l][u], n = t->first[l][u + 1] - from;
		memcpy(room, y + from, n * sizeof *room);
		out[u] = as_typical_of(room, n, room + n);
	}
}

/* What is left of thinned iterations has typical values. */
static bool has_sums(const struct as_view *v)
{
	return v->thinned && as_thinned_is_typical(v->thinned);
}

/* The logarithms of the typical values of executions whose iterations the tree has, or had. */
static bool take_iterations(const struct as_view *v, double *y, double *room)
{
	const size_t *first = v->tree.first[1];

	for (size_t u = 0; u < v->n_units; u++) {
		if (v->thinned) {
			y[u] = as_thinned_at(v->thinned, AS_SUM_TYPICAL, v->units[u]);
			if (isnan(y[u]))
				return false;
			continue;
		}
		const size_t n = first[u + 1] - first[u];
		if (!to_logs(as_tree_unit(&v->tree, u), n, room))
			return false;
		y[u] = as_typical_of(room, n, room + n);
	}
	return true;
}

static double *copied(const double *x, size_t n)
{
	double *y = malloc((n + 1) * sizeof *y);

	return y ? memcpy(y, x, n * sizeof *y) : NULL;
}

/* Bytes that have a bit for each whole number from the least to the largest value; 0: these are no whole numbers, or
 * too far apart for that. */
static size_t bytes_of(const struct as_tree *t, double *least)
{
	double ends[2] = {(double)INFINITY, -(double)INFINITY};

	for (size_t u = 0; u < t->count[1]; u++) {
		const double *x = as_tree_unit(t, u);
		const size_t n = as_tree_unit_size(t, u);
		for (size_t i = 0; i < n; i++) {
			if (!(fabs(x[i]) < 9e15) || (double)(int64_t)x[i] < x[i] ||
				(double)(int64_t)x[i] > x[i])
				return 0;
			ends[0] = fmin(ends[0], x[i]);
			ends[1] = fmax(ends[1], x[i]);
		}
	}
	*least = ends[0];
	const double range = ends[1] - ends[0];
	return range < 8 * (double)t->count[0] ? (size_t)range / 8 + 1 : 0;
}

/* The step of the clock by all iterations together: an execution alone may have too few to show it. */
static enum as_status take_step(struct as_view *v)
{
	const struct as_tree *t = &v->tree;
	const size_t n = t->count[0];
	double least = 0;

	if (v->thinned) {
		v->step = v->thinned->whole[AS_WHOLE_STEP];
		return AS_OK;
	}
	const size_t bytes = bytes_of(t, &least);
	if (bytes) {
		unsigned char *seen = calloc(bytes, 1);
		if (!seen)
			return AS_ERR_MEM;
		for (size_t u = 0; u < t->count[1]; u++)
			as_grid_mark(as_tree_unit(t, u), as_tree_unit_size(t, u), least, seen);
		v->step = as_grid_step_marked(n, least, seen, bytes, NULL);
		free(seen);
		return AS_OK;
	}
	/* Of millions of others some thousands in each execution show it, or nothing does. */
	const size_t every = 1 + n / 65536;
	double *x = malloc((n / every + t->count[1] + 1) * sizeof *x);
	size_t taken = 0;
	if (!x)
		return AS_ERR_MEM;
	for (size_t u = 0; u < t->count[1]; u++) {
		const double *of = as_tree_unit(t, u);
		for (size_t i = 0; i < as_tree_unit_size(t, u); i += every)
			x[taken++] = of[i];
	}
	as_sort(x, taken);
	v->step = as_grid_step(x, taken, NULL);
	free(x);
	return AS_OK;
}

enum as_status as_view_make_typical(struct as_view *v, struct as_err *err)
{
	const bool iterations = v->bottom == AS_LEVEL_ITERATION, above = v->top != v->means;
	const struct as_tree *t = &v->tree;

	if (!v->n_units || (iterations && !t->values && !t->reader && !has_sums(v)))
		return AS_OK;
	double *room = malloc((2 * widest(t) + 2 * v->n_units + 2) * sizeof *room);
	double *means = iterations && room ? copied(v->means, v->n_units) : NULL;
	double *top = above && room ? copied(v->top, v->n_top) : NULL;
	if (!room || (iterations && !means) || (above && !top)) {
		free(room);
		free(means);
		free(top);
		return as_fail_memory(err);
	}
	double *y = room + 2 * widest(t), *of_parents = y + v->n_units;
	if (iterations ? !take_iterations(v, y, room) : !to_logs(v->means, v->n_units, y)) {
		free(room);
		free(means);
		free(top);
		return AS_OK;
	}
	enum as_status st = iterations ? take_step(v) : AS_OK;
	if (st) {
		free(room);
		free(means);
		free(top);
		return as_fail_memory(err);
	}
	v->is_typical = true;
	/* One value is what it is, to the last bit. */
	for (size_t u = 0; u < v->n_units && iterations; u++)
		if (t->first[1][u + 1] - t->first[1][u] > 1)
			v->means[u] = exp(y[u]);
	for (size_t l = iterations ? 2 : 1; l < t->n_levels; l++) {
		take_level(t, l, y, of_parents, room);
		memcpy(y, of_parents, t->count[l] * sizeof *y);
	}
	for (size_t k = 0; k < v->n_top && above && t->count[0] > v->n_top; k++)
		v->top[k] = exp(y[k]);
	v->plain_means = means;
	v->plain_top = top;
	free(room);
	return AS_OK;
}

bool as_view_top_by_t(const struct as_view *v)
{
	const size_t top = v->tree.n_levels - 1;
	size_t least = SIZE_MAX;

	if (v->n_top <= AS_TYPICAL_FEW)
		return true;
	if (!top || v->level[top] == AS_LEVEL_EXECUTION)
		return false;
	for (size_t u = 0; u < v->n_top; u++) {
		size_t from = u, to = u + 1;
		for (size_t l = top; l > 0 && v->level[l] != AS_LEVEL_EXECUTION; l--) {
			from = v->tree.first[l][from];
			to = v->tree.first[l][to];
		}
		least = to - from < least ? to - from : least;
	}
	return least > AS_TYPICAL_FEW;
}

/* n values and where they lie around theirs: the pseudo-values in their place. by_t: they stay. */
static enum as_status replace(double *y, size_t n, bool by_t, double *room)
{
	struct as_typical t;

	if (by_t || n <= AS_TYPICAL_FEW)
		return AS_OK;
	enum as_status st = as_signed_ranks(y, n, 0, 0, 0.95, &t);
	if (st)
		return st;
	as_typical_pseudo_values(
		y, n, t.test.estimate, t.test.se * sqrt((double)n), room, room + n);
	memcpy(y, room, n * sizeof *y);
	return AS_OK;
}

/* How much pseudo-values shift the units of each level, from the executions up; y are executions' logs and
 * become what the whole tree has of them. */
static enum as_status shift_units(const struct as_view *v, size_t level, double *y, double *room)
{
	const struct as_tree *t = &v->tree;

	if (level + 1 == t->n_levels)
		return replace(y, t->count[level], as_view_top_by_t(v), room);
	const size_t parents = t->count[level + 1], n = t->count[level];
	const size_t *first = t->first[level + 1];
	double *above = malloc((2 * parents + 1) * sizeof *above), *own = above + parents;
	enum as_status st = above ? AS_OK : AS_ERR_MEM;

	if (!st) {
		take_level(t, level + 1, y, own, room);
		memcpy(above, own, parents * sizeof *above);
	}
	for (size_t u = 0; u < parents && !st; u++)
		st = replace(y + first[u], first[u + 1] - first[u], false, room);
	if (!st)
		st = shift_units(v, level + 1, above, room);
	for (size_t u = 0; u < parents && !st; u++)
		for (size_t i = first[u]; i < first[u + 1] && i < n; i++)
			y[i] += above[u] - own[u];
	free(above);
	return st;
}

/* Sum of squares of the iterations of an execution around its typical one, on the log scale. */
static enum as_status squares_of(const double *x, size_t n, double *room, double *out)
{
	struct as_typical t;

	*out = 0;
	if (n < 2)
		return AS_OK;
	/* Some thousand of millions tell it: it is for shares and plans. */
	const size_t step = 1 + n / 4096, taken = (n + step - 1) / step;
	for (size_t i = 0; i < taken; i++)
		room[i] = log(x[i * step]);
	enum as_status st = taken < 2 ? AS_OK : as_signed_ranks(room, taken, 0, 0, 0.95, &t);
	if (!st && taken >= 2)
		*out = t.test.se * t.test.se * (double)taken * (double)(n - 1);
	return st;
}

enum as_status as_typical_sums(
	const double *x, size_t n, double *room, double *typical, double *squares)
{
	enum as_status st = AS_OK;

	*typical = (double)NAN;
	*squares = 0;
	if (!n || !to_logs(x, n, room))
		return AS_OK;
	*typical = as_typical_of(room, n, room + n);
	st = squares_of(x, n, room, squares);
	if (!isfinite(*squares))
		*squares = 0;
	return st;
}

enum as_status as_view_stats(const struct as_view *v, struct as_tree_stats *out, double *units)
{
	const size_t executions = v->bottom == AS_LEVEL_ITERATION ? 1 : 0, n = v->n_units;
	struct as_tree t = v->tree;

	if (units)
		memcpy(units, v->means, n * sizeof *units);
	if (!v->is_typical || (executions && !t.values && !t.reader && !has_sums(v))) {
		as_tree_stats(&v->tree, out);
		return AS_OK;
	}
	const size_t most = 3 * widest(&t) + 3 * n;
	double *room = malloc((most + 4 * n + 1) * sizeof *room), *y = room ? room + most : NULL;
	enum as_status st = room ? AS_OK : AS_ERR_MEM;
	if (st)
		return st;
	double *squares = y + n, *zero = squares + n;
	memset(zero, 0, n * sizeof *zero);
	to_logs(v->means, n, y);
	st = shift_units(v, executions, y, room);
	for (size_t u = 0; u < n && executions && v->thinned; u++)
		squares[u] = as_thinned_at(v->thinned, AS_SUM_TYPICAL_SQUARES, v->units[u]);
	for (size_t u = 0; u < n && executions && !v->thinned && !st; u++)
		st = squares_of(as_tree_unit(&v->tree, u), t.first[1][u + 1] - t.first[1][u], room,
			&squares[u]);
	/* From here on relative to the typical time, which is the mean of the units at the top. */
	if (!st) {
		double *top = room, centre = 0;
		t.values = y;
		if (executions) {
			for (size_t l = 1; l < t.n_levels; l++) {
				t.count[l - 1] = t.count[l];
				t.first[l - 1] = t.first[l];
			}
			t.n_levels--;
			t.firsts = NULL;
		}
		as_tree_means(&t, t.n_levels, top);
		centre = as_mean(top, v->n_top);
		const double scale = exp(centre);
		for (size_t u = 0; u < n; u++)
			y[u] = scale * (1 + y[u] - centre);
		t = v->tree;
		t.values = executions ? NULL : y;
		for (size_t u = 0; u < n && executions; u++)
			squares[u] *= scale * scale;
		t.firsts = y;
		t.offsets = zero;
		t.squares = squares;
		as_tree_stats(&t, out);
		if (units)
			memcpy(units, y, n * sizeof *units);
	}
	free(room);
	return st;
}

/* The arithmetic mean of what is at the top, with its interval (6). */
static enum as_status take_mean(const struct as_view *v, double confidence, struct as_summary *out)
{
	const double *top = v->plain_top ? v->plain_top
		: v->plain_means && v->top == v->means ? v->plain_means : v->top;
	struct as_interval i;

	out->means.value = as_mean(top, v->n_top);
	out->means.sd = out->means.lo = out->means.hi = (double)NAN;
	if (v->n_top < 2)
		return AS_OK;
	out->means.sd = sqrt(as_variance(top, v->n_top, out->means.value));
	enum as_status st = as_interval_hall(top, v->n_top, confidence, &i);
	if (!st) {
		out->means.lo = i.lo;
		out->means.hi = i.hi;
	}
	return st;
}

/* Logs of the units at the top, of rounds those of stage 1 first; how many of them are. */
static size_t in_order(
	const struct as_experiment *x, size_t subject, const struct as_view *v, double *y)
{
	const struct as_level *l = &x->subjects[subject].levels[AS_LEVEL_EXECUTION];
	size_t n = 0;

	to_logs(v->top, v->n_top, y);
	if (v->n_pilot)
		return v->n_pilot;
	if (v->n_builds || v->n_sessions || v->top != v->means || !as_two_stage_holds(&x->plan))
		return 0;
	for (size_t i = 0; i < v->n_top; i++)
		if (as_unit_round(l, v->units[i]) < x->plan.stage1) {
			const double first = y[i];
			y[i] = y[n];
			y[n++] = first;
		}
	return n;
}

double as_clock_step_of(const double *x, size_t n, double of_iterations, double *sorted)
{
	memcpy(sorted, x, n * sizeof *sorted);
	as_sort(sorted, n);
	return fmax(of_iterations, as_grid_step(sorted, n, NULL));
}

/* A clock whose steps the times vary by (5.2). */
static double widening_of(const struct as_view *v, const struct as_typical *t, double *room,
	struct as_summary *out)
{
	const double step = as_clock_step_of(v->top, v->n_top, v->step, room);
	const double w = as_typical_widening(step, as_median(room, v->n_top),
		t->test.se * sqrt((double)t->n));

	if (w > 0 && (v->step > 0 || t->test.hi > t->test.lo))
		as_find(&out->findings, AS_FINDING_COARSE_CLOCK, step, expm1(w), 0);
	return w;
}

/* Two kinds of runs (3.3). */
static void find_kinds(const struct as_view *v, double *room, struct as_summary *out)
{
	const size_t n = v->n_units;
	size_t slow = 0, fast = 0;

	memcpy(room, v->means, n * sizeof *room);
	as_sort(room, n);
	const double middle = as_median(room, n);
	for (size_t i = 0; i < n; i++) {
		slow += room[i] > 1.5 * middle;
		fast += room[i] < middle / 1.5;
	}
	const size_t most = slow > fast ? slow : fast, first = slow > fast ? n - slow : fast;
	if (most < 3 || (double)most < (double)n / 5)
		return;
	out->kinds = (struct as_summary_kinds){.n = {first, n - first},
		.near = {as_median(room, first), as_median(room + first, n - first)}};
}

enum as_status as_take_typical(const struct as_experiment *x, const struct as_view *v,
	struct as_summary *out)
{
	const size_t n = v->n_top;
	double *y = malloc((2 * (n > v->n_units ? n : v->n_units) + 1) * sizeof *y);
	struct as_typical t = {.n = n};
	size_t twice = 0;

	if (!y)
		return AS_ERR_MEM;
	double *room = y + n;
	out->is_typical = true;
	out->confidence = x->plan.confidence;
	out->lo = out->hi = out->half_width = out->df = out->sd = (double)NAN;
	enum as_status st = take_mean(v, x->plan.confidence, out);
	const size_t first = in_order(x, out->subject, v, y);
	if (!st && n < 2) {
		out->mean = v->top[0];
	} else if (!st && n > AS_TYPICAL_FEW && as_view_top_by_t(v)) {
		const struct as_staged staged = as_staged_of(y, n, first);
		t.way = AS_TYPICAL_BY_T;
		st = as_staged_test(&staged, out->confidence, &t.test);
	} else if (!st) {
		st = as_signed_ranks(y, n, first >= 2 ? first : 0, 0, out->confidence, &t);
	}
	if (!st && n >= 2) {
		const double w = widening_of(v, &t, room, out);
		double stretch = 1;
		out->mean = exp(t.test.estimate);
		out->sd = out->mean * t.test.se * sqrt((double)n);
		out->df = (double)(n - 1);
		out->method = t.test.two_stage ? AS_INTERVAL_TWO_STAGE
			: t.way == AS_TYPICAL_BY_T ? AS_INTERVAL_T : AS_INTERVAL_SIGNED;
		st = as_take_lasting(x, v, out, &stretch);
		out->lo = exp(t.test.estimate - (t.test.estimate - t.test.lo) * stretch - w);
		out->hi = exp(t.test.estimate + (t.test.hi - t.test.estimate) * stretch + w);
		out->half_width = fmax(out->hi - out->mean, out->mean - out->lo);
	}
	if (!st && n >= 2 && n <= AS_FEW && v->top == v->means) {
		out->n_few = n;
		memcpy(out->few, v->top, n * sizeof *out->few);
		as_sort(out->few, n);
	}
	if (!st)
		find_kinds(v, room, out);
	for (size_t i = 0; i < v->n_units && !st; i++)
		twice += v->means[i] > 2 * out->mean;
	out->means.times = (double)twice > (double)v->n_units / 5 ? 2 : 1.5;
	for (size_t i = 0; i < v->n_units && !st; i++)
		out->means.slow += v->means[i] > out->means.times * out->mean;
	free(y);
	return st;
}
