/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_BENCH_VALIDITY_PEERS_RULES_H
#define AS_BENCH_VALIDITY_PEERS_RULES_H

/* How other tools tell a change, written anew from what they document and do. tests/prop/test_peers.c
 * holds each against recorded output of the tool itself, where that could be had. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct values {
	const double *x;
	size_t n;
};

/* hyperfine's summary: "R +- S times faster", the slower mean over the faster one and the standard
 * deviations of single runs carried through. It always names a faster one. */
struct hyperfine {
	double ratio, sd;
};

struct hyperfine peer_hyperfine(struct values a, struct values b);

/* p of Welch's t test over all runs: hyperfine's scripts/welch_ttest.py. */
double peer_welch_p(struct values a, struct values b);

/* pyperf compare_to: Student's t test with one variance over all values of all processes, as many on
 * both sides, against its table of t (_utils.py). */
struct pyperf {
	double t, critical;
	bool significant;
};

struct pyperf peer_pyperf(struct values a, struct values b);

/* criterion.rs: a t test by resampling both samples mixed, and the interval of the change of means
 * by resampling each; both of 95 %. "Regressed" and "improved" are said where p < 0.05 and the whole
 * interval lies beyond +- 1 %. criterion draws 100 000 times. */
struct criterion {
	double p, change, lo, hi;
	bool said;
};

struct criterion peer_criterion(struct values base, struct values new, size_t draws, uint64_t seed);

/* Google Benchmark's compare.py: p of the U test of scipy over the repetitions of one process, exact
 * where a side has at most 8 values, else normal with a continuity correction. */
double peer_compare_py_p(struct values a, struct values b);

/* benchstat: p of the exact U test (for up to 50 values a side) over the values of one process. */
double peer_benchstat_p(struct values a, struct values b);

#endif
