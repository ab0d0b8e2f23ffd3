/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_BENCH_VALIDITY_PEERS_PEER_LAPLACE_H
#define AS_BENCH_VALIDITY_PEERS_PEER_LAPLACE_H

#include "base/err.h"

/*
 * as_laplace_ends - an interval of the median where its order statistics have none, as asv has it
 *
 *   sorted  n >= 2 values, ascending
 *
 * The ends that leave alpha / 2 of the posterior of the place on each side, values having a Laplace
 * distribution of unknown scale: its density is the sum of distances from the values to the power
 * of -n. All values equal: both ends are that value. AS_ERR_MEM.
 */
enum as_status as_laplace_ends(const double *sorted, size_t n, double alpha, double *lo, double *hi,
	struct as_err *err) AS_MUST_CHECK;

#endif
