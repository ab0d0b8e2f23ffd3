/* SPDX-License-Identifier: MIT */
#ifndef AS_STAT_CORE_DENSITY_H
#define AS_STAT_CORE_DENSITY_H

/* Kernel density of a sample, and how many modes it seems to have (methods.md 9.5). */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

enum { AS_DENSITY_POINTS = 512 };

/* h = 0.9 min(s, IQR / 1.34) n^(-1/5); s where the quartiles are equal, |x[0]| where all are, 1
 * where that is 0. n >= 1 values in ascending order. O(n). */
double as_bandwidth(const double *sorted, size_t n);

struct as_density {
	double h;
	double from, step; /* point i lies at from + i step; from min - 3 h to max + 3 h */
	double f[AS_DENSITY_POINTS];
};

/*
 * as_density - the curve of n >= 1 finite values in ascending order
 *
 * f(at) = 1 / (n h sqrt(2 pi)) sum exp(-((at - x[i]) / h)^2 / 2), to 1e-12 of its highest point. Above
 * 20000 values are put into 4096 cells first, linearly. At most O(512 n), or O(n).
 */
void as_density(const double *sorted, size_t n, struct as_density *out);

/* Maxima of the curve of more than 5 % of the highest, each parted from the one before by a dip
 * below 80 % of the lower one. A hint, not a test. */
size_t as_density_modes(const struct as_density *d);

/* The same, and where they part: cut[i] receives the lowest point between mode i and the next, for
 * the first `most` of these. */
size_t as_density_cuts(const struct as_density *d, double *cut, size_t most);

#endif
