/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Does the interval of a mean hold the session's long-run mean where one execution is like the one
 * before (methods-repairs.md 1)? */

#include <math.h>

#include "analyse/compare/apart.h"
#include "drive.h"
#include "lab.h"

enum { LONGEST = 1000 };
enum { ALONE = 5, HEAVY = 40, PLANNED = 10 }; /* shares: many are resampled */

static const double sd = 0.02; /* of the noise of an execution; a state is as large */

/* A machine, on which executions of mean 1 are measured. */
struct world {
	const char *name;
	double rho; /* of a state */
	enum { NOISE, SKEWED, STATE, DRIFT, STEP, PERIOD } kind;
};

static const struct world worlds[] = {{"independent", 0, NOISE}, {"lognormal 0.5", 0, SKEWED},
	{"rho 0.3", 0.3, STATE}, {"rho 0.6", 0.6, STATE}, {"rho 0.8", 0.8, STATE},
	{"rho 0.9", 0.9, STATE}, {"rho 0.95", 0.95, STATE}, {"rho 0.98", 0.98, STATE},
	{"drift", 0, DRIFT}, {"step", 0, STEP}, {"period 50", 0, PERIOD}};

enum { WORLDS = sizeof worlds / sizeof worlds[0] };

/* A stretch of time on it. */
struct stretch {
	const struct world *w;
	struct as_random r;
	double state, phase;
	size_t t, n; /* n: of executions in all, for what drifts */
};

static struct stretch begin(const struct world *w, const struct as_random *r, size_t n)
{
	struct stretch s = {.w = w, .r = *r, .n = n};

	s.state = as_random_normal(&s.r);
	s.phase = as_random_double(&s.r);
	return s;
}

/* In standard deviations of the noise; 0 on average over the stretch. */
static double state_of(struct stretch *s)
{
	const double turn = 6.283185307179586, at = (double)s->t, n = (double)s->n;

	switch (s->w->kind) {
	case STATE:
		if (s->t)
			s->state = s->w->rho * s->state +
				   sqrt(1 - s->w->rho * s->w->rho) * as_random_normal(&s->r);
		return s->state;
	case DRIFT:
		return 4 * ((at + 0.5) / n - 0.5);
	case STEP:
		return 2 * at < n ? -2 : 2;
	case PERIOD:
		return sqrt(2) * sin(turn * (at / 50 + s->phase));
	case NOISE:
	case SKEWED:
		break;
	}
	return 0;
}

static double next(struct stretch *s)
{
	double state = state_of(s), noise = as_random_normal(&s->r);

	s->t++;
	return s->w->kind == SKEWED ? exp(0.5 * noise) : 1 + sd * (state + noise);
}

static double truth_of(const struct world *w)
{
	return w->kind == SKEWED ? exp(0.125) : 1;
}

/* methods-repairs.md 1.9: where the list of states is long enough for the one there is; of the rest a
 * label says it. */
static bool is_reached(const struct world *w, size_t n)
{
	const double times = (double)n, lasts = 1 / (1 - w->rho);

	if (w->kind == PERIOD)
		return n >= 50;
	if (w->kind != STATE)
		return true;
	return lasts <= (n >= 100 ? times / 10 : n >= 50 ? times / 20 : 1.5);
}

static void alone(struct cell *c, const struct world *w, size_t n)
{
	struct lab l;

	lab_open(&l, 1, 1, &n);
	for (unsigned k = 0; k < c->n; k++) {
		struct as_random r = cell_random(c, k);
		struct stretch s = begin(w, &r, n);
		double x[LONGEST];
		for (size_t i = 0; i < n; i++)
			x[i] = next(&s);
		l.x->plan.seed = k + 1;
		lab_fill(&l, 0, x, 1);
		count_mean(c, l.x, 0, truth_of(w));
	}
	lab_close(&l);
	if (is_reached(w, n))
		cell_promise(c, "assay", 0.95, 1);
}

