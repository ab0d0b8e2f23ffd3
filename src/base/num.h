/* SPDX-License-Identifier: MIT */
#ifndef AS_BASE_NUM_H
#define AS_BASE_NUM_H

/* Checked numbers: the only places where text becomes a number or a number becomes text that a
 * machine reads. All are independent of the locale. */

#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>

/* The whole of s as a finite number; false (out untouched) for anything else: empty, blanks,
 * trailing characters, hexadecimal, NaN, infinity, overflow. */
bool as_parse_double(const char *s, double *out);

/* The nearest double of the decimal number that begins at s and is followed by no character of one;
 * infinite if it is too large. Its grammar has been checked by the caller. */
double as_nearest_double(const char *s);

/* The whole of s as a decimal integer in [min, max]. */
bool as_parse_i64(const char *s, int64_t min, int64_t max, int64_t *out);

/* A duration with a unit, "1.5s" "200 ms" "20m" "2h" "3us" "10ns" "1d", in nanoseconds; a bare
 * number is refused (no unit, no meaning), except 0. Not negative, at most 10^4 days. */
bool as_parse_duration(const char *s, int64_t *out_ns);

/* A share: "1%" or "1 %" is 0.01; a bare number is refused. Finite, >= 0. */
bool as_parse_percent(const char *s, double *out);

/* A size with a unit, "2GiB" "500 MB" "64k", in bytes: k, M, G, T and with B are of ten, Ki and
 * so on of two; at least 1 byte, at most 8 * 10^18; a bare number is refused. */
bool as_parse_bytes(const char *s, int64_t *out);

/* Scale of a time unit by name (ns us µs ms s min m h d), in nanoseconds; 0 if it is none. */
double as_time_unit_ns(const char *unit, size_t n);

/* The fewest digits that read back as x, as "%g" writes them: "0.1", "1e+15", "5e-324"; "-0.0" for
 * that zero; "inf", "-inf" and "nan". Returns the length, at most 24. */
size_t as_double_text(double x, char buf[static 32]);

/* The digits of x, with a 0 at the end of buf; returns where they begin. */
const char *as_digits(uint64_t x, char buf[static 24]);

/* x and y have the same value (both NaN counts as the same); the one place that compares doubles
 * for equality. */
bool as_same_double(double x, double y);

#endif
