/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/compare_parts.h"

#include <math.h>
#include <stdlib.h>

#include "analyse/two_stage.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/compare.h"
#include "stat/dist/ratio.h"
#include "stat/dist/trend.h"

static const double outlier_sds = 5;      /* methods-blocks.md 9 */
static const size_t trend_rounds = 10;     /* methods-blocks.md 9 */
static const double trend_level = 0.01;    /* methods-blocks.md 9 */
static const double position_level = 0.01; /* methods-blocks.md 5.1 */

/* The rounds in which both subjects have a value. */
struct pairs {
	size_t n;
	double *old, *new; /* n each, borrowed: they stand where the views had theirs */
	size_t no_log; /* pairs with a value that has no logarithm */
	bool of_difference;
	double *d; /* new to old: log ratios, or differences */
	bool *new_second;
	uint32_t *round;
};

static void pairs_release(struct pairs *p)
{
	free(p->d);
	free(p->new_second);
	free(p->round);
	*p = (struct pairs){0};
}

static enum as_status pairs_room(const struct as_comparison *c, size_t n_old, size_t n_new,
	struct pairs *out, struct as_err *err)
{
	size_t most = n_old < n_new ? n_old : n_new;
	struct pairs p = {.of_difference = c->of_difference, .d = calloc(most + 1, sizeof *p.d),
		.new_second = calloc(most + 1, sizeof *p.new_second),
		.round = calloc(most + 1, sizeof *p.round)};

	if (!p.d || !p.new_second || !p.round) {
		pairs_release(&p);
		return as_fail_memory(err);
	}
	*out = p;
	return AS_OK;
}

/* Of two rows of numbers the i-th and the j-th. */
struct pair {
	double *old, *new;
	size_t i, j;
};

/* One pair more, which comes to stand before the two, or where they are. */
static void pair(struct pairs *p, const struct pair *two)
{
	const double old = two->old[two->i], new = two->new[two->j];

	p->old = two->old;
	p->new = two->new;
	p->old[p->n] = old;
	p->new[p->n] = new;
	p->no_log += !(old > 0 && new > 0);
	p->d[p->n++] = p->of_difference ? new - old : log(new) - log(old);
}

/* Where some have no logarithm, all are told by their differences. */
static void settle(struct pairs *p)
{
	if (p->of_difference || !p->no_log)
		return;
	p->of_difference = true;
	for (size_t i = 0; i < p->n; i++)
		p->d[i] = p->new[i] - p->old[i];
}

/* Both views are in time order, and rounds only grow with time, so that one pass merges them. */
static enum as_status pairs_open(const struct as_experiment *x, const struct as_comparison *c,
	struct as_view *old, struct as_view *new, struct pairs *out, struct as_err *err)
{
	const struct as_level *of_old = &x->subjects[c->reference].levels[AS_LEVEL_EXECUTION];
	const struct as_level *of_new = &x->subjects[c->subject].levels[AS_LEVEL_EXECUTION];
	struct pairs p = {0};
	enum as_status st = pairs_room(c, old->n_units, new->n_units, &p, err);

	if (st)
		return st;
	for (size_t i = 0, j = 0; i < old->n_units && j < new->n_units;) {
		const uint32_t a = as_unit_round(of_old, old->units[i]);
		const uint32_t b = as_unit_round(of_new, new->units[j]);

		if (a == b) {
			p.round[p.n] = a;
			p.new_second[p.n] = as_unit_order(of_new, new->units[j]) >
				as_unit_order(of_old, old->units[i]);
			pair(&p, &(struct pair){old->means, new->means, i, j});
		}
		i += a <= b;
		j += b <= a;
	}
	as_view_keep_means(old);
	as_view_keep_means(new);
	settle(&p);
	*out = p;
	return AS_OK;
}

/* Whether the difference itself drifts, from so many rounds on. */
static void find_trend(struct as_comparison *c, const struct pairs *p, const double *sorted)
{
	double rho = 0, level = 1;

	if (p->n >= trend_rounds && !as_rank_trend(p->d, sorted, p->n, &rho, &level) &&
		level < trend_level)
		as_find(&c->findings, AS_FINDING_TREND, rho, level, 0);
}

