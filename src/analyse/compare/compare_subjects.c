/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/result/analyse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/compare/compare_parts.h"
#include "analyse/compare/resolution.h"
#include "analyse/estimate/dependent.h"
#include "analyse/estimate/view/view.h"
#include "analyse/gates/looks.h"
#include "analyse/gates/reached.h"
#include "analyse/result/two_stage.h"
#include "base/num.h"
#include "stat/dist/comparing/decide.h"

/* A ratio takes a positive mean. A value of zero is no harm to that of means; a negative one, which
 * no amount is, takes the user's word (--ratio=means). */
static bool has_ratio(const struct as_view *v, const struct as_experiment *x)
{
	double mean = 0;

	for (size_t i = 0; i < v->n_units; i++) {
		if (!(v->means[i] >= 0) && !x->ratio_of_means)
			return false;
		mean += v->means[i] / (double)v->n_units;
	}
	return mean > 0;
}

static bool is_of_machines(const struct as_experiment *x)
{
	const char *name = x->level_name[AS_LEVEL_EXECUTION];

	return name && !strcmp(name, AS_LEVEL_MACHINE);
}

struct as_comparison as_compare_fresh(const struct as_place *old, const struct as_place *new,
	size_t n, double confidence)
{
	double nan = (double)NAN;

	return (struct as_comparison){.subject = new->subject,
		.reference = old->subject,
		.metric = old->metric,
		.n_comparisons = n,
		.confidence = confidence,
		.difference.is = old->x->by_difference,
		.of.machines = is_of_machines(old->x),
		.tolerance = old->x->by_difference ? 0 : old->x->plan.tolerance,
		.ratio = nan,
		.lo = nan,
		.hi = nan,
		.difference.value = nan,
		.difference.lo = nan,
		.difference.hi = nan,
		.material.means_ratio = nan,
		.material.means_lo = nan,
		.material.means_hi = nan,
		.p = nan,
		.stages.p_single = nan,
		.p_adjusted = nan,
		.df = nan,
		.pairs.duet.shift = nan,
		.pairs.duet.lo = nan,
		.pairs.duet.hi = nan,
		.pairs.duet.side = nan,
		.pairs.duet.side_p = nan,
		.pairs.duet.worth = nan,
		.pairs.sd = nan,
		.pairs.correlation = nan,
		.pairs.gain = nan,
		.constant.fewest_p = nan,
		.position.share = nan,
		.position.p = nan};
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
		if (as_unit_role(l, k) == AS_ROLE_SURPLUS && as_unit_ending(l, k) == AS_ENDED_OK)
			return false;
	return l->n && !v->n_builds;
}

bool as_compare_is_refused(const struct as_place *old_at, const struct as_view *old,
	const struct as_place *new_at, const struct as_view *new, struct as_comparison *c)
{
	if (!old->n_units || !new->n_units)
		as_find(&c->findings, AS_FINDING_NOTHING_TO_COMPARE, 0, 0, 0);
	else if (!c->difference.is && (!has_ratio(old, old_at->x) || !has_ratio(new, new_at->x)))
		as_find(&c->findings, AS_FINDING_NOT_POSITIVE, 0, 0, 0);
	else if (c->of.builds && (is_lone_build(old_at->x, old_at->subject, old) ||
		is_lone_build(new_at->x, new_at->subject, new)))
		as_find(&c->findings, AS_FINDING_ONE_BUILD, 1, 0, 0);
	else
		return false;
	return true;
}

/* Rounds are paired, and of each execution its mean is all that is compared. */
static bool are_pairs(const struct as_experiment *x, const struct as_view *v)
{
	return x->plan.design != AS_DESIGN_SEQUENTIAL && !builds_are_units(&x->plan) &&
		!v->n_sessions && as_blocked_analysis(x->plan.planned) == AS_BLOCKED_PAIRED;
}

/* Sessions, where there are some, are compared by the ratio in each. Builds are compared by their
 * means, not paired by round: the state of the machine is common to both sides (methods-blocks.md
 * 10). Without builds, subjects that shared rounds are paired if the plan had 6 rounds or more,
 * also when some failed later; else Welch. */
static enum as_status compare_one(const struct as_experiment *x, struct as_comparison *c,
	struct as_err *err)
{
	struct as_view old = {0}, new = {0};
	bool rounds = x->plan.design != AS_DESIGN_SEQUENTIAL;
	enum as_status st = as_view_open_beside(x, c->reference, c->subject, c->metric, &old, err);

