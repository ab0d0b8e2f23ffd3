/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ANSWER_COMPARED_GATE_H
#define AS_MODEL_ANSWER_COMPARED_GATE_H

/* Gates: differences that are to fail a run ("slower by 3%"), or that are to be shown not to be there
 * ("not slower by 1%"), and what became of them. */

#include "model/answer/summary.h"

struct as_gate {
	const char *text;   /* as the user wrote it */
	const char *metric; /* NULL: the criterion */
	bool of_time;       /* said as slower or faster, which only a time is */
	bool more;          /* what is to fail is more of it (slower), else less (faster) */
	bool unless;        /* "not ...": to be shown, else it fails (methods-quantiles.md 5) */
	double limit;       /* by this share: 0.03; below 1 where it is less */
};

enum as_gate_state {
	AS_GATE_PASSED = 0,    /* the whole interval lies on this side of the limit; "unless": shown */
	AS_GATE_FAILED = 1,    /* the whole interval lies beyond it; "unless": worse */
	AS_GATE_UNDECIDED = 2, /* neither, or there is no verdict; "unless": not shown */
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
	/* units that would decide it, as as_comparison.needed; "unless": that would show it with 90 %
	 * if there is no difference; 0 unknown */
	size_t needed;
	/* what is to decide in place of the interval; NULL: nothing */
	const struct as_estimated *by;
};

/* "None is worse by more than its limit", of all that are to be shown, together: each by itself, without
 * correction (an intersection-union test). */
struct as_joint {
	size_t n; /* that are to be shown, by comparison; fewer than 2: nothing is said */
	bool shown;
	double confidence; /* of it, one-sided */
	double each;       /* of the intervals of the rows */
};

/* What --early would have taken of what was measured without it (methods-quantiles.md 4). */
struct as_early_saving {
	size_t would, of; /* rounds; of 0: it cannot be said */
};

/* What became of all of them: by gate, then by comparison. */
struct as_gates {
	struct as_gated *v;
	size_t n;
	struct as_joint joint; /* of those that are to be shown */
	struct as_early_saving early;
};

/* Something that was to be shown is not. */
bool as_gates_are_unshown(const struct as_gates *gates);

#endif
