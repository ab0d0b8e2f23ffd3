/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_OVERALL_H
#define AS_MODEL_OVERALL_H

/* One number for many benchmarks: the geometric mean of their ratios (methods.md 13.2). */

#include <stdbool.h>
#include <stddef.h>

struct as_overall {
	char refused[300]; /* why there is none; "" if there is, and only then the rest holds */
	size_t n;          /* benchmarks */
	double confidence;
	double ratio;      /* new / old */
	double lo, hi, df; /* of this suite: its benchmarks are fixed */
	/* that interval has what the machine's noise profile says of sessions in it */
	bool sessions;
	bool has_sample;   /* at least 5 benchmarks */
	double sample_lo, sample_hi; /* of programs like these: the benchmarks are a sample */
};

#endif
