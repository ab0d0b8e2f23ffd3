/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_GATE_H
#define AS_MODEL_GATE_H

/* Gates: differences that are to fail a run ("slower by 3%"), and what became of them. */

#include "model/summary.h"

struct as_gate {
	const char *text;   /* as the user wrote it */
	const char *metric; /* NULL: the criterion */
	bool of_time;       /* said as slower or faster, which only a time is */
	bool more;          /* what is to fail is more of it (slower), else less (faster) */
	double limit;       /* by this share: 0.03; below 1 where it is less */
};

enum as_gate_state {
	AS_GATE_PASSED = 0,    /* the whole interval lies on this side of the limit */
	AS_GATE_FAILED = 1,    /* the whole interval lies beyond it */
	AS_GATE_UNDECIDED = 2, /* neither, or there is no verdict */
	AS_GATE_STATES,
};

/* One number of each side where the user asks for it, and how often it errs (methods.md 10).
 * Nothing in it knows of sessions. */
struct as_estimated {
	const char *name, *title; /* "min", "minimum"; fixed texts */
	const struct as_metric *metric;
	double base, head, ratio; /* head / base */
	double limit;             /* a ratio farther from 1 is beyond it */
	/* Share of pairs of groups, drawn from the units of the base alone, whose ratio is beyond
	 * it, with its standard error; NaN: unknown. */
	double rate, error;
	size_t group, units, resamples; /* so many units a side, of so many, so often */
	char none[200];                 /* why there is no rate; "" where there is one */
};

/* One gate on one comparison. */
struct as_gated {
	const struct as_gate *gate;
	const struct as_metric *metric;
	struct as_comparison c;
	enum as_gate_state state;
	size_t needed; /* units that would decide it, as as_comparison.needed; 0 unknown */
	/* what is to decide in place of the interval; NULL: nothing */
	const struct as_estimated *by;
};

/* What became of all of them: by gate, then by comparison. */
struct as_gates {
	struct as_gated *v;
	size_t n;
};

#endif
