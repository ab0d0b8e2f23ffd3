/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_BISECT_H
#define AS_STAT_DIST_BISECT_H

/* Which commit changed it: noisy bisection of methods-machines.md C. The good end is commit 0, the
 * bad one commit n; in every round both are measured, and candidates between them. All values are
 * logarithms of times (of any positive metric), so differences are ratios. */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/* What is known of a commit between the ends. */
struct as_bisect_commit {
	size_t n;     /* rounds in which it was measured */
	double mean;  /* of its z: its value less the mean of both ends in the same round */
	double spread; /* sum of squares of z around that mean */
	bool unbuildable;    /* it cannot be measured */
	bool same_as_before; /* it is the same program as the commit before it */
};

struct as_bisect_seen {
	const double *e; /* bad end less good end, one a round */
	size_t rounds;   /* 2 at least */
	size_t n;        /* of the bad end: 2 at least */
	const struct as_bisect_commit *v; /* n + 1 of them; the ends' own are not read, but for
					   * v[n].same_as_before */
	double own; /* variance of a commit's own effect; 0: none is known */
};

struct as_bisect {
	double delta;    /* bad less good */
	double s2, df;   /* variance of one value in a round */
	double *culprit; /* n + 1 of them: commit k, from 1, changed it */
	double *open;    /* n + 1: variance of the level of a commit; 0 of the ends */
	double two;      /* that there are two culprits and not one */
	size_t first, last; /* the likeliest: one of these, which cannot be told apart */
	double share;       /* its probability */
	size_t next[2];     /* to be measured next; 0: nothing can be */
	double *room;       /* AS_BISECT_ROOM(n) of them, to work in */
};
#define AS_BISECT_ROOM(n) (13 * ((n) + 1))

enum {
	AS_BISECT_LEAST = 10,       /* rounds of the ends alone, at least */
	AS_BISECT_MOST = 200,       /* and at most */
	AS_BISECT_CANDIDATES = 100, /* executions of candidates, before it is given up */
	AS_BISECT_CHECK = 5,        /* rounds of the check */
};
#define AS_BISECT_SURE 0.95

/* Rounds of the ends alone that e asks for: until there are so many, it is too early to look
 * between them. */
size_t as_bisect_ends_needed(const double *e, size_t rounds);

/* The ends are shown to differ. */
bool as_bisect_ends_differ(const double *e, size_t rounds);

/*
 * as_bisect_weigh - what the rounds say of all commits
 *
 *   out   culprit, open and room as they say
 *
 * Fewer than two rounds, or no spread at all in them, is AS_ERR_USAGE: the ends decide nothing. Cost: O(n).
 */
enum as_status as_bisect_weigh(const struct as_bisect_seen *seen, struct as_bisect *out,
	struct as_err *err) AS_MUST_CHECK;

/* Commits from `first` on with nothing buildable between them cannot be told apart: *last is the last
 * of them, and their probabilities are added. */
double as_bisect_group(const struct as_bisect_seen *seen, const struct as_bisect *b, size_t first,
	size_t *last);

/*
 * as_bisect_credible - the least set of commits that holds the culprit at 95 %: the likeliest first
 *
 *   set   out: room for n; their numbers
 *
 * How many.
 */
size_t as_bisect_credible(const struct as_bisect *b, size_t n, size_t *set);

#endif
