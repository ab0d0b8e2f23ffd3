/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include "analyse/result/analyse.h"
#include "analyse/compare/apart.h"
#include "analyse/compare/noise_floor.h"
#include "analyse/compare/together.h"
#include "stat/dist/random.h"

/* Rules of methods-repairs.md in cells where what was shipped before erred. The bands are 4.5
 * standard deviations of the binomial count wide. */

static struct as_experiment *open_experiment(size_t subjects, uint32_t n, enum as_design design)
{
	struct as_experiment *x = as_experiment_new();

	assert_non_null(x);
	for (size_t s = 0; s < subjects; s++)
		assert_non_null(as_experiment_add_subject(x, "a", "a"));
	x->criterion = AS_METRIC_WALL;
	x->plan = (struct as_plan){.confidence = 0.95, .stopping = AS_STOP_FIXED, .planned = n, .done = n,
		.design = design};
	return x;
}

static void add(struct as_experiment *x, size_t s, uint32_t round, double wall)
{
	const struct as_unit u = {.round = round, .order = round * 10 + (uint32_t)s};
	size_t e = 0;

	assert_int_equal(as_subject_add_unit(&x->subjects[s], AS_LEVEL_EXECUTION, &u, &e, NULL), AS_OK);
	assert_int_equal(as_subject_set(&x->subjects[s], AS_LEVEL_EXECUTION, e, AS_METRIC_WALL, wall, NULL),
		AS_OK);
}

static double band(double share, int n)
{
	return share * n + 4.5 * sqrt(share * (1 - share) * n);
}

/* ---- 6: coarse clocks ---- */

struct clocked {
	int alarms, shipped; /* called different: now, and by constants that differ */
};

/* Identical programs of n runs a side, read by a clock that counts in steps of 1 from a phase of its
 * own, with noise of so many steps. */
static struct clocked read_by_steps(uint32_t n, double noise, int times)
{
	struct clocked out = {0};
	struct as_random r;

	as_random_init(&r, 61 + n, AS_RANDOM_TEST, (uint64_t)(1000 * noise));
	for (int k = 0; k < times; k++) {
		struct as_experiment *x = open_experiment(2, n, AS_DESIGN_ROUNDS);
		const double truth = 20 + as_random_double(&r);
		struct as_comparison c;

		for (uint32_t i = 0; i < n; i++)
			for (size_t s = 0; s < 2; s++)
				add(x, s, i, 1e7 * floor(truth + noise * as_random_normal(&r)));
		assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
		out.alarms += c.verdict == AS_VERDICT_SLOWER || c.verdict == AS_VERDICT_FASTER;
		out.shipped += c.constant.is ? !isnan(c.p) : c.p <= 0.05;
		as_experiment_free(x);
	}
	return out;
}

static void identical_programs_read_by_a_coarse_clock_are_seldom_told_apart(void **state)
{
	enum { TIMES = 4000 };
	static const double noise[] = {0.05, 0.2, 0.5, 1};

	(void)state;
	for (uint32_t n = 3; n <= 5; n++)
		for (size_t i = 0; i < sizeof noise / sizeof *noise; i++) {
			const struct clocked c = read_by_steps(n, noise[i], TIMES);
			print_message("# n %u, noise %.2f: %.2f %%, constants that differ %.2f %%\n", n,
				noise[i], 100. * c.alarms / TIMES, 100. * c.shipped / TIMES);
			assert_true(c.alarms <= band(n == 3 && noise[i] < 0.4 ? 0.0005 : 0.055, TIMES));
		}
}

/* ---- 4: noise profiles ---- */

/* A profile of so many sessions that differ by that standard deviation. */
static struct as_profile_sd profile(struct as_random *r, size_t sessions, double sd)
{
	struct as_profile_session v[10] = {0};
	struct as_profile p = {.command = "a", .build = "", .sessions = v, .n_sessions = sessions};
	struct as_noise noise;

	for (size_t i = 0; i < sessions; i++)
		v[i] = (struct as_profile_session){.units = 10, .group = 10, .confidence = 0.95,
			.log_mean = 14 + sd * as_random_normal(r), .unit = {0.01, 9},
			.round = {0.001, 9}, .stretch = {0.001, 9}};
	as_noise_of(&p, &noise);
	return as_noise_between(&noise, &noise);
}

/* Verdicts on two sessions of one program, which differ by 1.5 %, by a profile of `sd`. */
static int called_different(size_t sessions, double sd, int times)
{
	const double own = 0.015;
	struct as_random r;
	int alarms = 0;

	as_random_init(&r, 4, AS_RANDOM_TEST, sessions);
	for (int k = 0; k < times; k++) {
		struct as_experiment *x[2];
		struct as_comparison c;

		for (size_t s = 0; s < 2; s++) {
			const double shift = own * as_random_normal(&r);
			x[s] = open_experiment(1, 10, AS_DESIGN_ROUNDS);
			for (uint32_t i = 0; i < 10; i++)
				add(x[s], 0, i, 1e7 * exp(shift + 0.01 * as_random_normal(&r)));
		}
		const struct as_apart v = {.old = {x[0], 0, AS_METRIC_WALL},
			.new = {x[1], 0, AS_METRIC_WALL},
			.between = sessions ? profile(&r, sessions, sd) : (struct as_profile_sd){0}};
		assert_int_equal(as_compare_apart(&v, 1, AS_ADJUST_HOLM, &c, NULL), AS_OK);
		alarms += c.verdict == AS_VERDICT_SLOWER || c.verdict == AS_VERDICT_FASTER;
		as_experiment_free(x[0]);
		as_experiment_free(x[1]);
	}
	return alarms;
}

