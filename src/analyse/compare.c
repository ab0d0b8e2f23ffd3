/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/analyse.h"

#include <math.h>
#include <stdlib.h>

#include "analyse/two_stage.h"
#include "analyse/view.h"
#include "base/num.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/compare.h"
#include "stat/dist/stein.h"

static const double outlier_sds = 5;      /* methods-blocks.md 9 */
static const double position_level = 0.01; /* methods-blocks.md 5.1 */

/* The rounds in which both subjects have a value. */
struct pairs {
	size_t n;
	double *old, *new, *log_ratio; /* n each, all in one block that starts at old */
	bool *new_second;
	uint32_t *round;
};

static void pairs_release(struct pairs *p)
{
	free(p->old);
	free(p->new_second);
	free(p->round);
	*p = (struct pairs){0};
}

static const struct as_unit *unit_of(const struct as_experiment *x, size_t subject,
	const struct as_view *v, size_t i)
{
	return &x->subjects[subject].levels[AS_LEVEL_EXECUTION].units[v->units[i]];
}

static enum as_status pairs_room(size_t n_old, size_t n_new, struct pairs *out, struct as_err *err)
{
	size_t most = n_old < n_new ? n_old : n_new;
	struct pairs p = {.old = calloc(3 * most + 1, sizeof *p.old),
		.new_second = calloc(most + 1, sizeof *p.new_second),
		.round = calloc(most + 1, sizeof *p.round)};

	if (!p.old || !p.new_second || !p.round) {
		pairs_release(&p);
		return as_fail_memory(err);
	}
	p.new = p.old + most;
	p.log_ratio = p.new + most;
	*out = p;
	return AS_OK;
}

/* Both views are in time order, and rounds only grow with time, so that one pass merges them. */
static enum as_status pairs_open(const struct as_experiment *x, const struct as_comparison *c,
	const struct as_view *old, const struct as_view *new, struct pairs *out, struct as_err *err)
{
	struct pairs p = {0};
	enum as_status st = pairs_room(old->n_units, new->n_units, &p, err);

	if (st)
		return st;
	for (size_t i = 0, j = 0; i < old->n_units && j < new->n_units;) {
		const struct as_unit *a = unit_of(x, c->reference, old, i);
		const struct as_unit *b = unit_of(x, c->subject, new, j);

		if (a->round == b->round) {
			p.old[p.n] = old->means[i];
			p.new[p.n] = new->means[j];
			p.log_ratio[p.n] = log(new->means[j]) - log(old->means[i]);
			p.round[p.n] = a->round;
			p.new_second[p.n++] = b->order > a->order;
		}
		i += a->round <= b->round;
		j += b->round <= a->round;
	}
	*out = p;
	return AS_OK;
}

/* Units that would decide: enough for a half-width of the observed distance from 1, but not finer
 * than half the tolerance (methods.md 9.6). */
static size_t units_to_decide(const struct as_comparison *c, double log_sd)
{
	double distance = fmax(fabs(log(c->ratio)), c->tolerance / 2);
	size_t n = 0;

	if (!(log_sd > 0) || !(distance > 0) ||
		as_units_for(log_sd, distance, c->confidence, AS_BLOCKS_PAIRED, &n))
		return 0;
	return n;
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
		d[i] = p->log_ratio[i];
	as_sort(d, p->n);
	if (!as_quantile(d, p->n, 0.5, &median)) {
		for (size_t i = 0; i < p->n; i++) {
			d[i] = fabs(p->log_ratio[i] - median);
			if (fabs(p->log_ratio[i] - median) > fabs(p->log_ratio[worst] - median))
				worst = i;
		}
		as_sort(d, p->n);
	}
	if (!as_quantile(d, p->n, 0.5, &mad) && mad > 0) {
		double sds = fabs(p->log_ratio[worst] - median) / (1.4826 * mad);
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
		as_position_effect(p->log_ratio, p->new_second, p->n, &pos))
		return;
	c->position = expm1(pos.effect);
	c->position_p = pos.has_p ? pos.p : (double)NAN;
	if (pos.has_p && pos.p < position_level)
		as_find(&c->findings, AS_FINDING_POSITION, c->position, pos.p, 0);
}