	/* of millions of iterations those of one side at a time */
	if (!st && are_pairs(x, &old))
		as_view_drop_values(&old);
	if (!st)
		st = as_view_open_beside(x, c->subject, c->reference, c->metric, &new, err);
	as_compare_reduced(&old, &new, c);
	as_compare_typical(&old, &new, c);
	bool sessions = old.n_sessions && new.n_sessions;
	c->of.builds = !sessions && builds_are_units(&x->plan);
	if (x->second_look)
		as_find(&c->findings, AS_FINDING_SECOND_LOOK, 0, 0, 0);
	const struct as_place old_at = {x, c->reference, c->metric},
			      new_at = {x, c->subject, c->metric};
	bool logs = false;
	if (!st && !rounds)
		st = as_compare_two_logs(&(struct as_compare_log){old_at, &old},
			&(struct as_compare_log){new_at, &new}, c, &logs, err);
	if (logs)
		as_find(&c->findings, x->table ? AS_FINDING_NO_ROUNDS : AS_FINDING_SEQUENTIAL, 0, 0,
			0);
	if (st || logs || as_compare_is_refused(&old_at, &old, &new_at, &new, c))
		goto out;
	if (sessions) {
		st = as_compare_sessions(x, &old, &new, c, err);
		if (!rounds)
			as_find(&c->findings, AS_FINDING_SEQUENTIAL, 0, 0, 0);
	} else if (!c->of.builds && rounds &&
		   (c->of.reduced || x->plan.design == AS_DESIGN_DUET)) {
		st = as_compare_rounds(x, &old, &new, c, err);
	} else if (!c->of.builds &&
		   as_blocked_analysis(rounds ? x->plan.planned : 0) == AS_BLOCKED_PAIRED) {
		st = as_compare_rounds(x, &old, &new, c, err);
	} else {
		st = as_view_stretch(x, c->reference, c->confidence, &old);
		if (!st)
			st = as_view_stretch(x, c->subject, c->confidence, &new);
		if (!st)
			st = as_compare_unpaired(&x->metrics[c->metric], &old, &new,
				AS_FINDING_TOO_FEW_ROUNDS, c, err);
		if (!rounds)
			as_find(&c->findings,
				x->table ? AS_FINDING_NO_ROUNDS : AS_FINDING_SEQUENTIAL, 0, 0, 0);
		else if (!c->of.builds && c->n >= AS_BLOCKS_VERDICT &&
			c->n_reference >= AS_BLOCKS_VERDICT)
			as_find(&c->findings, AS_FINDING_PAIRED_FROM_SIX, x->plan.planned, 0, 0);
	}
out:
	as_view_close(&old);
	as_view_close(&new);
	return st;
}

/* Units of a side that a verdict takes. */
static size_t least(const struct as_comparison *c)
{
	if (c->of.unfit || c->pairs.duet.word == AS_DUET_DISTORTS)
		return SIZE_MAX;
	return c->pairs.duet.word || (c->of.reduced && !c->of.builds) ? AS_BLOCKS_PAIRED
								 : AS_BLOCKS_VERDICT;
}

/* What the interval says; nothing where there is none. */
static bool judge(const struct as_comparison *c, enum as_judgement *out)
{
	double lo = c->difference.is ? c->difference.lo : c->lo;
	double hi = c->difference.is ? c->difference.hi : c->hi;

	if (isnan(lo) || isnan(hi) || c->n < least(c) || c->n_reference < least(c) ||
		c->method == AS_COMPARE_MOVER)
		return false;
	*out = c->difference.is ? as_judge_difference(lo, hi) : as_judge(lo, hi, c->tolerance);
	return true;
}

static bool is_more(const struct as_comparison *c)
{
	return c->difference.is ? c->difference.value > 0 : c->ratio > 1;
}

/* Where nothing varies the exact p decides whether there is a difference, and the interval, which is
 * a step of the clock, only how small it is. */
static enum as_verdict_word constant_verdict(const struct as_comparison *c,
	enum as_judgement judged, double alpha)
{
	if (c->n < least(c) || c->n_reference < least(c))
		return AS_VERDICT_NONE;
	if (isnan(c->p))
		return AS_VERDICT_IDENTICAL;
	if (!((isnan(c->p_adjusted) ? c->p : c->p_adjusted) <= alpha))
		return AS_VERDICT_UNDECIDED;
	if (is_more(c))
		return judged == AS_JUDGED_SLOWER_LITTLE ? AS_VERDICT_SLOWER_SMALL
							 : AS_VERDICT_SLOWER;
	return judged == AS_JUDGED_FASTER_LITTLE ? AS_VERDICT_FASTER_SMALL : AS_VERDICT_FASTER;
}

enum as_verdict_word as_compare_verdict(const struct as_comparison *c, double alpha)
{
	bool more = is_more(c);
	enum as_judgement judged = AS_JUDGED_UNDECIDED;
	static const enum as_verdict_word words[] = {
		[AS_JUDGED_UNDECIDED] = AS_VERDICT_UNDECIDED,
		[AS_JUDGED_SLOWER] = AS_VERDICT_SLOWER,
		[AS_JUDGED_SLOWER_LITTLE] = AS_VERDICT_SLOWER_SMALL,
		[AS_JUDGED_FASTER] = AS_VERDICT_FASTER,
		[AS_JUDGED_FASTER_LITTLE] = AS_VERDICT_FASTER_SMALL,
		[AS_JUDGED_EQUIVALENT] = AS_VERDICT_EQUIVALENT,
	};

