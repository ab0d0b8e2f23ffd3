/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ANSWER_HISTORY_BISECTED_H
#define AS_MODEL_ANSWER_HISTORY_BISECTED_H

/* What a bisection has come to so far. Strings are borrowed. */

#include "model/answer/history/history.h"
#include "model/kept/metric.h"

enum as_bisected_outcome {
	AS_BISECTED_STOPPED = 0, /* by the user, or because a budget was over; else still going on */
	AS_BISECTED_FOUND,
	AS_BISECTED_ALIKE, /* the ends are not shown to differ */
	AS_BISECTED_SPENT, /* so many executions between the ends did not do */
	AS_BISECTED_STUCK, /* nothing that can be built would tell more */
};

enum as_bisected_fate {
	AS_BISECTED_RUNS = 0,
	AS_BISECTED_NOT_BUILT,
	AS_BISECTED_NOT_RUN,
	AS_BISECTED_SAME, /* as the one before it: the same program */
};

enum as_bisected_phase { AS_BISECTED_ENDS, AS_BISECTED_SEARCH, AS_BISECTED_CHECK };

struct as_bisected_commit {
	const struct as_commit *commit;
	enum as_bisected_fate fate;
	size_t rounds; /* in which it was measured */
	double share;  /* that it is a culprit */
	bool likely;   /* in the least set that holds one with 95 % */
};

/* One of the commits first .. last did it. Ratios are bad to good. */
struct as_bisected_culprit {
	size_t first, last;
	double share;
	double ratio[3]; /* of the last one to what is before the first, with bounds */
	double rest[3];  /* what of the difference of the ends lies elsewhere */
};

enum { AS_BISECTED_CULPRITS = 2 };

struct as_bisected {
	const char *command, *good, *bad;
	struct as_metric metric; /* {0}: nothing was measured */
	double confidence;
	enum as_bisected_outcome outcome;
	enum as_bisected_phase phase; /* that was measured last */
	size_t checked; /* rounds of the check of the likeliest so far; 0: none */
	struct as_bisected_commit *v; /* of n + 1: the good end, ..., the bad end */
	size_t n;
	size_t rounds, executions, candidates;
	bool machines; /* a round is what one machine has measured */
	double ratio[3]; /* of the ends, with bounds; NaN: not known yet */
	double two;      /* that there are two culprits */
	size_t likeliest, n_likely; /* how many are in the set that holds one; 0: not known yet */
	size_t least_told; /* the fewest of these that a row has told of; 0: none has */
	struct as_bisected_culprit found[AS_BISECTED_CULPRITS];
	size_t n_found;
	const char *const *touched; /* paths that the first one found changes, NULL at the end; NULL:
				     * not known */
};

#endif
