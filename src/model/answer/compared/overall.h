/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ANSWER_COMPARED_OVERALL_H
#define AS_MODEL_ANSWER_COMPARED_OVERALL_H

/* One number for many benchmarks: the geometric mean of their ratios (methods.md 13.2,
 * methods-repairs.md 8). */

#include <stdbool.h>
#include <stddef.h>

struct as_overall {
	char refused[300]; /* why there is none; "" if there is, and only then the rest holds */
	size_t n;          /* benchmarks */
	size_t programs;   /* so many experiments they are of, each of which shares its units */
	double confidence;
	double ratio;      /* new / old */
	double lo, hi, df; /* of this suite: its benchmarks are fixed */
	double p;          /* that it is 1; NaN: nothing varies */
	/* some of the rows know nothing of what their sessions do: there is no verdict */
	bool for_information;
	bool strictest;    /* the plans of rows differ, and the confidence is the largest of theirs */
	/* that interval has what the machine's noise profile says of sessions in it */
	bool sessions;
	bool has_sample;   /* at least 5 benchmarks */
	double sample_lo, sample_hi; /* of programs like these: the benchmarks are a sample */
};

#endif
