/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/result/analyse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/estimate/dependent.h"
#include "analyse/estimate/interval_of_view.h"
#include "analyse/estimate/log_interval.h"
#include "analyse/estimate/reduced_interval.h"
#include "analyse/estimate/typical_view.h"
#include "analyse/estimate/view/crossed_view.h"
#include "analyse/estimate/view/view.h"
#include "analyse/result/next.h"
#include "analyse/result/two_stage.h"
#include "base/num.h"
#include "stat/core/histogram.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/dist.h"
#include "stat/dist/influence/impact.h"
#include "stat/dist/tree_ranks.h"

enum {
	FEW_UNSEEN = 6,     /* below, every second one may be missed */
	USEFUL_UNITS = 5,   /* below, the screen says what more would give (methods.md 0.2) */
	ADVISED_UNITS = 10, /* below, two kinds of builds may not both be seen (methods.md 14) */
	RAGGED_TIMES = 3,   /* methods.md 4.3 */
	PICTURE_UNITS = 10, /* a histogram of fewer says nothing */
};
static const double failed_share = 0.1; /* methods.md 0.2 */
static const double common_kind = 0.7;  /* of the two kinds of builds in methods.md 14 */
static const double short_ns = 5e6;     /* hyperfine warns below the same 5 ms */

static void count_endings(const struct as_subject *s, struct as_summary *out)
{
	const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];
	size_t failed = 0, all = 0;

	for (size_t e = 0; e < l->n; e++) {
		const enum as_ending ending = as_unit_ending(l, e);
		if (as_unit_role(l, e) != AS_ROLE_MEASURED || ending > AS_ENDED_LAST)
			continue;
		out->failed[ending]++;
		all += ending == AS_ENDED_OK || as_ending_failed(ending);
		failed += as_ending_failed(ending);
	}
	if (failed < all && (double)failed > failed_share * (double)all)
		as_find(&out->findings, AS_FINDING_MANY_FAILED, (double)failed / (double)all, 0, 0);
}

/* How much level i, from 0, matters to what lies below it; none at the bottom, and where one of the
 * two was not repeated. */
static void take_impact(const struct as_tree_stats *s, size_t i, double confidence,
	struct as_summary_level *l)
{
	struct as_impact f;
	bool known = i && !as_impact(s, i + 1, confidence, &f, NULL);

	l->impact = known ? f.factor : (double)NAN;
	l->impact_lo = known ? f.lo : (double)NAN;
	l->impact_hi = known ? f.hi : (double)NAN;
}

static enum as_status take_levels(const struct as_experiment *x, const struct as_view *v,
	struct as_tree_stats *s, struct as_summary *out, struct as_err *err)
{
	struct as_view_crossed c = {0};
	enum as_status st = AS_OK;

	struct as_view crossed = *v; /* what rounds are told from */
	double *units = malloc((v->n_units + 1) * sizeof *units);

	st = units ? as_view_stats(v, s, units) : AS_ERR_MEM;
	if (st) {
		free(units);
		return as_fail(err, st, "cannot tell the levels of '%s' apart",
			x->subjects[out->subject].name);
	}
	crossed.means = units;
	/* Where each session has a single build, that level is merged into the session. */
	if (v->n_builds > v->n_sessions && x->plan.builds_state == AS_BUILDS_DIFFER)
		st = as_view_cross(x, out->subject, &crossed, s, &c, err);
	free(units);
	if (st)
		return st;
	if (c.rounds)
		out->tree.share_of_time = c.share_of_time;
	if (c.many_missing)
		as_find(&out->findings, AS_FINDING_INCOMPLETE_ROUNDS, (double)c.missing,
			(double)c.rounds, 0);
	out->tree.build_or_time = v->n_builds && x->plan.builds_state == AS_BUILDS_IN_PLACE;
	out->tree.n = s->n_levels;
	out->mean = s->mean;
	for (size_t i = 0; i < s->n_levels; i++) {
		const struct as_tree_level *from = &s->level[i];
		out->tree.v[i] = (struct as_summary_level){
			.level = v->level[i],
			.name = x->level_name[v->level[i]],
			.r_min = from->r_min,
			.r_max = from->r_max,
			.r_mean = from->r_mean,
			.repeated = from->repeated,
			.s2 = from->repeated ? from->s2 : (double)NAN,
			.t2 = from->repeated ? from->t2 : (double)NAN,
			.share = from->share,
			.share_of_uncertainty = from->share_of_uncertainty,
		};
		take_impact(s, i, x->plan.confidence, &out->tree.v[i]);
	}
	if (s->top_max > RAGGED_TIMES * s->top_min)
		as_find(&out->findings, AS_FINDING_RAGGED, (double)s->top_max / (double)s->top_min,
			0, 0);
	return AS_OK;
}

