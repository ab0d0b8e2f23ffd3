/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/study/false_alarms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/estimate/estimated.h"
#include "analyse/estimate/view/view.h"
#include "papers/epew_alarms.h"
#include "stat/core/quantile.h"
#include "stat/dist/resampling/gating.h"

_Static_assert((int)AS_ESTIMATORS <= (int)AS_ALARM_ESTIMATORS,
	"a table of alarms has room for all estimators");
_Static_assert((int)AS_DETECTORS < (int)AS_ALARM_DETECTORS,
	"a table of alarms has room for all detectors");

enum { POOL_MIN = 4 };
static const double power_wanted = 0.8;

/* Behind the detectors that any two groups may be compared by stands that of 2006, which looks into
 * the units. */
static void name_detectors(struct as_alarms *a, bool published)
{
	a->n_detectors = AS_DETECTORS + published;
	a->detector[AS_DETECTORS] = (struct as_alarm_detector){"epew2006", "(17) of 2006",
		"the two intervals by (17) of 2006 do not overlap"};
	for (size_t d = 0; d < AS_DETECTORS; d++)
		a->detector[d] = (struct as_alarm_detector){
			as_detectors[d].name, as_detectors[d].title, as_detectors[d].about};
}

static const char *level_name(const struct as_experiment *x, const struct as_view *v, size_t level)
{
	return as_experiment_level(x, (size_t)v->bottom + level);
}

static void choose_groups(const struct as_alarms_request *r, struct as_alarms *a)
{
	static const size_t usual[] = {2, 3, 5, 10, 20, 30, 100};
	size_t most = r->independent ? a->units : a->units / 2;

	for (size_t i = 0; i < r->n_groups; i++)
		if (r->groups[i] <= most)
			a->group[a->n_groups++] = r->groups[i];
	if (r->n_groups)
		return;
	if (a->below)
		a->group[a->n_groups++] = 1;
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
		if (usual[i] <= most && a->n_groups < AS_ALARM_GROUPS - 1)
			a->group[a->n_groups++] = usual[i];
	if (most > a->group[a->n_groups - 1])
		a->group[a->n_groups++] = most;
}

static void choose_shifts(const struct as_alarms_request *r, struct as_alarms *a)
{
	static const double usual[] = {0.01, 0.02, 0.05};
	const double *from = r->shifts ? r->shifts : usual;
	size_t n = r->shifts ? r->n_shifts : sizeof usual / sizeof *usual;

	a->shift[a->n_shifts++] = 0;
	for (size_t i = 0; i < n && a->n_shifts < AS_ALARM_SHIFTS; i++)
		a->shift[a->n_shifts++] = from[i];
}

/* Means of the units one level below the top, in the groups of their parents. NULL values: there is
 * no such level. */
static enum as_status units_below(const struct as_view *v, double **means, struct as_groups *g,
	struct as_err *err)
{
	size_t top = v->tree.n_levels;

	*means = NULL;
	if (top < 2)
		return AS_OK;
	*means = malloc((v->tree.count[top - 2] + 1) * sizeof **means);
	if (!*means)
		return as_fail_memory(err);
	as_tree_means(&v->tree, top - 1, *means);
	*g = (struct as_groups){.values = *means, .first = v->tree.first[top - 1],
		.n = v->tree.count[top - 1]};
	return AS_OK;
}

static enum as_status gate_on(const struct as_view *v, const struct as_alarms_request *r,
	enum as_estimator e, struct as_alarms *a, struct as_err *err)
{
	double *x = NULL;
	size_t at = a->n_estimators;
	enum as_status st = as_unit_estimates(v, e, &x, err);

	a->estimator[at] = as_estimators[e].name;
	a->estimator_title[at] = as_estimators[e].title;
	a->n_estimators++;
	for (size_t i = 0; i < a->n_groups * a->n_shifts && !st; i++) {
		size_t g = i / a->n_shifts, s = i % a->n_shifts;
		const struct as_resample how = {.group = a->group[g], .shift = a->shift[s],
			.resamples = r->resamples, .independent = r->independent, .seed = r->seed};
		struct as_gating found = {0};
		st = as_resample_gating((struct as_values){x, v->n_top}, e, &how, r->tolerance,
			&found, err);
		a->gating[g][s][at] = (struct as_alarm_gating){
			found.rate, found.error, found.smallest};
	}
	free(x);
	return st;
}

static enum as_status fill_cell(const struct as_pool *pool, const struct as_alarms_request *r,
	size_t group, size_t shift, struct as_alarms *a, struct as_err *err)
{
	struct as_resample how = {.group = a->group[group], .shift = a->shift[shift],
		.resamples = r->resamples, .independent = r->independent, .seed = r->seed,
		.confidence = r->confidence};
	struct as_rate rates[AS_DETECTORS];
	enum as_status st = as_resample_rates(pool, &how, rates, err);

	for (size_t d = 0; d < AS_DETECTORS && !st; d++)
		a->rate[group][shift][d] = (struct as_alarm_rate){
			rates[d].known ? rates[d].rate : (double)NAN, rates[d].error};
	return st;
}

