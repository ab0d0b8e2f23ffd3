/* SPDX-License-Identifier: MIT */
#ifndef AS_BASE_NUMBER_DECIMAL_H
#define AS_BASE_NUMBER_DECIMAL_H

/* Decimal numbers by the million: what files of values are read and written with. For single ones
 * see num.h. Independent of the locale. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A number as it was written: (-1)^negative * digits * 10^exponent, if not cut. */
struct as_decimal {
	uint64_t digits; /* the first 19 that are significant */
	int exponent;
	bool negative;
	bool integer; /* neither point nor exponent */
	bool cut;     /* there were more digits */
};

/*
 * as_decimal_scan - the number that begins at s, by JSON's grammar
 *
 * [-] 0 or digits without a leading 0, [. digits] [e [+-] digits]. Reads no byte at or after end.
 * Returns the end of the number, NULL if none begins there.
 */
const char *as_decimal_scan(const char *s, const char *end, struct as_decimal *out);

/* The nearest double, where it is normal and powers of ten of 128 bits tell it; else false, out
 * untouched: for about one in 10^21 numbers, and those of more than 19 digits. Inside of
 * as_decimal_double. */
bool as_decimal_by_tens(const struct as_decimal *d, double *out);

/* The same of all n characters of s; false also where they are not one such number. */
bool as_decimal_plain(const char *s, size_t n, double *out);

/* The nearest double, ties to even; infinite if it is too large. d was scanned from s, whose end
 * must be readable and no character of a number. */
double as_decimal_double(const struct as_decimal *d, const char *s);

/*
 * as_decimal_shortest - the decimal of the fewest digits that reads back as x
 *
 * Of several the one nearest to x; no 0 at the end of the digits but of 0 itself. x is finite.
 * Where x is normal and no power of 2, these are the digits of the shortest "%.17g" that reads
 * back.
 *
 * Source: R. Giulietti, "The Schubfach way to render doubles" (2020).
 */
void as_decimal_shortest(double x, struct as_decimal *out);

/* d as an integer in [min, max]; false (out untouched) if it is none. */
bool as_decimal_i64(const struct as_decimal *d, int64_t min, int64_t max, int64_t *out);

#endif
