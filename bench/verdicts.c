/* SPDX-License-Identifier: GPL-3.0-or-later */

/* bench_verdicts: whole experiments of 2 x 50 executions a second on one core, without processes: drawn,
 * scheduled, kept, compared, with a verdict; and with all that a screen shows of them beside it. */

#include <math.h>
#include <stdio.h>
#include <time.h>

#include "drive.h"
#include "lab.h"

enum { EXPERIMENTS = 10000, ROUNDS = 50, TIMES = 5 };

static double wall_of(void *context, size_t subject, size_t build)
{
	(void)subject, (void)build;
	return exp(0.02 * as_random_normal(context));
}

static double seconds(bool all)
{
	const clock_t began = clock();
	struct asked a = asked_of(2);

	a.rule.amount.runs = ROUNDS;
	for (uint64_t k = 0; k < EXPERIMENTS; k++) {
		struct as_random r;
		struct as_analysis y;
		struct as_err err = {0};
		const struct truth t = {.context = &r, .wall = wall_of, .execution_s = 0.1};
		as_random_init(&r, 1, AS_RANDOM_TEST, k);
		a.plan.seed = k + 1;
		struct as_experiment *x = drive(&a, &t);
		if (!all)
			(void)says(x, AS_METRIC_WALL);
		else if (as_analyse(x, AS_METRIC_WALL, &y, &err))
			study_fail("%s", err.msg);
		else
			as_analysis_release(&y);
		as_experiment_free(x);
	}
	return (double)(clock() - began) / CLOCKS_PER_SEC;
}

int main(void)
{
	static const char *const words[] = {"to the verdict", "all summaries"};

	for (int all = 0; all < 2; all++) {
		double least = HUGE_VAL, most = 0;
		for (int i = 0; i < TIMES; i++) {
			const double s = seconds(all);
			least = fmin(least, s);
			most = fmax(most, s);
		}
		printf("experiments of 2 x %d executions, %s: %.0f (%.0f at worst of %d) a "
		       "second\n",
			ROUNDS, words[all], EXPERIMENTS / least, EXPERIMENTS / most, TIMES);
	}
	return 0;
}
