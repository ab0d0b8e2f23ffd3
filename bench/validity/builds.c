/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Programs that are built, builds that take long, and as many of them as a precision takes
 * (methods-repairs.md 5). */

#include <math.h>

#include "drive.h"
#include "lab.h"

enum { BUILDS_MOST = 20000 };
enum { PROGRAMS = 10, PAIRS = 4 }; /* shares */
enum kind { NORMAL, TWO_KINDS, LOGNORMAL };

static const char *const kinds[] = {"normal", "two kinds 30:70", "lognormal 0.5"};
static const double sd = 0.02; /* of an execution of any build */

/* Builds are drawn when they are first executed. */
struct program {
	struct as_random r;
	enum kind kind;
	double build_sd, execution_sd;
	size_t n[2]; /* builds drawn */
	double luck[2][BUILDS_MOST];
};

/* Of mean 0 and variance 1. */
static double luck_of(enum kind kind, struct as_random *r)
{
	const double share = 0.3, v = exp(0.25);

	switch (kind) {
	case TWO_KINDS:
		return (as_random_double(r) < share ? 1 - share : -share) /
		       sqrt(share * (1 - share));
	case LOGNORMAL:
		return (exp(0.5 * as_random_normal(r)) - sqrt(sqrt(v))) / sqrt((v - 1) * sqrt(v));
	case NORMAL:
		break;
	}
	return as_random_normal(r);
}

static double wall_of(void *context, size_t subject, size_t build)
{
	struct program *p = context;

	if (build >= BUILDS_MOST)
		study_fail("more than %d builds", BUILDS_MOST);
	while (p->n[subject] <= build)
		p->luck[subject][p->n[subject]++] = luck_of(p->kind, &p->r);
	return 1 + p->build_sd * p->luck[subject][build] +
	       p->execution_sd * as_random_normal(&p->r);
}

/* A build costs 3 s, an execution 0.1 s. The precision is what `ideal` builds would give. */
static struct asked asked_for(size_t subjects, double share, double ideal)
{
	const double build_s = 3, execution_s = 0.1;
	const double best = fmax(sqrt(build_s / execution_s * (1 - share) / share), 2);
	struct asked a = asked_of_built(subjects);
	double e = 1.96 * sd * sqrt((share + (1 - share) / best) / ideal);

	a.rule.planning.cost_s[AS_LEVEL_BUILD] = build_s;
	a.rule.planning.cost_s[AS_LEVEL_EXECUTION] = execution_s;
	a.plan.precision = subjects > 1 ? expm1(sqrt(2) * e) : e;
	return a;
}

static void count(struct cell *c, enum kind kind, double share, double ideal, size_t subjects)
{
	static struct program p;
	struct asked a = asked_for(subjects, share, ideal);
	const struct truth t = {.context = &p, .wall = wall_of, .execution_s = 0.1, .build_s = 3};

	for (unsigned k = 0; k < c->n; k++) {
		p.r = cell_random(c, k);
		p.kind = kind;
		p.build_sd = sd * sqrt(share);
		p.execution_sd = sd * sqrt(1 - share);
		p.n[0] = p.n[1] = 0;
		a.plan.seed = k + 1;
		struct as_experiment *x = drive(&a, &t);
		if (subjects > 1)
			cell_count_interval(c, "assay",
				is_difference(says(x, AS_METRIC_WALL).verdict), x->plan.builds);
		else
			count_mean(c, x, 0, 1e9);
		if (subjects == 1)
			cell_count_interval(c, "builds", false, x->plan.builds);
		as_experiment_free(x);
	}
	/* Of two kinds, or skewed, ten of a pilot may not have seen all there is. */
	if (subjects > 1)
		cell_promise(c, "assay", 0, 0.05);
	else if (kind == NORMAL)
		cell_promise(c, "assay", 0.95, 1);
}

void study_builds(struct study *s)
{
	static const double shares[] = {0.9, 0.5}, ideal[] = {5, 10, 20, 30};

	for (size_t subjects = 1; subjects <= 2; subjects++)
		for (int kind = 0; kind <= LOGNORMAL; kind++)
			for (size_t i = 0; i < 2; i++)
				for (size_t j = subjects - 1; j < 4; j += subjects) {
					struct cell c;
					if (!cell_open(&c, s, "%s/%s/%g/%g",
						    subjects > 1 ? "build pairs" : "builds",
						    kinds[kind], shares[i], ideal[j]))
						continue;
					cell_share(&c, subjects > 1 ? PAIRS : PROGRAMS);
					count(&c, (enum kind)kind, shares[i], ideal[j], subjects);
					cell_close(&c);
				}
}
