/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/planning/plan_solve.h"

#include <math.h>

double as_solver_cost(const struct as_solver *s, const double *r)
{
	double total = 0;

	for (size_t i = 0; i + 1 < s->n; i++)
		total = r[i] * (s->c[i] + total);
	return total + s->c[s->n - 1];
}

double as_solver_var(const struct as_solver *s, const double *variances, const double *r)
{
	double v = variances[s->n - 1], product = 1;

	for (size_t i = s->n - 1; i-- > 0;) {
		product *= r[i];
		v += variances[i] / product;
	}
	return v;
}

/* How the counts hang together. Counts are N_i = r_i r_{i+1} ... in methods.md 6.2; here they are
 * divided by the ratios `base` that they have at least, so that N_i >= N_{i+1} is the only rule
 * left, whatever the minima are. Tied levels keep their ratio: they are one block. */
struct chain {
	double base[AS_LEVELS_MAX];
	bool tied[AS_LEVELS_MAX]; /* level i to level i + 1 */
};

struct plan_solve_block {
	double t, c;
	size_t high; /* its highest level */
};

/* Pool adjacent violators among the levels 0 .. top - 1: m[i] is the scaled count, up to a common
 * factor. Tied levels come as one block from the beginning. Blocks of equal value are joined, which
 * changes nothing but that 0 / 0 does not occur. */
static void pool(const struct as_solver *s, const struct chain *k, size_t top, double *m)
{
	struct plan_solve_block b[AS_LEVELS_MAX] = {{0}};
	double scale = 1;
	size_t n = 0;

	for (size_t i = s->n; i-- > 0;) {
		scale *= i + 1 < s->n ? k->base[i] : 1;
		if (i >= top)
			continue;
		if (!n || !k->tied[i])
			b[n++] = (struct plan_solve_block){.high = i};
		b[n - 1].t += s->t[i] / scale;
		b[n - 1].c += s->c[i] * scale;
		if (i > 0 && k->tied[i - 1])
			continue;
		for (; n > 1 && b[n - 1].t / b[n - 1].c <= b[n - 2].t / b[n - 2].c; n--) {
			b[n - 2].t += b[n - 1].t;
			b[n - 2].c += b[n - 1].c;
		}
	}
	for (size_t i = 0; i < top; i++) {
		while (n > 1 && b[n - 1].high < i)
			n--;
		m[i] = sqrt(b[n - 1].t / b[n - 1].c);
	}
}

static struct chain chain_of(const struct as_solver *s)
{
	struct chain k = {.tied = {false}};

	for (size_t i = 0; i + 1 < s->n; i++) {
		k.base[i] = (double)s->lo[i];
		k.tied[i] = s->lo[i] == s->hi[i];
	}
	return k;
}

static void ratios(const struct as_solver *s, const struct chain *k, double *r)
{
	double m[AS_LEVELS_MAX];

	pool(s, k, s->n, m);
	for (size_t i = 0; i + 1 < s->n; i++) {
		double times = m[i + 1] > 0 ? m[i] / m[i + 1] : HUGE_VAL;

		r[i] = k->tied[i] || !(m[i] > m[i + 1]) ? k->base[i] : k->base[i] * times;
	}
}

void as_solver_free_optimum(const struct as_solver *s, double *r)
{
	struct chain k = chain_of(s);

	ratios(s, &k, r);
}

/* A count beyond its maximum is tied there and the rest is solved again, from the top down. */
static void rate_optimum(const struct as_solver *s, double *r)
{
	struct chain k = chain_of(s);

	ratios(s, &k, r);
	for (size_t i = s->n; i-- > 0;) {
		if (i + 1 >= s->n || k.tied[i] || r[i] <= (double)s->hi[i])
			continue;
		k.base[i] = (double)s->hi[i];
		k.tied[i] = true;
		ratios(s, &k, r);
		i = s->n;
	}
}

/* The lower counts when r_n is given: `scale` times the ideal ones m of the levels below `top`, but
 * never fewer units than the level above has, and never more than hi allows. The levels from top to
 * n - 1 are tied to the top one. */
static void spread(const struct as_solver *s, const struct chain *k, const double *m, double scale,
	double *r)
{
	double above = 1;

	for (size_t i = s->n - 1; i-- > 0;) {
		double times = k->tied[i] ? 1 : fmax(scale * m[i] / above, 1);

		times = fmin(times, (double)s->hi[i] / k->base[i]);
		r[i] = k->base[i] * times;
		above *= times;
	}
}

static bool reaches(const struct as_solver *s, const struct as_goal *goal, const double *r)
{
	if (goal->aim == AS_AIM_BUDGET)
		return as_solver_cost(s, r) > goal->limit;
	return as_solver_var(s, s->raw, r) <= goal->limit;
}

/* The scale at which the goal is crossed: the largest below it for a budget, the smallest that
 * reaches a target. Cost grows and variance falls with the scale. */
static bool crossing(const struct as_solver *s, const struct as_goal *goal, double *r)
{
	struct chain k = chain_of(s);
	double m[AS_LEVELS_MAX] = {0}, low = 1, high = 1;
	bool budget = goal->aim == AS_AIM_BUDGET;
	size_t top = s->n - 1;

	while (top > 0 && k.tied[top - 1])
		top--;
	if (top > 0)
		pool(s, &k, top, m);
	spread(s, &k, m, 0, r);
	if (reaches(s, goal, r))
		return !budget;
	if (!(m[0] > 0))
		return budget;
	low = high = 1 / m[0]; /* there every count is still at its minimum */
	for (int step = 0; step < 60 && !reaches(s, goal, r); step++) {
		low = high;
		high *= 16;
		spread(s, &k, m, high, r);
	}
	if (!reaches(s, goal, r)) /* every count is at its maximum */
		return budget;
	for (int step = 0; step < 50; step++) {
		double middle = sqrt(low) * sqrt(high);

		spread(s, &k, m, middle, r);
		if (reaches(s, goal, r))
			high = middle;
		else
			low = middle;
	}
	spread(s, &k, m, budget ? low : high, r);
	return true;
}

bool as_solver_optimum(const struct as_solver *s, const struct as_goal *goal, double *r)
{
	if (goal->aim != AS_AIM_RATE)
		return crossing(s, goal, r);
	rate_optimum(s, r);
	return true;
}
