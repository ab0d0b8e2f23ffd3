/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_PLAN_BISECTING_H
#define AS_PLAN_BISECTING_H

/* Which commits are measured next to find the one that changed it, and when it is found
 * (methods-machines.md C). As as_schedule it reads no clock and starts nothing:
 *
 *	as_bisecting_open(&b, n, arena, err);
 *	while (as_bisecting_next(&b, &step)) {
 *		measure step.commit[] in step.rounds rounds, all of them in each, in random order;
 *		as_bisecting_take(&b, &step, values, err);  or  as_bisecting_skip(&b, commit, err);
 *	}
 */

#include "base/arena.h"
#include "stat/dist/changes/bisect.h"

enum { AS_BISECTING_TOGETHER = 4 }; /* commits of a round, at most */

enum as_bisecting_phase {
	AS_BISECTING_ENDS,   /* both ends alone */
	AS_BISECTING_SEARCH, /* and one or two between them */
	AS_BISECTING_CHECK,  /* and those on both sides of the likeliest change */
};

enum as_bisecting_outcome {
	AS_BISECTING_OPEN = 0,
	AS_BISECTING_FOUND,
	AS_BISECTING_ALIKE, /* the ends are not shown to differ */
	AS_BISECTING_SPENT, /* AS_BISECT_CANDIDATES executions did not do */
	AS_BISECTING_STUCK, /* nothing that is left to be measured would tell more */
};

struct as_bisecting_step {
	enum as_bisecting_phase phase;
	size_t commit[AS_BISECTING_TOGETHER]; /* the good end, the bad end, others */
	size_t n;
	size_t rounds;
};

/* A culprit: one of the commits first .. last. Sizes are logarithms of ratios. */
struct as_bisecting_found {
	size_t first, last;
	double share;      /* its probability */
	double size, half; /* of the check's rounds, with half of its 95 % interval */
	double rest, rest_half; /* what of the difference of the ends is not there */
};

struct as_bisecting {
	size_t n; /* number of the bad end; the good one is 0 */
	struct as_bisect_commit *v; /* n + 1 */
	double *e;                  /* bad less good end, of each round */
	size_t rounds, cap;
	double own;      /* variance of a commit's own effect; 0: none is known */
	size_t at_once;  /* rounds that a step may have: 1 where each has builds of its own */
	size_t between;  /* candidates of a round: 1, or 2 */
	size_t candidates; /* executions of them so far, without those of checks */
	struct as_bisect b;
	struct as_bisecting_found found[2];
	size_t n_found;
	double check[AS_BISECT_CHECK]; /* what the likeliest one changes, of each round so far */
	size_t checked;                     /* rounds of the check so far */
	struct as_bisecting_found checking; /* what it is of; first 0: none is under way */
	enum as_bisecting_outcome outcome;
	struct as_arena *arena;
};

/*
 * as_bisecting_open - n commits behind the good end, the last of which is the bad one; n is 2 or more
 *
 * AS_ERR_MEM. Memory is the arena's.
 */
enum as_status as_bisecting_open(struct as_bisecting *b, size_t n, struct as_arena *a,
	struct as_err *err) AS_MUST_CHECK;

/* What is measured next; false: it has ended, and b->outcome says how. */
bool as_bisecting_next(struct as_bisecting *b, struct as_bisecting_step *out);

/*
 * as_bisecting_take - the values of a step
 *
 *   y   logarithms: rounds x s->n of them; NaN: none. A round that lacks one does not count
 *
 * AS_ERR_USAGE: the values never vary. AS_ERR_BENCH: none of its rounds has all values. AS_ERR_MEM.
 */
enum as_status as_bisecting_take(struct as_bisecting *b, const struct as_bisecting_step *s,
	const double *y, struct as_err *err) AS_MUST_CHECK;

/* Commit c has turned out to be the same program as the one before it: it is no culprit. */
enum as_status as_bisecting_same(struct as_bisecting *b, size_t c, struct as_err *err)
	AS_MUST_CHECK;

/* Commit c, not an end, does not build or run: it is never asked for again. */
enum as_status as_bisecting_skip(struct as_bisecting *b, size_t c, struct as_err *err)
	AS_MUST_CHECK;

#endif
