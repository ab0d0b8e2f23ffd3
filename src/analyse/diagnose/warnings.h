/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_DIAGNOSE_WARNINGS_H
#define AS_ANALYSE_DIAGNOSE_WARNINGS_H

/* One rule for all sentences of diagnosis (methods-calm.md 2): shown where there is evidence, and an effect. */

#include <stdbool.h>
#include <stddef.h>

#include "model/answer/summary.h"
#include "model/kept/experiment.h"

enum as_warning {
#define AS_WARNING(id, family, p, half_widths, of_mean) AS_WARNING_##id,
#include "model/answer/warnings.def"
#undef AS_WARNING
	AS_WARNINGS
};

/* What a sentence rests on. */
struct as_evidence {
	double p;          /* NaN: there is no test, and the effect decides */
	double effect;     /* of the metric's unit, any sign */
	double half_width; /* of the interval that it is held against; 0 or NaN: there is none */
	double mean;
	size_t among;      /* commands, or comparisons, on the screen */
};

/* Whether a default screen shows it. */
bool as_warning_holds(enum as_warning id, const struct as_evidence *e);

/* Commands of an experiment, among which a screen looks for something to warn of. */
size_t as_warned_among(const struct as_experiment *x);

#endif