/* Of the quantile of p the two values that it is made of, in their places; those of lower ones are
 * in theirs, up to *from. */
static void settle_quantile(double *x, size_t n, double p, size_t *from)
{
	const size_t k = (size_t)((double)(n - 1) * p);

	for (size_t r = k; r <= k + 1 && r < n; r++) {
		as_select(x + *from, n - *from, r - *from);
		*from = r;
	}
}

/* The same of what is left of iterations: the ends are those of the executions in the view. */
static enum as_status take_kept_order(const struct as_view *v, struct as_summary *out)
{
	const struct as_thinned *t = v->thinned;

	out->spread = (struct as_summary_spread){(double)INFINITY, t->whole[AS_WHOLE_Q1],
		t->whole[AS_WHOLE_MEDIAN], t->whole[AS_WHOLE_Q3], -(double)INFINITY};
	for (size_t i = 0; i < v->n_units; i++) {
		const uint32_t e = v->units[i];
		out->spread.min = fmin(out->spread.min, as_thinned_at(t, AS_SUM_LEAST, e));
		out->spread.max = fmax(out->spread.max, as_thinned_at(t, AS_SUM_MOST, e));
	}
	return AS_OK;
}

/* The same of iterations that have to be read. */
static enum as_status take_read_order(const struct as_view *v, struct as_summary *out)
{
	static const double p[] = {0.25, 0.5, 0.75};
	double *const to[] = {&out->spread.q1, &out->spread.median, &out->spread.q3};
	double q[3];
	const enum as_status st = as_tree_quantiles(&v->tree, v->fold->ends, p, 3, q);

	for (size_t i = 0; i < 3 && !st; i++)
		*to[i] = q[i];
	out->spread.min = v->fold->ends[0];
	out->spread.max = v->fold->ends[1];
	return st;
}

/* How many of its values are 0. */
static size_t count_zeros(const struct as_view *v)
{
	size_t n = 0;

	for (size_t i = 0; v->thinned && i < v->n_units; i++)
		n += (size_t)as_thinned_at(v->thinned, AS_SUM_ZEROS, v->units[i]);
	for (size_t i = 0; v->tree.values && i < v->tree.count[0]; i++)
		n += as_same_double(v->tree.values[i], 0);
	return v->fold ? v->fold->zeros : n;
}

/* Values are put into another order where they are, as there may be millions. */
static enum as_status take_order(struct as_view *v, struct as_summary *out)
{
	size_t n = v->tree.count[0], from = 0;
	double *x = v->values;

	if (v->thinned)
		return take_kept_order(v, out);
	if (v->fold)
		return take_read_order(v, out);
	as_extremes(x, n, &out->spread.min, &out->spread.max);
	settle_quantile(x, n, 0.25, &from);
	settle_quantile(x, n, 0.5, &from);
	settle_quantile(x, n, 0.75, &from);
	enum as_status st = as_quantile(x, n, 0.25, &out->spread.q1);
	if (!st)
		st = as_quantile(x, n, 0.5, &out->spread.median);
	if (!st)
		st = as_quantile(x, n, 0.75, &out->spread.q3);
	return st;
}