static void two_sessions_are_judged_by_a_profile_of_the_command_or_not_at_all(void **state)
{
	enum { TIMES = 4000 };
	const int none = called_different(0, 0, TIMES), two = called_different(2, 0.015, TIMES);
	const int six = called_different(6, 0.015, TIMES), other = called_different(6, 0.005, TIMES);

	(void)state;
	print_message("# own profile of 2 sessions %.2f %%, of 6 %.2f %%; that of another command, whose "
		"sessions differ by a third of it, would make %.1f %%\n", 100. * two / TIMES,
		100. * six / TIMES, 100. * other / TIMES);
	assert_int_equal(none, 0);
	assert_true(two <= band(0.05, TIMES) && six <= band(0.05, TIMES));
	assert_true(other > 4 * band(0.05, TIMES)); /* this is why it is not used */
}

/* ---- 8: the overall ratio ---- */

enum { ROWS = 5, SHARED = 10 };

/* Two programs that do not differ, of five benchmarks each, whose units have `share` of their variance
 * in common: in one experiment, where the sides share rounds of a machine whose state varies by 2 %,
 * or in two. How often the interval of the whole holds 1, and how often one that takes the rows for
 * independent would have. */
static void draw_suite(struct as_experiment *x[2], double share, bool rounds, struct as_random *r)
{
	for (uint32_t k = 0; k < SHARED; k++) {
		const double machine = rounds ? 0.02 * as_random_normal(r) : 0;
		for (size_t side = 0; side < 2; side++) {
			const double unit = sqrt(share) * as_random_normal(r);
			for (size_t i = 0; i < ROWS; i++)
				add(x[rounds ? 0 : side], rounds ? 2 * i + side : i, k, 1e7 * exp(machine +
					0.01 * (unit + sqrt(1 - share) * as_random_normal(r))));
		}
	}
}

static bool holds_one(struct as_experiment *x[2], bool rounds, bool *independent)
{
	struct as_inside in[ROWS];
	struct as_apart v[ROWS];
	struct as_comparison c[ROWS];
	struct as_overall o;
	double sum = 0, variance = 0;

	for (size_t i = 0; i < ROWS; i++) {
		in[i] = (struct as_inside){x[0], AS_METRIC_WALL, 2 * i, 2 * i + 1};
		v[i] = (struct as_apart){.old = {x[0], rounds ? 2 * i : i, AS_METRIC_WALL},
			.new = {x[rounds ? 0 : 1], rounds ? 2 * i + 1 : i, AS_METRIC_WALL},
			.between = {0, rounds ? 0 : 1e9}};
	}
	if (rounds)
		assert_int_equal(as_compare_together(in, ROWS, AS_ADJUST_HOLM, c, NULL), AS_OK);
	else
		assert_int_equal(as_compare_apart(v, ROWS, AS_ADJUST_HOLM, c, NULL), AS_OK);
	assert_int_equal(as_overall_ratio(v, c, ROWS, &o, NULL), AS_OK);
	assert_int_equal(o.programs, 1);
	for (size_t i = 0; i < ROWS; i++) { /* the rows' own, as if they were independent */
		sum += log(c[i].ratio);
		variance += pow(log(c[i].hi / c[i].lo) / 2 / (rounds ? 3.2498 : 2.8784), 2);
	}
	*independent = fabs(sum) <= 1.99 * sqrt(variance);
	return o.lo <= 1 && o.hi >= 1;
}

static void check_overall(double share, bool rounds)
{
	enum { TIMES = 3000 };
	struct as_random r;
	int held = 0, shipped = 0;

	as_random_init(&r, 80 + rounds, AS_RANDOM_TEST, (uint64_t)(100 * share));
	for (int k = 0; k < TIMES; k++) {
		struct as_experiment *x[2];
		bool independent = false;
		for (size_t i = 0; i < 2; i++)
			x[i] = open_experiment(rounds ? 2 * ROWS : ROWS, SHARED, AS_DESIGN_ROUNDS);
		draw_suite(x, share, rounds, &r);
		held += holds_one(x, rounds, &independent);
		shipped += independent;
		as_experiment_free(x[0]);
		as_experiment_free(x[1]);
	}
	print_message("# %s, share %.1f: %.1f %%, rows taken for independent %.1f %%\n",
		rounds ? "rounds" : "apart", share, 100. * held / TIMES, 100. * shipped / TIMES);
	assert_true(TIMES - held <= band(0.05, TIMES));
}

static void the_overall_ratio_holds_whatever_rows_share(void **state)
{
	(void)state;
	for (int rounds = 0; rounds < 2; rounds++)
		for (int i = 0; i < 3; i++)
			check_overall((double[]){0, 0.3, 0.8}[i], rounds);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(identical_programs_read_by_a_coarse_clock_are_seldom_told_apart),
		cmocka_unit_test(the_overall_ratio_holds_whatever_rows_share),
		cmocka_unit_test(two_sessions_are_judged_by_a_profile_of_the_command_or_not_at_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
