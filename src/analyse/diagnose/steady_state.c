/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/diagnose/steady_state.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/diagnose/judge/judged_kept.h"
#include "analyse/diagnose/warnings.h"
#include "base/arena.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/dist.h"
#include "stat/dist/series/steady.h"

enum {
	POINTS = 1000000, /* iterations looked at in all; more take seconds */
	ROUND = 5,        /* methods.md 7.2: a warm-up is rounded up to so many */
	SHORT_LEAST = 4,  /* iterations and executions that the rule for short ones takes */
	SHORT_RUNS = 3,
};
_Static_assert((int)AS_PACE_NEVER == (int)AS_STEADY_NONE, "paces are classes");
_Static_assert((int)AS_PACE_MIXED == (int)AS_STEADY_INCONSISTENT, "paces are classes");
_Static_assert((int)AS_PACES == (int)AS_STEADY_CLASSES, "paces are classes");

static enum as_status classify(const double *x, size_t n, double resolution, size_t *replaced,
	struct as_steady *out, struct as_err *err)
{
	struct as_arena room = {0};
	struct as_segments s = {0};
	enum as_status st = as_segment_run(x, n, resolution, &room, &s, err);

	if (!st)
		st = as_steady_of(x, n, &s, out, err);
	*replaced += s.replaced;
	as_arena_release(&room);
	return st;
}

/* What executions have in common: how they go, and for how long they are not yet steady. */
static enum as_status classify_all(const struct as_passes *p, size_t step, size_t *from,
	struct as_steady_state *out, struct as_err *err)
{
	size_t period[2] = {0, 0}; /* how often, and which */
	enum as_status st = AS_OK;

	*from = 0;
	for (size_t i = 0; i < p->n && !st; i += step) {
		struct as_steady s;
		st = classify(as_tree_unit(p->tree, i), as_tree_unit_size(p->tree, i),
			p->resolution, &out->replaced, &s, err);
		if (st)
			break;
		out->of[s.class]++;
		out->executions++;
		if (s.reached && s.from > *from)
			*from = s.from;
		period[0] += s.period > 0;
		period[1] = s.period ? s.period : period[1];
	}
	out->pace = AS_PACE_MIXED;
	for (int k = 0; k < (int)AS_PACES; k++)
		if (out->of[k] == out->executions)
			out->pace = (enum as_pace)k;
	out->period = 2 * period[0] > out->executions ? period[1] : 0;
	return st;
}

/* All executions, cut to the shortest. */
static enum as_status settle(const struct as_passes *p, size_t step, struct as_settling *out,
	struct as_err *err)
{
	struct as_arena room = {0};
	size_t n = p->shortest, k = 0;
	double *x = as_arena_array(&room, (p->n / step + 1) * n, sizeof *x);
	enum as_status st = x ? AS_OK : as_fail_memory(err);

	for (size_t i = 0; x && i < p->n; i += step)
		memcpy(x + k++ * n, as_tree_unit(p->tree, i), n * sizeof *x);
	if (!st)
		st = as_settling_of(x, k, n, out, err);
	as_arena_release(&room);
	return st;
}

/* Differences, one an execution. */
struct differences {
	double sum, squares;
	size_t n;
};

static void add_difference(struct differences *d, double v)
{
	d->sum += v;
	d->squares += v * v;
	d->n++;
}

/* That their mean is 0: by t; NaN of fewer than three, and where they do not vary. */
static double p_of(const struct differences *d)
{
	const double n = (double)d->n, mean = d->sum / n;
	const double s2 = (d->squares - n * mean * mean) / (n - 1);
	double p = (double)NAN;

	if (d->n < SHORT_RUNS || !(s2 > 0) || as_t_two_sided_p(mean / sqrt(s2 / n), n - 1, &p))
		return (double)NAN;
	return p;
}

/* By how much the first `warmup` of each execution exceed the others, and what that does to the
 * mean. */
