/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_BENCH_VALIDITY_PEERS_RULES_H
#define AS_BENCH_VALIDITY_PEERS_RULES_H

/* What is beside the rules of other tools in bench/validity/peers. */

#include <stddef.h>

struct values {
	const double *x;
	size_t n;
};

/* p of Welch's t test over all runs: hyperfine's scripts/welch_ttest.py. */
double peer_welch_p(struct values a, struct values b);

#endif
