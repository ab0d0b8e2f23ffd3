/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/margin.h"

#include <math.h>

#include "base/arena.h"
#include "stat/dist/comparing/decide.h"
#include "stat/dist/dist.h"

enum as_margin_state as_margin(double lo, double hi, double limit)
{
	if (hi <= limit && lo <= hi)
		return AS_MARGIN_SHOWN;
	return lo > limit ? AS_MARGIN_WORSE : AS_MARGIN_OPEN;
}

/* P(T >= t) of "at most the limit", and the rest. Small ones keep their digits. */
static enum as_status p_values(const struct as_margin_gate *g, double *worse, double *within)
{
	double p, t = (g->mean - g->limit) / g->se;

	if (isnan(g->mean)) {
		*worse = *within = 1;
		return AS_OK;
	}
	if (!(g->se > 0) || !isfinite(t))
		return AS_ERR_ARG;
	enum as_status st = as_t_two_sided_p(t, g->df, &p);
	if (st)
		return st;
	*worse = t > 0 ? p / 2 : 1 - p / 2;
	*within = t > 0 ? 1 - p / 2 : p / 2;
	return AS_OK;
}

static void judge(const double *p, size_t n, double half, struct as_margin_verdict *out,
	bool *joint)
{
	bool all = true;

	for (size_t i = 0; i < n; i++) {
		struct as_margin_verdict v = {.p_worse = p[i],
			.p_within = p[n + i],
			.worse_adjusted = p[2 * n + i],
			.within_adjusted = p[3 * n + i]};
		v.worse = v.worse_adjusted <= half;
		v.within = v.within_adjusted <= half;
		v.within_alone = v.p_within <= half;
		all = all && v.within_alone;
		out[i] = v;
	}
	*joint = all;
}

enum as_status as_margins(const struct as_margin_gate *gates, size_t n, double alpha,
	struct as_margin_verdict *out, bool *joint)
{
	struct as_arena arena = {0};
	enum as_status st = n && alpha > 0 && alpha < 1 ? AS_OK : AS_ERR_ARG;
	double *p = st ? NULL : as_arena_array(&arena, n, 4 * sizeof *p);

	if (!st && !p)
		st = AS_ERR_MEM;
	for (size_t i = 0; !st && i < n; i++)
		st = p_values(&gates[i], &p[i], &p[n + i]);
	if (!st)
		st = as_holm(p, n, p + 2 * n);
	if (!st)
		st = as_holm(p + n, n, p + 3 * n);
	if (!st)
		judge(p, n, alpha / 2, out, joint);
	as_arena_release(&arena);
	return st;
}
