/* SPDX-License-Identifier: GPL-3.0-or-later */

/* An undecided comparison gets more rounds once (methods.md 6.7): the first look at 0.005, the last
 * at 0.048. How often is a program found to differ from itself? */

#include <math.h>

#include "drive.h"
#include "lab.h"
#include "study.h"
#include "world.h"

enum { MOST = 200 }; /* rounds */

static const double sd = 0.01; /* of an execution; the states are in this unit */

/* A machine while a comparison lasts. */
struct hour {
	struct as_random r;
	double state[2 * MOST];
	size_t t;
};

static double wall_of(void *context, size_t subject, size_t build)
{
	struct hour *h = context;

	(void)subject, (void)build;
	if (h->t >= 2 * (size_t)MOST)
		study_fail("more than %d rounds", (int)MOST);
	return exp(sd * (h->state[h->t++] + as_random_normal(&h->r)));
}

static void count(struct cell *c, enum machine m, uint32_t first_look)
{
	struct asked a = asked_of(2);

	a.plan.decide = true;
	a.plan.precision = 0.5; /* which the first look meets */
	a.rule.amount.stage1 = first_look;
	a.rule.amount.max_runs = MOST;
	for (unsigned k = 0; k < c->n; k++) {
		struct hour h = {.r = cell_random(c, k)};
		const struct truth t = {.context = &h, .wall = wall_of, .execution_s = 0.1};
		machine_draw(m, &h.r, h.state, 2 * (size_t)MOST);
		a.plan.seed = k + 1;
		struct as_experiment *x = drive(&a, &t);
		cell_count_interval(
			c, "assay", is_difference(says(x, AS_METRIC_WALL).verdict), x->plan.done);
		cell_count(c, "second look", x->plan.last_look > 0);
		as_experiment_free(x);
	}
	cell_promise(c, "assay", 0, 0.05);
}

void study_looks(struct study *s)
{
	static const uint32_t first_look[] = {6, 10, 30};

	for (int m = 0; m < MACHINES; m++)
		for (size_t i = 0; i < sizeof first_look / sizeof first_look[0]; i++) {
			struct cell c;
			if (!cell_open(&c, s, "looks/%s/%u", machine_names[m], first_look[i]))
				continue;
			count(&c, (enum machine)m, first_look[i]);
			cell_close(&c);
		}
}
