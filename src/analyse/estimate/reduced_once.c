/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/estimate/reduced.h"

#include <math.h>
#include <stdlib.h>

#include "base/vec.h"

/* Room for one more of each execution; false without memory. */
static bool add_quantile(struct as_subject *s, const struct as_derived *d)
{
	struct as_iterations *it = &s->iterations;
	const struct as_worked_out one = {d->base, d->p,
		calloc(s->levels[AS_LEVEL_EXECUTION].n + 1, sizeof(double))};

	if (one.value && AS_PUSH(it->worked_out, it->n_worked_out, it->cap_worked_out, one))
		return true;
	free(one.value);
	return false;
}

static size_t take_execution(const struct as_subject *s, size_t metric, size_t e, double *room)
{
	const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];
	const struct as_column *col = as_subject_column(s, AS_LEVEL_ITERATION, metric);
	const bool counts = as_unit_role(l, e) == AS_ROLE_MEASURED &&
		as_unit_ending(l, e) == AS_ENDED_OK;

	return col && counts ? as_take_iterations(s, col, e, SIZE_MAX, room) : 0;
}

/* An execution at a time. */
static enum as_status work_out(struct as_subject *s, const struct as_derived *d, size_t n)
{
	const size_t before = s->iterations.n_worked_out;
	double *room = malloc((as_iterations_most(s) + 2 * n) * sizeof *room);
	double *p = room, *q = p + n;
	bool ok = room != NULL;

	for (size_t k = 0; k < n && ok; k++) {
		ok = add_quantile(s, &d[k]);
		p[k] = d[k].p;
	}
	for (size_t e = 0; e < s->levels[AS_LEVEL_EXECUTION].n && ok; e++) {
		const size_t own = take_execution(s, d->base, e, q + n);
		as_reduce_quantiles(p, n, q + n, own, q);
		for (size_t k = 0; k < n; k++)
			s->iterations.worked_out[before + k].value[e] =
				own >= as_quantile_least(p[k]) ? q[k] : (double)NAN;
	}
	free(room);
	return ok ? AS_OK : AS_ERR_MEM;
}

enum as_status as_reduced_once(struct as_experiment *x, const struct as_derived *d, size_t n,
	struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < x->n_subjects && n && !st; i++)
		if (x->metrics[d->base].level == AS_LEVEL_ITERATION)
			st = work_out(&x->subjects[i], d, n);
	return st ? as_fail_memory(err) : AS_OK;
}
