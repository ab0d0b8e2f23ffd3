/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "analyse/estimate/reduced/reduced_parts.h"

bool as_iteration_counts(const struct as_subject *s, const struct as_column *col, size_t i)
{
	return as_iteration_role(s, i) == AS_ROLE_MEASURED && !isnan(as_column_at(col, i));
}

struct as_reduced_source as_reduced_source_of(const struct as_experiment *x, size_t subject,
	const struct as_derived *d)
{
	const struct as_subject *s = &x->subjects[subject];
	const enum as_level_index level = x->metrics[d->base].level;

	return (struct as_reduced_source){s, as_subject_column(s, level, d->base),
		level == AS_LEVEL_ITERATION};
}

size_t as_reduced_executions(const struct as_reduced_source *v)
{
	return v->s->levels[AS_LEVEL_EXECUTION].n;
}

bool as_reduced_usable(const struct as_reduced_source *v, size_t e, enum as_role role)
{
	const struct as_level *l = &v->s->levels[AS_LEVEL_EXECUTION];

	return v->col && as_unit_role(l, e) == role && as_unit_ending(l, e) == AS_ENDED_OK;
}

/* Some of them do not count. */
static size_t take_some(const struct as_subject *s, const struct as_column *col, struct as_range r,
	size_t most, double *out)
{
	size_t n = 0;

	for (size_t i = r.from; i < r.to && n < most; i += AS_PACKED_BLOCK) {
		const size_t here = r.to - i < AS_PACKED_BLOCK ? r.to - i : AS_PACKED_BLOCK;
		uint64_t bits[AS_PACKED_BLOCK], role[AS_PACKED_BLOCK];
		as_packed_read(&col->values, i, here, bits);
		as_packed_read(&s->iterations.role, i, here, role);
		for (size_t k = 0; k < here && n < most; k++) {
			double x;
			memcpy(&x, &bits[k], sizeof x);
			if (isnan(x) || role[k] != AS_ROLE_MEASURED)
				continue;
			if (out)
				out[n] = x;
			n++;
		}
	}
	return n;
}

size_t as_take_iterations(const struct as_subject *s, const struct as_column *col, size_t e,
	size_t most, double *out)
{
	const struct as_range r = as_iterations_of(s, e);
	const size_t all = r.to - r.from, n = all < most ? all : most;

	if (col->values.lacks ||
		!as_packed_all(&s->iterations.role, r.from, all, AS_ROLE_MEASURED))
		return take_some(s, col, r, most, out);
	for (size_t i = 0; i < n && out; i += AS_PACKED_BLOCK) {
		const size_t here = n - i < AS_PACKED_BLOCK ? n - i : AS_PACKED_BLOCK;
		uint64_t bits[AS_PACKED_BLOCK];
		as_packed_read(&col->values, r.from + i, here, bits);
		memcpy(out + i, bits, here * sizeof *out);
	}
	return n;
}

size_t as_reduced_take(const struct as_reduced_source *v, size_t e, size_t most, double *out)
{
	double own;

	if (v->iterations)
		return as_take_iterations(v->s, v->col, e, most, out);
	own = as_column_at(v->col, e);
	if (isnan(own) || !most)
		return 0;
	if (out)
		*out = own;
	return 1;
}

size_t as_reduced_count(const struct as_reduced_source *v, size_t e, enum as_role role)
{
	return as_reduced_usable(v, e, role) ? as_reduced_take(v, e, SIZE_MAX, NULL) : 0;
}