/* The two-stage interval of the log ratio, where the plan was to reach a precision of it. */
static void widen_to_two_stage(const struct as_experiment *x, struct as_comparison *c,
	const struct pairs *p)
{
	size_t stage1 = 0;
	struct as_interval i;

	if (!as_target_is_ratio(x) || !as_two_stage_holds(&x->plan) || c->metric != x->criterion)
		return;
	while (stage1 < p->n && p->round[stage1] < x->plan.stage1)
		stage1++;
	if (as_two_stage_interval(p->log_ratio, p->n, stage1, c->confidence, &i))
		return;
	c->two_stage = true;
	c->lo = fmin(c->lo, exp(i.lo));
	c->hi = fmax(c->hi, exp(i.hi));
}

/* Ratio, interval and p of pairs that are there. */
static enum as_status take_paired(const struct pairs *p, struct as_comparison *c, struct as_err *err)
{
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
	if (r.mean_differs)
		as_find(&c->findings, AS_FINDING_GEOMETRIC,
			as_mean(p->new, p->n) / as_mean(p->old, p->n) / r.ratio - 1, 0, 0);
	return AS_OK;
}

static enum as_status compare_paired(const struct as_experiment *x, const struct as_view *old,
	const struct as_view *new, struct as_comparison *c, struct as_err *err)
{
	struct pairs p = {0};
	enum as_status st = pairs_open(x, c, old, new, &p, err);

	if (st)
		return st;
	c->method = AS_COMPARE_PAIRED;
	c->n = c->n_reference = p.n;
	if (p.n < AS_BLOCKS_VERDICT)
		as_find(&c->findings, AS_FINDING_TOO_FEW_ROUNDS, (double)p.n, 0, 0);
	if (p.n < 2)
		goto out;
	st = take_paired(&p, c, err);
	if (st)
		goto out;
	widen_to_two_stage(x, c, &p);
	find_position(x, c, &p);
	find_outlier_round(c, &p);
	c->needed = units_to_decide(c, c->sd);
out:
	pairs_release(&p);
	return st;
}

/* The sessions in which both subjects have a value: a session is common to both, and whatever it does
 * to them alike is no part of their ratio. As a block it is one of methods-blocks.md 2.1, also where
 * there are fewer than six: paired has the fewer degrees of freedom. */
static enum as_status compare_sessions(const struct as_view *old, const struct as_view *new,
	struct as_comparison *c, struct as_err *err)
{
	struct pairs p = {0};
	enum as_status st = pairs_room(old->n_sessions, new->n_sessions, &p, err);

	if (st)
		return st;
	for (size_t i = 0, j = 0; i < old->n_sessions && j < new->n_sessions;) {
		size_t a = old->top_units[i], b = new->top_units[j];
		if (a == b) {
			p.old[p.n] = old->top[i];
			p.new[p.n] = new->top[j];
			p.log_ratio[p.n++] = log(new->top[j]) - log(old->top[i]);
		}
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
		c->needed = units_to_decide(c, c->sd);
	pairs_release(&p);
	return st;
}

static struct as_side side_of(const struct as_view *v)
{
	double mean = as_mean(v->top, v->n_top);

	return (struct as_side){.mean = mean,
		.s2 = v->n_top > 1 ? as_variance(v->top, v->n_top, mean) : 0,
		.r = v->n_top};
}

/* Ratio of means of top units that are not paired (methods.md 5.3), with Welch's p. */
static enum as_status compare_unpaired(const struct as_view *old, const struct as_view *new,
	struct as_comparison *c, struct as_err *err)
{
	struct as_side a = side_of(old), b = side_of(new);
	struct as_ratio r;
	struct as_test t;

	c->method = AS_COMPARE_WELCH;
	c->n = b.r;
	c->n_reference = a.r;
	size_t fewest = a.r < b.r ? a.r : b.r;
	if (c->of_builds && fewest < AS_BLOCKS_VERDICT)
		as_find(&c->findings, AS_FINDING_TOO_FEW_BUILDS, (double)fewest, 0, 0);
	else if (fewest < 2)
		as_find(&c->findings, AS_FINDING_TOO_FEW_ROUNDS, (double)fewest, 0, 0);
	if (fewest < 2)
		return AS_OK;
	enum as_status st = as_fieller_welch(&a, &b, c->confidence, &r, err);
	if (!st)
		st = as_welch(&a, &b, c->confidence, &t, err);
	if (st)
		return st;
	c->ratio = r.estimate;
	c->p = t.has_p ? t.p : (double)NAN;
	c->df = t.df;
	c->sd = sqrt(a.s2 / (a.mean * a.mean) + b.s2 / (b.mean * b.mean));
	if (r.kind == AS_RATIO_BOUNDED && !r.refused) {
		c->lo = fmax(r.lo, 0);
		c->hi = r.hi;
		c->needed = units_to_decide(c, c->sd);
	} else {
		as_find(&c->findings, AS_FINDING_NO_RATIO, r.old_relative, (double)r.cure_r, 0);
	}
	if (a.r > 2 * b.r || b.r > 2 * a.r)
		as_find(&c->findings, AS_FINDING_UNEQUAL_COUNTS, (double)a.r, (double)b.r, 0);
	return AS_OK;
}

static bool all_positive(const struct as_view *v)
{
	for (size_t i = 0; i < v->n_units; i++)
		if (!(v->means[i] > 0))
			return false;
	return true;
}

static struct as_comparison fresh(const struct as_experiment *x, size_t subject, size_t metric)
{
	size_t n = x->n_subjects - 1;
	double nan = (double)NAN;

