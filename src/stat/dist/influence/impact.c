/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/influence/impact.h"

#include <math.h>

#include "stat/dist/dist.h"

static const double f_df_max = 1e5; /* as_f_quantile takes no more; the quantile has settled */

/* sqrt(1 + max(0, above) / below) where a level that does not vary may stand below. */
static double factor_of(double above, double below)
{
	if (!(above > 0))
		return 1;
	return below > 0 ? sqrt(1 + above / below) : HUGE_VAL;
}

/* The nearest repeated level under `level`, 0 if there is none. */
static size_t repeated_below(const struct as_tree_stats *s, size_t level)
{
	size_t below = level - 1;

	while (below && !s->level[below - 1].repeated)
		below--;
	return below;
}

static enum as_status add_interval(struct as_impact *i)
{
	double alpha = 1 - i->confidence, low = 0, high = 0, critical = 0;
	double df1 = fmin(i->df1, f_df_max), df2 = fmin(i->df2, f_df_max);

	if (as_f_quantile(alpha / 2, df1, df2, &low) ||
		as_f_quantile(1 - alpha / 2, df1, df2, &high) ||
		as_f_quantile(1 - alpha, df1, df2, &critical))
		return AS_ERR_ARG;
	i->lo = factor_of((i->f / high - 1) / i->r, 1);
	i->hi = factor_of((i->f / low - 1) / i->r, 1);
	i->established = i->f > critical;
	return AS_OK;
}

enum as_status as_impact(const struct as_tree_stats *s, size_t level, double confidence,
	struct as_impact *out, struct as_err *err)
{
	if (level < 2 || level > s->n_levels || !(confidence > 0 && confidence < 1))
		return as_fail(err, AS_ERR_ARG,
			"an impact factor is that of a level from 2 to %zu, with a confidence "
			"between 0 and 1", s->n_levels);
	size_t below = repeated_below(s, level);
	const struct as_tree_level *up = &s->level[level - 1];
	if (!up->repeated || !below)
		return as_fail(err, AS_ERR_DATA,
			"the impact of level %zu cannot be told: %s", level,
			up->repeated ? "nothing below it was repeated" : "it was not repeated");
	const struct as_tree_level *low = &s->level[below - 1];
	struct as_impact i = {
		.level = level,
		.below = below,
		.r = up->weight / low->weight,
		.factor = factor_of(up->t2, low->s2),
		.neighbour = factor_of(up->t2, low->t2),
		.df1 = (double)up->df,
		.df2 = (double)low->df,
		.confidence = confidence,
	};
	if (low->s2 > 0)
		i.f = i.r * up->s2 / low->s2;
	else
		i.f = up->s2 > 0 ? HUGE_VAL : 1;
	if (add_interval(&i))
		return as_fail(err, AS_ERR_ARG, "no F quantile for this confidence");
	if (!(low->s2 > 0 || up->s2 > 0)) /* nothing varies: 1, exactly */
		i.lo = i.hi = 1;
	*out = i;
	return AS_OK;
}