void study_alone(struct study *s)
{
	static const size_t counts[] = {10, 20, 50, 100, 200, LONGEST};

	for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
		for (size_t w = 0; w < WORLDS; w++) {
			struct cell c;
			const bool heavy = counts[i] == LONGEST;
			if (!cell_open(&c, s, "%s/%zu/%s", heavy ? "heavy" : "alone", counts[i],
				    worlds[w].name))
				continue;
			cell_share(&c, heavy ? HEAVY : ALONE);
			alone(&c, &worlds[w], counts[i]);
			cell_close(&c);
		}
}

static double wall_of_stretch(void *context, size_t subject, size_t build)
{
	(void)subject, (void)build;
	return next(context);
}

/* A target that 40 independent executions would meet. */
static void planned(struct cell *c, const struct world *w, uint32_t stage1)
{
	struct asked a = asked_of(1);
	const double spread = w->kind == SKEWED ? sqrt(expm1(0.25)) : sd, truth = truth_of(w);

	a.rule.amount.stage1 = stage1;
	a.plan.precision = 1.96 * spread / sqrt(40);
	for (unsigned k = 0; k < c->n; k++) {
		struct as_random r = cell_random(c, k);
		struct stretch s = begin(w, &r, 1);
		const struct truth t = {.context = &s, .wall = wall_of_stretch, .execution_s = 0.1};
		struct as_summary y;
		a.plan.seed = k + 1;
		struct as_experiment *x = drive(&a, &t);
		count_mean(c, x, 0, 1e9 * truth);
		if (as_summarise(x, 0, AS_METRIC_WALL, &y, NULL))
			study_fail("no summary");
		cell_count_interval(c, "target missed by 2 %",
			y.half_width > 1.02 * a.plan.precision * fabs(y.mean), (double)y.n_top);
		as_experiment_free(x);
	}
	if (w->kind == NOISE || (w->kind == STATE && w->rho < 0.5))
		cell_promise(c, "assay", 0.95, 1);
}

void study_planned(struct study *s)
{
	static const size_t which[] = {0, 1, 2, 3, 5, 7, 10};
	static const uint32_t stage1[] = {10, 20};

	for (size_t i = 0; i < sizeof stage1 / sizeof stage1[0]; i++)
		for (size_t w = 0; w < sizeof which / sizeof which[0]; w++) {
			struct cell c;
			if (!cell_open(&c, s, "planned/%u/%s", stage1[i], worlds[which[w]].name))
				continue;
			cell_share(&c, PLANNED);
			planned(&c, &worlds[which[w]], stage1[i]);
			cell_close(&c);
		}
}

/* Two stretches of one machine, of which nothing is known of sessions but that they do not differ:
 * a profile of many sessions without any spread. */
static void two_stretches(struct cell *c, const struct world *w, size_t n)
{
	struct lab old, new;

	lab_open(&old, 1, 1, &n);
	lab_open(&new, 1, 1, &n);
	const struct as_apart v = {.old = {old.x, 0, AS_METRIC_WALL},
		.new = {new.x, 0, AS_METRIC_WALL},
		.between = {0, 1e6}};
	for (unsigned k = 0; k < c->n; k++) {
		struct as_random r = cell_random(c, k);
		double x[LONGEST];
		struct as_comparison found;
		struct as_err err = {0};
		for (int side = 0; side < 2; side++) {
			struct stretch s = begin(w, &r, n);
			for (size_t i = 0; i < n; i++)
				x[i] = next(&s);
			lab_fill(side ? &new : &old, 0, x, 1);
			r = s.r;
		}
		if (as_compare_apart(&v, 1, AS_ADJUST_HOLM, &found, &err))
			study_fail("%s", err.msg);
		cell_count(c, "assay", is_difference(found.verdict));
	}
	lab_close(&old);
	lab_close(&new);
	if (w->kind == NOISE || n >= 200)
		cell_promise(c, "assay", 0, 0.05);
}

void study_stretches(struct study *s)
{
	static const size_t counts[] = {30, 200}, which[] = {0, 2, 3, 5};

	for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
		for (size_t w = 0; w < sizeof which / sizeof which[0]; w++) {
			struct cell c;
			if (!cell_open(&c, s, "stretches/%zu/%s", counts[i], worlds[which[w]].name))
				continue;
			two_stretches(&c, &worlds[which[w]], counts[i]);
			cell_close(&c);
		}
}