	return (struct as_comparison){.subject = subject, .reference = x->reference,
		.metric = metric, .n_comparisons = n, .tolerance = x->plan.tolerance,
		.confidence = as_simultaneous(x->plan.confidence, n), .ratio = nan, .lo = nan,
		.hi = nan, .p = nan, .p_adjusted = nan, .df = nan, .sd = nan, .correlation = nan,
		.position = nan, .position_p = nan};
}

/* Builds are the units of the comparison: several were made, and they differ. */
static bool builds_are_units(const struct as_plan *p)
{
	return p->builds > 1 && (p->builds_state == AS_BUILDS_DIFFER ||
		p->builds_state == AS_BUILDS_IN_PLACE);
}

/* Several builds were wanted and one is left: its executions tell nothing of another. Where all
 * came out the same, the others are surplus, and the one stands for them. */
static bool is_lone_build(const struct as_experiment *x, size_t subject, const struct as_view *v)
{
	const struct as_level *l = &x->subjects[subject].levels[AS_LEVEL_BUILD];

	for (size_t k = 0; k < l->n; k++)
		if (l->units[k].role == AS_ROLE_SURPLUS && l->units[k].ending == AS_ENDED_OK)
			return false;
	return l->n && !v->n_builds;
}

/* What forbids a comparison is found, and said. */
static bool is_refused(const struct as_experiment *x, const struct as_view *old,
	const struct as_view *new, struct as_comparison *c)
{
	if (!old->n_units || !new->n_units)
		as_find(&c->findings, AS_FINDING_NOTHING_TO_COMPARE, 0, 0, 0);
	else if (!all_positive(old) || !all_positive(new))
		as_find(&c->findings, AS_FINDING_NOT_POSITIVE, 0, 0, 0);
	else if (c->of_builds && (is_lone_build(x, c->reference, old) ||
		is_lone_build(x, c->subject, new)))
		as_find(&c->findings, AS_FINDING_ONE_BUILD, 1, 0, 0);
	else
		return false;
	return true;
}

/* Sessions, where there are some, are compared by the ratio in each. Builds are compared by their
 * means, not paired by round: the state of the machine is common to both sides (methods-blocks.md
 * 10). Without builds, subjects that shared rounds are paired if the plan had 6 rounds or more, also
 * when some failed later; else Welch. */
static enum as_status compare_one(const struct as_experiment *x, struct as_comparison *c,
	struct as_err *err)
{
	struct as_view old = {0}, new = {0};
	bool rounds = x->plan.design == AS_DESIGN_ROUNDS;
	enum as_status st = as_view_open(x, c->reference, c->metric, AS_ROLE_MEASURED, &old, err);

	if (!st)
		st = as_view_open(x, c->subject, c->metric, AS_ROLE_MEASURED, &new, err);
	bool sessions = old.n_sessions && new.n_sessions;
	c->of_builds = !sessions && builds_are_units(&x->plan);
	if (x->second_look)
		as_find(&c->findings, AS_FINDING_SECOND_LOOK, 0, 0, 0);
	if (st || is_refused(x, &old, &new, c))
		goto out;
	if (sessions) {
		st = compare_sessions(&old, &new, c, err);
		if (!rounds)
			as_find(&c->findings, AS_FINDING_SEQUENTIAL, 0, 0, 0);
	} else if (!c->of_builds && as_blocked_analysis(rounds ? x->plan.planned : 0) == AS_BLOCKED_PAIRED) {
		st = compare_paired(x, &old, &new, c, err);
	} else {
		st = compare_unpaired(&old, &new, c, err);
		if (!rounds)
			as_find(&c->findings, x->table ? AS_FINDING_NO_ROUNDS : AS_FINDING_SEQUENTIAL,
				0, 0, 0);
		else if (!c->of_builds && c->n >= 2 && c->n_reference >= 2)
			as_find(&c->findings, AS_FINDING_PAIRED_FROM_SIX, x->plan.planned, 0, 0);
	}
out:
	as_view_close(&old);
	as_view_close(&new);
	return st;
}

/* Words for an interval; with several comparisons Holm decides whether there is a difference. */
static enum as_verdict_word verdict_of(const struct as_comparison *c, double alpha)
{
	static const enum as_verdict_word words[] = {
		[AS_JUDGED_UNDECIDED] = AS_VERDICT_UNDECIDED,
		[AS_JUDGED_SLOWER] = AS_VERDICT_SLOWER,
		[AS_JUDGED_SLOWER_LITTLE] = AS_VERDICT_SLOWER_SMALL,
		[AS_JUDGED_FASTER] = AS_VERDICT_FASTER,
		[AS_JUDGED_FASTER_LITTLE] = AS_VERDICT_FASTER_SMALL,
		[AS_JUDGED_EQUIVALENT] = AS_VERDICT_EQUIVALENT,
	};

