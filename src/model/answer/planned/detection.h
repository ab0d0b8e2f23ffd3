/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ANSWER_PLANNED_DETECTION_H
#define AS_MODEL_ANSWER_PLANNED_DETECTION_H

/* What it takes to see changes of given sizes. */

#include <stdbool.h>
#include <stddef.h>

enum { AS_DETECT_MAX = 16 };

/* One of them, as a share above 0. */
struct as_detectable {
	double change;
	size_t rounds; /* or executions of each command, where they share none */
	size_t builds; /* of each; 0: nothing is built, or all executions are of the same builds */
	size_t sure;   /* the same unit, builds or rounds, to be 80 % sure; 0: not known */
	double cost_s; /* of all of it; NaN: not known */
};

struct as_seeing {
	double power;      /* probability of a verdict, if the change is as large as that */
	double confidence; /* of each comparison */
	double sd, df;     /* of the worst comparison's log ratios of rounds, or values of units */
	bool paired;       /* by rounds */
	size_t n;
	struct as_detectable v[AS_DETECT_MAX];
};

#endif
