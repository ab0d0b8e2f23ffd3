/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/compare/paired_looks.h"

#include <math.h>
#include <stdlib.h>

#include "analyse/estimate/typical_view.h"
#include "analyse/gates/early_region.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/typical.h"

/* What a coarse clock hides of the first n. */
struct ticking {
	const struct as_experiment *x;
	const struct as_comparison *c;
	const struct as_pairs *p;
};

static enum as_status widening_at(const void *context, size_t n, double *out)
{
	const struct ticking *t = context;
	struct as_compare_tick tick;
	enum as_status st = as_compare_tick(t->x, t->c,
		&(struct as_compare_ticks){t->p->d, t->p->old, t->p->new, n}, &tick);

	*out = tick.widening;
	return st;
}

enum as_status as_pairs_widening(
	const struct as_pairs *p, size_t n, double s, double *step, double *out)
{
	double *room = malloc(n * sizeof *room), least = (double)INFINITY;

	*step = p->step;
	if (!room)
		return AS_ERR_MEM;
	for (size_t side = 0; side < 2; side++) {
		*step = as_clock_step_of(side ? p->new : p->old, n, *step, room);
		least = fmin(least, as_median(room, n));
	}
	free(room);
	*out = as_typical_widening(*step, least, s);
	return AS_OK;
}

static enum as_status typical_widening_at(const void *context, size_t n, double *out)
{
	const struct as_pairs *p = ((const struct ticking *)context)->p;
	double step = 0;

	return as_pairs_widening(
		p, n, sqrt(as_variance(p->d, n, as_mean(p->d, n))), &step, out);
}

/* The looks of all that there is. Of means rare slow runs count (methods-repairs.md 9), of typical runs
 * they do not; where it is not known how many rounds there were to be, they are as if these had been all. */
static enum as_status look_at(const struct as_experiment *x, const struct as_pairs *p,
	struct as_comparison *c, struct as_err *err)
{
	const struct ticking ticking = {x, c, p};
	const bool reduced = c->of.reduced, alone = reduced || c->of.typical;
	const struct as_early_pairs of = {.d = p->d, .n = p->n,
		.typical = c->of.typical, .old = alone ? NULL : p->old,
		.new = alone ? NULL : p->new, .widening = reduced ? widening_at
			: c->of.typical ? typical_widening_at : NULL,
		.context = &ticking};
	enum as_status st = as_early_looks(&of, p->most ? p->most : p->n, 1 - c->confidence,
		&c->stages.early);

	return st ? as_fail(err, st, "cannot look at %zu pairs of values early", p->n) : AS_OK;
}

static void find_looks(const struct as_pairs *p, struct as_comparison *c)
{
	const struct as_comparison_early *e = &c->stages.early;
	const double each = (double)as_in_rounds(c, 1);

	if (!e->n)
		as_find(&c->findings, AS_FINDING_BEFORE_LOOK, (double)p->n * each,
			(double)e->at[0] * each, 0);
	else if (e->n < e->n_at)
		as_find(&c->findings, AS_FINDING_STOPPED_EARLY, 0, 0, 0);
	for (size_t i = 0; i < e->n && i + 1 < e->n_at; i++)
		if (e->v[i].blocked)
			as_find(&c->findings, AS_FINDING_LOOK_BLOCKED, (double)e->at[i] * each,
				e->v[i].lag1, 0);
}

enum as_status as_pairs_look(const struct as_experiment *x, const struct as_pairs *p,
	struct as_comparison *c, struct as_err *err)
{
	struct as_comparison_early *e = &c->stages.early;
	const double alpha = 1 - c->confidence;
	const bool none = p->of_difference || p->no_log || c->of.means || c->of.sessions;
	enum as_status st = none ? AS_OK : look_at(x, p, c, err);

	if (st)
		return st;
	e->is = p->most > 0;
	if (!e->is)
		return AS_OK;
	if (!e->n_at) {
		as_find(&c->findings, AS_FINDING_NO_LOOKS, 0, 0, 0);
		return AS_OK;
	}
	if (e->n == e->n_at && e->n && !(e->v[e->n - 1].sd > 0)) {
		e->is = false; /* nothing varies in all of it */
		return AS_OK;
	}
	if (!c->of.typical)
		c->ratio = exp(as_mean(p->d, p->n));
	if (as_early_restate(c, alpha, NULL) == AS_EARLY_CONTRADICT)
		as_find(&c->findings, AS_FINDING_LOOKS_CONTRADICT, 0, 0, 0);
	find_looks(p, c);
	return AS_OK;
}
