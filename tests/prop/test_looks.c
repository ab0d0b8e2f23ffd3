/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include "analyse/result/analyse.h"
#include "analyse/gates/looks.h"
#include "stat/dist/early.h"
#include "stat/dist/random.h"

/* Do two looks err as seldom as one? Programs that do not differ are compared as --decide does it,
 * 4000 times; the band is 4.5 standard deviations of the binomial count wide. */

enum { TIMES = 4000 };

/* What is compared: identical programs whose executions vary by 2 % on a machine whose state goes its
 * own way, by AR(1) 0.9 a round. */
struct setting {
	uint32_t rounds;   /* at the first look */
	uint32_t at_most;  /* rounds that the budget pays for */
	size_t subjects;
	double tolerance, state;
};

struct counts {
	int alarms, naive, went_on;
};

static void add_round(struct as_experiment *x, const struct setting *how, uint32_t round,
	double *state, struct as_random *r)
{
	*state = 0.9 * *state + how->state * sqrt(1 - 0.81) * as_random_normal(r);
	for (size_t s = 0; s < x->n_subjects; s++) {
		const struct as_unit u = {.round = round, .order = round * 10 + (uint32_t)s};
		double wall = 1e6 * (1 + *state + 0.02 * as_random_normal(r));
		size_t e = 0;
		assert_int_equal(as_subject_add_unit(&x->subjects[s], AS_LEVEL_EXECUTION, &u, &e, NULL),
			AS_OK);
		assert_int_equal(as_subject_set(&x->subjects[s], AS_LEVEL_EXECUTION, e, AS_METRIC_WALL,
			wall, NULL), AS_OK);
	}
}

static struct as_experiment *open_experiment(const struct setting *how)
{
	struct as_experiment *x = as_experiment_new();

	assert_non_null(x);
	for (size_t s = 0; s < how->subjects; s++)
		assert_non_null(as_experiment_add_subject(x, "a", "a"));
	x->criterion = AS_METRIC_WALL;
	x->plan = (struct as_plan){.confidence = 0.95, .tolerance = how->tolerance, .decide = true,
		.stopping = AS_STOP_FIXED, .planned = how->rounds, .first_look = how->rounds};
	return x;
}

/* Is one of them called slower or faster, and would it have been at 5 %? */
static bool look(const struct as_experiment *x, bool *naive)
{
	struct as_comparison c[8];
	bool alarm = false;

	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, c, NULL), AS_OK);
	for (size_t i = 0; i + 1 < x->n_subjects; i++) {
		alarm = alarm || (c[i].verdict != AS_VERDICT_UNDECIDED &&
			c[i].verdict != AS_VERDICT_EQUIVALENT);
		*naive = *naive || c[i].p_adjusted <= 0.05;
	}
	return alarm;
}

static void decide(const struct setting *how, uint64_t cell, uint64_t k, struct counts *out)
{
	struct as_experiment *x = open_experiment(how);
	double state = 0;
	bool open = false, naive = false;
	struct as_random r;
	uint32_t done = 0;

	as_random_init(&r, cell, AS_RANDOM_TEST, k);
	while (done < how->rounds)
		add_round(x, how, done++, &state, &r);
	bool alarm = look(x, &naive);
	assert_int_equal(as_is_open(x, AS_METRIC_WALL, NULL, 0, &open, NULL), AS_OK);
	if (open) {
		size_t wanted = as_rounds_to_decide(x, AS_METRIC_WALL);
		assert_true(wanted >= 2 * (size_t)how->rounds);
		x->plan.last_look = wanted < how->at_most ? (uint32_t)wanted : how->at_most;
		while (done < x->plan.last_look)
			add_round(x, how, done++, &state, &r);
		alarm = look(x, &naive);
		out->went_on++;
	}
	out->alarms += alarm;
	out->naive += naive;
	as_experiment_free(x);
}

static struct counts repeat(const struct setting *how, uint64_t cell)
{
	struct counts n = {0};

	for (uint64_t k = 0; k < TIMES; k++)
		decide(how, cell, k, &n);
	if (!(n.alarms <= TIMES * (0.055 + 4.5 * sqrt(0.055 * 0.945 / TIMES))))
		fail_msg("%d false alarms of %d in cell %u", n.alarms, TIMES, (unsigned)cell);
	return n;
}

