/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_PICTURE_SCANNED_H
#define AS_ANALYSE_PICTURE_SCANNED_H

/* Commands that differ in a parameter whose values are numbers (-P, -L): each as
 * many points as it has values, with what every round gave. */

#include "model/kept/experiment.h"

enum { AS_SCAN_SERIES = 7 }; /* more than that nobody tells apart */

struct as_scan_point {
	size_t subject;
	double at; /* the value of the parameter, above 0 */
	double mean; /* of all its executions */
	double *round; /* mean of each round, NaN where it has none; as_scan.rounds of them */
};

/* Points that differ in the parameter alone, ascending in it. */
struct as_scan_series {
	const char *name; /* with the parameter's name in the place of its value */
	struct as_scan_point *point;
	size_t n;
};

struct as_scan {
	const char *parameter;
	struct as_scan_series series[AS_SCAN_SERIES];
	size_t n, left_out; /* series; and those that are more than there is room for */
	size_t rounds;
	struct as_arena arena; /* owns all of it */
};

/*
 * as_scan_open - the first parameter of which some series has two different numbers or more
 *
 * AS_ERR_DATA with words, which begin with what cannot be done: there is no such parameter. To be closed
 * when AS_OK.
 */
enum as_status as_scan_open(const struct as_experiment *x, size_t metric, const char *what,
	struct as_scan *out, struct as_err *err) AS_MUST_CHECK;
void as_scan_close(struct as_scan *s); /* takes a zeroed one */

#endif