static void weigh_warmup(const struct as_passes *p, struct as_steady_state *out)
{
	double first = 0, rest = 0, all = 0, n = (double)p->n, late = 0;
	struct differences warm = {0}, end = {0};

	for (size_t i = 0; i < p->n; i++) {
		const double *x = as_tree_unit(p->tree, i);
		const size_t size = as_tree_unit_size(p->tree, i), half = size / 2;
		const double mean = as_mean(x, size), last = as_mean(x + half, size - half);
		late += last / n;
		all += mean / n;
		add_difference(&end, last - mean);
		if (!out->warmup)
			continue;
		const double before = as_mean(x, out->warmup);
		const double behind = as_mean(x + out->warmup, size - out->warmup);
		first += before / n;
		rest += behind / n;
		add_difference(&warm, before - behind);
	}
	out->late_effect = (late - all) / all;
	out->late_p = p_of(&end);
	if (!out->warmup)
		return;
	out->warmup_excess = (first - rest) / rest;
	out->warmup_effect = (all - rest) / rest;
	out->warmup_p = p_of(&warm);
}

static enum as_status steady_state_of(const struct as_passes *p, struct as_steady_state *out,
	struct as_err *err)
{
	struct as_steady_state s = {.n = p->shortest,
		.warmup_excess = (double)NAN,
		.warmup_effect = 0,
		.warmup_p = (double)NAN,
		.late_p = (double)NAN,
		.drift = (double)NAN,
		.dropped_excess = (double)NAN};
	size_t step = p->tree->count[0] / POINTS + 1, from = 0;
	struct as_settling short_run = {.settled = true, .drift = (double)NAN};
	enum as_status st = classify_all(p, step, &from, &s, err);

	if (!st && s.executions >= SHORT_RUNS && p->shortest >= SHORT_LEAST)
		st = settle(p, step, &short_run, err);
	if (st)
		return st;
	from = (from + ROUND - 1) / ROUND * ROUND;
	/* Executions that do not go alike have no warm-up in common but what the short rule finds. */
	bool alike = s.pace == AS_PACE_WARMUP || s.pace == AS_PACE_SLOWDOWN;
	s.warmup = alike && from > short_run.d && from < p->shortest ? from : short_run.d;
	s.unsettled = !short_run.settled;
	s.drift = short_run.drift;
	weigh_warmup(p, &s);
	*out = s;
	return AS_OK;
}

/* ---- of an experiment ---- */

/* How slow the iterations were that --drop left out. */
static void weigh_dropped(const struct as_experiment *x, const struct as_view *v,
	const struct as_summary *y, struct as_steady_state *out)
{
	const struct as_subject *s = &x->subjects[y->subject];
	const struct as_column *c = as_subject_column(s, AS_LEVEL_ITERATION, y->metric);
	double sum = 0, n = 0;

	for (size_t i = 0; c && i < v->n_units; i++) {
		const struct as_range r = as_iterations_of(s, v->units[i]);
		size_t k = r.from;
		for (; k < r.to && as_iteration_role(s, k) == AS_ROLE_DROPPED; k++)
			if (!isnan(as_column_at(c, k))) {
				sum += as_column_at(c, k);
				n++;
			}
		out->dropped = k - r.from > out->dropped ? k - r.from : out->dropped;
	}
	if (n > 0 && y->mean > 0)
		out->dropped_excess = sum / n / y->mean - 1;
}

static void judge_iterations(const struct as_experiment *x, struct as_summary *y)
{
	struct as_steady_state *s = &y->steadiness.state;
	struct as_evidence e = {.p = s->warmup_p, .effect = s->warmup_effect * y->mean,
		.half_width = y->half_width, .mean = y->mean, .among = as_warned_among(x)};

	s->warmup_matters = s->warmup && as_warning_holds(AS_WARNING_WARM_UP, &e);
	e.p = s->late_p;
	e.effect = s->late_effect * y->mean;
	s->late_matters = as_warning_holds(AS_WARNING_UNSETTLED, &e);
}

/* Neighbours that are alike by all that was looked at, r sqrt(n) of them being normal, where they are no cause of
 * a machine that changes: a note, as the interval of executions stays what it is. */
static void judge_dependence(const struct as_experiment *x, struct as_summary *y)
{
	struct as_dependence *d = &y->steadiness.dependence;
	const double values = (double)d->executions * (double)d->n;

	d->p = 2 * as_normal_cdf(-fabs(d->lag1) * sqrt(values));
	const struct as_evidence e = {.p = d->p, .among = as_warned_among(x)};
	d->matters = d->found && d->lag1 >= 0.2 && y->lasting.speed != AS_SPEED_CHANGES &&
		as_warning_holds(AS_WARNING_DEPENDENT, &e);
}

