/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/diagnose/modality.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/diagnose/factors/factor_effects.h"
#include "analyse/diagnose/warnings.h"
#include "base/num.h"
#include "stat/core/grid.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/series/modes.h"

static const double exact = 9007199254740992.0; /* 2^53 */
static const double fine = 0.01; /* of the mean: the limit of methods.md 9.1 */
static const double far = 0.1;   /* of the mean: a step that matters whatever the noise */

_Static_assert((int)AS_SHAPE_MODES == (int)AS_MODES_MOST, "modes of a shape are modes");

/* The factor with the largest share of those that are established; the build is a level. */
static enum as_status explain(const struct as_experiment *x, const struct as_summary *y,
	const struct as_modes *m, struct as_shape_modes *out, struct as_err *err)
{
	struct as_factors all;
	enum as_status st = as_factors_of_modes(x, y, m, &all, err);

	for (size_t i = 0; !st && i < all.n_factors; i++) {
		const struct as_factor *f = &all.v[i];
		if (!f->established || f->id == AS_FACTOR_LAYOUT || !(f->share > out->factor_share))
			continue;
		out->explained = true;
		out->factor = f->id;
		out->factor_metric = f->metric;
		out->factor_share = f->share;
		out->factor_p = f->p_adjusted;
	}
	return st;
}

static void take_modes(
	const struct as_view *v, const struct as_modes *m, struct as_shape_modes *out)
{
	*out = (struct as_shape_modes){.n = m->n, .factor_p = (double)NAN};
	for (size_t l = 0; l < v->tree.n_levels; l++)
		out->at[l] = (struct as_shape_level){.units = m->at[l].units, .hint = m->at[l].hint,
			.p = m->at[l].p, .share = m->at[l].share};
	if (!m->n)
		return;
	out->level = m->level - 1;
	out->index = v->level[out->level];
	for (size_t i = 0; i < m->n; i++)
		out->mode[i] = (struct as_shape_mode){m->mode[i].mean, m->mode[i].share};
}

/* Values of a view, a part at a time: all of them, or those of an execution where they have to be read. */
static size_t n_parts(const struct as_view *v)
{
	return v->fold ? v->tree.count[1] : 1;
}

static const double *part_at(const struct as_view *v, size_t i, size_t *n)
{
	const struct as_tree *t = &v->tree;

	*n = v->fold ? as_tree_unit_size(t, i) : t->count[0];
	return v->fold ? as_tree_unit(t, i) : t->values;
}

static bool are_whole(const double *x, size_t n)
{
	size_t i = 0;

	while (i < n && as_same_double(x[i], (double)(int64_t)x[i]))
		i++;
	return i == n;
}

/* Bytes that have a bit for each number from the least to the largest, where these are not too many; else
 * 0. */
static size_t bytes_of_range(const struct as_view *v, const double ends[2])
{
	if (!(ends[1] - ends[0] < 8 * (double)v->tree.count[0]) || !(fabs(ends[1]) < exact) ||
		!(fabs(ends[0]) < exact))
		return 0;
	return (size_t)(ends[1] - ends[0]) / 8 + 1;
}

/* The step of values that are marked in a row of bits; false: they are no whole numbers, or too far apart
 * for that. */
static bool step_of_marked(
	const struct as_view *v, const double ends[2], double *step, size_t *kinds)
{
	const size_t bytes = bytes_of_range(v, ends);
	unsigned char *seen = bytes ? calloc(bytes, 1) : NULL;
	bool whole = seen;
	size_t n = 0;

	for (size_t i = 0; i < n_parts(v) && whole; i++) {
		const double *x = part_at(v, i, &n);
		whole = are_whole(x, n);
		if (whole)
			as_grid_mark(x, n, ends[0], seen);
	}
	if (whole)
		*step = as_grid_step_marked(v->tree.count[0], ends[0], seen, bytes, kinds);
	free(seen);
	return whole;
}

/* Values are sorted where they are. */
static double step_of_sorted(struct as_view *v, size_t *kinds)
{
	v->reordered = true;
	as_sort(v->values, v->tree.count[0]);
	return as_grid_step(v->values, v->tree.count[0], kinds);
}