/* The rate of 2006, on the same groups. */
static enum as_status fill_published(const struct as_view *v, const struct as_alarms_request *r,
	size_t group, size_t shift, struct as_alarms *a, struct as_err *err)
{
	const struct as_resample how = {.group = a->group[group], .shift = a->shift[shift],
		.resamples = r->resamples, .independent = r->independent, .seed = r->seed,
		.confidence = r->confidence};
	struct as_rate rate;
	enum as_status st = as_epew2006_alarms(&v->tree, &how, &rate, err);

	if (!st)
		a->rate[group][shift][AS_DETECTORS] = (struct as_alarm_rate){
			rate.known ? rate.rate : (double)NAN, rate.error};
	return st;
}

/* The fewest units from which on a way keeps its level in every listed group, within two errors. */
static void find_fewest(struct as_alarms *a)
{
	for (size_t d = 0; d < a->n_detectors; d++)
		for (size_t g = a->n_groups; g-- > 0;) {
			const struct as_alarm_rate *r = &a->rate[g][0][d];
			if (isnan(r->rate) || r->rate > 1 - a->confidence + 2 * r->error)
				break;
			a->fewest[d] = a->group[g];
		}
}

static void recommend(struct as_alarms *a)
{
	for (size_t s = 1; s < a->n_shifts; s++)
		for (size_t g = a->n_groups; g-- > 0;) {
			const struct as_alarm_rate *none = &a->rate[g][0][0],
						   *some = &a->rate[g][s][0];
			if (a->group[g] > 1 && some->rate >= power_wanted &&
				none->rate <= 1 - a->confidence + 2 * none->error)
				a->enough[s] = a->group[g];
		}
}

static enum as_status fill_alarms(const struct as_experiment *x, const struct as_view *v,
	const struct as_alarms_request *r, struct as_alarms *a, struct as_err *err)
{
	struct as_groups below = {0};
	double *means = NULL;
	enum as_status st = units_below(v, &means, &below, err);
	struct as_pool pool = {v->top, v->n_top, means ? &below : NULL};

	a->units = v->n_top;
	a->unit = level_name(x, v, v->tree.n_levels - 1);
	a->below = means ? level_name(x, v, v->tree.n_levels - 2) : NULL;
	a->rough = v->n_top < AS_RESAMPLE_ROUGH;
	choose_groups(r, a);
	choose_shifts(r, a);
	for (size_t g = 0; g < a->n_groups && !st; g++)
		for (size_t s = 0; s < a->n_shifts && !st; s++)
			st = fill_cell(&pool, r, g, s, a, err);
	for (size_t i = 0; a->n_detectors > AS_DETECTORS && i < a->n_groups * a->n_shifts && !st;
		i++)
		st = fill_published(v, r, i / a->n_shifts, i % a->n_shifts, a, err);
	for (int e = 0; e < AS_ESTIMATORS && !st; e++)
		if (r->estimators & 1U << e)
			st = gate_on(v, r, (enum as_estimator)e, a, err);
	recommend(a);
	find_fewest(a);
	free(means);
	return st;
}

static enum as_status check_group(const struct as_experiment *x, const struct as_view *v,
	const struct as_alarms_request *r, struct as_err *err)
{
	const char *name = x->subjects[r->subject].name;
	size_t most = r->independent ? v->n_top : v->n_top / 2;
	size_t largest = r->n_groups && !r->some ? r->groups[r->n_groups - 1] : 0;

	if (v->n_top < POOL_MIN)
		return as_fail(err, AS_ERR_DATA,
			"cannot draw groups from '%s': it has %zu unit%s at the top, "
			"and two groups of 2 need %d; measure it with -r 40",
			name, v->n_top, v->n_top == 1 ? "" : "s", POOL_MIN);
	if (largest > most)
		return as_fail(err, AS_ERR_DATA,
			"cannot draw groups of %zu from '%s': it has %zu units at the "
			"top, so %zu are the most; measure it with more",
			largest, name, v->n_top, most);
	return AS_OK;
}

enum as_status as_alarms_of(const struct as_experiment *x, const struct as_alarms_request *r,
	struct as_alarms *out, struct as_err *err)
{
	struct as_alarms a = {.subject = r->subject, .metric = r->metric, .resamples = r->resamples,
		.independent = r->independent, .confidence = r->confidence, .seed = r->seed,
		.tolerance = r->tolerance};
	struct as_view v = {0};
	enum as_status st = as_view_open(x, r->subject, r->metric, AS_ROLE_MEASURED, &v, err);

	if (!st)
		st = check_group(x, &v, r, err);
	name_detectors(&a, v.tree.n_levels > 1 && !v.is_reduced);
	if (!st)
		st = fill_alarms(x, &v, r, &a, err);
	if (!st)
		*out = a;
	as_view_close(&v);
	return st;
}