static void two_looks_err_in_at_most_5_and_a_half_percent(void **state)
{
	static const struct setting settings[] = {
		{6, 60, 2, 0.01, 0}, {10, 60, 2, 0.01, 0.02}, {30, 120, 2, 0.01, 0.02},
		{10, 20, 2, 0, 0.02}, {10, 60, 4, 0.01, 0.02}, {5, 30, 2, 0.01, 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
		struct counts n = repeat(&settings[i], 60 + i);
		assert_true(n.alarms > TIMES / 50);
		assert_true(n.went_on > TIMES / 2);
	}
}

/* Why there are levels of their own. */
static void looking_twice_at_5_percent_errs_in_more_than_7(void **state)
{
	const struct setting how = {10, 40, 2, 0, 0.02};
	struct counts n = repeat(&how, 70);

	(void)state;
	assert_true(n.naive > TIMES * 0.07);
	assert_true(n.alarms < n.naive);
}

/* Log ratios of rounds whose typical run differs by the limit of a gate: normal, with three degrees of
 * freedom, or with one run of twenty on either side ten times slower. */
enum law { NORMAL, T3, SLOW, LAWS };

static double draw(enum law law, struct as_random *r)
{
	double z = as_random_normal(r), chi2 = 0;

	if (law == SLOW) {
		z *= 0.05;
		z += as_random_below(r, 20) ? 0 : log(10);
		return z - (as_random_below(r, 20) ? 0 : log(10));
	}
	for (int i = 0; law == T3 && i < 3; i++) {
		const double y = as_random_normal(r);
		chi2 += y * y;
	}
	return 0.05 * (law == T3 ? z / sqrt(chi2 / 3) : z);
}

/* methods-quantiles.md 4 with the intervals of methods-typical.md 1 (8.1): at the limit a gate is failed, or
 * passed, in at most 2.5 % each, and the interval of any look misses in at most 5 %. */
static void early_looks_at_typical_runs_err_as_seldom_as_looks_at_means(void **state)
{
	static const size_t most[] = {24, 80};
	const double limit = log1p(0.03);
	enum { RUNS = 1500 };

	(void)state;
	for (size_t cell = 0; cell < 2 * LAWS; cell++) {
		const struct as_looks at = as_looks_of(most[cell / LAWS], 0.05);
		int proven = 0, passed = 0, wrong = 0;

		for (uint64_t k = 0; k < RUNS; k++) {
			struct as_early e = {0};
			double d[80];
			bool missed = false;
			struct as_random r;

			as_random_init(&r, 80 + cell, AS_RANDOM_TEST, k);
			for (size_t i = 0; i < most[cell / LAWS]; i++)
				d[i] = limit + draw((enum law)(cell % LAWS), &r);
			for (size_t i = 0; i < at.n; i++) {
				struct as_early_look l;
				assert_int_equal(as_look_typical(d, at.at[i], at.alpha[i], &l), AS_OK);
				missed = missed || l.lo > limit || l.hi < limit;
				as_early_take(&e, &l, limit, i + 1 == at.n);
			}
			proven += e.state == AS_EARLY_PROVEN;
			passed += e.state == AS_EARLY_PASSED;
			wrong += missed;
		}
		print_message("cell %zu: proven %.4f, passed %.4f, wrong %.4f\n", cell,
			(double)proven / RUNS, (double)passed / RUNS, (double)wrong / RUNS);
		assert_true(proven <= RUNS * (0.025 + 4.5 * sqrt(0.025 * 0.975 / RUNS)));
		assert_true(passed <= RUNS * (0.025 + 4.5 * sqrt(0.025 * 0.975 / RUNS)));
		assert_true(wrong <= RUNS * (0.05 + 4.5 * sqrt(0.05 * 0.95 / RUNS)));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_looks_err_in_at_most_5_and_a_half_percent),
		cmocka_unit_test(looking_twice_at_5_percent_errs_in_more_than_7),
		cmocka_unit_test(early_looks_at_typical_runs_err_as_seldom_as_looks_at_means),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
