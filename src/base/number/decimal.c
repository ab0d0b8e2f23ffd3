/* SPDX-License-Identifier: MIT */
#include "base/number/decimal.h"

#include <string.h>

#include "base/num.h"

/* Beyond any double, and far from where sums of exponents overflow. */
enum { EXPONENT_MAX = 1000000, DIGITS_MAX = 19 };

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Eight digits that lie in a word as they were written, the first in its lowest byte; false: they are not
 * all digits. Source: D. Lemire, "Number parsing at a gigabyte per second" (2021), section 6. */
static bool take_eight(const char *s, uint64_t *out)
{
	uint64_t v;

	memcpy(&v, s, sizeof v);
	if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__)
		v = __builtin_bswap64(v);
	if (((v & UINT64_C(0xF0F0F0F0F0F0F0F0)) |
		    ((v + UINT64_C(0x0606060606060606)) & UINT64_C(0xF0F0F0F0F0F0F0F0)) >> 4) !=
		UINT64_C(0x3333333333333333))
		return false;
	v -= UINT64_C(0x3030303030303030);
	v = v * 10 + (v >> 8);
	*out = ((v & UINT64_C(0x000000FF000000FF)) * UINT64_C(0x000F424000000064) +
		       (v >> 16 & UINT64_C(0x000000FF000000FF)) * UINT64_C(0x0000271000000001)) >>
	       32;
	return true;
}

/* Digits from s; those after the point lower the exponent. */
static const char *scan_digits(const char *s, const char *end, bool fraction, int *significant,
	struct as_decimal *d)
{
	uint64_t eight;

	for (; s < end && *s == '0' && !*significant; s++)
		d->exponent -= fraction && d->exponent > -EXPONENT_MAX;
	for (; end - s >= 8 && *significant + 8 <= DIGITS_MAX && take_eight(s, &eight); s += 8) {
		d->digits = d->digits * 100000000 + eight;
		*significant += 8;
		d->exponent -= fraction ? 8 : 0;
	}
	for (; s < end && is_digit(*s); s++) {
		if (*significant < DIGITS_MAX) {
			d->digits = d->digits * 10 + (uint64_t)(*s - '0');
			++*significant;
			d->exponent -= fraction && d->exponent > -EXPONENT_MAX;
		} else {
			d->cut = true;
			d->exponent += !fraction && d->exponent < EXPONENT_MAX;
		}
	}
	return s;
}

static const char *scan_exponent(const char *s, const char *end, struct as_decimal *d)
{
	bool negative = s < end && *s == '-';
	int e = 0;

	s += s < end && (*s == '-' || *s == '+');
	if (s >= end || !is_digit(*s))
		return NULL;
	for (; s < end && is_digit(*s); s++)
		if (e < EXPONENT_MAX)
			e = e * 10 + (*s - '0');
	d->exponent += negative ? -e : e;
	return s;
}

const char *as_decimal_scan(const char *s, const char *end, struct as_decimal *out)
{
	struct as_decimal d = {.integer = true};
	int significant = 0;

	d.negative = s < end && *s == '-';
	s += d.negative;
	if (s >= end || !is_digit(*s))
		return NULL;
	s = *s == '0' ? s + 1 : scan_digits(s, end, false, &significant, &d);
	if (s < end && *s == '.') {
		const char *first = ++s;
		d.integer = false;
		s = scan_digits(s, end, true, &significant, &d);
		if (s == first)
			return NULL;
	}
	if (s < end && (*s == 'e' || *s == 'E')) {
		d.integer = false;
		s = scan_exponent(s + 1, end, &d);
	}
	if (s)
		*out = d;
	return s;
}

double as_decimal_double(const struct as_decimal *d, const char *s)
{
	static const double power[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
		1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

	/* Both are exact doubles, so that the one operation rounds correctly (W. D. Clinger, 1990). */
	if (!d->cut && d->digits <= UINT64_C(1) << 53 && d->exponent >= -22 && d->exponent <= 22) {
		double v = (double)d->digits;
		v = d->exponent < 0 ? v / power[-d->exponent] : v * power[d->exponent];
		return d->negative ? -v : v;
	}
	double v;
	return as_decimal_by_tens(d, &v) ? v : as_nearest_double(s);
}

bool as_decimal_i64(const struct as_decimal *d, int64_t min, int64_t max, int64_t *out)
{
	const uint64_t largest = (uint64_t)INT64_MAX + d->negative;

	if (!d->integer || d->cut || d->digits > largest)
		return false;
	int64_t v = d->negative ? (int64_t)(0 - d->digits) : (int64_t)d->digits;
	if (v < min || v > max)
		return false;
	*out = v;
	return true;
}

bool as_decimal_plain(const char *s, size_t n, double *out)
{
	struct as_decimal d;

	return as_decimal_scan(s, s + n, &d) == s + n && as_decimal_by_tens(&d, out);
}
