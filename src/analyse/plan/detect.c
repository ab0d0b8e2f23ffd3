/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/plan/detect.h"

#include <math.h>
#include <stdlib.h>

#include "analyse/result/analyse.h"
#include "stat/dist/planning/power.h"
#include "stat/dist/planning/stein.h"

static enum as_status no_variance(const struct as_experiment *x, const struct as_comparison *c,
	struct as_err *err)
{
	const char *why = NULL;

	if (c->difference.is)
		why = "it is compared by differences, and a change is a share";
	else if (c->of.sessions)
		why = "it was measured in several sessions, which differ by more than rounds do; "
		      "name a result of one";
	else if (c->constant.is || c->pairs.sd <= 0)
		why = "its values do not vary, so that they tell nothing of others; measure longer "
		      "executions";
	else if (!(isfinite(c->pairs.sd) && c->df >= 1))
		why = "it has no variance to plan from; measure more rounds";
	else if (c->method != AS_COMPARE_PAIRED && !c->of.builds &&
		x->plan.design != AS_DESIGN_SEQUENTIAL)
		why = "a comparison takes 6 rounds; measure more of them";
	return why ? as_fail(err, AS_ERR_DATA,
			"cannot plan for a change from this result: %s", why)
		   : AS_OK;
}

/* What one comparison needs for one change. */
static enum as_status need(const struct as_comparison *c, const struct as_detect_unit *unit,
	double power, struct as_detectable *out, struct as_err *err)
{
	const bool paired = c->method == AS_COMPARE_PAIRED;
	struct as_power p = {.confidence = c->confidence, .power = power};
	const struct as_power_spread s = {
		.s = paired ? c->pairs.sd : c->pairs.sd / sqrt(2), .df = c->df};
	size_t n = 0, sure = 0;
	enum as_status st = as_power_distance(out->change, 0, &p.lambda);

	if (!st)
		st = paired ? as_power_rounds(&p, &s, &n, &sure)
			    : as_power_builds(&p, &s, unit->least, &n);
	if (st)
		return as_fail(err, st, "cannot plan for a change of %g %%: it is out of range",
			100 * out->change);
	if (n >= AS_UNITS_MAX)
		return as_fail(err, AS_ERR_DATA,
			"cannot plan for a change of %g %%: it takes more than %zu %s; ask for a "
			"larger one",
			100 * out->change, (size_t)AS_UNITS_MAX,
			c->of.builds ? "builds" : "rounds");
	n = as_in_rounds(c, n);
	out->rounds = n * (c->of.builds ? unit->executions : 1);
	out->builds = c->of.builds ? n : 0;
	out->sure = as_in_rounds(c, sure);
	out->cost_s = unit->cost_s * (double)n;
	return AS_OK;
}

static enum as_status take_comparison(const struct as_comparison *c,
	const struct as_detect_unit *unit, struct as_seeing *out, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < out->n && !st; i++) {
		struct as_detectable one = out->v[i];
		st = need(c, unit, out->power, &one, err);
		if (!st && one.rounds > out->v[i].rounds)
			out->v[i] = one;
	}
	if (!st && !(c->pairs.sd <= out->sd)) {
		out->sd = c->pairs.sd;
		out->df = c->df;
		out->paired = c->method == AS_COMPARE_PAIRED;
		out->confidence = c->confidence;
	}
	return st;
}

enum as_status as_detect_of(const struct as_experiment *x, size_t metric,
	const struct as_detect_unit *unit, struct as_seeing *out, struct as_err *err)
{
	const size_t n = as_experiment_pairs(x);
	struct as_seeing d = *out;
	struct as_comparison *c = NULL;
	enum as_status st = AS_OK;

	if (!n)
		return as_fail(err, AS_ERR_DATA,
			"cannot plan for a change from this result: it compares nothing; name one "
			"of two commands or versions");
	c = calloc(n, sizeof *c);
	st = c ? as_compare_subjects(x, metric, c, err) : as_fail_memory(err);
	d.sd = (double)NAN;
	for (size_t i = 0; i < d.n; i++)
		d.v[i] = (struct as_detectable){.change = d.v[i].change};
	for (size_t i = 0; i < n && !st; i++) {
		st = no_variance(x, &c[i], err);
		if (!st)
			st = take_comparison(&c[i], unit, &d, err);
	}
	free(c);
	if (!st)
		*out = d;
	return st;
}
