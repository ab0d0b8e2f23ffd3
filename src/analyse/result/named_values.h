/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_RESULT_NAMED_VALUES_H
#define AS_ANALYSE_RESULT_NAMED_VALUES_H

#include "analyse/result/analyse.h"
#include "model/answer/named.h"

/* Ways of comparing that are asked for by name (`--method`), beside the planned analysis. */

/* The number of a way by its name on the command line; false if there is none of that name. */
bool as_named_find(const char *name, size_t *out);

/*
 * as_compare_named - two subjects by one way, number `way`, on the means of their top units
 *
 *   confidence  of its answer; of several comparisons the simultaneous one
 *   out         subject and reference as the places have them; too few units, or values that the way
 *               cannot take, are no failure: out->refused says so
 */
enum as_status as_compare_named(const struct as_place *old, const struct as_place *new, size_t way,
	double confidence, struct as_named *out, struct as_err *err) AS_MUST_CHECK;

#endif
