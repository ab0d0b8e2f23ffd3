/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/compare/compare_parts.h"

#include <math.h>
#include <stdlib.h>

#include "analyse/estimate/log_interval.h"
#include "analyse/estimate/reduced_interval.h"
#include "analyse/estimate/typical_view.h"
#include "analyse/result/analyse.h"
#include "stat/core/moments.h"
#include "stat/dist/planning/staged.h"
#include "stat/dist/dist.h"
#include "stat/dist/log_quantile.h"
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

void as_compare_typical(struct as_view *old, struct as_view *new, struct as_comparison *c)
{
	c->of.typical = old->is_typical && new->is_typical && !c->of.means;
	if (!c->of.typical) {
		as_view_make_plain(old);
		as_view_make_plain(new);
	}
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

static bool is_bounded(const struct as_log_interval *y)
{
	return y->lo > 0 && isfinite(y->lo) && isfinite(y->hi);
}

static struct as_bounds bounds_of(const struct as_log_interval *y)
{
	return (struct as_bounds){log(y->estimate), log(y->lo), log(y->hi)};
}

enum as_status as_compare_two_logs(const struct as_compare_log *old,
	const struct as_compare_log *new, struct as_comparison *c, bool *done, struct as_err *err)
{
	const struct as_place *a = &old->at, *b = &new->at;
	struct as_derived of_old, of_new;
	struct as_log_interval y_old, y_new;

	*done = !c->difference.is && as_is_log(a->x, old->v, a->subject, a->metric, &of_old) &&
		as_is_log(b->x, new->v, b->subject, b->metric, &of_new);
	if (!*done)
		return AS_OK;
	enum as_status st = as_log_interval_of(a->x, a->subject, &of_old, c->confidence, &y_old);
	if (!st)
		st = as_log_interval_of(b->x, b->subject, &of_new, c->confidence, &y_new);
	if (st)
		return as_fail(err, st, "cannot compare two logs");
	c->n = y_new.n;
	c->n_reference = y_old.n;
	c->ratio = y_old.estimate > 0 ? y_new.estimate / y_old.estimate : (double)NAN;
	const struct as_log_interval *open = is_bounded(&y_old) ? &y_new : &y_old;
	if (!is_bounded(open)) {
		if (open->wanted)
			as_find(&c->findings, AS_FINDING_OPEN_END,
				floor((double)open->n * fmin(of_old.p, 1 - of_old.p) + 1e-9),
				(double)open->wanted, of_old.p < 0.5);
		return AS_OK;
	}
	const struct as_bounds x = bounds_of(&y_old), y = bounds_of(&y_new), d = as_mover(&x, &y);
	c->method = AS_COMPARE_MOVER;
	c->ratio = exp(d.estimate);
	c->lo = exp(d.lo);
	c->hi = exp(d.hi);
	as_find(&c->findings, AS_FINDING_CHANCE_ONLY,
		expm1(fmax(d.hi - d.estimate, d.estimate - d.lo)), 0, 0);
	return AS_OK;
}

static struct as_side side_of(const struct as_view *v, const double *y, struct as_side *first)
{
	struct as_side s = as_staged_side(y, v->n_top, v->n_pilot, first);
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

/* Executions of which one value of a unit at the top is made, the fewest. */
static size_t least_below(const struct as_view *v)
{
	return as_view_top_by_t(v) && v->n_top > AS_TYPICAL_FEW ? AS_TYPICAL_FEW + 1 : 1;
}

/* Ends and p as far away as executions that depend on those before them ask for. */
static void stretch(const struct as_view *old, const struct as_view *new, struct as_test *t)
{
	const double by = fmax(old->stretch, new->stretch);
	double z = 0;

	t->lo = t->estimate - by * (t->estimate - t->lo);
	t->hi = t->estimate + by * (t->hi - t->estimate);
	t->se *= by;
	if (by > 1 && t->has_p && t->p > 0 && t->p < 1 && !as_normal_quantile(1 - t->p / 2, &z))
		t->p = fmax(t->p, 2 * as_normal_cdf(-z / by));
	t->p_single = t->p;
}

/* A clock whose steps the ratio varies by moves both ends out (methods-typical.md 5.2); what two sides vary by stands
 * for what a log ratio does. Room for what is at the top of the larger one. */
static double widen_by_clock(const struct as_view *old, const struct as_view *new,
	const struct as_test *t, double *room, struct as_findings *f)
{
	const double n = 2 / (1 / (double)old->n_top + 1 / (double)new->n_top);
	const double step = fmax(as_clock_step_of(old->top, old->n_top, old->step, room),
		as_clock_step_of(new->top, new->n_top, new->step, room));
	const double w = as_typical_widening(step,
		fmin(as_mean(old->top, old->n_top), as_mean(new->top, new->n_top)),
		t->se * sqrt(n));

	if (w > 0)
		as_find(f, AS_FINDING_COARSE_CLOCK, step, expm1(w), 0);
	return w;
}

enum as_status as_compare_logs(const struct as_view *old, const struct as_view *new,
	struct as_comparison *c, struct as_err *err)
{
	const size_t n_old = old->n_top, n_new = new->n_top;
	double *y_old = malloc((n_old + n_new + 1) * sizeof *y_old);
	enum as_status st = AS_OK;
	struct as_staged_sides s;
	struct as_typical typical;
	struct as_test t;

	if (!y_old)
		return as_fail_memory(err);
	double *y_new = y_old + n_old;
	for (size_t i = 0; i < n_old; i++)
		y_old[i] = log(old->top[i]);
	for (size_t i = 0; i < n_new; i++)
		y_new[i] = log(new->top[i]);
	s.old = side_of(old, y_old, &s.first_old);
	s.new = side_of(new, y_new, &s.first_new);
	c->method = AS_COMPARE_WELCH;
	c->n = n_new;
	c->n_reference = n_old;
	find_few(c, &c->findings);
	if (n_new < 2 || n_old < 2)
		goto out;
	const size_t below_old = least_below(old), below_new = least_below(new);
	const enum as_typical_way way = !c->of.typical ? AS_TYPICAL_BY_WELCH
		: as_typical_unpaired(n_old, n_new, below_old < below_new ? below_old : below_new);
	if (way == AS_TYPICAL_BY_RANKS) {
		st = as_typical_shift((struct as_values){y_old, n_old},
			(struct as_values){y_new, n_new}, way, 0, c->confidence, &typical);
		t = typical.test;
		stretch(old, new, &t);
		if (st)
			as_fail(err, st, "cannot compare %zu values with %zu", n_new, n_old);
	} else {
		st = as_staged_welch(&s, c->confidence, &t, err);
	}
	if (st)
		goto out;
	const double w = c->of.typical && t.has_p
		? widen_by_clock(old, new, &t, y_old, &c->findings) : 0;
	c->ratio = exp(t.estimate);
	c->lo = exp(t.lo - w);
	c->hi = exp(t.hi + w);
	c->p = t.has_p ? t.p : (double)NAN;
	c->stages.p_single = t.has_p ? t.p_single : (double)NAN;
	c->stages.two = t.two_stage;
	c->df = t.df;
	c->pairs.sd = way == AS_TYPICAL_BY_RANKS
		? t.se / sqrt(1 / (double)n_old + 1 / (double)n_new) * sqrt(2)
		: sqrt(s.old.s2 + s.new.s2);
out:
	free(y_old);
	return st;
}
