/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/compare/together.h"

#include <math.h>

#include "analyse/compare/compare_parts.h"
#include "analyse/gates/looks.h"
#include "analyse/result/two_stage.h"

static double alpha_of(const struct as_inside *v)
{
	return 1 - as_look_confidence(&v->x->plan);
}

/* A pair by itself: a plan that was stopped for its own sake stays what it is. */
static enum as_status compare_each(const struct as_inside *v, size_t n, struct as_comparison *out,
	struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < n && !st; i++)
		st = as_compare_within(&v[i], n, as_simultaneous(1 - alpha_of(&v[i]), n), &out[i],
			err);
	return st;
}

/* The intervals once more, wider by as little as the number of reports allows. */
static enum as_status widen_for_reports(const struct as_inside *v, size_t n,
	struct as_comparison *out, struct as_err *err)
{
	enum as_status st = as_compare_bh(out, n, err);

	for (size_t i = 0; i < n && !st; i++) {
		struct as_comparison c;

		st = as_compare_within(&v[i], n, as_bh_confidence(out, n, alpha_of(&v[i])), &c,
			err);
		c.p_adjusted = out[i].p_adjusted;
		if (!st)
			out[i] = c;
	}
	return st;
}

enum as_status as_compare_together(const struct as_inside *v, size_t n, enum as_adjust how,
	struct as_comparison *out, struct as_err *err)
{
	enum as_status st = compare_each(v, n, out, err);

	if (!st)
		st = how == AS_ADJUST_BH ? widen_for_reports(v, n, out, err)
					 : as_compare_holm(out, n, err);
	for (size_t i = 0; i < n && !st; i++)
		if (v[i].x->plan.design != AS_DESIGN_SEQUENTIAL && !v[i].x->second_look)
			out[i].verdict = as_compare_verdict(&out[i], alpha_of(&v[i]));
	return st;
}
