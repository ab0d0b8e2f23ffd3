/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/kept/packed_summaries.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/number/bits.h"

#define WHOLE 9007199254740992.0 /* 2^53: whole numbers below it are doubles */
enum {
	QUARTERS = 4
}; /* quartiles of whole numbers are such, where there are an odd number or 4 k + 2 */

/* ---- fields that are kept as they are ---- */

static const size_t near_by[] = {offsetof(struct as_summary, mean), offsetof(struct as_summary, sd),
	offsetof(struct as_summary, spread.min), offsetof(struct as_summary, spread.q1),
	offsetof(struct as_summary, spread.median), offsetof(struct as_summary, spread.q3),
	offsetof(struct as_summary, spread.max), offsetof(struct as_summary, half_width),
	offsetof(struct as_summary, lo), offsetof(struct as_summary, hi)};

static bool is_plain(const struct as_field *f)
{
	for (size_t i = 0; i < sizeof near_by / sizeof *near_by; i++)
		if (f->offset == near_by[i])
			return false;
	return true;
}

static const struct as_packed_rows plain = {
	&as_summary_fields, is_plain, sizeof(struct as_summary)};

/* ---- how far a number is from what was to be expected ---- */

/* Small numbers of either sign as small ones without. */
static uint64_t folded(uint64_t d)
{
	return d << 1 ^ (d >> 63 ? UINT64_MAX : 0);
}

static uint64_t unfolded(uint64_t z)
{
	return z >> 1 ^ (z & 1 ? UINT64_MAX : 0);
}

/* Nothing can be expected where it is no number. */
static double expected(double x)
{
	return isfinite(x) ? x : 0;
}

/* The ratio of widths to standard deviations, which is that of the first that has one. */
static double ratio_after(double ratio, const struct as_summary *y)
{
	return isfinite(ratio) || !(y->sd > 0) || !isfinite(y->half_width) ? ratio
									   : y->half_width / y->sd;
}

static double width_expected(double ratio, const struct as_summary *y)
{
	return expected(ratio * y->sd);
}

/* A number by that, in a column. */
static void add_from(uint64_t *column, size_t i, double x, double from)
{
	column[i] = folded(as_bits_of(x) - as_bits_of(from));
}

static double take_from(const uint64_t *column, size_t i, double from)
{
	return as_real_of(as_bits_of(from) + unfolded(column[i]));
}

/* ---- whole numbers ---- */

/* x is a whole number, divided by `by`. */
static bool is_whole(double x, double by, int64_t *out)
{
	const double k = rint(x * by);

	if (!(by > 0) || !(fabs(k) < WHOLE))
		return false;
	*out = (int64_t)k;
	return as_bits_of((double)*out / by) == as_bits_of(x); /* not of -0 */
}

/* A column of them by the distance from an expected one; what is none is marked, and stands in the column
 * behind it. */
struct whole_column {
	uint64_t *distance, *odd;
};

static void add_whole(struct whole_column *c, size_t i, double x, double by, int64_t from)
{
	int64_t k = 0;
	const bool whole = is_whole(x, by, &k);

	c->distance[i] = whole ? folded((uint64_t)k - (uint64_t)from) : UINT64_MAX;
	c->odd[i] = whole ? 0 : as_bits_of(x);
}

static double take_whole(const struct whole_column *c, size_t i, double by, int64_t from)
{
	if (c->distance[i] == UINT64_MAX)
		return as_real_of(c->odd[i]);
	return (double)(int64_t)((uint64_t)from + unfolded(c->distance[i])) / by;
}

/* The number of quarters nearest to x; 0: it is too large. */
static int64_t quarters(double x)
{
	const double k = rint(x * QUARTERS);

	return fabs(k) < WHOLE ? (int64_t)k : 0;
}

/* ---- all columns ---- */

enum { SPREADS = 5, COLUMNS = 2 + 2 * SPREADS + 4 };

/* One after the other in memory. */
struct summary_columns {
	uint64_t *all;
	struct whole_column mean, spread[SPREADS];
	uint64_t *sd, *half_width, *lo, *hi;
};

static bool lay_out(struct summary_columns *c, size_t n)
{
	uint64_t *at = c->all = calloc(n ? n : 1, COLUMNS * sizeof *at);

	if (!at)
		return false;
	c->mean = (struct whole_column){at, at + n};
	for (size_t k = 0; k < SPREADS; k++)
		c->spread[k] = (struct whole_column){at + (2 * k + 2) * n, at + (2 * k + 3) * n};
	at += (2 + 2 * SPREADS) * n;
	c->sd = at;
	c->half_width = at + n;
	c->lo = at + 2 * n;
	c->hi = at + 3 * n;
	return true;
}

void as_summaries_add(struct as_text *out, const struct as_summary *y, size_t n)
{
	struct summary_columns c;
	double ratio = (double)NAN;

	as_packed_rows_add(out, &plain, y, n);
	if (!lay_out(&c, n)) {
		out->failed = true;
		return;
	}
	for (size_t i = 0; i < n; i++, y++) {
		const double *spread[SPREADS] = {&y->spread.min, &y->spread.q1, &y->spread.median,
			&y->spread.q3, &y->spread.max};
		double from = y->mean;
		add_whole(&c.mean, i, y->mean, (double)y->n_top, 0);
		for (size_t k = 0; k < SPREADS; k++) {
			add_whole(&c.spread[k], i, *spread[k], QUARTERS, quarters(from));
			from = *spread[k];
		}
		c.sd[i] = as_bits_of(y->sd);
		add_from(c.half_width, i, y->half_width, width_expected(ratio, y));
		add_from(c.lo, i, y->lo, expected(y->mean - y->half_width));
		add_from(c.hi, i, y->hi, expected(y->mean + y->half_width));
		ratio = ratio_after(ratio, y);
	}
	for (size_t k = 0; k < COLUMNS; k++)
		as_numbers_add(out, c.all + k * n, n);
	free(c.all);
}

bool as_summaries_take(struct as_row_bytes *in, unsigned schema, struct as_summary *y, size_t n)
{
	struct as_arena none = {0}; /* there are no texts */
	struct summary_columns c;
	double ratio = (double)NAN;

	if (!as_packed_rows_take(in, &plain, schema, y, n, &none) || !lay_out(&c, n))
		return false;
	for (size_t k = 0; k < COLUMNS; k++)
		as_numbers_take(in, c.all + k * n, n);
	for (size_t i = 0; i < n; i++, y++) {
		double *spread[SPREADS] = {&y->spread.min, &y->spread.q1, &y->spread.median,
			&y->spread.q3, &y->spread.max};
		y->mean = take_whole(&c.mean, i, (double)y->n_top, 0);
		double from = y->mean;
		for (size_t k = 0; k < SPREADS; k++)
			from = *spread[k] = take_whole(&c.spread[k], i, QUARTERS, quarters(from));
		y->sd = as_real_of(c.sd[i]);
		y->half_width = take_from(c.half_width, i, width_expected(ratio, y));
		y->lo = take_from(c.lo, i, expected(y->mean - y->half_width));
		y->hi = take_from(c.hi, i, expected(y->mean + y->half_width));
		ratio = ratio_after(ratio, y);
	}
	free(c.all);
	return true;
}