static void find_outlier_round(struct as_comparison *c, const struct pairs *p)
{
	double *d = malloc(p->n * sizeof *d), median = 0, mad = 0;
	size_t worst = 0;

	if (!d || p->n < AS_BLOCKS_PAIRED) {
		free(d);
		return;
	}
	for (size_t i = 0; i < p->n; i++)
		d[i] = p->d[i];
	as_sort(d, p->n);
	find_trend(c, p, d);
	if (!as_quantile(d, p->n, 0.5, &median)) {
		for (size_t i = 0; i < p->n; i++) {
			d[i] = fabs(p->d[i] - median);
			if (fabs(p->d[i] - median) > fabs(p->d[worst] - median))
				worst = i;
		}
		as_sort(d, p->n);
	}
	if (!as_quantile(d, p->n, 0.5, &mad) && mad > 0) {
		double sds = fabs(p->d[worst] - median) / (1.4826 * mad);
		if (sds > outlier_sds)
			as_find(&c->findings, AS_FINDING_OUTLIER_ROUND, (double)p->round[worst] + 1,
				sds, 0);
	}
	free(d);
}

static void find_position(const struct as_experiment *x, struct as_comparison *c,
	const struct pairs *p)
{
	struct as_position pos;

	if (x->n_subjects != 2 || p->n < AS_BLOCKS_PAIRED ||
		as_position_effect(p->d, p->new_second, p->n, &pos))
		return;
	bool matters = pos.has_p && pos.p < position_level;
	if (p->of_difference) {
		if (matters)
			as_find(&c->findings, AS_FINDING_POSITION_BY, pos.effect, pos.p, 0);
		return;
	}
	c->position = expm1(pos.effect);
	c->position_p = pos.has_p ? pos.p : (double)NAN;
	if (matters)
		as_find(&c->findings, AS_FINDING_POSITION, c->position, pos.p, 0);
}

/* The two-stage interval of the log ratio, where the plan was to reach a precision of it. For the
 * difference it is that of the differences: the number of rounds followed from much the same
 * spread, and the wider of two is never too narrow. */
static void widen_to_two_stage(const struct as_experiment *x, struct as_comparison *c,
	const struct pairs *p)
{
	size_t stage1 = 0;
	struct as_interval i;

	if (c->of_means || !as_target_is_ratio(x) || !as_two_stage_holds(&x->plan) ||
		c->metric != x->criterion)
		return;
	while (stage1 < p->n && p->round[stage1] < x->plan.stage1)
		stage1++;
	if (as_two_stage_interval(p->d, p->n, stage1, c->confidence, &i))
		return;
	c->two_stage = true;
	if (c->of_difference) {
		c->difference_lo = fmin(c->difference_lo, i.lo);
		c->difference_hi = fmax(c->difference_hi, i.hi);
		return;
	}
	c->lo = fmin(c->lo, exp(i.lo));
	c->hi = fmax(c->hi, exp(i.hi));
}

/* The ratio of means in place of that of geometric means (methods-blocks.md 2.3). */
static enum as_status take_means(const struct pairs *p, struct as_comparison *c, struct as_err *err)
{
	struct as_ratio r;
	struct as_paired_difference t; /* its test is that of a ratio of means of 1 */
	enum as_status st = as_fieller_paired(p->old, p->new, p->n, c->confidence, &r, err);

	if (!st)
		st = as_paired_difference(p->old, p->new, p->n, c->confidence, &t, err);
	if (st)
		return st;
	bool known = as_ratio_bounds(&r, &c->ratio, &c->lo, &c->hi);
	c->p = t.test.has_p ? t.test.p : (double)NAN;
	c->df = t.test.df;
	if (!known)
		as_find(&c->findings, AS_FINDING_NO_RATIO, r.old_relative, (double)r.cure_r, 0);
	else if (c->of_means)
		as_find(&c->findings, AS_FINDING_OF_MEANS, 0, 0, 0);
	else
		as_find(&c->findings, AS_FINDING_MEANS_OF_ZEROS, (double)p->no_log, (double)p->n,
			0);
	c->of_means = true;
	return AS_OK;
}

/* There is no logarithm of zero; the ratio of means needs none, and is the other that is given for
 * pairs (methods-blocks.md 2.3). Its mean has to be positive. */
static enum as_status take_zeros(const struct pairs *p, struct as_comparison *c, struct as_err *err)
{
	double old = 0, new = 0;

	for (size_t i = 0; i < p->n; i++) {
		old += p->old[i];
		new += p->new[i];
	}
	if (old > 0 && new > 0)
		return take_means(p, c, err);
	as_find(&c->findings, AS_FINDING_NOT_POSITIVE, 0, 0, 0);
	return AS_OK;
}

