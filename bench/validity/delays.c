/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The delay model of Chen and Revels (2016), (2) to (9): which estimate of a trial says what a program
 * costs without its delays? A program of so many instructions, each with a delay of each factor that
 * triggers with its probability and takes its time; n executions of it are timed together by a clock
 * that errs, n by Algorithm 1 and an oracle. Hit: the estimate is within 1 % of the cost without
 * delays. The width is how far off it is, on average. */

#include <math.h>

#include "stat/core/estimator.h"
#include "stat/core/quantile.h"
#include "stat/core/repetitions.h"
#include "study.h"

enum { INSTRUCTIONS = 200, MEASUREMENTS = 100, FACTORS = 2, HEAVY = 20 };

static const double cost = 200, near = 0.01; /* ns of one execution */
static const struct as_precision clock_of = {.precision = 1, .accuracy = 1000};

struct delay_factor {
	double chance; /* that an instruction triggers it */
	double ns;     /* that it takes then */
	bool of_trial; /* half of all trials are without it */
};

struct delay_world {
	const char *name;
	struct delay_factor factor[FACTORS];
	/* how often the minimum has to hit by the table's n, and the mean */
	double minimum_low, minimum_high, mean_low, mean_high;
};

static const struct delay_world worlds[] = {
	{"none", {{0, 0, false}, {0, 0, false}}, 0.95, 1, 0.95, 1},
	{"rare and long", {{1e-6, 50000, false}, {0, 0, false}}, 0.95, 1, 0, 0.05},
	{"rare and long, and a state", {{1e-6, 50000, false}, {1e-6, 50000, true}}, 0.95, 1, 0, 0.05},
	/* (9): what triggers at every instruction, or as good as, no n takes away */
	{"frequent and short", {{1e-2, 10, false}, {0, 0, false}}, 0, 0.05, 0, 0.05},
	{"every instruction", {{1, 0.1, false}, {0, 0, false}}, 0, 0.05, 0, 0.05},
};

enum { WORLDS = sizeof worlds / sizeof worlds[0] };

enum delay_oracle { BY_TABLE, BY_LOGISTIC, ONE, LIMIT, ORACLES };
static const char *const oracles[ORACLES] = {"table", "logistic", "one", "limit"};

/* How many of m instructions trigger it: from one that does to the next one that does. */
static double triggers(struct as_random *r, double chance, uint64_t m)
{
	double at = 0, n = -1;

	if (chance >= 1 || !(chance > 0))
		return chance >= 1 ? (double)m : 0;
	do {
		at += floor(log1p(-as_random_double(r)) / log1p(-chance)) + 1;
		n++;
	} while (at <= (double)m);
	return n;
}

/* (7): n executions, their delays, and the error of the clock; never less than the clock shows. */
static double timed(const struct delay_world *w, const bool *there, struct as_random *r, uint64_t n)
{
	double t = (double)n * cost +
		clock_of.accuracy * (2 * as_random_double(r) - 1);

	for (size_t f = 0; f < FACTORS; f++)
		if (there[f])
			t += w->factor[f].ns * triggers(r, w->factor[f].chance, n * INSTRUCTIONS);
	return fmax(t, 0);
}

static uint64_t choose(const struct delay_world *w, const bool *there, struct as_random *r,
	enum delay_oracle oracle)
{
	struct as_calibration c;
	uint64_t i;

	if (oracle == ONE)
		return 1;
	if (oracle == LIMIT)
		return as_repetitions_limit(&clock_of);
	as_calibration_begin(&c, &clock_of, 1e9);
	while ((i = as_calibration_next(&c)))
		as_calibration_add(&c, timed(w, there, r, i));
	return oracle == BY_TABLE ? as_oracle_table(c.least, &clock_of)
				  : as_oracle_logistic(c.least, &clock_of);
}

static void trial(struct cell *c, const struct delay_world *w, enum delay_oracle oracle, unsigned k)
{
	struct as_random r = cell_random(c, k);
	double x[MEASUREMENTS];
	bool there[FACTORS];

	for (size_t f = 0; f < FACTORS; f++)
		there[f] = !w->factor[f].of_trial || as_random_double(&r) < 0.5;
	const uint64_t n = choose(w, there, &r, oracle);
	for (size_t m = 0; m < MEASUREMENTS; m++)
		x[m] = timed(w, there, &r, n) / (double)n; /* (8) */
	as_sort(x, MEASUREMENTS);
	for (unsigned e = AS_ESTIMATE_MEAN; e <= AS_ESTIMATE_TRIMMED; e++) {
		const double off = fabs(as_estimate((enum as_estimator)e, x, MEASUREMENTS) - cost) / cost;
		cell_count_interval(c, as_estimators[e].title, off <= near, off);
	}
}

void study_delays(struct study *s)
{
	for (size_t w = 0; w < WORLDS; w++)
		for (unsigned o = 0; o < ORACLES; o++) {
			struct cell c;
			if (!cell_open(&c, s, "delays/%s/%s", worlds[w].name, oracles[o]))
				continue;
			cell_share(&c, HEAVY);
			for (unsigned k = 0; k < c.n; k++)
				trial(&c, &worlds[w], (enum delay_oracle)o, k);
			if (o == BY_TABLE) {
				cell_promise(&c, "minimum", worlds[w].minimum_low,
					worlds[w].minimum_high);
				cell_promise(&c, "mean", worlds[w].mean_low, worlds[w].mean_high);
			}
			cell_close(&c);
		}
}
