/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/estimate/view/crossed_view.h"

#include <math.h>
#include <stdlib.h>

#include "stat/core/tree/crossed.h"

/* methods-blocks.md 10: more than a fifth of the rounds incomplete is worth a warning. */
static const double complete_share = 0.8;

/* What iterations leave in the mean of an execution. */
static double iteration_noise(const struct as_view *v, const struct as_tree_stats *s)
{
	if (v->bottom != AS_LEVEL_ITERATION || !s->level[0].repeated || !s->level[1].repeated)
		return 0;
	return fmax(s->level[1].s2 - s->level[1].t2, 0);
}

/* The builds of one session. */
static enum as_status cross(const struct as_experiment *x, size_t subject, const struct as_view *v,
	struct as_view_builds builds, double noise, struct as_crossed *out)
{
	const size_t n = builds.to - builds.from;
	struct as_view_grid grid = {0};
	enum as_status st = as_view_matrix(x, subject, v, builds, &grid, NULL);
	double *means = st ? NULL : malloc((n + grid.rounds + 1) * sizeof *means);
	const struct as_matrix m = {.y = grid.y, .builds = n, .rounds = grid.rounds};

	if (!st)
		st = means ? as_crossed(&m, noise, out, means, means + n, NULL) : AS_ERR_MEM;
	free(means);
	free(grid.y);
	return st;
}

enum as_status as_view_cross(const struct as_experiment *x, size_t subject,
	const struct as_view *v, struct as_tree_stats *stats, struct as_view_crossed *out,
	struct as_err *err)
{
	size_t n = v->n_sessions ? v->n_sessions : 1;
	struct as_crossed *c = calloc(n, sizeof *c), all;
	double noise = iteration_noise(v, stats), share = 0;
	enum as_status st = c ? AS_OK : AS_ERR_MEM;

	for (size_t i = 0; i < n && !st; i++)
		st = cross(x, subject, v, as_view_session(v, i), noise, &c[i]);
	if (st) {
		free(c);
		return as_fail(err, st, "cannot tell builds from rounds of '%s'",
			x->subjects[subject].name);
	}
	all = as_crossed_pool(c, n);
	free(c);
	as_crossed_apply(&all, (size_t)(AS_LEVEL_BUILD - v->bottom), stats, &share);
	*out = (struct as_view_crossed){.share_of_time = share, .rounds = all.rounds,
		.missing = all.rounds - all.complete,
		.many_missing = (double)all.complete < complete_share * (double)all.rounds};
	return AS_OK;
}
