/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What two versions that were measured again say: in rounds by their differences, with builds of
 * their own by the means of these (methods-machines.md D2, A1). */
#include <math.h>
#include <string.h>

#include "analyse/estimate/view/view.h"
#include "analyse/history/alert_life.h"
#include "stat/dist/changes/fresh.h"

enum { LEAST_BUILDS = 6 };

struct rerun_sides {
	struct as_view old, new;
};

/* A number as the alert's sizes are; NaN: it cannot be. */
static double scaled(const struct as_alert *a, double v)
{
	if (!a->relative)
		return v;
	return v > 0 ? log(v) : (double)NAN;
}

/* The differences of rounds. */
static enum as_status by_rounds(const struct as_alert *a, const struct as_experiment *x,
	const size_t number[2], const struct rerun_sides *v, struct as_alert_rerun *out,
	bool *known)
{
	const size_t rounds = as_rounds(x);
	struct as_arena room = {0};
	double *old = as_arena_array(&room, rounds, sizeof *old);
	double *new = as_arena_array(&room, rounds, sizeof *new);
	size_t n = 0;

	if (!old || !new) {
		as_arena_release(&room);
		return AS_ERR_MEM;
	}
	as_view_by_round(x, number[0], &v->old, rounds, old);
	as_view_by_round(x, number[1], &v->new, rounds, new);
	for (size_t i = 0; i < rounds; i++) {
		const double d = scaled(a, new[i]) - scaled(a, old[i]);
		if (isfinite(d))
			old[n++] = d;
	}
	out->rounds = n;
	*known = n >= AS_FRESH_LEAST &&
		!as_fresh_pairs((struct as_values){old, n}, &out->test);
	as_arena_release(&room);
	return AS_OK;
}

static bool scale_all(const struct as_alert *a, double *v, size_t n)
{
	bool all = true;

	for (size_t i = 0; i < n; i++) {
		v[i] = scaled(a, v[i]);
		all = all && isfinite(v[i]);
	}
	return all;
}

/* The means of builds, by Welch. */
static void by_builds(const struct as_alert *a, struct rerun_sides *v, struct as_alert_rerun *out,
	bool *known)
{
	const size_t n = v->old.n_top < v->new.n_top ? v->old.n_top : v->new.n_top;

	if (n < LEAST_BUILDS || !scale_all(a, v->old.top, v->old.n_top) ||
		!scale_all(a, v->new.top, v->new.n_top))
		return;
	const struct as_side old = as_side_of(v->old.top, v->old.n_top),
			     new = as_side_of(v->new.top, v->new.n_top);
	out->rounds = n;
	*known = !as_welch(&old, &new, 0.95, &out->test, NULL) && out->test.has_p;
}

static size_t metric_of(const struct as_experiment *x, const char *name)
{
	size_t i = 0;

	while (i < x->n_metrics && strcmp(x->metrics[i].name, name) != 0)
		i++;
	return i;
}

enum as_status as_alert_read_rerun(const struct as_alert *a,
	const struct as_history_again *again, struct as_alert_rerun *out, bool *known,
	struct as_err *err)
{
	const struct as_experiment *x = again->x;
	const size_t metric = metric_of(x, a->metric), number[] = {again->old, again->new};
	struct rerun_sides v = {0};

	*known = false;
	*out = (struct as_alert_rerun){.started_ns = x->started_ns, .ended_ns = x->ended_ns,
		.experiment = again->experiment, .boot = x->machine.boot_id};
	if (metric == x->n_metrics || x->plan.design != AS_DESIGN_ROUNDS)
		return AS_OK;
	enum as_status st = as_view_open(x, again->old, metric, AS_ROLE_MEASURED, &v.old, err);
	if (!st)
		st = as_view_open(x, again->new, metric, AS_ROLE_MEASURED, &v.new, err);
	const bool builds = v.old.n_builds && v.new.n_builds;
	if (!st && !v.old.n_sessions && !v.new.n_sessions && builds)
		by_builds(a, &v, out, known);
	else if (!st && !v.old.n_sessions && !v.new.n_sessions && !v.old.n_builds &&
		!v.new.n_builds && v.old.n_units && v.new.n_units)
		st = by_rounds(a, x, number, &v, out, known) ? as_fail_memory(err) : AS_OK;
	as_view_close(&v.old);
	as_view_close(&v.new);
	return st;
}
