/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/compare/compare_parts.h"

#include <math.h>
#include <stdlib.h>

#include "analyse/estimate/reduced_interval.h"
#include "analyse/result/analyse.h"
#include "stat/core/moments.h"
#include "stat/dist/planning/staged.h"
#include "stat/dist/tail.h"

static const double many_lost = 0.1; /* methods-quantiles.md 1.11 */

static bool is_unfit(const struct as_view *v)
{
	return (double)v->reduced.few > many_lost * (double)(v->n_units + v->reduced.few);
}

void as_compare_reduced(const struct as_view *old, const struct as_view *new,
	struct as_comparison *c)
{
	const struct as_view *worse = new->n_units < old->n_units ? new : old;

	if (!old->is_reduced || !new->is_reduced)
		return;
	c->of.reduced = true;
	c->of.unfit = is_unfit(old) || is_unfit(new);
	c->of.means = false;
	c->pairs.batch_rounds = old->reduced.batches ? old->reduced.rounds : 0;
	as_find_reduced(worse, AS_BATCHES_COMPARE, &c->findings);
}

enum as_status as_compare_tick(const struct as_experiment *x, const struct as_comparison *c,
	const struct as_compare_ticks *of, struct as_compare_tick *out)
{
	double *room = malloc((of->n + 1) * sizeof *room);
	struct as_derived d;

	*out = (struct as_compare_tick){0};
	if (!room)
		return AS_ERR_MEM;
	struct as_coarse coarse = as_coarse_clock(of->d, of->n, room, 0, 1);
	if (coarse.coarse && as_experiment_derived(x, c->metric, &d)) {
		const double tick = fmin(as_reduced_tick(x, c->reference, &d),
			as_reduced_tick(x, c->subject, &d));
		const double least = fmin(as_mean(of->old, of->n), as_mean(of->new, of->n));
		coarse = as_coarse_clock(of->d, of->n, room, tick, least);
		if (tick > 0 && isfinite(tick))
			*out = (struct as_compare_tick){tick, coarse.widening};
	}
	free(room);
	return AS_OK;
}

enum as_status as_compare_coarse(const struct as_experiment *x, const struct as_compare_ticks *of,
	struct as_comparison *c)
{
	struct as_compare_tick tick;
	enum as_status st = c->constant.is ? AS_OK : as_compare_tick(x, c, of, &tick);

	if (st || c->constant.is || !(tick.widening > 0))
		return st;
	if (!c->stages.early.is) { /* of which each look has its own */
		c->lo *= exp(-tick.widening);
		c->hi *= exp(tick.widening);
	}
	as_find(&c->findings, AS_FINDING_COARSE_CLOCK, tick.tick, expm1(tick.widening), 0);
	return AS_OK;
}

static struct as_side side_of(const struct as_view *v, double *room, struct as_side *first)
{
	for (size_t i = 0; i < v->n_top; i++)
		room[i] = log(v->top[i]);
	struct as_side s = as_staged_side(room, v->n_top, v->n_pilot, first);
	s.s2 *= v->stretch * v->stretch;
	return s;
}

static void find_few(const struct as_comparison *c, struct as_findings *f)
{
	const size_t fewest = c->n < c->n_reference ? c->n : c->n_reference;

	if (fewest < AS_BLOCKS_VERDICT)
		as_find(f, c->of.builds ? AS_FINDING_TOO_FEW_BUILDS : AS_FINDING_TOO_FEW_UNITS,
			(double)fewest, 0, 0);
}

enum as_status as_compare_logs(const struct as_view *old, const struct as_view *new,
	struct as_comparison *c, struct as_err *err)
{
	const size_t most = old->n_top > new->n_top ? old->n_top : new->n_top;
	double *room = malloc((most + 1) * sizeof *room);
	struct as_staged_sides s;
	struct as_test t;

	if (!room)
		return as_fail_memory(err);
	s.old = side_of(old, room, &s.first_old);
	s.new = side_of(new, room, &s.first_new);
	free(room);
	c->method = AS_COMPARE_WELCH;
	c->n = new->n_top;
	c->n_reference = old->n_top;
	find_few(c, &c->findings);
	if (c->n < 2 || c->n_reference < 2)
		return AS_OK;
	enum as_status st = as_staged_welch(&s, c->confidence, &t, err);
	if (st)
		return st;
	c->ratio = exp(t.estimate);
	c->lo = exp(t.lo);
	c->hi = exp(t.hi);
	c->p = t.has_p ? t.p : (double)NAN;
	c->stages.p_single = t.has_p ? t.p_single : (double)NAN;
	c->stages.two = t.two_stage;
	c->df = t.df;
	c->pairs.sd = sqrt(s.old.s2 + s.new.s2);
	return AS_OK;
}
