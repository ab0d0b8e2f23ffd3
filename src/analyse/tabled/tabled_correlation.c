/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/diagnose/related.h"
#include "analyse/tabled/tabled_parts.h"

static enum as_status find_other(
	const struct as_place *of, const char *name, size_t *out, struct as_err *err)
{
	*out = as_experiment_find_metric(of->x, name);
	if (*out == of->x->n_metrics)
		return as_fail(err, AS_ERR_DATA, "'%.200s' has no metric '%.100s'",
			of->x->subjects[of->subject].name, name);
	if (*out == of->metric)
		return as_fail(err, AS_ERR_DATA,
			"'%.200s' goes together with itself: name another metric than %.100s",
			of->x->subjects[of->subject].name, name);
	return AS_OK;
}

enum as_status as_tabled_correlation(
	struct as_tabled *t, const struct as_place *of, struct as_err *err)
{
	enum { LEVEL = 1, OVER, UNITS, R, LO, HI };
	struct as_related found;
	size_t other = 0;
	enum as_status st = find_other(of, t->asked.over, &other, err);

	if (!st)
		st = as_relate(of, other, &found, err);
	for (size_t i = st ? 0 : found.n; i-- > 0;) {
		const struct as_related_level *l = &found.level[i];
		as_tabled_begin(t, of);
		as_tabled_text(t, LEVEL, as_experiment_level(of->x, l->level));
		as_tabled_text(t, OVER, t->asked.over);
		as_tabled_number(t, UNITS, (double)l->c.pairs);
		as_tabled_number(t, R, l->c.r);
		as_tabled_number(t, LO, l->c.lo);
		as_tabled_number(t, HI, l->c.hi);
	}
	return st;
}
