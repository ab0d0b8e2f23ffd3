/* SPDX-License-Identifier: MIT */
#ifndef AS_STAT_CORE_TREE_LINKED_H
#define AS_STAT_CORE_TREE_LINKED_H

/* Sessions that have versions in common (methods-machines.md B2). */

#include <stddef.h>

/* A version in a session: the mean of its logarithms over n executions. */
struct as_linked_cell {
	size_t version, session;
	double mean, n;
};

/*
 * as_linked_sessions - what each session does to all of its versions
 *
 *   v         n of them, sorted by version; finite, their own n above 0
 *   matrix    room for sessions * (sessions + 1)
 *   u         out: sessions of them
 *
 * Weighted least squares of mean = u[session] + theta[version]. The first of the sessions that
 * hang together has 0, and so has one that has nothing in common with any before it. O(sessions^3).
 */
void as_linked_sessions(const struct as_linked_cell *v, size_t n, size_t sessions, double *matrix,
	double *u);

#endif
