/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lies inside an execution, by its halves (methods-quantiles.md 1.10). */
#include "analyse/estimate/reduced.h"

#include <math.h>
#include <stdlib.h>

enum as_status as_reduced_halves(const struct as_reduced_of *of, const struct as_derived *d,
	double *first, double *second, struct as_err *err)
{
	const struct as_subject *s = &of->x->subjects[of->subject];
	const struct as_column *col = as_subject_column(s, AS_LEVEL_ITERATION, d->base);
	const struct as_reduction r = {d->statistic == AS_STATISTIC_QUANTILE ? AS_REDUCE_QUANTILE
									      : AS_REDUCE_TRIMMED,
		d->p, 1};
	double *room = malloc(as_iterations_most(s) * sizeof *room);

	if (!room)
		return as_fail_memory(err);
	for (size_t e = 0; e < s->levels[AS_LEVEL_EXECUTION].n; e++) {
		const size_t n = col ? as_take_iterations(s, col, e, SIZE_MAX, room) : 0;
		const size_t half = n / 2;
		first[e] = half ? log(as_reduce(&r, room, half)) : (double)NAN;
		second[e] = half ? log(as_reduce(&r, room + half, half)) : (double)NAN;
	}
	free(room);
	return AS_OK;
}