/* The difference in place of any ratio (methods-blocks.md 9). */
static enum as_status take_difference(const struct pairs *p, struct as_comparison *c,
	struct as_err *err)
{
	struct as_paired_difference r;
	enum as_status st = as_paired_difference(p->old, p->new, p->n, c->confidence, &r, err);

	if (st)
		return st;
	c->difference = r.test.estimate;
	c->difference_lo = r.test.lo;
	c->difference_hi = r.test.hi;
	c->p = r.test.has_p ? r.test.p : (double)NAN;
	c->df = r.test.df;
	c->sd = r.sd;
	c->correlation = r.correlation;
	c->gain = r.gain;
	return AS_OK;
}

/* The ratio of means beside that of geometric means, from which it is far (methods-blocks.md 2.2).
 * */
static enum as_status add_means(const struct pairs *p, struct as_comparison *c, struct as_err *err)
{
	struct as_ratio r;
	enum as_status st = as_fieller_paired(p->old, p->new, p->n, c->confidence, &r, err);

	if (st)
		return st;
	as_ratio_bounds(&r, &c->means_ratio, &c->means_lo, &c->means_hi);
	as_find(&c->findings, AS_FINDING_GEOMETRIC, fabs(r.estimate / c->ratio - 1), 0, 0);
	return AS_OK;
}

/* Ratio, interval and p of pairs that are there. */
static enum as_status take_paired(const struct pairs *p, struct as_comparison *c,
	struct as_err *err)
{
	if (c->of_difference)
		return take_difference(p, c, err);
	if (p->no_log)
		return take_zeros(p, c, err);
	struct as_paired r;
	enum as_status st = as_paired_log_ratio(p->old, p->new, p->n, c->confidence, &r, err);

	if (st)
		return st;
	c->ratio = r.ratio;
	c->lo = r.lo;
	c->hi = r.hi;
	c->p = r.log.has_p ? r.log.p : (double)NAN;
	c->df = r.log.df;
	c->sd = r.sd;
	c->correlation = r.correlation;
	c->gain = r.gain;
	if (c->of_means)
		return take_means(p, c, err);
	return r.mean_differs ? add_means(p, c, err) : AS_OK;
}

enum as_status as_compare_rounds(const struct as_experiment *x, struct as_view *old,
	struct as_view *new, struct as_comparison *c, struct as_err *err)
{
	struct pairs p = {0};
	enum as_status st = pairs_open(x, c, old, new, &p, err);

	if (st)
		return st;
	c->method = AS_COMPARE_PAIRED;
	c->n = c->n_reference = p.n;
	if (p.n < AS_BLOCKS_VERDICT)
		as_find(&c->findings, AS_FINDING_TOO_FEW_ROUNDS, (double)p.n, 0, 0);
	st = as_compare_missing(x, c, err);
	if (st || p.n < 2)
		goto out;
	st = take_paired(&p, c, err);
	if (st)
		goto out;
	widen_to_two_stage(x, c, &p);
	find_position(x, c, &p);
	find_outlier_round(c, &p);
	c->needed = as_units_to_decide(c, c->sd);
out:
	pairs_release(&p);
	return st;
}

/* Tops are in order of their sessions, so that one pass merges them. */
enum as_status as_compare_sessions(struct as_view *old, struct as_view *new,
	struct as_comparison *c, struct as_err *err)
{
	struct pairs p = {0};
	enum as_status st = pairs_room(c, old->n_sessions, new->n_sessions, &p, err);

	if (st)
		return st;
	for (size_t i = 0, j = 0; i < old->n_sessions && j < new->n_sessions;) {
		size_t a = old->top_units[i], b = new->top_units[j];
		if (a == b)
			pair(&p, &(struct pair){old->top, new->top, i, j});
		i += a <= b;
		j += b <= a;
	}
	c->method = AS_COMPARE_PAIRED;
	c->of_sessions = true;
	c->n = c->n_reference = p.n;
	if (p.n < AS_BLOCKS_VERDICT)
		as_find(&c->findings, AS_FINDING_TOO_FEW_SESSIONS, (double)p.n, 0, 0);
	if (p.n >= 2)
		st = take_paired(&p, c, err);
	if (!st && p.n >= 2)
		c->needed = as_units_to_decide(c, c->sd);
	pairs_release(&p);
	return st;
}
