/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_LOG_QUANTILE_H
#define AS_STAT_DIST_LOG_QUANTILE_H

/* A quantile of all values together: of one log, or of several executions (methods-typical.md 7).
 * It is computed once, from everything; pieces give only the spread of a share, which is linear, so
 * that values may depend on those before them as they like. Woodruff 1952; Francisco and Fuller
 * 1991; two of them together after Zou and Donner 2008 (MOVER). */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

enum {
	AS_LOG_PIECES = 16, /* of one log, and executions from which on they are the pieces */
	AS_LOG_PIECE_LEAST = 20, /* values a piece where there are fewer */
	AS_LOG_LEAST = 120, /* fewer values of one log: no interval */
};

/* In how many pieces a log of n values is cut: 16, of fewer than 320 n / 20, below 120 values 0. */
size_t as_log_pieces(size_t n);

/* The rank, from 1, of the value whose shares are looked at: ceil(n p), 0 < p < 1. */
size_t as_log_rank(size_t n, double p);

/* Of each of `pieces` >= 1 pieces of n >= pieces values in order, the share of values not above q. */
void as_log_shares(const double *x, size_t n, double q, size_t pieces, double *share);

struct as_log_quantile {
	size_t n;
	double p;
	double h, h_pieces, h_binomial; /* half-width of the share: the wider of what pieces and
					 * independent values say */
	/* Ranks from 1, of the values that the interval ends at; 0: none has it, and it is open on that
	 * side. */
	size_t lower, upper;
	double n_eff; /* so many independent values would tell as much */
	bool less; /* bursts, and few of them: less than its confidence */
	size_t wanted; /* where an end is open: about so many values would have it, two digits up */
};

/*
 * as_log_quantile_of - where the interval ends (7.1)
 *
 *   n       values in all
 *   share   of each of b >= 2 pieces, or executions of equally many values: the share not above the
 *           value of as_log_rank
 *
 * The estimate that goes with it is as_quantile_unbiased (type 8) of all. AS_ERR_DATA: b < 2;
 * AS_ERR_ARG: p or confidence outside (0, 1), n = 0. O(b).
 */
AS_MUST_CHECK enum as_status as_log_quantile_of(size_t n, double p, const double *share, size_t b,
	double confidence, struct as_log_quantile *out);

/* An estimate with its interval, on any scale. */
struct as_bounds {
	double estimate, lo, hi;
};

/* new - old of two estimates that know nothing of each other (7.2): on the log scale the ratio of two
 * quantiles. Exact, O(1). */
struct as_bounds as_mover(const struct as_bounds *old, const struct as_bounds *new);

#endif
