/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "stat/dist/planning/plan_solve.h"

/* Rounding gets its result from a comparison of costs, which must not depend on the last digit. */
static const double tie = 1e-12;

/* What rounding one by one must save before it replaces floors and ceilings (plan.h). */
static const double worth = 1e-3;

static size_t within(const struct as_solver *s, size_t i, double x)
{
	if (!(x > (double)s->lo[i]))
		return s->lo[i];
	return x < (double)s->hi[i] ? (size_t)x : s->hi[i];
}

static void as_real(const struct as_solver *s, const size_t *r, double *out)
{
	for (size_t i = 0; i + 1 < s->n; i++)
		out[i] = (double)r[i];
}

/* What a goal makes small; infinite for counts that miss the goal. */
static double price(const struct as_solver *s, const struct as_goal *goal, const size_t *r)
{
	double x[AS_LEVELS_MAX] = {0};

	as_real(s, r, x);
	double cost = as_solver_cost(s, x), v = as_solver_var(s, s->t, x);
	switch (goal->aim) {
	case AS_AIM_RATE:
		return v * cost;
	case AS_AIM_BUDGET:
		return cost <= goal->limit * (1 + tie) ? v : HUGE_VAL;
	case AS_AIM_TARGET:
		v = as_solver_var(s, s->raw, x);
		return v <= goal->limit * (1 + tie) ? cost : HUGE_VAL;
	}
	return HUGE_VAL;
}

struct plan_round_search {
	const struct as_goal *goal;
	const size_t *least; /* bounds before anything was rounded */
	double best;
	size_t r[AS_LEVELS_MAX];
};

static void copy(const struct as_solver *s, const size_t *from, size_t *to)
{
	for (size_t i = 0; i + 1 < s->n; i++)
		to[i] = from[i];
}

static void offer(struct plan_round_search *q, const struct as_solver *s, const size_t *r)
{
	double p = price(s, q->goal, r);

	if (!(p < q->best * (1 - tie)) && !(isinf(q->best) && isfinite(p)))
		return;
	q->best = p;
	copy(s, r, q->r);
}

/* A target that is reached with room to spare, because counts were rounded up: take away what is
 * not needed, the dearest first. */
static void trim(const struct plan_round_search *q, const struct as_solver *s, size_t *r)
{
	for (size_t i = s->n - 1; i-- > 0;) {
		while (r[i] > q->least[i]) {
			r[i]--;
			if (isfinite(price(s, q->goal, r)))
				continue;
			r[i]++;
			break;
		}
	}
}

/* Round the smallest open count both ways and solve again for the others: it loses most by
 * rounding, and the larger ones make up for it. A level with equal bounds has been rounded. */
static void round_smallest(struct plan_round_search *q, const struct as_solver *s)
{
	double x[AS_LEVELS_MAX] = {0};
	size_t at = s->n;

	if (!as_solver_optimum(s, q->goal, x))
		return;
	for (size_t i = 0; i + 1 < s->n; i++)
		if (s->lo[i] < s->hi[i] && (at == s->n || x[i] < x[at]))
			at = i;
	if (at == s->n) {
		size_t r[AS_LEVELS_MAX] = {0};

		copy(s, s->lo, r);
		if (q->goal->aim == AS_AIM_TARGET)
			trim(q, s, r);
		offer(q, s, r);
		return;
	}
	size_t down = within(s, at, floor(x[at])), up = within(s, at, ceil(x[at]));
	struct as_solver fixed = *s;
	fixed.lo[at] = fixed.hi[at] = down;
	round_smallest(q, &fixed);
	if (up == down)
		return;
	fixed.lo[at] = fixed.hi[at] = up;
	round_smallest(q, &fixed);
}

bool as_solver_counts(const struct as_solver *s, const struct as_goal *goal, size_t *r)
{
	struct plan_round_search q = {.goal = goal, .least = s->lo, .best = HUGE_VAL};

	round_smallest(&q, s);
	if (isinf(q.best))
		return false;
	copy(s, q.r, r);
	return true;
}

void as_solver_best(const struct as_solver *s, size_t *r)
{
	const struct as_goal rate = {.aim = AS_AIM_RATE};
	struct plan_round_search floors = {.goal = &rate, .least = s->lo, .best = HUGE_VAL},
		nested = floors;
	double x[AS_LEVELS_MAX] = {0};
	size_t n = s->n - 1;

	(void)as_solver_optimum(s, &rate, x);
	for (size_t mask = 0; mask < (size_t)1 << n; mask++) {
		size_t at[AS_LEVELS_MAX] = {0};

		for (size_t i = 0; i < n; i++) {
			bool up = mask >> (n - 1 - i) & 1;
			at[i] = within(s, i, up ? ceil(x[i]) : floor(x[i]));
		}
		offer(&floors, s, at);
	}
	round_smallest(&nested, s);
	copy(s, nested.best * (1 + worth) < floors.best ? nested.r : floors.r, r);
}
