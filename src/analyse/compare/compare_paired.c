/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/compare/compare_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/compare/paired_looks.h"
#include "analyse/diagnose/warnings.h"
#include "analyse/result/two_stage.h"
#include "model/kept/duet_rounds.h"
#include "stat/core/grid.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/interval.h"
#include "stat/dist/planning/staged.h"
#include "stat/dist/series/trend.h"
#include "stat/dist/typical.h"

static const double outlier_sds = 5;      /* methods-blocks.md 9 */
static const size_t trend_rounds = 10;     /* methods-blocks.md 9 */
static const double trend_level = 0.01;    /* methods-blocks.md 9 */
static const double position_level = 0.01; /* methods-blocks.md 5.1 */

static void pairs_release(struct as_pairs *p)
{
	free(p->d);
	free(p->new_second);
	free(p->round);
	*p = (struct as_pairs){0};
}

static enum as_status pairs_room(const struct as_comparison *c, size_t n_old, size_t n_new,
	struct as_pairs *out, struct as_err *err)
{
	size_t most = n_old < n_new ? n_old : n_new;
	struct as_pairs p = {.of_difference = c->difference.is, .d = calloc(most + 1, sizeof *p.d),
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
static void pair(struct as_pairs *p, const struct pair *two)
{
	const double old = two->old[two->i], new = two->new[two->j];

	p->old = two->old;
	p->new = two->new;
	if (p->plain_old && p->plain_old != p->old)
		p->plain_old[p->n] = p->plain_old[two->i];
	if (p->plain_new && p->plain_new != p->new)
		p->plain_new[p->n] = p->plain_new[two->j];
	p->old[p->n] = old;
	p->new[p->n] = new;
	p->no_log += !(old > 0 && new > 0);
	p->d[p->n++] = p->of_difference ? new - old : log(new) - log(old);
}

/* Where some have no logarithm, all are told by their differences. */
static void settle(struct as_pairs *p)
{
	if (p->of_difference || !p->no_log)
		return;
	p->of_difference = true;
	for (size_t i = 0; i < p->n; i++)
		p->d[i] = p->new[i] - p->old[i];
}

/* Both views are in time order, and rounds only grow with time, so that one pass merges them. */
static enum as_status pairs_open(const struct as_experiment *x, const struct as_comparison *c,
	struct as_view *old, struct as_view *new, struct as_pairs *out, struct as_err *err)
{
	const struct as_level *of_old = &x->subjects[c->reference].levels[AS_LEVEL_EXECUTION];
	const struct as_level *of_new = &x->subjects[c->subject].levels[AS_LEVEL_EXECUTION];
	struct as_pairs p = {0};
	enum as_status st = pairs_room(c, old->n_units, new->n_units, &p, err);

