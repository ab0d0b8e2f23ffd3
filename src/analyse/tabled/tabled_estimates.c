/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Estimates and ways of comparing: how well they would do on the units of each benchmark. */
#include <math.h>

#include "analyse/study/false_alarms.h"
#include "analyse/study/study_make.h"
#include "analyse/tabled/tabled_parts.h"
#include "stat/dist/comparing/detector.h"
#include "stat/dist/resampling/resample.h"

static void add_estimator(struct as_tabled *t, const struct as_place *of, const struct as_study *s,
	const struct as_study_row *row)
{
	enum { ESTIMATOR = 1, OF_ALL, SIZES, NEEDED = 9 };
	static const size_t size[NEEDED - SIZES] = {1, 3, 5, 9, 13, 19};

	as_tabled_begin(t, of);
	as_tabled_text(t, ESTIMATOR, row->title);
	as_tabled_value(t, OF_ALL, of->x->metrics[of->metric].unit, row->all, (double)NAN);
	for (size_t c = 0; c < NEEDED - SIZES; c++)
		for (size_t k = 0; k < s->n_sizes; k++)
			if (s->size[k] == size[c])
				as_tabled_number(t, SIZES + c, row->rel_sd[k]);
	as_tabled_number(t, NEEDED, row->needed[0] ? (double)row->needed[0] : HUGE_VAL);
}

enum as_status as_tabled_estimators(struct as_tabled *t, const struct as_place *of,
	struct as_err *err)
{
	const struct as_study_asked asked = {.subject = of->subject, .metric = of->metric};
	struct as_study s;
	enum as_status st = as_study_of(of->x, &asked, &s, err);

	for (size_t r = 0; !st && r < s.n_rows; r++)
		add_estimator(t, of, &s, &s.row[r]);
	return st;
}

/* A row a way of comparing: the shares by the size of the groups. */
static void add_way(struct as_tabled *t, const struct as_place *of, const struct as_alarms *a,
	size_t way)
{
	enum { UNIT = 1, WAY, SIZES, FEWEST = 11 };
	static const size_t size[FEWEST - SIZES] = {1, 2, 5, 10, 15, 20, 25, 30};

	as_tabled_begin(t, of);
	as_tabled_text(t, UNIT, a->unit);
	as_tabled_text(t, WAY, a->detector[way].title);
	for (size_t g = 0; g < a->n_groups; g++)
		for (size_t c = 0; c < FEWEST - SIZES; c++)
			if (a->group[g] == size[c])
				as_tabled_number(t, SIZES + c, a->rate[g][0][way].rate);
	as_tabled_number(t, FEWEST, a->fewest[way] ? (double)a->fewest[way] : HUGE_VAL);
}

enum as_status as_tabled_alarms(struct as_tabled *t, const struct as_place *of, struct as_err *err)
{
	static const size_t groups[] = {1, 2, 5, 10, 15, 20, 25, 30};
	static const double none[1];
	const struct as_alarms_request r = {.subject = of->subject, .metric = of->metric,
		.groups = groups, .n_groups = sizeof groups / sizeof groups[0], .some = true,
		.shifts = none, .resamples = AS_RESAMPLES, .confidence = of->x->plan.confidence,
		.seed = of->x->plan.seed};
	struct as_alarms a;
	enum as_status st = as_alarms_of(of->x, &r, &a, err);

	if (st)
		return st;
	add_way(t, of, &a, AS_DETECTOR_WELCH);
	add_way(t, of, &a, AS_DETECTOR_NONOVERLAP);
	if (a.n_detectors > AS_DETECTORS)
		add_way(t, of, &a, AS_DETECTORS);
	return AS_OK;
}
