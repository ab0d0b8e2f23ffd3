/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/result/two_stage.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "analyse/estimate/view/view.h"
#include "model/kept/duet_rounds.h"
#include "stat/dist/planning/power.h"
#include "stat/dist/planning/staged.h"
#include "stat/dist/planning/stein.h"
#include "stat/dist/series/lasting.h"
#include "stat/dist/typical.h"

bool as_target_is_ratio(const struct as_experiment *x)
{
	return as_experiment_n_compared(x) > 1 && x->plan.design != AS_DESIGN_SEQUENTIAL &&
	       !x->plan.precision_each && !as_experiment_of_benchmarks(x);
}

bool as_two_stage_holds(const struct as_plan *p)
{
	return p->stage1 >= 2;
}

double as_simultaneous(double confidence, size_t n_comparisons)
{
	return n_comparisons > 1 ? 1 - (1 - confidence) / (double)n_comparisons : confidence;
}

/* By all of them, which are executions in the order of time (methods-repairs.md 1.5). */
static enum as_status extension(const double *series, size_t n, double d, double confidence,
	size_t *out)
{
	double *x = malloc((n + 1) * sizeof *x);
	struct as_lasting l;
	size_t k = 0;

	if (!x)
		return AS_ERR_MEM;
	for (size_t i = 0; i < n; i++)
		if (!isnan(series[i]))
			x[k++] = series[i];
	enum as_status st = as_lasting_mean(x, k, confidence, &l);
	if (!st)
		*out = as_lasting_units(&l, d);
	free(x);
	return st;
}

/* The change that the plan is to see, told from what it says (methods-quantiles.md 2.2). */
static enum as_status seeing(const struct as_plan *p, const struct as_staged *now,
	double confidence, size_t *out)
{
	struct as_power power = {.confidence = confidence, .power = p->power};
	enum as_status st = as_power_distance(p->detect, p->detect_beyond, &power.lambda);

	return st ? st : as_power_stage(&power, now->s, now->n, out);
}

/* Typical values: logarithms, in the order of time. */
struct typical_series {
	double *d, *room;
	size_t n, n_first;
};

/* NaN, for rounds that did not give one, are left out; of times that are no ratios the logarithms. */
static bool take_logs(const double *series, size_t n, size_t stage1, bool ratio,
	struct typical_series *t)
{
	for (size_t i = 0; i < n; i++) {
		const double d = ratio ? series[i] : log(series[i]);

		if (isnan(d))
			continue;
		if (isinf(d))
			return false;
		t->d[t->n++] = d;
		t->n_first += i < stage1;
	}
	return true;
}

/* The tenth part of the difference, 1 to 5 % (methods-typical.md 8.6). */
static double tenth_of(double theta)
{
	const double least = 0.01, most = 0.05, part = 0.1;

	return fmin(fmax(part * fabs(expm1(theta)), least), most);
}

/* States that last make the values of one command tell less than as many independent ones: so many times
 * wider is the interval that is shown (methods-typical.md 5.1). */
static enum as_status stretch_of(const struct typical_series *t, double theta, double confidence,
	double *out)
{
	double *scores = t->room, *spare = t->room + t->n;
	struct as_lasting l;

	as_typical_scores(t->d, t->n, theta, scores, spare);
	const enum as_status st = as_lasting_mean(scores, t->n, confidence, &l);
	if (!st)
		*out = as_lasting_widens(&l);
	return st;
}

/* The same by the typical run (methods-typical.md 8.1): after stage 1 from the SE that a slow run does not
 * stretch, and once more from the interval that is shown, at most four times as many. Rounds that had
 * no stage 1 are all of them the first. */
static enum as_status typical_wants(const struct as_experiment *x, const double *series, size_t n,
	const struct as_look *look, double confidence, double *precision, size_t *out)
{
	enum { TIMES = 4, ROOM = 3 };
	const size_t stage1 = x->plan.stage1 && x->plan.stage1 < n ? x->plan.stage1 : n;
	struct typical_series t = {.d = calloc(ROOM * n + 1, sizeof *t.d)};
	struct as_typical first, all;
	enum as_status st = t.d ? AS_OK : AS_ERR_MEM;

	t.room = t.d ? t.d + n : NULL;
	if (!st && (!take_logs(series, n, stage1, look->ratio, &t) || t.n_first < 2))
		st = AS_ERR_DATA;
	if (!st)
		st = as_signed_ranks(t.d, t.n_first, 0, 0, confidence, &first);
	if (!st && look->decisive)
		*precision = tenth_of(first.test.estimate);
	const double d = as_ratio_half_width(*precision);
	const bool again = look->last && (x->plan.stage1 || !look->ratio);
	if (!st && !again)
		st = as_typical_units(first.test.se, t.n_first, d, confidence, out);
	if (!st && again)
		st = as_signed_ranks(t.d, t.n, x->plan.stage1 ? t.n_first : 0, 0, confidence, &all);
	if (!st && again) {
		const size_t most = x->plan.stage1 && !look->asked ? t.n * TIMES : SIZE_MAX;
		double stretch = 1;
		if (!look->ratio)
			st = stretch_of(&t, all.test.estimate, confidence, &stretch);
		const double h = fmax(all.test.hi - all.test.estimate,
			all.test.estimate - all.test.lo);
		*out = as_units_to_meet(t.n, h * stretch, d);
		*out = *out > most ? most : *out;
	}
	free(t.d);
	return st;
}

/* How many rounds one series wants. Where the target is the ratio they are log ratios, and it is on
 * that scale. `precision` is what is wanted, and becomes what it is where that follows from them. */