	if (st)
		return st;
	p.step = fmax(old->step, new->step);
	p.plain_old = old->plain_means ? old->plain_means : old->means;
	p.plain_new = new->plain_means ? new->plain_means : new->means;
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

/* Of the mean of what is compared in rounds, by t. */
static double half_width_of(const struct as_comparison *c, const struct as_pairs *p)
{
	const double mean = as_mean(p->d, p->n), s2 = as_variance(p->d, p->n, mean);
	struct as_interval t;

	return as_interval_t(mean, s2, p->n, c->confidence, &t) ? (double)NAN : t.half_width;
}

/* Whether the difference itself drifts, from so many rounds on. */
static void find_trend(struct as_comparison *c, const struct as_pairs *p, const double *sorted)
{
	double rho = 0, level = 1;

	if (p->n >= trend_rounds && !as_rank_trend(p->d, sorted, p->n, &rho, &level) &&
		level < trend_level) {
		const struct as_evidence e = {.p = level, .half_width = half_width_of(c, p),
			.effect = as_slope(p->d, p->n) * (double)(p->n - 1),
			.among = c->n_comparisons};
		as_find(&c->findings, as_warning_holds(AS_WARNING_TREND, &e) ? AS_FINDING_TREND
			: AS_FINDING_TREND_SLIGHT, rho, level, 0);
	}
}

static void find_outlier_round(struct as_comparison *c, const struct as_pairs *p)
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
	const struct as_pairs *p)
{
	struct as_position pos;

	if (x->n_subjects != 2 || p->n < AS_BLOCKS_PAIRED || x->plan.design == AS_DESIGN_DUET ||
		as_position_effect(p->d, p->new_second, p->n, &pos))
		return;
	const struct as_evidence e = {.p = pos.p, .effect = pos.effect,
		.half_width = half_width_of(c, p), .among = c->n_comparisons};
	const bool seen = pos.has_p && pos.p < position_level;
	const bool matters = seen && as_warning_holds(AS_WARNING_POSITION, &e);
	if (p->of_difference) {
		if (matters)
			as_find(&c->findings, AS_FINDING_POSITION_BY, pos.effect, pos.p, 0);
		return;
	}
	c->position.share = expm1(pos.effect);
	c->position.p = pos.has_p ? pos.p : (double)NAN;
	if (matters)
		as_find(&c->findings, AS_FINDING_POSITION, c->position.share, pos.p, 0);
	else if (seen)
		as_find(&c->findings, AS_FINDING_POSITION_SLIGHT, c->position.share, pos.p, 0);
}

/* How many of the pairs are from stage 1, if there was one. */
static void find_stage1(const struct as_experiment *x, struct as_comparison *c, struct as_pairs *p)
{
	if (!as_two_stage_holds(&x->plan))
		return;
	while (p->n_first < p->n && p->round[p->n_first] < x->plan.stage1)
		p->n_first++;
	if (p->n_first < 2)
		as_find(&c->findings, AS_FINDING_STAGE1_LOST, (double)p->n_first, x->plan.stage1,
			0);
}

static struct as_blocks blocks_of(const struct as_pairs *p)
{
	return (struct as_blocks){p->old, p->new, p->n, p->n_first};
}

/* Its p and its degrees of freedom. */
static void take_test(const struct as_test *t, struct as_comparison *c)
{
	c->p = t->has_p ? t->p : (double)NAN;
	c->stages.p_single = t->has_p ? t->p_single : (double)NAN;
	c->df = t->df;
	c->stages.two = t->two_stage;
}

/* The ratio of means in place of that of geometric means (methods-blocks.md 2.3). */
static enum as_status take_means(const struct as_pairs *p, struct as_comparison *c,
	struct as_err *err)
{
	const struct as_blocks blocks = blocks_of(p);
	struct as_ratio r;
	struct as_paired_difference t; /* its test is that of a ratio of means of 1 */
	enum as_status st = as_fieller_staged(&blocks, c->confidence, &r, err);

	if (!st)
		st = as_staged_difference(&blocks, c->confidence, &t, err);
	if (st)
		return st;
	bool known = as_ratio_bounds(&r, &c->ratio, &c->lo, &c->hi);
	take_test(&t.test, c);
	if (!known)
		as_find(&c->findings, AS_FINDING_NO_RATIO, r.old_relative, (double)r.cure_r, 0);
	else if (c->of.means)
		as_find(&c->findings, AS_FINDING_OF_MEANS, 0, 0, 0);
	else
		as_find(&c->findings, AS_FINDING_MEANS_OF_ZEROS, (double)p->no_log, (double)p->n,
			0);
	c->of.means = true;
	return AS_OK;
}

/* There is no logarithm of zero; the ratio of means needs none, and is the other that is given for
 * pairs (methods-blocks.md 2.3). Its mean has to be positive. */
static enum as_status take_zeros(const struct as_pairs *p, struct as_comparison *c,
	struct as_err *err)
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
static enum as_status take_difference(const struct as_pairs *p, struct as_comparison *c,
	struct as_err *err)
{
	const struct as_blocks blocks = blocks_of(p);
	struct as_paired_difference r;
	enum as_status st = as_staged_difference(&blocks, c->confidence, &r, err);

