/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/diagnose/modality.h"

#include <math.h>
#include <stdlib.h>

#include "analyse/diagnose/factor_effects.h"
#include "base/num.h"
#include "stat/core/grid.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/series/modes.h"

static const double exact = 9007199254740992.0; /* 2^53 */
static const double fine = 0.01; /* of the mean: the limit of methods.md 9.1 */

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

static void take(const struct as_view *v, const struct as_modes *m, struct as_shape_modes *out)
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

/* Bytes that have a bit for each number from the least to the largest, where all are whole and these
 * are not too many; else 0. */
static size_t bytes_of_range(const double *x, size_t n, double *least)
{
	double most = 0;

	as_extremes(x, n, least, &most);
	if (!(most - *least < 8 * (double)n) || !(fabs(most) < exact) || !(fabs(*least) < exact))
		return 0;
	for (size_t i = 0; i < n; i++)
		if (!as_same_double(x[i], (double)(int64_t)x[i]))
			return 0;
	return (size_t)(most - *least) / 8 + 1;
}

/* Values are sorted where they are if there is no other way. */
static double step_of(struct as_view *v, size_t *kinds)
{
	double *x = v->values, least = 0;
	const size_t n = v->tree.count[0];
	const size_t bytes = bytes_of_range(x, n, &least);
	unsigned char *seen = bytes ? calloc(bytes, 1) : NULL;
	double step = 0;

	if (seen) {
		step = as_grid_step_whole(x, n, least, seen, bytes, kinds);
	} else {
		v->reordered = true;
		as_sort(x, n);
		step = as_grid_step(x, n, kinds);
	}
	free(seen);
	return step;
}

/* The step of the clock. */
static void take_clock(struct as_view *v, const struct as_summary *y, struct as_shape_clock *out)
{
	size_t kinds = 0;
	double step = step_of(v, &kinds);

	if (!(step > 0))
		return;
	out->step = step;
	out->kinds = kinds;
	out->coarse = step > y->half_width || step > fine * fabs(y->mean);
}

enum as_status as_look_at_shape_in(const struct as_experiment *x, struct as_view *v,
	struct as_summary *y, struct as_err *err)
{
	struct as_modes m = {.n = 0};
	enum as_status st = AS_OK;

	y->shape = (struct as_shape){.modes.n = 0};
	if (v->thinned || !v->n_units)
		return AS_OK;
	if (as_modes_of(&v->tree, x->plan.seed, &m))
		return as_fail_memory(err);
	take(v, &m, &y->shape.modes);
	if (m.n && y->shape.modes.index == AS_LEVEL_EXECUTION)
		st = explain(x, y, &m, &y->shape.modes, err);
	if (!st && as_metric_is_time(&x->metrics[y->metric]))
		take_clock(v, y, &y->shape.clock);
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
