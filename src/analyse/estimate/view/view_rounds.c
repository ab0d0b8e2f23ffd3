/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Views by rounds, and by builds and rounds. */
#include "analyse/estimate/view/view.h"

#include <math.h>
#include <stdlib.h>

size_t as_rounds(const struct as_experiment *x)
{
	size_t n = 0;

	for (size_t i = 0; i < x->n_subjects; i++) {
		const struct as_level *l = &x->subjects[i].levels[AS_LEVEL_EXECUTION];
		for (size_t e = 0; e < l->n; e++) {
			const uint32_t round = as_unit_round(l, e);
			if (round != AS_NO_ROUND && round >= n)
				n = (size_t)round + 1;
		}
	}
	return n;
}

void as_view_by_round(const struct as_experiment *x, size_t subject, const struct as_view *v,
	size_t n_rounds, double *out)
{
	const struct as_level *l = &x->subjects[subject].levels[AS_LEVEL_EXECUTION];

	for (size_t r = 0; r < n_rounds; r++)
		out[r] = (double)NAN;
	for (size_t u = 0; u < v->n_units; u++) {
		uint32_t r = as_unit_round(l, v->units[u]);
		if (r < n_rounds)
			out[r] = v->means[u];
	}
}

struct as_view_builds as_view_session(const struct as_view *v, size_t i)
{
	const size_t *first = v->first[AS_LEVEL_SESSION];

	return v->n_sessions ? (struct as_view_builds){first[i], first[i + 1]}
			     : (struct as_view_builds){0, v->n_builds};
}

/* Rounds of units from .. to - 1 of the view in ascending order, without those in which nothing
 * ended well. */
static size_t used_rounds(const struct as_level *executions, const struct as_view *v,
	const size_t range[static 2], size_t n, size_t *place)
{
	size_t used = 0;

	for (size_t u = range[0]; u < range[1]; u++) {
		const uint32_t round = as_unit_round(executions, v->units[u]);
		if (round < n)
			place[round] = 1;
	}
	for (size_t r = 0; r < n; r++)
		if (place[r])
			place[r] = ++used;
	return used;
}

enum as_status as_view_matrix(const struct as_experiment *x, size_t subject,
	const struct as_view *v, struct as_view_builds builds, struct as_view_grid *out,
	struct as_err *err)
{
	const struct as_level *executions = &x->subjects[subject].levels[AS_LEVEL_EXECUTION];
	const size_t *first = v->first[AS_LEVEL_BUILD], l = builds.to - builds.from;
	const size_t range[2] = {first[builds.from], first[builds.to]};
	size_t n = as_rounds(x), *place = calloc(n + 1, sizeof *place);
	size_t used = place ? used_rounds(executions, v, range, n, place) : 0;
	double *y = place ? malloc((l * used + 1) * sizeof *y) : NULL;

	if (!y) {
		free(place);
		return as_fail_memory(err);
	}
	for (size_t i = 0; i < l * used; i++)
		y[i] = (double)NAN;
	for (size_t k = 0; k < l; k++)
		for (size_t u = first[builds.from + k]; u < first[builds.from + k + 1]; u++) {
			const uint32_t round = as_unit_round(executions, v->units[u]);
			if (round < n)
				y[k * used + place[round] - 1] = v->means[u];
		}
	free(place);
	*out = (struct as_view_grid){y, used};
	return AS_OK;
}
