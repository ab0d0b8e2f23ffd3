/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What disturbs a result (methods.md 7): is it found where it was planted, and is nothing named where
 * nothing was? Counted is what the screen says, by the code that decides it. */

#include <math.h>

#include "analyse/diagnose/steady_state.h"
#include "lab.h"
#include "study.h"

enum { EXPERIMENTS = 400, EXECUTIONS = 20, ITERATIONS = 30 };

static const double execution_sd = 0.01, iteration_sd = 0.01;

/* What is planted, relative to the mean. */
struct plant {
	const char *name, *found_as;
	bool promised;
	size_t cold;   /* iterations at the start that are slower, */
	double warm;   /* by this */
	double rho;    /* of an iteration with the one before it */
	double creep;  /* over an execution */
	double drift;  /* over the experiment */
};

static const struct plant plants[] = {
	{"nothing", NULL, true, 0, 0, 0, 0, 0},
	{"the first iteration twice as slow", "warm-up", true, 1, 1, 0, 0, 0},
	{"5 iterations slower by 10 %", "warm-up", true, 5, 0.1, 0, 0, 0},
	{"iterations become 10 % faster", "not settled", true, 0, 0, 0, -0.1, 0},
	{"AR(1), 0.6", "dependent", true, 0, 0, 0.6, 0, 0},
	{"AR(1), 0.9", "dependent", true, 0, 0, 0.9, 0, 0},
	{"the machine becomes 5 % slower", "drift", false, 0, 0, 0, 0, 0.05},
	{"the machine becomes 10 % slower", "drift", true, 0, 0, 0, 0, 0.1},
};

static void draw(const struct plant *p, struct as_random *r, double *out)
{
	for (size_t e = 0; e < EXECUTIONS; e++) {
		double level = 1 + execution_sd * as_random_normal(r) +
			p->drift * (double)e / (EXECUTIONS - 1), last = 0;
		for (size_t i = 0; i < ITERATIONS; i++) {
			double own = as_random_normal(r);
			last = i ? p->rho * last + sqrt(1 - p->rho * p->rho) * own : own;
			double first = i < p->cold ? p->warm : 0;
			out[e * ITERATIONS + i] = level + first + iteration_sd * last +
				p->creep * (double)i / (ITERATIONS - 1);
		}
	}
}

static void judge(struct cell *c, struct lab *l)
{
	struct as_analysis a;
	struct as_err err = {0};

	lab_analyse(l, &a);
	if (as_look_at_time(l->x, &a.summaries[0], &err))
		study_fail("%s", err.msg);
	const struct as_steadiness *s = &a.summaries[0].steadiness;
	bool warm = s->state.warmup_matters;
	bool unsettled = s->state.unsettled || s->state.of[AS_PACE_NEVER] || s->state.of[AS_PACE_CYCLIC];
	cell_count(c, "warm-up", warm);
	cell_count(c, "not settled", unsettled);
	cell_count(c, "dependent", s->dependence.found);
	cell_count(c, "drift", s->order.found);
	cell_count(c, "anything", warm || unsettled || s->dependence.found || s->order.found);
	as_analysis_release(&a);
}

void study_steady(struct study *s)
{
	static const size_t r[] = {ITERATIONS, EXECUTIONS};

	for (size_t i = 0; i < sizeof plants / sizeof plants[0]; i++) {
		const struct plant *p = &plants[i];
		struct cell c;
		struct lab l;
		if (!cell_open(&c, s, "time/%s", p->name))
			continue;
		c.n = c.n < EXPERIMENTS ? c.n : EXPERIMENTS;
		lab_open(&l, 1, 2, r);
		for (unsigned k = 0; k < c.n; k++) {
			double values[EXECUTIONS * ITERATIONS];
			struct as_random random = cell_random(&c, k);
			draw(p, &random, values);
			lab_fill(&l, 0, values, 1);
			l.x->plan.seed = k + 1;
			judge(&c, &l);
		}
		lab_close(&l);
		if (p->found_as && p->promised)
			cell_promise(&c, p->found_as, 0.98, 1);
		else if (p->promised)
			cell_promise(&c, "anything", 0, 0.05);
		cell_close(&c);
	}
}
