/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CAMPAIGN_VERSIONS_BISECTION_H
#define AS_CAMPAIGN_VERSIONS_BISECTION_H

/* A bisection as a campaign: commits from a good to a bad one, and the machine that says which of them are
 * measured in the next rounds. */

#include "base/arena.h"
#include "model/answer/history/bisected.h"
#include "plan/bisecting.h"

struct as_bisection {
	const struct as_commit *commits; /* the good end first; machine.n + 1 of them */
	const char *good, *bad;    /* as the user names the ends */
	const char *command;       /* that is measured */
	struct as_bisecting machine;
	struct as_bisecting_step step; /* that is being measured */
	size_t each;      /* executions of a version in a round: their mean is its value */
	bool built;       /* a round has builds of its own */
	bool machines;    /* a round is what one machine has measured, in `each` rounds of its own */
	size_t executions; /* measured so far, of all versions */
	struct as_metric metric; /* that is measured, when something was */
	/* What is measured fails of this commit of the step, which is no end; SIZE_MAX: it does not. */
	size_t failed;
	bool failed_build;
	enum as_bisected_fate *fate; /* machine.n + 1 */
	const char *const *touched;  /* by the first that was found, when that is known; NULL: it is not */
	const char *told;            /* the row that the last step said; NULL: none */
	size_t least_told;           /* as in bisected.h */
};

/*
 * as_bisection_open - commits of a line from index `first` to `last`, the good and the bad end
 *
 * AS_ERR_USAGE: fewer than two lie behind the good end. AS_ERR_MEM. Memory is the arena's.
 */
enum as_status as_bisection_open(struct as_bisection *b, const struct as_commits *line,
	size_t first, size_t last, struct as_arena *a, struct as_err *err) AS_MUST_CHECK;

/* What it has come to so far; memory is the arena's. AS_ERR_MEM. */
enum as_status as_bisection_tell(const struct as_bisection *b, struct as_arena *a,
	struct as_bisected *out, struct as_err *err) AS_MUST_CHECK;

#endif