	if (st)
		return st;
	c->difference.value = r.test.estimate;
	c->difference.lo = r.test.lo;
	c->difference.hi = r.test.hi;
	take_test(&r.test, c);
	c->pairs.sd = r.sd;
	c->pairs.correlation = r.correlation;
	c->pairs.gain = r.gain;
	return AS_OK;
}

/* How many of n values are above `times` the limit. */
static size_t above(const double *x, size_t n, double limit)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++)
		k += x[i] > limit;
	return k;
}

/* The mean beside the typical run, where it is another by more than the interval is wide, and how many
 * runs were slow on either side (methods-typical.md 3.2). */
static enum as_status weigh_means(const struct as_pairs *p, struct as_comparison *c,
	struct as_err *err)
{
	struct as_comparison_material *m = &c->material;
	const double h = (log(c->hi) - log(c->lo)) / 2;
	struct as_ratio means;

	if (!p->plain_old || !p->plain_new)
		return AS_OK;
	const struct as_blocks blocks = {p->plain_old, p->plain_new, p->n, p->n_first};
	enum as_status st = as_fieller_staged(&blocks, c->confidence, &means, err);
	if (st)
		return st;
	as_ratio_bounds(&means, &m->means_ratio, &m->means_lo, &m->means_hi);
	if (!(fabs(log(m->means_ratio / c->ratio)) > fmax(h, log(1.01))))
		return AS_OK;
	double *room = malloc(2 * p->n * sizeof *room);
	if (!room)
		return as_fail_memory(err);
	double typical[2];
	for (size_t s = 0; s < 2; s++) {
		for (size_t i = 0; i < p->n; i++)
			room[i] = log(s ? p->new[i] : p->old[i]);
		typical[s] = exp(as_typical_of(room, p->n, room + p->n));
	}
	free(room);
	const double many = (double)p->n / 5;
	const bool twice = (double)above(p->old, p->n, 2 * typical[0]) > many ||
		(double)above(p->new, p->n, 2 * typical[1]) > many;
	m->is = true;
	m->times = twice ? 2 : 1.5;
	m->slow_reference = above(p->old, p->n, m->times * typical[0]);
	m->slow = above(p->new, p->n, m->times * typical[1]);
	return AS_OK;
}

/* A clock whose steps the ratios vary by moves both ends out (methods-typical.md 5.2). */
static enum as_status widen_by_clock(const struct as_pairs *p, struct as_comparison *c,
	struct as_err *err)
{
	double step = 0, w = 0;

	if (as_pairs_widening(p, p->n, c->pairs.sd, &step, &w))
		return as_fail_memory(err);
	if (w > 0) {
		c->lo *= exp(-w);
		c->hi *= exp(w);
		as_find(&c->findings, AS_FINDING_COARSE_CLOCK, step, expm1(w), 0);
	}
	return AS_OK;
}

/* The typical ratio of rounds (methods-typical.md 2). */
static enum as_status take_typical(const struct as_pairs *p, struct as_comparison *c,
	struct as_err *err)
{
	struct as_typical t;
	const size_t first = p->n_first >= 2 ? p->n_first : 0;
	enum as_status st = as_signed_ranks(p->d, p->n, first, 0, c->confidence, &t);

	if (st)
		return as_fail(err, st, "cannot compare %zu rounds", p->n);
	c->ratio = exp(t.test.estimate);
	c->lo = exp(t.test.lo);
	c->hi = exp(t.test.hi);
	c->pairs.sd = t.test.se * sqrt((double)p->n);
	take_test(&t.test, c);
	c->df = (double)(p->n - 1);
	st = t.test.has_p ? widen_by_clock(p, c, err) : AS_OK;
	return st || !t.test.has_p ? st : weigh_means(p, c, err);
}

/* Ratio, interval and p of pairs that are there. */
static enum as_status take_paired(const struct as_experiment *x, const struct as_pairs *p,
	struct as_comparison *c, struct as_err *err)
{
	enum as_status looked = as_pairs_look(x, p, c, err);

