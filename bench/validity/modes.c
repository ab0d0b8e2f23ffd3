/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Modes (methods.md 9.5): are they found where they were planted, at the right level, and nowhere else?
 * Counted is what the screen says, by the code that decides it. */

#include <math.h>

#include "analyse/diagnose/modality.h"
#include "lab.h"
#include "study.h"

enum { EXPERIMENTS = 400, VALUES = 4000 };

/* A tree without modes, and what is planted in it. All relative to the mean. */
struct plant {
	const char *name;
	size_t n_levels, r[3];
	double sd[3];    /* of what iterations, executions, builds add; from the lowest level there is */
	bool lognormal;  /* the exponential of all that */
	double rho;      /* of an iteration with the one before it */
	const char *in;  /* the level whose units are in modes; NULL: none */
	double share;    /* of its units that are slower, */
	double by;       /* by this */
};

static const char within[] = "within executions", by_execution[] = "by execution",
	by_build[] = "by build", none[] = "none";

static const struct plant plants[] = {
	{"nothing, 20 executions", 1, {20}, {0.01}, false, 0, NULL, 0, 0},
	{"nothing, 100 executions", 1, {100}, {0.01}, false, 0, NULL, 0, 0},
	{"nothing, 50 executions, lognormal 0.5", 1, {50}, {0.5}, true, 0, NULL, 0, 0},
	{"nothing, 50 executions, lognormal 1", 1, {50}, {1}, true, 0, NULL, 0, 0},
	{"nothing, 20 executions of 30", 2, {30, 20}, {0.01, 0.01}, false, 0, NULL, 0, 0},
	{"nothing, 20 executions of 30, AR(1) 0.8", 2, {30, 20}, {0.01, 0.005}, false, 0.8, NULL, 0, 0},
	{"nothing, 20 executions of 30, lognormal 0.5", 2, {30, 20}, {0.5, 0.5}, true, 0, NULL, 0, 0},
	{"nothing, executions vary most", 2, {30, 20}, {0.001, 0.01}, false, 0, NULL, 0, 0},
	{"nothing, builds vary most", 3, {10, 5, 12}, {0.002, 0.002, 0.01}, false, 0, NULL, 0, 0},
	{"20 executions, half slower by 10 %", 1, {20}, {0.01}, false, 0, by_execution, 0.5, 0.1},
	{"50 executions, 30 % slower by 10 %", 1, {50}, {0.01}, false, 0, by_execution, 0.3, 0.1},
	{"20 executions of 30, half slower by 10 %", 2, {30, 20}, {0.01, 0.01}, false, 0, by_execution,
		0.5, 0.1},
	{"half of the iterations of 20 executions slower by 10 %", 2, {30, 20}, {0.01, 0.01}, false, 0,
		within, 0.5, 0.1},
	{"half of the iterations of 50 executions of 2 slower by 10 %", 2, {2, 50}, {0.01, 0.01}, false,
		0, within, 0.5, 0.1},
	{"30 builds, 40 % slower by 10 %", 3, {10, 3, 30}, {0.01, 0.01, 0.005}, false, 0, by_build, 0.4,
		0.1},
	{"12 builds, half slower by 10 %", 3, {10, 5, 12}, {0.01, 0.01, 0.01}, false, 0, by_build, 0.5,
		0.1},
	{"12 builds of 5, half of the executions slower by 10 %", 3, {10, 5, 12}, {0.01, 0.01, 0.01},
		false, 0, by_execution, 0.5, 0.1},
};

/* The slower mode, or the other one. */
static double mode(const struct plant *p, const char *in, struct as_random *r)
{
	return p->in == in && as_random_double(r) < p->share ? p->by : 0;
}

static double luck(double sd, struct as_random *r)
{
	return sd * as_random_normal(r);
}

static void draw(const struct plant *p, struct as_random *r, double *out)
{
	const bool one = p->n_levels == 1; /* an execution is one value */
	const size_t iterations = one ? 1 : p->r[0], executions = one ? p->r[0] : p->r[1];
	const size_t builds = p->n_levels > 2 ? p->r[2] : 1;

	for (size_t b = 0; b < builds; b++) {
		double build = p->n_levels > 2 ? luck(p->sd[2], r) + mode(p, by_build, r) : 0;
		for (size_t e = 0; e < executions; e++) {
			double at = 1 + build + luck(p->sd[one ? 0 : 1], r) + mode(p, by_execution, r);
			double last = 0;
			for (size_t i = 0; i < iterations; i++) {
				double own = one ? 0 : luck(p->sd[0], r);
				last = i ? p->rho * last + sqrt(1 - p->rho * p->rho) * own : own;
				double x = at + last + mode(p, within, r);
				*out++ = p->lognormal ? exp(x - 1) : x;
			}
		}
	}
}

static void judge(struct cell *c, struct lab *l)
{
	static const char *const levels[] = {within, by_execution, by_build};
	struct as_analysis a;
	struct as_err err = {0};

	lab_analyse(l, &a);
	if (as_look_at_shape(l->x, &a.summaries[0], &err))
		study_fail("%s", err.msg);
	const struct as_shape_modes *m = &a.summaries[0].shape.modes;
	const char *said = m->n && m->index < 3 ? levels[m->index] : none;
	cell_count(c, none, said == none);
	for (size_t i = 0; i < 3; i++)
		cell_count(c, levels[i], said == levels[i]);
	as_analysis_release(&a);
}

void study_modes(struct study *s)
{
	for (size_t i = 0; i < sizeof plants / sizeof plants[0]; i++) {
		const struct plant *p = &plants[i];
		double values[VALUES];
		struct cell c;
		struct lab l;
		if (!cell_open(&c, s, "modes/%s", p->name))
			continue;
		c.n = c.n < EXPERIMENTS ? c.n : EXPERIMENTS;
		lab_open(&l, 1, p->n_levels, p->r);
		for (unsigned k = 0; k < c.n; k++) {
			struct as_random random = cell_random(&c, k);
			draw(p, &random, values);
			lab_fill(&l, 0, values, 1);
			l.x->plan.seed = k + 1;
			judge(&c, &l);
		}
		lab_close(&l);
		if (!p->in)
			cell_promise(&c, none, 0.99, 1);
		else if (!(p->in == by_build && p->r[2] < 20))
			cell_promise(&c, p->in, 0.98, 1);
		cell_close(&c);
	}
}