static enum as_status step_of(const struct as_experiment *x, struct as_view *v,
	const struct as_summary *y, double *step, size_t *kinds)
{
	struct as_view whole;
	double ends[2];

	if (v->fold)
		memcpy(ends, v->fold->ends, sizeof ends);
	else
		as_extremes(v->values, v->tree.count[0], &ends[0], &ends[1]);
	if (step_of_marked(v, ends, step, kinds))
		return AS_OK;
	if (!v->fold) {
		*step = step_of_sorted(v, kinds);
		return AS_OK;
	}
	const enum as_status st =
		as_view_open(x, y->subject, y->metric, AS_ROLE_MEASURED, &whole, NULL);
	if (!st)
		*step = step_of_sorted(&whole, kinds);
	as_view_close(&whole);
	return st;
}

/* Of a value at the bottom, by all levels above it. */
static double total_variance(const struct as_summary *y)
{
	double sum = 0;

	for (size_t i = 0; i < y->tree.n; i++)
		sum += y->tree.v[i].t2 > 0 ? y->tree.v[i].t2 : 0;
	return sum > 0 ? sum : y->sd * y->sd;
}

/* The step of the clock. */
static enum as_status take_clock(const struct as_experiment *x, struct as_view *v,
	const struct as_summary *y, struct as_shape_clock *out)
{
	size_t kinds = 0;
	double step = 0;
	const enum as_status st = step_of(x, v, y, &step, &kinds);

	if (st || !(step > 0))
		return st;
	out->step = step;
	out->kinds = kinds;
	out->coarse = step > y->half_width || step > fine * fabs(y->mean);
	/* noise that crosses half a step makes means of steps as good as any (methods-calm.md 2.5) */
	const double sd = y->tree.n ? sqrt(total_variance(y)) : y->sd;
	out->matters = (sd < step / 2 && step > y->half_width) || step > far * fabs(y->mean);
	return AS_OK;
}

enum as_status as_look_at_shape_in(const struct as_experiment *x, struct as_view *v,
	struct as_summary *y, struct as_err *err)
{
	struct as_modes m = {.n = 0};
	enum as_status st = AS_OK;

	y->shape = (struct as_shape){.modes.n = 0};
	/* what is rarer was met, as was seen before iterations were thinned */
	if (v->thinned && v->thinned->whole[AS_WHOLE_MODES] > 0 &&
		y->lasting.holds == AS_HOLDS_LIKE_THESE)
		y->lasting.holds = AS_HOLDS_IF_INDEPENDENT;
	if (v->thinned || !v->n_units)
		return AS_OK;
	if (as_modes_of(&v->tree, x->plan.seed, as_warned_among(x), &m))
		return as_fail_memory(err);
	take_modes(v, &m, &y->shape.modes);
	if (m.n) {
		const struct as_evidence seen = {.p = m.at[m.level - 1].p,
			.effect = m.mode[m.n - 1].mean - m.mode[0].mean,
			.half_width = y->half_width, .mean = y->mean, .among = as_warned_among(x)};
		y->shape.modes.matter = as_warning_holds(AS_WARNING_MODES, &seen);
		if (y->lasting.holds == AS_HOLDS_LIKE_THESE) /* what is rarer was met */
			y->lasting.holds = AS_HOLDS_IF_INDEPENDENT;
	}
	if (m.n && y->shape.modes.index == AS_LEVEL_EXECUTION)
		st = explain(x, y, &m, &y->shape.modes, err);
	if (!st && as_metric_is_time(&x->metrics[y->metric]) &&
		take_clock(x, v, y, &y->shape.clock))
		st = as_fail_memory(err);
	return st;
}

enum as_status as_look_at_shape(const struct as_experiment *x, struct as_summary *y,
	struct as_err *err)
{
	struct as_view v;
	enum as_status st = as_view_open(x, y->subject, y->metric, AS_ROLE_MEASURED, &v, err);

	y->shape = (struct as_shape){.modes.n = 0};
	if (st)
		return st;
	st = as_look_at_shape_in(x, &v, y, err);
	as_view_close(&v);
	return st;
}
