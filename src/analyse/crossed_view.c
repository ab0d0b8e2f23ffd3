/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/crossed_view.h"

#include <math.h>
#include <stdlib.h>

#include "analyse/analyse.h"
#include "stat/core/crossed.h"

/* methods-blocks.md 10: more than a fifth of the rounds incomplete is worth a warning. */
static const double complete_share = 0.8;

/* What iterations leave in the mean of an execution. */
static double iteration_noise(const struct as_view *v, const struct as_tree_stats *s)
{
	if (v->bottom != AS_LEVEL_ITERATION || !s->level[0].repeated || !s->level[1].repeated)
		return 0;
	return fmax(s->level[1].s2 - s->level[1].t2, 0);
}

enum as_status as_view_cross(const struct as_experiment *x, size_t subject,
	const struct as_view *v, struct as_tree_stats *stats, double *share_of_time,
	struct as_findings *findings, struct as_err *err)
{
	double *y = NULL, *means = NULL, share = 0;
	size_t rounds = 0;
	struct as_crossed c = {0};
	enum as_status st = as_view_matrix(x, subject, v, &y, &rounds, err);

	if (st)
		return st;
	means = malloc((v->n_builds + rounds + 1) * sizeof *means);
	const struct as_matrix m = {.y = y, .builds = v->n_builds, .rounds = rounds};
	st = means ? as_crossed(&m, iteration_noise(v, stats), &c, means, means + v->n_builds, err)
		   : as_fail_memory(err);
	if (!st) {
		as_crossed_apply(&c, stats, &share);
		if (share_of_time)
			*share_of_time = share;
		if (findings && (double)c.complete < complete_share * (double)rounds)
			as_find(findings, AS_FINDING_INCOMPLETE_ROUNDS, (double)(rounds - c.complete),
				(double)rounds, 0);
	}
	free(means);
	free(y);
	return st;
}
