/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_SAY_NUMBER_H
#define AS_SAY_NUMBER_H

/* Numbers as people read them: the digits their interval supports, one unit for what stands
 * together, "-" for what does not exist. Decimal multiples only: 1 kB is 1000 bytes, 1 MB is 10^6
 * bytes. Numbers that a machine reads are written by base/num.h instead.
 *
 * What is written may contain AS_TIE (layout.h) where a line must not break. */

#include "say/style.h"

/* How numbers of one unit are shown: stored / per, with a unit after it. */
struct as_scale {
	double per;       /* stored units in one shown, > 0 */
	const char *unit; /* "ms", "MB"; "" for counts; a program's own as it gave it */
};

/*
 * as_scale_for - the unit in which numbers like `size` are shown
 *
 *   unit        of the stored numbers: "ns", "bytes", "count", or a program's own
 *   size        a number of that kind, usually the mean; 0, NaN and infinities give the base unit
 *   half_width  of its interval in stored units, which decides the digits; NaN without one
 *
 * Times: ns µs ms s, min from 1000 s on (or what -u forces); bytes: B kB MB GB TB; counts: as they
 * are below 10^6, then M and G. A size that would be written as 1000 is written as 1 of the next.
 */
struct as_scale as_scale_for(const struct as_style *style, const char *unit, double size,
	double half_width);

/*
 * as_decimals - decimals to show of a value in that scale
 *
 * With half_width > 0: so many that it keeps two significant digits where these are below 35, else
 * one; never fewer than 0, never more than 9. Otherwise 3 significant digits of the value.
 */
int as_decimals(struct as_scale scale, double value, double half_width);

/* Decimals of a number x > 0 rounded to so many significant digits; -8 to 12. */
int as_decimals_of(double x, int digits);

/* Add value / scale.per with so many decimals, without its unit; "-" if it is not finite. */
void as_number_add(struct as_text *t, struct as_scale scale, double value, int decimals);

/* The unit as it stands behind that number: one of assay's own that is a noun has no s behind "1". */
const char *as_unit_behind(const char *number, const char *unit);

/* Add the unit, tied to the number before it; nothing if there is none. Neutralised. */
void as_unit_add(struct as_text *t, struct as_scale scale);

/* Number and unit in one: scale and decimals from the value and its half-width (NaN: none). */
void as_quantity_add(struct as_text *t, const struct as_style *style, const char *unit,
	double value, double half_width);

/* Add a share as "0.3 %", "12 %", "0.04 %": from 10 % on without decimals, below with one, below
 * 0.1 % with one significant digit. */
void as_percent_add(struct as_text *t, double share);

/* The same, rounded up: for "below". */
void as_percent_above_add(struct as_text *t, double share);

/* Add "± 0.3 %". */
void as_plus_minus_add(struct as_text *t, const struct as_style *style, double share);

/* Add a share with all the digits it was asked for with, "95 %", "97.5 %", "1 %". */
void as_percent_exact_add(struct as_text *t, double share);

/* Add a stretch of time in seconds: "35 ms", "1.1 s", "48 s", "3 min 20 s", "2 h 5 min". */
void as_duration_add(struct as_text *t, double seconds);

/* Add "1 round", "2 rounds": a count with its noun. */
void as_count_add(struct as_text *t, size_t n, const char *noun);

/* "p = 0.03" */
void as_p_add(struct as_text *t, double p);

#endif