	const bool judged_by_interval = judge(c, &judged);
	if (c->constant.is)
		return constant_verdict(c, judged, alpha);
	if (!judged_by_interval)
		return AS_VERDICT_NONE;
	enum as_verdict_word word = words[judged];
	bool settled = word != AS_VERDICT_UNDECIDED && word != AS_VERDICT_EQUIVALENT;
	if (!settled && c->n_comparisons > 1 && c->p_adjusted <= alpha)
		word = more ? AS_VERDICT_SLOWER : AS_VERDICT_FASTER;
	return word;
}

enum as_status as_compare_holm(struct as_comparison *c, size_t n, struct as_err *err)
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

enum as_status as_compare_within(const struct as_inside *v, size_t n, double confidence,
	struct as_comparison *out, struct as_err *err)
{
	const struct as_place old = {v->x, v->reference, v->metric},
			      new = {v->x, v->subject, v->metric};

	*out = as_compare_fresh(&old, &new, n, confidence);
	out->stages.look = as_plan_look(&v->x->plan);
	out->of.means = v->x->ratio_of_means ||
		(v->x->by_mean && as_metric_is_time(&v->x->metrics[v->metric]));
	return compare_one(v->x, out, err);
}

/* Which metric pairs are compared by. */
struct compared_by {
	const struct as_experiment *x;
	size_t metric;
	bool own; /* or by their own, where that is one */
};

/* The comparison of one with another, among all pairs. */
static enum as_status compare_two(const struct compared_by *by, size_t reference, size_t subject,
	struct as_comparison *out, struct as_err *err)
{
	const struct as_experiment *x = by->x;
	const size_t all = as_experiment_pairs(x);
	struct as_inside v = {x, by->metric, reference, subject};

	if (by->own) {
		v.metric = as_experiment_metric_in(x, subject, by->metric);
		if (v.metric != as_experiment_metric_in(x, reference, by->metric)) {
			const struct as_place old = {x, reference, v.metric},
					      new = {x, subject, v.metric};
			*out = as_compare_fresh(&old, &new, all,
				as_simultaneous(as_look_confidence(&x->plan), all));
			as_find(&out->findings, AS_FINDING_OTHER_METRIC, 0, 0, 0);
			return AS_OK;
		}
	}
	return as_compare_within(&v, all, as_simultaneous(as_look_confidence(&x->plan), all), out,
		err);
}

/* Whether the precision that the plan was made for is reached by what is shown. */
static void find_target(const struct as_experiment *x, struct as_comparison *c)
{
	struct as_reached r;

	if (c->stages.look != AS_LOOK_ONLY || !as_reached_by(x, c, &r))
		return;
	if (!r.rounds)
		return;
	/* What it would take is said once, by the plan or here. */
	as_find(&c->findings, x->plan.wanted > x->plan.done ? AS_FINDING_TARGET_MISSED
							    : AS_FINDING_TARGET_NOT_MET,
		r.half_width, r.precision, (double)(r.rounds - as_in_rounds(c, c->n)));
}

/* The pairs without the reference. */
static enum as_status compare_others(
	const struct compared_by *by, struct as_comparison *out, struct as_err *err)
{
	const struct as_experiment *x = by->x;
	size_t n = as_experiment_n_compared(x);
	enum as_status st = AS_OK;

	for (size_t i = 0; i < n; i++)
		for (size_t j = i + 1; j < n && !st; j++)
			if (i != x->reference && j != x->reference)
				st = compare_two(by, i, j, out++, err);
	return st;
}

static enum as_status compare_all(
	const struct compared_by *by, struct as_comparison *out, struct as_err *err)
{
	const struct as_experiment *x = by->x;
	size_t n = 0, all = as_experiment_pairs(x), compared = as_experiment_n_compared(x);
	const size_t end = as_experiment_reference_end(x);
	enum as_status st = AS_OK;

	for (size_t i = 0; i < compared && !st; i++) {
		size_t reference = as_experiment_reference_before(x, end, i);
		if (i == reference)
			continue;
		st = compare_two(by, reference, i, &out[n], err);
		find_target(x, &out[n++]);
	}
	if (!st && x->all_pairs && !as_experiment_of_benchmarks(x))
		st = compare_others(by, out + n, err);
	if (!st)
		st = as_compare_holm(out, all, err);
	for (size_t i = 0; i < all && !st; i++)
		if (x->plan.design != AS_DESIGN_SEQUENTIAL && !x->second_look) {
			out[i].verdict = as_compare_verdict(&out[i],
				1 - as_look_confidence(&x->plan));
			as_compare_resolve(&x->plan, &out[i]);
		}
	return st;
}

enum as_status as_compare_subjects(const struct as_experiment *x, size_t metric,
	struct as_comparison *out, struct as_err *err)
{
	return compare_all(&(struct compared_by){x, metric, false}, out, err);
}

enum as_status as_compare_own(const struct as_experiment *x, size_t metric,
	struct as_comparison *out, struct as_err *err)
{
	return compare_all(&(struct compared_by){x, metric, true}, out, err);
}