static enum as_status series_wants(const struct as_experiment *x, const double *series, size_t n,
	const struct as_look *look, double *precision, size_t *out)
{
	const struct as_plan *p = &x->plan;
	size_t c = look->ratio ? as_experiment_pairs(x) : 1;
	const size_t stage1 = p->stage1 && p->stage1 < n ? p->stage1 : n;
	const struct as_staged first = as_staged_of(series, stage1, 0);
	const struct as_staged now = look->last ? as_staged_of(series, n, 0) : first;
	const double confidence = as_simultaneous(look->confidence, c);
	double d = look->ratio ? as_ratio_half_width(look->precision)
			       : look->precision * fabs(first.mean);

	if (now.n < 2 || !(d > 0 || look->detects))
		return AS_ERR_DATA;
	if (look->detects)
		return seeing(p, &now, confidence, out);
	if (as_experiment_is_typical(x, look->metric))
		return typical_wants(x, series, n, look, confidence, precision, out);
	if (look->last && !look->ratio)
		return extension(series, n, d, look->confidence, out);
	return as_stein_n(now.s, now.n, d, confidence, out);
}

static void log_ratios(const double *reference, const double *subject, size_t n, double *out)
{
	for (size_t i = 0; i < n; i++)
		out[i] = reference[i] > 0 && subject[i] > 0 ? log(subject[i]) - log(reference[i])
							    : (double)NAN;
}

/* Of a duet the mean of each pair stands at its first round. */
static void pair_up(double *series, size_t n)
{
	for (size_t i = 0; i + 1 < n; i += AS_DUET_ROUNDS) {
		series[i] = (series[i] + series[i + 1]) / 2;
		series[i + 1] = (double)NAN;
	}
	if (n % AS_DUET_ROUNDS)
		series[n - 1] = (double)NAN;
}

/* One value a round, or of batches at the first of their rounds; so many are in one. */
struct by_rounds {
	double *v;
	size_t n, each;
};

static enum as_status by_round(const struct as_experiment *x, size_t subject, size_t metric,
	struct by_rounds *out, struct as_err *err)
{
	struct as_view v;
	enum as_status st = as_view_open_light(x, subject, metric, &v, err);

	if (st)
		return st;
	as_view_by_round(x, subject, &v, out->n, out->v);
	out->each = v.reduced.batches ? v.reduced.rounds : 1;
	as_view_close(&v);
	return AS_OK;
}

enum as_status as_mean_target(const struct as_experiment *x, size_t subject,
	const struct as_view *v, double mean, double *out)
{
	const size_t n = as_rounds(x), first = x->plan.stage1;

	if (first && !v->n_builds) {
		double *series = calloc(n + 1, sizeof *series);
		if (!series)
			return AS_ERR_MEM;
		as_view_by_round(x, subject, v, n, series);
		mean = as_staged_of(series, first < n ? first : n, 0).mean;
		free(series);
	}
	*out = x->plan.precision * fabs(mean);
	return AS_OK;
}

bool as_misses_target(double half_width, double wanted)
{
	return !isnan(half_width) && as_units_to_meet(1, half_width, wanted) > 1;
}

/* The largest over the comparisons, or the subjects, of one look. */
static enum as_status all_want(const struct as_experiment *x, const struct as_look *look,
	size_t *out, struct as_err *err)
{
	size_t n = as_rounds(x), most = 0, compared = as_experiment_n_compared(x);
	size_t to = look->to < compared ? look->to : compared;
	double *room = calloc(2 * n + 1, sizeof *room);
	enum as_status st = room ? AS_OK : as_fail_memory(err);

	for (size_t i = look->from; i < to && !st; i++) {
		const size_t reference = as_experiment_reference_of(x, i);
		double *series = room + n;
		struct by_rounds own = {series, n, 1}, other = {room, n, 1};
		size_t wants = 0;
		double precision = look->precision;

		if ((look->ratio && i == reference) || as_subject_left_out(&x->subjects[i]))
			continue;
		st = by_round(x, i, look->metric, &own, err);
		if (!st && look->ratio)
			st = by_round(x, reference, look->metric, &other, err);
		if (!st && look->ratio)
			log_ratios(room, series, n, series);
		if (!st && look->ratio && x->plan.design == AS_DESIGN_DUET) {
			pair_up(series, n);
			own.each = AS_DUET_ROUNDS;
		}
		if (!st)
			st = series_wants(x, series, n, look, &precision, &wants);
		wants = wants < AS_UNITS_MAX / own.each ? wants * own.each : AS_UNITS_MAX;
		if (!st && look->decisive && (wants > most || !(*look->decisive > 0)))
			*look->decisive = precision;
		most = wants > most ? wants : most;
	}
	free(room);
	if (!st)
		*out = most;
	return st;
}

enum as_status as_rounds_wanted(const struct as_experiment *x, const struct as_look *asked,
	size_t *out, struct as_err *err)
{
	const struct as_plan *p = &x->plan;
	struct as_look look = *asked;
	size_t narrow = 0, seen = 0;
	enum as_status st = AS_ERR_DATA;

	if (look.precision > 0)
		return all_want(x, &look, out, err);
	look.confidence = p->confidence;
	look.precision = p->precision;
	look.ratio = as_target_is_ratio(x);
	if (p->precision > 0)
		st = all_want(x, &look, &narrow, err);
	look.ratio = look.detects = true;
	look.decisive = NULL;
	if (p->detect > 0 && (!st || !(p->precision > 0)))
		st = all_want(x, &look, &seen, err);
	if (!st)
		*out = narrow > seen ? narrow : seen;
	return st;
}
