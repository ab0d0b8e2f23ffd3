/* SPDX-License-Identifier: MIT */
/* From decimals to doubles and back, by powers of ten in 128 bits. The shortest digits of a double
 * are found as in R. Giulietti, "The Schubfach way to render doubles" (2020); names are those of
 * the paper. */
#include "base/number/decimal.h"

#include <math.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

enum {
	DIGITS = 52, /* bits of the significand that are stored */
	/* 2^(e - BIAS) is the unit in the last place of a double with exponent bits e */
	BIAS = 1075,
	K_MIN = -292,
	K_MAX = 324,
};

/* The least integer that is no less than 10^k / 2^(floor(log2(10^k)) - 127). */
static const struct ten {
	uint64_t hi, lo;
} tens[K_MAX - K_MIN + 1] = {
#include "base/tens.inc"
};

/* floor(log2(10^k)), floor(log10(2^q)) and floor(log10(3/4 * 2^q)), where exponents of doubles lie.
 * The shifts are arithmetic: the compilers that __int128 is asked of have no other. */
static int log2_of_ten(int k)
{
	return (k * 1741647) >> 19;
}

static int log10_of_two(int q)
{
	return (q * 1262611) >> 22;
}

static int log10_of_three_quarters(int q)
{
	return (q * 1262611 - 524031) >> 22;
}

/* The whole part of g * cp / 2^128, with the lowest bit set if anything is left: enough to compare
 * with whole numbers on either side. g is too large by less than 1, which that margin takes. */
static uint64_t round_to_odd(const struct ten *g, uint64_t cp)
{
	const wide low = (wide)g->lo * cp, high = (wide)g->hi * cp + (uint64_t)(low >> 64);

	return (uint64_t)(high >> 64) | ((uint64_t)high > 1);
}

/* Of the decimals that read back as c * 2^q, one of the fewest digits, and the nearest of those. */
static void shorten(uint64_t c, int q, bool lower_is_closer, struct as_decimal *out)
{
	const uint64_t odd = c & 1; /* a bound of the interval reads back as c only if c is even */
	const int k = lower_is_closer ? log10_of_three_quarters(q) : log10_of_two(q);
	const int h = q + log2_of_ten(-k) + 1;
	const struct ten *g = &tens[-k - K_MIN];
	/* In units of 10^k / 4: the number, and the least and the largest that read back as it. */
	const uint64_t v = round_to_odd(g, (4 * c) << h);
	const uint64_t lower = round_to_odd(g, (4 * c - 2 + lower_is_closer) << h) + odd;
	const uint64_t upper = round_to_odd(g, (4 * c + 2) << h) - odd;
	const uint64_t s = v / 4, s10 = s / 10 * 10;
	bool below = lower <= 4 * s10, above = 4 * s10 + 40 <= upper;

	out->exponent = k;
	out->digits = s10 + (above ? 10 : 0);
	if (s >= 10 && below != above)
		return;
	below = lower <= 4 * s;
	above = 4 * s + 4 <= upper;
	if (below == above)
		above = v > 4 * s + 2 || (v == 4 * s + 2 && (s & 1));
	out->digits = s + above;
}

/* The bits of c * 2^q, which is normal and has 53 significant bits; false if it is not normal. */
static bool compose(uint64_t c, int q, double *out)
{
	const int e = q + BIAS;

	if (e < 1 || e > 2046)
		return false;
	const uint64_t bits = (uint64_t)e << DIGITS | (c & ((UINT64_C(1) << DIGITS) - 1));
	memcpy(out, &bits, sizeof bits);
	return true;
}

/*
 * The digits, moved up to 64 bits, times the power of ten, which is too large by less than 1 in 128
 * bits: so the first 128 bits of the product are wrong by less than 1. That can matter only where
 * those after the 53rd are next to a half.
 */
bool as_decimal_by_tens(const struct as_decimal *d, double *out)
{
	const wide half = (wide)1 << 74;

	if (d->cut || !d->digits || d->exponent < K_MIN || d->exponent > K_MAX)
		return false;
	const int up = __builtin_clzll(d->digits);
	const struct ten *g = &tens[d->exponent - K_MIN];
	const uint64_t n = d->digits << up;
	wide p = (wide)g->hi * n + (uint64_t)(((wide)g->lo * n) >> 64);
	const int again = !(p >> 127);
	p <<= again;
	const wide rest = p & (2 * half - 1);
	if (rest + 2 >= half && rest <= half + 2)
		return false;
	uint64_t c = (uint64_t)(p >> 75) + (rest > half);
	const int carry = (int)(c >> (DIGITS + 1));
	double v;
	if (!compose(c >> carry, log2_of_ten(d->exponent) + 12 - up - again + carry, &v))
		return false;
	*out = d->negative ? -v : v;
	return true;
}

void as_decimal_shortest(double x, struct as_decimal *out)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof bits);
	const uint64_t fraction = bits & ((UINT64_C(1) << DIGITS) - 1);
	const int e = (int)(bits >> DIGITS & 0x7ff);
	const uint64_t c = e ? fraction | UINT64_C(1) << DIGITS : fraction;
	const int q = (e ? e : 1) - BIAS;

	*out = (struct as_decimal){.negative = bits >> 63};
	if (!c)
		return;
	if (q <= 0 && q > -DIGITS - 1 && !(c & ((UINT64_C(1) << -q) - 1)))
		out->digits = c >> -q; /* whole, and so with its last digit as it is */
	else
		shorten(c, q, !fraction && e > 1, out);
	while (out->digits % 10 == 0) {
		out->digits /= 10;
		out->exponent++;
	}
}