	if (looked || c->stages.early.is)
		return looked;
	if (c->difference.is)
		return take_difference(p, c, err);
	if (p->no_log && c->of.reduced) {
		as_find(&c->findings, AS_FINDING_NOT_POSITIVE, 0, 0, 0);
		return AS_OK;
	}
	if (p->no_log)
		return take_zeros(p, c, err);
	const struct as_blocks blocks = blocks_of(p);
	struct as_paired r;
	enum as_status st = as_staged_log_ratio(&blocks, c->confidence, &r, err);

	if (st)
		return st;
	c->ratio = r.ratio;
	c->lo = r.lo;
	c->hi = r.hi;
	take_test(&r.log, c);
	c->pairs.sd = r.sd;
	c->pairs.correlation = r.correlation;
	c->pairs.gain = r.gain;
	if (c->of.typical)
		return take_typical(p, c, err);
	if (c->of.reduced || x->plan.design == AS_DESIGN_DUET)
		return AS_OK;
	return c->of.means ? take_means(p, c, err) : AS_OK;
}

static enum as_status compare_pairs(const struct as_experiment *x, const struct as_pairs *p,
	struct as_comparison *c, struct as_err *err)
{
	const struct as_metric *m = &x->metrics[c->metric];
	enum as_status st = take_paired(x, p, c, err);
	const bool compared = isfinite(c->ratio) || isfinite(c->difference.value);

	c->needed = as_in_rounds(c, as_units_to_decide(c, c->pairs.sd));

	if (!st && compared && isnan(c->p) && !c->stages.early.is)
		as_compare_constant(m, &(struct as_constants){p->old, p->new, p->n, p->n, true},
			c);
	return st;
}

enum as_status as_compare_rounds(const struct as_experiment *x, struct as_view *old,
	struct as_view *new, struct as_comparison *c, struct as_err *err)
{
	struct as_pairs p = {0};
	enum as_status st = pairs_open(x, c, old, new, &p, err);

	if (!st && x->plan.design == AS_DESIGN_DUET) {
		p.plain_old = p.plain_new = NULL;
		st = as_compare_duet(x, &p, c, err);
	}
	if (st)
		goto out;
	c->method = AS_COMPARE_PAIRED;
	c->n = c->n_reference = p.n;
	if (x->plan.design == AS_DESIGN_DUET && p.n < AS_DUET_PAIRS)
		as_find(&c->findings, AS_FINDING_DUET_FEW, (double)p.n, AS_DUET_PAIRS,
			AS_DUET_PAIRS * AS_DUET_ROUNDS);
	else if (p.n < AS_BLOCKS_VERDICT)
		as_find(&c->findings, AS_FINDING_TOO_FEW_ROUNDS, (double)p.n, 0, 0);
	if (!c->pairs.batch_rounds)
		st = as_compare_missing(x, c, err);
	if (st || p.n < 2)
		goto out;
	find_stage1(x, c, &p);
	p.most = x->plan.stopping == AS_STOP_LOOKS ? x->plan.planned / as_in_rounds(c, 1) : 0;
	st = compare_pairs(x, &p, c, err);
	if (st)
		goto out;
	if (c->of.reduced && !p.of_difference)
		st = as_compare_coarse(x, &(struct as_compare_ticks){p.d, p.old, p.new, p.n}, c);
	find_position(x, c, &p);
	find_outlier_round(c, &p);
out:
	pairs_release(&p);
	return st;
}

/* Tops are in order of their sessions, so that one pass merges them. */
enum as_status as_compare_sessions(const struct as_experiment *x, struct as_view *old,
	struct as_view *new, struct as_comparison *c, struct as_err *err)
{
	struct as_pairs p = {0};
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
	c->of.sessions = true;
	c->n = c->n_reference = p.n;
	if (p.n < AS_BLOCKS_VERDICT)
		as_find(&c->findings, AS_FINDING_TOO_FEW_SESSIONS, (double)p.n, 0, 0);
	if (p.n >= 2)
		st = compare_pairs(x, &p, c, err);
	pairs_release(&p);
	return st;
}