static void take_picture(const struct as_view *v, struct as_summary *out)
{
	double range[2] = {v->means[0], v->means[0]};
	size_t counts[AS_SUMMARY_BINS];

	for (size_t i = 1; i < v->n_units; i++) {
		range[0] = fmin(range[0], v->means[i]);
		range[1] = fmax(range[1], v->means[i]);
	}
	if (v->n_units < PICTURE_UNITS || !(range[1] > range[0]) ||
		as_histogram(v->means, v->n_units, range, counts, AS_SUMMARY_BINS))
		return;
	out->bins.n = AS_SUMMARY_BINS;
	for (size_t i = 0; i < AS_SUMMARY_BINS; i++)
		out->bins.v[i] = (unsigned)counts[i];
}

/* The precision asked for was not reached; what it takes is told here where nothing else tells it
 * (methods-repairs.md 1.5). */
static void find_missed(const struct as_experiment *x, const struct as_view *v,
	struct as_summary *out)
{
	const double wanted = x->plan.precision;
	double d = 0;

	if (as_mean_target(x, out->subject, v, out->mean, &d) ||
		!as_misses_target(out->half_width, d))
		return;
	const double reached = wanted * out->half_width / d;
	const double units = ceil((double)out->n_top * pow(reached / wanted, 2));

	if (out->lasting.is_slow)
		as_find(&out->findings, AS_FINDING_TARGET_UNSETTLED, reached, wanted, 0);
	else if (as_view_is_in_time(x, v) && !x->plan.wanted)
		as_find(&out->findings, AS_FINDING_TARGET_TAKES, reached, wanted, units);
	else
		as_find(&out->findings, AS_FINDING_TARGET_MISSED, reached, wanted,
			x->plan.wanted);
}

/* What a user should be told about the estimate itself. */
static void find_limits(const struct as_experiment *x, const struct as_view *v,
	struct as_summary *out)
{
	const struct as_metric *m = &x->metrics[out->metric];
	struct as_findings *f = &out->findings;
	size_t n = v->n_top, zeros = count_zeros(v);
	double factor = 0;

	if (n == 1)
		as_find(f, AS_FINDING_ONE_UNIT, 1, 0, 0);
	else if (n < USEFUL_UNITS && !as_t_factor(out->confidence, (double)(n - 1), &factor))
		as_find(f, AS_FINDING_FEW_UNITS, (double)n, factor, 0);
	else if (n < ADVISED_UNITS && v->n_builds && out->metric == x->criterion)
		as_find(f, AS_FINDING_FEW_BUILDS, (double)n, pow(common_kind, (double)n),
			pow(common_kind, ADVISED_UNITS));
	else if (out->lasting.holds == AS_HOLDS_LIKE_THESE && out->metric == x->criterion)
		as_find(f, AS_FINDING_UNSEEN, (double)n,
			n < FEW_UNSEEN ? (double)NAN : floor((double)n / 3), 0);
	if (as_metric_is_time(m) && zeros && out->metric == x->criterion)
		as_find(f, AS_FINDING_ZERO_TIME, (double)zeros, 0, 0);
	else if (as_metric_is_time(m) && n > 1 && out->metric == x->criterion &&
		as_same_double(out->spread.min, out->spread.max))
		as_find(f, AS_FINDING_ALL_EQUAL, 0, 0, 0);
	if (v->thinned)
		as_find(f, AS_FINDING_THINNED, 0, 0, 0);
	if (x->subjects[out->subject].leftovers)
		as_find(f, AS_FINDING_LEFTOVERS, x->subjects[out->subject].leftovers, 0, 0);
	if (out->metric == AS_METRIC_WALL && out->metric == x->criterion && out->mean < short_ns &&
		!x->table && !as_is_from_elsewhere(x))
		as_find(f, AS_FINDING_SHORT, out->mean, 0, 0);
	if (x->second_look && !v->n_sessions && x->n_subjects == 1)
		as_find(f, AS_FINDING_SECOND_LOOK, 0, 0, 0);
	if (out->metric == x->criterion && x->plan.precision > 0 && !as_target_is_ratio(x) &&
		out->subject < as_experiment_n_compared(x) && x->plan.stopping != AS_STOP_FIXED &&
		n > 1)
		find_missed(x, v, out);
}

