/* SPDX-License-Identifier: GPL-3.0-or-later */

/* An undecided comparison gets more rounds once (methods.md 6.7): the first look at 0.005, the last
 * at 0.048. How often is a program found to differ from itself, and how often would it be if both
 * looks were at 0.05? */

#include <math.h>

#include "analyse/compare/looks.h"
#include "lab.h"
#include "stat/dist/compare.h"
#include "stat/dist/stein.h"
#include "study.h"
#include "world.h"

enum { MOST = 200 }; /* rounds: where the budget ends */

static const double first_level = 0.005, last_level = 0.048, tolerance = 0.01, sd = 0.01;

struct rounds {
	double old[MOST], new[MOST];
};

static void draw(enum machine m, struct as_random *r, struct rounds *out)
{
	double y[2 * MOST];

	machine_draw(m, r, y, 2 * (size_t)MOST);
	for (size_t t = 0; t < 2 * (size_t)MOST; t++)
		y[t] += as_random_normal(r);
	for (size_t k = 0; k < MOST; k++) {
		size_t swap = as_random_below(r, 2);
		out->old[k] = exp(sd * y[2 * k + swap]);
		out->new[k] = exp(sd * y[2 * k + 1 - swap]);
	}
}

static struct as_paired look(const struct rounds *x, size_t n, double level)
{
	struct as_paired p;

	if (as_paired_log_ratio(x->old, x->new, n, 1 - level, &p, NULL))
		study_fail("no comparison of %zu rounds", n);
	return p;
}

/* As the screen says it: enough for the distance seen, but not finer than half the tolerance. */
static size_t needed(const struct as_paired *p)
{
	double distance = fmax(fabs(log(p->ratio)), tolerance / 2);
	size_t n = 0;

	if (as_units_for(p->sd, distance, p->log.confidence, AS_BLOCKS_PAIRED, &n))
		study_fail("no number of rounds for a standard deviation of %g", p->sd);
	return n < MOST ? n : MOST;
}

static bool finds(enum as_judgement j)
{
	return j != AS_JUDGED_UNDECIDED && j != AS_JUDGED_EQUIVALENT;
}

/* again: as many rounds again; else as many as the difference seen seems to need, which depends on what
 * was seen and is here to show that it must not. */
static bool two_looks(const struct rounds *x, size_t n, bool again, double first, double last)
{
	struct as_paired p = look(x, n, first);
	enum as_judgement j = as_judge(p.lo, p.hi, tolerance);
	size_t more = again ? 2 * n : needed(&p);

	if (j != AS_JUDGED_UNDECIDED || more <= n)
		return finds(j);
	p = look(x, more, last);
	return finds(as_judge(p.lo, p.hi, tolerance));
}

/* An experiment that had n rounds in stage 1, which met its target, and has `rounds` now. */
static void plan_looks(struct lab *l, size_t n, size_t rounds)
{
	struct as_plan *p = &l->x->plan;

	p->stopping = AS_STOP_TWO_STAGE;
	p->precision = 0.5;
	p->stage1 = p->planned = p->first_look = (uint32_t)n;
	p->done = (uint32_t)rounds;
	p->last_look = rounds > n ? (uint32_t)rounds : 0;
	p->decide = true;
}

/* What `assay run --decide` would say of them, by its own code. */
static bool assay_finds(struct lab *first, const struct rounds *x, size_t n)
{
	lab_fill(first, 0, x->old, 1);
	lab_fill(first, 1, x->new, 1);
	enum as_verdict_word word = lab_says(first);
	if (word != AS_VERDICT_UNDECIDED)
		return is_difference(word);
	size_t wanted = as_rounds_to_decide(first->x, first->x->criterion);
	size_t more = wanted < MOST ? wanted : MOST;
	struct lab last;
	lab_open(&last, 2, 1, &more);
	plan_looks(&last, n, more);
	lab_fill(&last, 0, x->old, 1);
	lab_fill(&last, 1, x->new, 1);
	bool found = lab_finds(&last);
	lab_close(&last);
	return found;
}

static void count(struct cell *c, enum machine m, size_t n)
{
	struct lab l;

	lab_open(&l, 2, 1, &n);
	plan_looks(&l, n, n);
	for (unsigned k = 0; k < c->study->n; k++) {
		struct as_random r = cell_random(c, k);
		struct rounds x;
		draw(m, &r, &x);
		cell_count(c, "assay", assay_finds(&l, &x, n));
		cell_count(c, "as many again", two_looks(&x, n, true, first_level, last_level));
		cell_count(c, "as needed", two_looks(&x, n, false, first_level, last_level));
		cell_count(c, "both at 0.05", two_looks(&x, n, true, 0.05, 0.05));
	}
	lab_close(&l);
	cell_promise(c, "assay", 0, 0.055);
}

void study_looks(struct study *s)
{
	static const size_t first_look[] = {6, 10, 30};

	for (int m = 0; m < MACHINES; m++)
		for (size_t i = 0; i < sizeof first_look / sizeof first_look[0]; i++) {
			struct cell c;
			if (!cell_open(&c, s, "looks/%s/%zu", machine_names[m], first_look[i]))
				continue;
			count(&c, (enum machine)m, first_look[i]);
			cell_close(&c);
		}
}
