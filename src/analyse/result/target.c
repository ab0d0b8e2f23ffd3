/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/result/target.h"

#include <math.h>

#include "analyse/compare/compare_parts.h"
#include "analyse/estimate/view/view.h"
#include "analyse/gates/reached.h"
#include "analyse/result/analyse.h"
#include "analyse/result/two_stage.h"

/* At the plan's confidence, which is not that of a look. */
static enum as_status of_ratio(const struct as_experiment *x, size_t subject, size_t *out)
{
	const struct as_inside v = {x, x->criterion, x->reference, subject};
	const size_t pairs = as_experiment_pairs(x);
	struct as_comparison c;
	struct as_reached r;
	enum as_status st = as_compare_within(&v, pairs, as_simultaneous(x->plan.confidence, pairs),
		&c, NULL);

	if (!st && !as_reached_by(x, &c, &r))
		st = AS_ERR_DATA;
	if (!st)
		*out = r.rounds;
	return st;
}

static enum as_status of_mean(const struct as_experiment *x, size_t subject, size_t *out)
{
	struct as_summary y;
	struct as_view v = {0};
	double d = 0;
	enum as_status st = as_summarise(x, subject, x->criterion, &y, NULL);

	if (!st)
		st = as_view_open(x, subject, x->criterion, AS_ROLE_MEASURED, &v, NULL);
	if (!st)
		st = as_mean_target(x, subject, &v, y.mean, &d);
	const size_t batches = v.reduced.batches, rounds = v.reduced.rounds;
	as_view_close(&v);
	if (!st && (!(d > 0) || !isfinite(y.half_width)))
		st = AS_ERR_DATA;
	if (!st)
		*out = as_units_missing(y.n_top, y.half_width, d) * (batches ? rounds : 1);
	return st;
}

enum as_status as_rounds_to_meet(const struct as_experiment *x, size_t from, size_t to, size_t *out)
{
	size_t most = 0, compared = as_experiment_n_compared(x);
	const bool ratio = as_target_is_ratio(x);
	enum as_status st = AS_OK;

	for (size_t i = from; i < to && i < compared && !st; i++) {
		size_t n = 0;

		if (as_subject_left_out(&x->subjects[i]) || (ratio && i == x->reference))
			continue;
		st = ratio ? of_ratio(x, i, &n) : of_mean(x, i, &n);
		most = n > most ? n : most;
	}
	if (!st)
		*out = most;
	return st;
}