	if (isnan(c->lo) || isnan(c->hi) || c->n < AS_BLOCKS_VERDICT ||
		c->n_reference < AS_BLOCKS_VERDICT)
		return AS_VERDICT_NONE;
	if (isnan(c->p)) /* nothing varies (methods.md 0.2) */
		return as_same_double(c->ratio, 1) ? AS_VERDICT_IDENTICAL : AS_VERDICT_DIFFERENT;
	enum as_verdict_word word = words[as_judge(c->lo, c->hi, c->tolerance)];
	bool settled = word != AS_VERDICT_UNDECIDED && word != AS_VERDICT_EQUIVALENT;
	if (!settled && c->n_comparisons > 1 && c->p_adjusted <= alpha)
		word = c->ratio > 1 ? AS_VERDICT_SLOWER : AS_VERDICT_FASTER;
	return word;
}

/* Holm over the comparisons that have a p; those that cannot say are left out (methods.md 12.2). */
static enum as_status adjust(struct as_comparison *c, size_t n, struct as_err *err)
{
	double *p = calloc(2 * n + 1, sizeof *p);
	size_t m = 0;

	if (!p)
		return as_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		if (!isnan(c[i].p))
			p[m++] = c[i].p;
	enum as_status st = m ? as_holm(p, m, p + n) : AS_OK;
	for (size_t i = 0, k = 0; i < n && !st; i++)
		if (!isnan(c[i].p))
			c[i].p_adjusted = p[n + k++];
	free(p);
	return st ? as_fail(err, st, "cannot adjust %zu p values for their number", m) : AS_OK;
}

enum as_status as_compare_subjects(const struct as_experiment *x, size_t metric,
	struct as_comparison *out, struct as_err *err)
{
	size_t n = 0;

	for (size_t i = 0; i < x->n_subjects; i++) {
		if (i == x->reference)
			continue;
		out[n] = fresh(x, i, metric);
		enum as_status st = compare_one(x, &out[n], err);
		if (st)
			return st;
		n++;
	}
	enum as_status st = adjust(out, n, err);
	for (size_t i = 0; i < n && !st; i++)
		if (x->plan.design == AS_DESIGN_ROUNDS && !x->second_look)
			out[i].verdict = verdict_of(&out[i], 1 - x->plan.confidence);
	return st;
}

enum as_status as_compare_apart(const struct as_place *old_at, const struct as_place *new_at,
	struct as_comparison *out, struct as_err *err)
{
	struct as_view old = {0}, new = {0};
	struct as_comparison c = fresh(old_at->x, new_at->subject, old_at->metric);
	enum as_status st = as_view_open(old_at->x, old_at->subject, old_at->metric,
		AS_ROLE_MEASURED, &old, err);

	c.reference = old_at->subject;
	c.n_comparisons = 1;
	c.confidence = old_at->x->plan.confidence;
	if (!st)
		st = as_view_open(new_at->x, new_at->subject, new_at->metric, AS_ROLE_MEASURED,
			&new, err);
	if (!st && !is_refused(old_at->x, &old, &new, &c)) {
		c.of_builds = old.n_builds && new.n_builds && !old.n_sessions && !new.n_sessions;
		st = compare_unpaired(&old, &new, &c, err);
	}
	if (!st) {
		c.p_adjusted = c.p;
		as_find(&c.findings, AS_FINDING_OTHER_SESSION, 0, 0, 0);
		*out = c;
	}
	as_view_close(&old);
	as_view_close(&new);
	return st;
}
