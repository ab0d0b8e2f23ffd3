/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/comparing/duet.h"

#include <math.h>

struct as_duet_value as_duet_value_of(const double d[static 2], bool on_second)
{
	const double larger = (d[0] - d[1]) / 2;

	return (struct as_duet_value){(d[0] + d[1]) / 2, on_second ? -larger : larger};
}

enum as_status as_duet_side(const double *side, size_t n, double confidence, struct as_test *out)
{
	if (n < 2)
		return AS_ERR_DATA;
	const struct as_side s = as_side_of(side, n);
	return as_test_t(s.mean, sqrt(s.s2 / (double)n), (double)(n - 1), confidence, out);
}

enum as_status as_duet_shift(const struct as_duet_rows *rows, double confidence, double delta,
	struct as_duet_shift *out)
{
	struct as_test t;

	if (rows->n < 2 || rows->m < 2)
		return AS_ERR_DATA;
	if (!(delta > 0) || !isfinite(delta))
		return AS_ERR_ARG;
	const struct as_side turns = as_side_of(rows->turns, rows->m);
	const struct as_side pairs = as_side_of(rows->pair, rows->n);
	enum as_status st = as_welch(&turns, &pairs, confidence, &t, NULL);
	if (st)
		return st;
	const double most = log1p(delta);
	out->test = t;
	out->word = t.lo > 0 || t.hi < 0 ? AS_DUET_SHIFT_SOME
		: t.lo > -most && t.hi < most ? AS_DUET_SHIFT_NONE : AS_DUET_SHIFT_UNKNOWN;
	return AS_OK;
}

double as_duet_worth(const struct as_duet_rows *rows, double turns_s, double duet_s)
{
	if (rows->n < 2 || rows->m < 2)
		return (double)NAN;
	const double turns = as_side_of(rows->turns, rows->m).s2 * turns_s;
	const double duet = 2 * as_side_of(rows->pair, rows->n).s2 * duet_s;
	return duet > 0 && turns > 0 ? turns / duet : (double)NAN;
}
