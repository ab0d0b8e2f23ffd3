/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/diagnose/warnings.h"

#include <math.h>

static const struct gate {
	double p, half_widths, of_mean;
} gates[AS_WARNINGS] = {
#define AS_WARNING(id, family, p, half_widths, of_mean) {p, half_widths, of_mean},
#include "model/answer/warnings.def"
#undef AS_WARNING
};

bool as_warning_holds(enum as_warning id, const struct as_evidence *e)
{
	const struct gate *g = &gates[id];
	const double effect = fabs(e->effect);

	if (e->p > g->p / (double)(e->among ? e->among : 1))
		return false;
	/* a half-width that does not exist is no measure: then the effect counts for itself */
	if (g->half_widths > 0 && e->half_width > 0 && !(effect >= g->half_widths * e->half_width))
		return false;
	return !(g->of_mean > 0) || effect >= g->of_mean * fabs(e->mean);
}

size_t as_warned_among(const struct as_experiment *x)
{
	const size_t n = as_experiment_with_values(x);

	return n ? n : 1;
}
