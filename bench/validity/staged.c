/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Identical programs in rounds whose number followed from the first ones, by a plan or by a budget,
 * one comparison or a suite of them (methods-repairs.md 2, 3, 7). */

#include <math.h>

#include "analyse/compare/together.h"
#include "drive.h"
#include "lab.h"

static const double sd = 0.02; /* of the logarithm of an execution, where it is normal */

struct series {
	struct as_random r;
	double spread; /* of the logarithm */
	double rho; /* of a state that is as large as the noise; 0: there is none */
	double state, last, correlation;
};

static double wall_of(void *context, size_t subject, size_t build)
{
	struct series *s = context;

	(void)subject, (void)build;
	s->last = as_random_normal(&s->r);
	if (s->rho > 0)
		s->state = s->rho * s->state + sqrt(1 - s->rho * s->rho) * as_random_normal(&s->r);
	return exp(s->spread * (s->last + s->state));
}

/* In proportion to how the wall time went. */
static double user_of(void *context)
{
	struct series *s = context;
	const double k = s->correlation;

	return exp(sd * (k * s->last + sqrt(1 - k * k) * as_random_normal(&s->r)));
}

/* A count that is 0 in a tenth of the executions. */
static double zeros_of(void *context)
{
	struct series *s = context;

	return as_random_double(&s->r) < 0.1 ? 0 : 1 + (double)as_random_below(&s->r, 20);
}

/* Independent pairs of a standard deviation of d would take `ideal` rounds. */
static double precision_for(double d, double ideal)
{
	return expm1(1.96 * d / sqrt(ideal));
}

enum { SUBJECTS = 10, SUITES = 4 }; /* shares: skewed subjects are resampled */

struct staged {
	const char *name;
	double spread, rho, ideal, correlation;
	enum { RATIO, MEANS, OTHER, ZEROS, SUBJECT } what;
};

static const struct staged cases[] = {{"log ratio", 0.02, 0, 31, 0, RATIO},
	{"means", 0.02, 0, 31, 0, MEANS}, {"means, lognormal 0.5", 0.5, 0, 31, 0, MEANS},
	{"means, AR 0.6", 0.02, 0.6, 31, 0, MEANS}, {"means, ideal 15", 0.02, 0, 15, 0, MEANS},
	{"other metric, 0", 0.02, 0, 31, 0, OTHER}, {"other metric, 0.5", 0.02, 0, 31, 0.5, OTHER},
	{"other metric, 0.9", 0.02, 0, 31, 0.9, OTHER}, {"one subject", 0.02, 0, 31, 0, SUBJECT},
	{"one subject, lognormal 0.5", 0.5, 0, 31, 0, SUBJECT},
	{"10 % zeros", 0.02, 0, 31, 0, ZEROS}};

static void staged(struct cell *c, const struct staged *of, uint32_t stage1)
{
	struct asked a = asked_of(2);

	a.rule.amount.stage1 = stage1;
	a.ratio_of_means = of->what == MEANS;
	a.plan.precision = precision_for(
		of->spread * sqrt(2 * (1 + (of->rho > 0 ? 1 - of->rho : 0))), of->ideal);
	for (unsigned k = 0; k < c->n; k++) {
		struct series s = {.r = cell_random(c, k),
			.spread = of->spread,
			.rho = of->rho,
			.correlation = of->correlation};
		const struct truth t = {.context = &s,
			.wall = wall_of,
			.execution_s = 0.1,
			.user = of->what == OTHER   ? user_of
				: of->what == ZEROS ? zeros_of
						    : NULL};
		s.state = of->rho > 0 ? as_random_normal(&s.r) : 0;
		a.plan.seed = k + 1;
		struct as_experiment *x = drive(&a, &t);
		if (of->what == SUBJECT) {
			count_mean(c, x, 1, 1e9 * exp(of->spread * of->spread / 2));
		} else {
			const struct as_comparison found = says(
				x, of->what == RATIO || of->what == MEANS ? AS_METRIC_WALL
									  : AS_METRIC_USER);
			cell_count_interval(
				c, "assay", is_difference(found.verdict), (double)found.n);
		}
		as_experiment_free(x);
	}
}

