/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ANSWER_STEADINESS_H
#define AS_MODEL_ANSWER_STEADINESS_H

/* How values of one subject go in the order of time: iterations inside executions, and executions
 * over the experiment (methods.md 7). Shares are relative to the mean; NaN: not known. */

#include <stdbool.h>
#include <stddef.h>

/* What becomes of the speed during an execution. */
enum as_pace {
	AS_PACE_UNKNOWN = 0, /* too few iterations to tell */
	AS_PACE_FLAT,
	AS_PACE_WARMUP,   /* slower first */
	AS_PACE_SLOWDOWN, /* faster first */
	AS_PACE_CYCLIC,
	AS_PACE_NEVER,    /* it never reaches a steady state */
	AS_PACE_MIXED,    /* not all executions alike */
	AS_PACES
};

/* "flat", "warm-up", ... */
extern const char *const as_pace_names[AS_PACES];

/* The iterations of executions that count, without those that were dropped. */
struct as_steady_state {
	size_t executions;     /* looked at; 0: there are no iterations */
	size_t n;              /* iterations of the shortest */
	enum as_pace pace;
	size_t of[AS_PACES];   /* executions of each */
	size_t warmup; /* iterations at the start that are not yet steady; 0: none, or none that
				* is the same in all executions */
	double warmup_excess;  /* by how much they exceed the others */
	double warmup_effect;  /* by how much they raise the mean */
	double warmup_p;       /* of that over executions; NaN: of fewer than three */
	bool warmup_matters;   /* beside the interval's width */
	double late_effect, late_p; /* of the mean of the last half of all, against that of all */
	bool late_matters;
	bool unsettled;        /* what follows them still rises or falls, or they are half of all */
	double drift;          /* from its beginning to its end */
	size_t period;         /* of iterations, in most executions; 0: none */
	size_t replaced;       /* points that stood apart from those around them */
	size_t dropped;        /* left out of each execution by --drop */
	double dropped_excess; /* by how much they exceeded the others; NaN: none were */
};

/* Whether iterations depend on those before them, in the steady part. */
struct as_dependence {
	size_t executions;  /* tested; 0: too few iterations, or all equal */
	size_t n;           /* iterations of the shortest of them */
	size_t rejected;    /* of them, by random reordering at 1 % */
	size_t ljung_box, runs; /* the same by these tests */
	bool found;         /* in more than one, and more than one in twenty */
	double lag1;        /* median over executions */
	double p;           /* of it, by all values that were looked at */
	bool matters;       /* it is enough to be said where it makes the interval */
	size_t thin;        /* the first lag at which nothing is left; 0: beyond those looked at */
};

/* Whether executions depend on those before them: drift of the machine. */
struct as_order_drift {
	size_t n;           /* executions in order; 0: not looked at */
	bool found;         /* p <= 1 % */
	double p;           /* by random reordering */
	double lag1;
	bool trend;         /* found, and it goes one way (rank correlation, 1 %) by over 0.1 % */
	double change;      /* over the experiment */
};

struct as_steadiness {
	struct as_steady_state state;
	struct as_dependence dependence;
	struct as_order_drift order;
};

#endif
