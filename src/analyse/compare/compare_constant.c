/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/compare/compare_parts.h"

#include <math.h>
#include <string.h>

#include "base/num.h"
#include "stat/dist/comparing/constant.h"

/* Bytes and events are counted one by one, and have no clock's step. What step others have two
 * values cannot tell from their distance. */
static bool is_counted(const struct as_metric *m)
{
	return !strcmp(m->unit, "bytes") || !strcmp(m->unit, "count");
}

static bool all_equal(const double *x, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (!as_same_double(x[i], x[0]))
			return false;
	return true;
}

static void take_ends(const struct as_constant_found *f, struct as_comparison *c)
{
	if (c->difference.is) {
		c->difference.lo = f->difference_lo;
		c->difference.hi = f->difference_hi;
	} else {
		c->lo = f->bounded ? fmax(f->lo, 0) : (double)NAN;
		c->hi = f->bounded ? f->hi : (double)NAN;
	}
}

void as_compare_constant(const struct as_metric *m, const struct as_constants *v,
	struct as_comparison *c)
{
	struct as_constant k = {v->old[0], v->new[0], v->n_old, v->n_new, v->paired, 0,
		is_counted(m)};
	const bool constant = all_equal(v->old, v->n_old) && all_equal(v->new, v->n_new);
	struct as_constant_found f;

	if (!constant) /* pairs that all differ alike: exactly so */
		k = (struct as_constant){0, c->difference.is ? c->difference.value : c->ratio - 1,
			v->n_old, v->n_new, v->paired, 0, true};
	if (as_constant_compare(&k, 1 - c->confidence, &f))
		return;
	c->constant.is = true;
	c->p = c->stages.p_single = f.has_p ? f.p : (double)NAN;
	c->constant.fewest = f.fewest;
	c->constant.fewest_p = f.fewest_p;
	if (!constant)
		return;
	take_ends(&f, c);
	if (f.step > 0) {
		c->constant.step = f.step;
		as_find(&c->findings, AS_FINDING_CLOCK_STEP, k.old, k.new, f.step);
	}
}
