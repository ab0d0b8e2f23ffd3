/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A suspicion that was measured again (methods-history.md 3.3, 4.1). */
#include <math.h>
#include <string.h>

#include "analyse/estimate/view/view.h"
#include "analyse/history/history_inside.h"
#include "stat/core/moments.h"
#include "stat/dist/changes/history_fast.h"

/* The metric by its name; x->n_metrics: it has none. */
static size_t metric_of(const struct as_experiment *x, const char *name)
{
	size_t i = 0;

	while (i < x->n_metrics && strcmp(x->metrics[i].name, name) != 0)
		i++;
	return i;
}

/* The two subjects, and their differences by round. */
struct sides {
	struct as_view old, new;
	double *by_old, *by_new, *d;
	size_t n; /* of d */
};

static bool has_rounds(const struct sides *s)
{
	return s->old.n_units && s->new.n_units && !s->old.n_builds && !s->new.n_builds &&
		!s->old.n_sessions && !s->new.n_sessions;
}

/* The rounds in which both have a value; where sizes are ratios, one above 0. */
static void pair(struct sides *s, size_t rounds, bool ratios)
{
	for (size_t r = 0; r < rounds; r++) {
		double a = s->by_old[r], b = s->by_new[r];
		if (!isfinite(a) || !isfinite(b) || (ratios && !(a > 0 && b > 0)))
			continue;
		s->d[s->n++] = ratios ? log(b) - log(a) : b - a;
	}
}

static enum as_status open_sides(const struct as_history_again *again, size_t metric, bool ratios,
	struct as_arena *room, struct sides *s, struct as_err *err)
{
	const struct as_experiment *x = again->x;
	size_t rounds = as_rounds(x);
	enum as_status st = as_view_open(x, again->old, metric, AS_ROLE_MEASURED, &s->old, err);

	if (!st)
		st = as_view_open(x, again->new, metric, AS_ROLE_MEASURED, &s->new, err);
	if (st || !has_rounds(s))
		return st;
	s->by_old = as_arena_array(room, rounds, sizeof *s->by_old);
	s->by_new = as_arena_array(room, rounds, sizeof *s->by_new);
	s->d = as_arena_array(room, rounds, sizeof *s->d);
	if (!s->by_old || !s->by_new || !s->d)
		return as_fail_memory(err);
	as_view_by_round(x, again->old, &s->old, rounds, s->by_old);
	as_view_by_round(x, again->new, &s->new, rounds, s->by_new);
	pair(s, rounds, ratios);
	return AS_OK;
}

static void keep_rerun(struct as_history_series *s, const struct as_history_again *again,
	const struct sides *sides, bool ratios)
{
	struct as_newest *n = &s->newest;
	double mean = as_mean(sides->d, sides->n);
	struct as_rerun r;

	/* all pairs equal: no p value, and nothing is settled */
	if (as_rerun_combine(n->p, n->up, (struct as_values){sides->d, sides->n}, n->weight, &r,
		    NULL))
		return;
	n->rerun = (struct as_rerun_said){.word = r.opposite ? AS_RERUN_OPPOSITE :
		r.alert ? AS_RERUN_CONFIRMED : AS_RERUN_NOT_CONFIRMED,
		.experiment = again->experiment, .beside = again->beside, .rounds = sides->n,
		.size = ratios ? expm1(mean) : mean, .p = r.p2, .p_both = r.p};
	n->p_final = r.p;
}

enum as_status as_history_settle(struct as_history_series *s, const struct as_history_again *again,
	struct as_err *err)
{
	const struct as_experiment *x = again->x;
	bool ratios = s->parts[s->n_parts - 1].logarithms;
	size_t metric = metric_of(x, s->metric);
	struct as_arena room = {0};
	struct sides sides = {.n = 0};

	if (s->newest.word != AS_NEWEST_SUSPECTED || !(s->newest.weight >= 0) ||
		metric == x->n_metrics || x->plan.design != AS_DESIGN_ROUNDS)
		return AS_OK;
	enum as_status st = open_sides(again, metric, ratios, &room, &sides, err);
	if (!st && sides.n > 1)
		keep_rerun(s, again, &sides, ratios);
	as_view_close(&sides.old);
	as_view_close(&sides.new);
	as_arena_release(&room);
	return st;
}

enum as_status as_history_conclude(struct as_history *h, struct as_err *err)
{
	enum as_status st = as_history_judge_together(h, err);

	for (size_t i = 0; !st && h->tests > 1 && i < h->n; i++) {
		struct as_newest *n = &h->series[i].newest;
		if (n->rerun.word == AS_RERUN_CONFIRMED || n->rerun.word == AS_RERUN_NOT_CONFIRMED)
			n->rerun.word = n->selected && n->rerun.p <= AS_RERUN_OWN
						? AS_RERUN_CONFIRMED
						: AS_RERUN_NOT_CONFIRMED;
	}
	return st;
}