void study_stages(struct study *s)
{
	static const uint32_t stage1[] = {6, 10, 20};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		for (size_t j = 0; j < sizeof stage1 / sizeof stage1[0]; j++) {
			struct cell c;
			if (!cell_open(&c, s, "stages/%s/%u", cases[i].name, stage1[j]))
				continue;
			if (cases[i].what == SUBJECT)
				cell_share(&c, SUBJECTS);
			staged(&c, &cases[i], stage1[j]);
			if (cases[i].what == SUBJECT)
				cell_promise(&c, "assay", 0.95, 1);
			else
				cell_promise(&c, "assay", 0, 0.05);
			cell_close(&c);
		}
}

enum { SUITE_MOST = 20 };

static bool any_found(const struct as_inside *v, size_t n, enum as_adjust how)
{
	struct as_comparison found[SUITE_MOST];
	struct as_err err = {0};
	bool any = false;

	if (as_compare_together(v, n, how, found, &err))
		study_fail("%s", err.msg);
	for (size_t i = 0; i < n; i++)
		any = any || is_difference(found[i].verdict);
	return any;
}

static void suite(struct cell *c, size_t n, uint32_t stage1)
{
	struct asked a = asked_of(2);

	a.rule.amount.stage1 = stage1;
	a.plan.precision = precision_for(sd * sqrt(2), 31);
	for (unsigned k = 0; k < c->n; k++) {
		struct series s = {.r = cell_random(c, k), .spread = sd};
		const struct truth t = {.context = &s, .wall = wall_of, .execution_s = 0.1};
		struct as_inside v[SUITE_MOST];
		struct as_experiment *x[SUITE_MOST];
		for (size_t i = 0; i < n; i++) {
			a.plan.seed = (uint64_t)k * SUITE_MOST + i + 1;
			x[i] = drive(&a, &t);
			v[i] = (struct as_inside){x[i], AS_METRIC_WALL, 0, 1};
		}
		cell_count(c, "Holm", any_found(v, n, AS_ADJUST_HOLM));
		cell_count(c, "BH", any_found(v, n, AS_ADJUST_BH));
		for (size_t i = 0; i < n; i++)
			as_experiment_free(x[i]);
	}
}

void study_suites(struct study *s)
{
	static const size_t counts[] = {5, 10, SUITE_MOST};
	static const uint32_t stage1[] = {6, 10, 20};

	for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
		for (size_t j = 0; j < sizeof stage1 / sizeof stage1[0]; j++) {
			struct cell c;
			if (!cell_open(&c, s, "suites/%zu/%u", counts[i], stage1[j]))
				continue;
			cell_share(&c, SUITES);
			suite(&c, counts[i], stage1[j]);
			cell_promise(&c, "Holm", 0, 0.05);
			cell_promise(&c, "BH", 0, 0.05);
			cell_close(&c);
		}
}

/* A budget for so many rounds. Whether the interval of the ratio holds 1. */
static void cut(struct cell *c, uint32_t stage1, double ideal, double most)
{
	struct asked a = asked_of(2);

	a.rule.amount.stage1 = stage1;
	a.plan.precision = precision_for(sd * sqrt(2), ideal);
	a.plan.budget_explicit = true;
	a.plan.budget_ns = (int64_t)(2e9 * round(fmax(most * ideal, stage1)));
	for (unsigned k = 0; k < c->n; k++) {
		struct series s = {.r = cell_random(c, k), .spread = sd};
		const struct truth t = {.context = &s, .wall = wall_of, .execution_s = 1};
		a.plan.seed = k + 1;
		struct as_experiment *x = drive(&a, &t);
		const struct as_comparison found = says(x, AS_METRIC_WALL);
		cell_count_interval(
			c, "assay", found.lo <= 1 && 1 <= found.hi, (found.hi - found.lo) / 2);
		cell_count(c, "cut", x->plan.outcome == AS_OUTCOME_BUDGET);
		as_experiment_free(x);
	}
}

void study_budgets(struct study *s)
{
	static const uint32_t stage1[] = {5, 6, 10, 20};
	static const double ideal[] = {10, 20, 50}, most[] = {0.75, 1, 1.5, 2.5};

	for (size_t i = 0; i < 4; i++)
		for (size_t j = 0; j < 3; j++)
			for (size_t k = 0; k < 4; k++) {
				struct cell c;
				if (!cell_open(
					    &c, s, "budget/%u/%g/%g", stage1[i], ideal[j], most[k]))
					continue;
				cut(&c, stage1[i], ideal[j], most[k]);
				cell_promise(&c, "assay", 0.95, 1);
				cell_close(&c);
			}
}