/* What passes of at least two iterations tell. */
static enum as_status look_at_passes(const struct as_experiment *x, const struct as_passes *p,
	const struct as_view *v, struct as_summary *y, struct as_err *err)
{
	struct as_steady_state *s = &y->steadiness.state;
	enum as_status st = p->shortest > 1 ? steady_state_of(p, s, err) : AS_OK;

	if (st)
		return st;
	weigh_dropped(x, v, y, s);
	if (p->shortest < 2)
		return AS_OK;
	judge_iterations(x, y);
	st = as_dependence_of(p, s->warmup, &y->steadiness.dependence, err);
	if (!st)
		judge_dependence(x, y);
	return st;
}

static size_t shortest_of(const struct as_passes *p)
{
	size_t shortest = SIZE_MAX;

	for (size_t i = 0; i < p->n; i++) {
		const size_t n = as_tree_unit_size(p->tree, i);
		shortest = n < shortest ? n : shortest;
	}
	return shortest;
}

static enum as_status look_inside(const struct as_experiment *x, const struct as_view *v,
	struct as_summary *y, struct as_err *err)
{
	struct as_passes p = {.tree = &v->tree,
		.n = v->n_units,
		.resolution = y->shape.clock.step,
		.seed = x->plan.seed};

	if (v->thinned) {
		as_judged_take(&y->steadiness, v->thinned->whole + AS_WHOLE_JUDGED);
		/* of what was kept of thinned iterations the effect is known, and no p */
		y->steadiness.state.warmup_p = y->steadiness.state.late_p = (double)NAN;
		y->steadiness.state.late_effect = y->steadiness.state.drift;
		judge_iterations(x, y);
		judge_dependence(x, y);
		return AS_OK;
	}
	p.shortest = shortest_of(&p);
	return look_at_passes(x, &p, v, y, err);
}

static enum as_status drift_of(const struct as_experiment *x, const struct as_view *v,
	struct as_summary *y, struct as_err *err)
{
	double *means = malloc((v->n_units + 1) * sizeof *means);

	if (!means || as_view_in_time(x, y->subject, v, means)) {
		free(means);
		return as_fail_memory(err);
	}
	enum as_status st =
		as_order_drift_of(means, v->n_units, x->plan.seed, &y->steadiness.order, err);
	free(means);
	return st;
}

enum as_status as_look_at_time_in(const struct as_experiment *x, const struct as_view *v,
	struct as_summary *y, struct as_err *err)
{
	enum as_status st = AS_OK;

	y->steadiness = (struct as_steadiness){.state.executions = 0};
	if (v->n_units && v->bottom == AS_LEVEL_ITERATION)
		st = look_inside(x, v, y, err);
	/* Between sessions the machine may be another, which is a level of its own. */
	if (!st && v->n_units > 1 && !v->n_sessions && as_experiment_in_time(x))
		st = drift_of(x, v, y, err);
	return st;
}

enum as_status as_look_at_time(const struct as_experiment *x, struct as_summary *y,
	struct as_err *err)
{
	struct as_view v;
	enum as_status st = as_view_open(x, y->subject, y->metric, AS_ROLE_MEASURED, &v, err);

	y->steadiness = (struct as_steadiness){.state.executions = 0};
	if (st)
		return st;
	st = as_look_at_time_in(x, &v, y, err);
	as_view_close(&v);
	return st;
}

enum as_status as_pilot_warmup(const struct as_experiment *x, size_t metric, size_t from, size_t to,
	uint32_t *out, struct as_err *err)
{
	enum as_status st = AS_OK;
	size_t most = 0;

	for (size_t i = from; i < to && !st; i++) {
		struct as_steady_state s = {.warmup = 0};
		struct as_view v;
		st = as_view_open(x, i, metric, AS_ROLE_DIMENSIONING, &v, err);
		if (st)
			return st;
		struct as_passes p = {.tree = &v.tree, .n = v.n_units};
		if (v.bottom == AS_LEVEL_ITERATION && p.n)
			p.shortest = shortest_of(&p);
		if (p.shortest >= SHORT_LEAST)
			st = steady_state_of(&p, &s, err);
		as_view_close(&v);
		if (!st && s.warmup > most)
			most = s.warmup;
	}
	if (!st)
		*out = (uint32_t)most;
	return st;
}