/* Without a warm-up the first execution may have met cold caches: how many times slower than the
 * others it was, 0 where that is nothing to tell. */
static double cold_start(const struct as_experiment *x, const struct as_view *v,
	const struct as_summary *out)
{
	if (x->table || x->plan.warmups || out->metric != x->criterion || v->n_units < USEFUL_UNITS)
		return 0;
	double rest = as_mean(v->means + 1, v->n_units - 1), most = v->means[1];

	for (size_t i = 2; i < v->n_units; i++)
		most = fmax(most, v->means[i]);
	return v->means[0] > most && v->means[0] > 1.5 * rest ? v->means[0] / rest : 0;
}

/* All that is not of the mean. */
static enum as_status take_rest(const struct as_experiment *x, struct as_view *v,
	struct as_summary *out)
{
	const double cold = cold_start(x, v, out);

	take_picture(v, out);
	enum as_status st = take_order(v, out);
	if (st)
		return st;
	find_limits(x, v, out);
	if (cold > 0)
		as_find(&out->findings, AS_FINDING_FIRST_SLOW, cold, 0, 0);
	return AS_OK;
}

/* Its plan has rounds, by which builds are crossed, and no measured execution is in one. */
static bool lacks_rounds(const struct as_experiment *x, const struct as_subject *s)
{
	const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];
	size_t i = 0;

	while (i < l->n && (as_unit_role(l, i) != AS_ROLE_MEASURED ||
				   as_unit_round(l, i) == AS_NO_ROUND))
		i++;
	return x->plan.design != AS_DESIGN_SEQUENTIAL && s->levels[AS_LEVEL_BUILD].n && i == l->n;
}

enum as_status as_summarise(const struct as_experiment *x, size_t subject, size_t metric,
	struct as_summary *out, struct as_err *err)
{
	struct as_summary s = {.subject = subject, .metric = metric};
	struct as_view v;
	enum as_status st = as_view_open_light(x, subject, metric, &v, err);

	if (st)
		return st;
	count_endings(&x->subjects[subject], &s);
	s.n_top = v.n_top;
	s.same_iteration = v.same;
	s.n_values = v.tree.count[0];
	s.n_excluded = v.n_excluded;
	s.mean = s.spread.min = s.spread.q1 = s.spread.median = s.spread.q3 = s.spread.max = s.sd =
		(double)NAN;
	s.lo = s.hi = s.half_width = s.df = s.alone = (double)NAN;
	s.means.value = s.means.lo = s.means.hi = (double)NAN;
	s.confidence = x->plan.confidence;
	s.lasting.effective_n = s.lasting.slow = s.lasting.odds = s.lasting.wide =
		s.lasting.trend_p = s.lasting.change = (double)NAN;
	s.tree.share_of_time = s.bootstrap.skewness = (double)NAN;
	if (v.n_units) {
		struct as_tree_stats stats;
		st = take_levels(x, &v, &stats, &s, err);
		if (!st)
			st = v.is_typical ? as_take_typical(x, &v, &s)
				: v.is_reduced ? as_take_reduced_interval(x, &v, &s)
					       : as_take_interval(x, &v, &s);
		if (!st)
			st = as_take_next(x, &v, &stats, &s, err);
		if (!st)
			st = take_rest(x, &v, &s);
		if (st) {
			st = as_fail(err, st, "cannot summarise '%s' of '%s'%s",
				x->metrics[metric].name, x->subjects[subject].name,
				lacks_rounds(x, &x->subjects[subject])
					? ": it says that its builds were measured in rounds, and "
					  "its executions are in none"
					: "");
			goto out;
		}
	}
	struct as_derived d;
	if (as_is_log(x, &v, subject, metric, &d))
		st = as_take_log_interval(x, &d, &s);
	if (st)
		st = as_fail(err, st, "cannot put the values of '%s' together",
			x->subjects[subject].name);
	else
		*out = s;
out:
	as_view_close(&v);
	return st;
}
