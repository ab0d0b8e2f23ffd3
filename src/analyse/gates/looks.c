/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/gates/looks.h"

#include "analyse/result/two_stage.h"

static const double first_level = 0.005, last_level = 0.048; /* methods.md 6.7 */

double as_look_confidence(const struct as_plan *p)
{
	switch (as_plan_look(p)) {
	case AS_LOOK_FIRST:
		return 1 - first_level;
	case AS_LOOK_LAST:
		return 1 - last_level;
	case AS_LOOK_ONLY:
		break;
	}
	return p->confidence;
}

size_t as_rounds_to_decide(const struct as_experiment *x, size_t metric)
{
	const struct as_look look = {.metric = metric, .to = x->n_subjects,
		.ratio = true, .precision = x->plan.tolerance / 2, .confidence = 1 - last_level};
	size_t twice = 2 * (size_t)x->plan.first_look, wanted = 0;

	if (!(x->plan.tolerance > 0) || x->by_difference)
		return SIZE_MAX;
	if (as_rounds_wanted(x, &look, &wanted, NULL))
		return twice;
	return wanted > twice ? wanted : twice;
}
