/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A against A: what one session shows, and what several tell of a machine. */
#include <stdlib.h>
#include <string.h>

#include "analyse/compare/noise_floor.h"
#include "sample.h"
#include "stat/dist/dist.h"
#include "stat/dist/random.h"

enum { ROUNDS = 40 };

static struct as_random luck_of(uint64_t seed)
{
	struct as_random l;

	as_random_init(&l, seed, AS_RANDOM_TEST, 0);
	return l;
}

/* Both copies in n rounds, and 2 n executions in sequence: noise of 1 %, a state common to both in a
 * round, and a drift of so much over all of them. */
static void measure(uint64_t seed, size_t n, double drift, struct as_experiment **rounds,
	struct as_experiment **sequence)
{
	double *v = calloc(2 * n, sizeof *v);
	struct as_random l = luck_of(seed);

	assert_non_null(v);
	for (size_t i = 0; i < n; i++) {
		double state = exp(drift * (double)i / (double)n);
		v[i] = 1e6 * state * exp(0.01 * as_random_normal(&l));
		v[n + i] = 1e6 * state * exp(0.01 * as_random_normal(&l));
	}
	*rounds = sample(2, n, v);
	for (size_t i = 0; i < 2 * n; i++)
		v[i] = 1e6 * exp(drift * (double)i / (double)(2 * n) + 0.01 * as_random_normal(&l));
	*sequence = sample(1, 2 * n, v);
	(*rounds)->plan.confidence = (*sequence)->plan.confidence = 0.95;
	free(v);
}

static struct as_profile_session session_of(uint64_t seed, size_t n, double drift, uint32_t group)
{
	struct as_experiment *rounds = NULL, *sequence = NULL;
	struct as_profile_session s;
	struct as_err err = {0};

	measure(seed, n, drift, &rounds, &sequence);
	if (as_noise_measure(&(struct as_noise_source){rounds, sequence, group}, &s, &err))
		fail_msg("%s", err.msg);
	as_experiment_free(rounds);
	as_experiment_free(sequence);
	return s;
}

static void numbers_that_can_be_worked_out_by_hand(void **state)
{
	/* Log ratios 0.02, 0, -0.02, 0; rounds on 0, 0.1, 0, 0.1 of the logarithm. */
	const double y[] = {-0.01, 0.1, 0.01, 0.1, 0.01, 0.1, -0.01, 0.1};
	double v[8];
	struct as_profile_session s;

	(void)state;
	for (int i = 0; i < 8; i++)
		v[i] = exp(y[i]);
	struct as_experiment *x = sample(2, 4, v);
	x->plan.confidence = 0.95;
	assert_int_equal(as_noise_measure(&(struct as_noise_source){.rounds = x}, &s, NULL), AS_OK);
	as_experiment_free(x);
	double ms_res = 0.0008 / 3 / 2, ms_round = 2 * (4 * 0.0025) / 3;
	CHECK_NEAR(s.log_mean, 0.05, 1e-12);
	CHECK_NEAR(s.unit.sd, sqrt(ms_res), 1e-9);
	CHECK_NEAR(s.unit.df, 3, 0);
	CHECK_NEAR(s.round.sd, sqrt((ms_round - ms_res) / 2), 1e-9);
	assert_int_equal(s.units, 4);
	assert_int_equal(s.group, 4);
	assert_int_equal(s.way[AS_AA_ROUNDS].comparisons, 1);
	assert_int_equal(s.way[AS_AA_ROUNDS].alarms, 0);
	assert_true(isnan(s.stretch.sd) && isnan(s.way[AS_AA_SEQUENCE].ratio));
	assert_int_equal(s.way[AS_AA_SEQUENCE].comparisons, 0);
}

static void what_is_put_in_is_found_again(void **state)
{
	struct as_profile_session s = session_of(1, 2000, 0, 0);

	(void)state;
	CHECK_NEAR(s.unit.sd, 0.01, 0.05);
	assert_true(s.round.sd < 0.002);
	CHECK_NEAR(s.stretch.sd, 0.01 / sqrt(10), 0.1);
	assert_int_equal(s.way[AS_AA_ROUNDS].comparisons, 200);
	assert_int_equal(s.way[AS_AA_SEQUENCE].comparisons, 200);
	assert_in_range(s.way[AS_AA_ROUNDS].alarms, 2, 20); /* 10 on the average */
	assert_in_range(s.way[AS_AA_SEQUENCE].alarms, 2, 20);
}

static void drift_makes_false_alarms_in_sequence_and_none_in_rounds(void **state)
{
	struct as_profile_session s = session_of(2, 400, 0.8, 0);

	(void)state;
	assert_int_equal(s.way[AS_AA_ROUNDS].comparisons, 40);
	assert_in_range(s.way[AS_AA_ROUNDS].alarms, 0, 6);
	assert_int_equal(s.way[AS_AA_SEQUENCE].comparisons, 40);
	assert_in_range(s.way[AS_AA_SEQUENCE].alarms, 16, 40);
	assert_true(s.way[AS_AA_SEQUENCE].lo > 1.2);
	assert_true(s.way[AS_AA_ROUNDS].lo < 1 && s.way[AS_AA_ROUNDS].hi > 1);
	struct as_profile p = {.sessions = &s, .n_sessions = 1};
	struct as_noise noise;
	as_noise_of(&p, &noise);
	assert_true(noise.way[AS_AA_SEQUENCE].wider > 20);
	assert_true(noise.way[AS_AA_ROUNDS].differ < 0.02);
	assert_true(noise.way[AS_AA_SEQUENCE].rate_lo > 0.2);
}

/* n builds of each subject with 2 executions of build[s * n + i] and 1.02 times that. */
static struct as_experiment *built(size_t n, const double *build)
{
	struct as_experiment *x = sample(2, 0, NULL);

	x->plan.confidence = 0.95;
	x->plan.builds = (uint32_t)n;
	x->plan.builds_state = AS_BUILDS_DIFFER;
	for (size_t s = 0; s < 2; s++)
		for (size_t i = 0; i < n; i++) {
			const struct as_unit b = {.order = (uint32_t)i, .ending = AS_ENDED_OK};
			size_t at = 0;
			assert_int_equal(as_subject_add_unit(&x->subjects[s], AS_LEVEL_BUILD, &b, &at, NULL), AS_OK);
			for (uint32_t r = 0; r < 2; r++) {
				const struct as_unit u = {.parent = (uint32_t)at, .round = r,
					.order = (uint32_t)(i * 2) + r, .ending = AS_ENDED_OK};
				size_t e = 0;
				assert_int_equal(as_subject_add_unit(&x->subjects[s], AS_LEVEL_EXECUTION, &u,
							 &e, NULL), AS_OK);
				assert_int_equal(as_subject_set(&x->subjects[s], AS_LEVEL_EXECUTION, e,
							 AS_METRIC_WALL, build[s * n + i] * (r ? 1.02 : 1), NULL),
					AS_OK);
			}
		}
	x->plan.planned = x->plan.done = 2;
	return x;
}

static void builds_in_sequence_are_one_side_against_the_other(void **state)
{
	const double same[] = {100, 101, 102, 103, 103, 102, 101, 100};
	const double moved[] = {100, 101, 102, 103, 112, 111, 113, 110};
	struct as_experiment *x = built(4, same), *y = built(4, moved), *few = built(3, moved);
	struct as_profile_session s;
	struct as_err err = {0};

	(void)state;
	if (as_noise_measure(&(struct as_noise_source){.rounds = x, .sequence = y}, &s, &err))
		fail_msg("%s", err.msg);
	assert_int_equal(s.group, 4);
	assert_int_equal(s.way[AS_AA_ROUNDS].comparisons, 1);
	assert_int_equal(s.way[AS_AA_ROUNDS].alarms, 0);
	assert_int_equal(s.way[AS_AA_SEQUENCE].comparisons, 1);
	assert_int_equal(s.way[AS_AA_SEQUENCE].alarms, 1);
	CHECK_NEAR(s.way[AS_AA_SEQUENCE].ratio, 446.0 / 406.0, 1e-12);
	double between = 0.25 * log(112.0 * 111 * 113 * 110 / (100.0 * 101 * 102 * 103));
	CHECK_NEAR(s.stretch.sd, between / sqrt(2), 1e-12);
	CHECK_NEAR(s.stretch.df, 1, 0);
	/* With fewer builds than were compared in rounds there is no such comparison. */
	assert_int_equal(as_noise_measure(&(struct as_noise_source){.rounds = x, .sequence = few}, &s, NULL), AS_OK);
	assert_int_equal(s.way[AS_AA_SEQUENCE].comparisons, 0);
	as_experiment_free(x);
	as_experiment_free(y);
	as_experiment_free(few);
}

static void a_group_that_is_asked_for_is_taken(void **state)
{
	struct as_profile_session s = session_of(3, ROUNDS, 0, 4);

	(void)state;
	assert_int_equal(s.group, 4);
	assert_int_equal(s.way[AS_AA_ROUNDS].comparisons, 10);
	assert_int_equal(s.way[AS_AA_SEQUENCE].comparisons, 10);
	CHECK_NEAR(s.stretch.df, 19, 0);
}

static void refused(size_t n, const double *v, uint32_t group, const char *words)
{
	struct as_experiment *x = sample(2, n, v);
	struct as_profile_session s;
	struct as_err err = {0};

	x->plan.confidence = 0.95;
	enum as_status st = as_noise_measure(&(struct as_noise_source){.rounds = x, .group = group}, &s, &err);
	if (st != AS_ERR_DATA || !strstr(err.msg, words))
		fail_msg("%d: %s", (int)st, err.msg);
	as_experiment_free(x);
}

static void what_gives_no_answer_is_refused_with_words(void **state)
{
	const double few[] = {1, 2, 3, 4}, one[] = {1, 2}, zero[] = {1, 2, 0, 3, 4, 5, 6, 7};
	const double nan = (double)NAN, failed[] = {1, nan, 2, nan, 1, 1, nan, 2};

	(void)state;
	refused(2, few, 0, "with 2 rounds of both: at least 3 are needed");
	refused(1, one, 0, "with 1 round of both");
	refused(4, failed, 0, "with 1 round of both");
	refused(4, zero, 0, "an execution has 0 ns");
	const double v[] = {1, 2, 3, 4, 5, 6, 7, 8};
	refused(4, v, 5, "cannot compare groups of 5: there are 4 rounds of both");
}

static void times_that_do_not_vary_are_no_alarm(void **state)
{
	double v[24];
	struct as_profile_session s;

	(void)state;
	for (int i = 0; i < 24; i++)
		v[i] = 5;
	struct as_experiment *x = sample(2, 12, v);
	x->plan.confidence = 0.95;
	assert_int_equal(as_noise_measure(&(struct as_noise_source){.rounds = x}, &s, NULL), AS_OK);
	as_experiment_free(x);
	assert_int_equal(s.way[AS_AA_ROUNDS].alarms, 0);
	CHECK_NEAR(s.unit.sd, 0, 0);
}

/* A session without anything but its mean and what varies inside. */
static struct as_profile_session made(double log_mean, double unit, uint32_t group)
{
	const struct as_profile_sd none = {(double)NAN, 0};

	return (struct as_profile_session){.group = group, .confidence = 0.95, .log_mean = log_mean,
		.unit = {unit, 200}, .round = {0, 200}, .stretch = none};
}

static void stretches_that_came_out_alike_are_no_less_noisy_than_rounds(void **state)
{
	struct as_profile_session v = made(1, 0.01, 10);
	struct as_profile p = {.sessions = &v, .n_sessions = 1};
	struct as_noise noise;

	(void)state;
	v.stretch = (struct as_profile_sd){0.0001, 1};
	as_noise_of(&p, &noise);
	CHECK_NEAR(noise.way[AS_AA_SEQUENCE].sd, noise.way[AS_AA_ROUNDS].sd, 1e-12);
	CHECK_NEAR(noise.way[AS_AA_SEQUENCE].df, 1, 0);
	assert_true(noise.way[AS_AA_SEQUENCE].wider > 1);
}

static void the_deviation_between_sessions_is_that_of_their_means(void **state)
{
	struct as_profile_session v[] = {made(1, 0.01, 10), made(1.02, 0.01, 10), made(0.98, 0.01, 10)};
	struct as_profile p = {.sessions = v, .n_sessions = 3};
	struct as_noise noise;
	double t = 0;

	(void)state;
	as_noise_of(&p, &noise);
	CHECK_NEAR(noise.session.sd, 0.02, 1e-9);
	CHECK_NEAR(noise.session.df, 2, 0);
	const struct as_noise_way *w = &noise.way[AS_NOISE_SESSIONS];
	assert_true(w->known);
	CHECK_NEAR(w->sd, sqrt(2 * 0.0004 + 2 * 0.0001 / 10), 1e-9);
	CHECK_NEAR(w->df, 2, 0);
	assert_int_equal(as_t_factor(0.95, 2, &t), AS_OK);
	CHECK_NEAR(w->differ, expm1(t * w->sd), 1e-12);
	assert_false(noise.way[AS_AA_SEQUENCE].known);
}

static void one_session_says_nothing_across_sessions(void **state)
{
	struct as_profile_session v = made(1, 0.01, 10);
	struct as_profile p = {.sessions = &v, .n_sessions = 1};
	struct as_noise noise;

	(void)state;
	as_noise_of(&p, &noise);
	assert_true(isnan(noise.session.sd));
	assert_false(noise.way[AS_NOISE_SESSIONS].known);
	assert_true(isnan(noise.way[AS_NOISE_SESSIONS].expected));
	assert_true(noise.way[AS_AA_ROUNDS].known);
	/* methods-blocks.md 6.1 with S_d = sqrt(2) 1 %. */
	CHECK_NEAR(log1p(noise.way[AS_AA_ROUNDS].smallest),
		(2.262157163 + 0.883403860) * sqrt(2) * 0.01 / sqrt(10), 1e-8);
}

/* methods.md 3.4: a session sd of 0.2 / 0.5 / 1 % with 1 % within and 30 executions a side makes 18 / 49
 * / 73 % false alarms of intervals that know only their own session. */
static void false_alarms_between_sessions_are_those_of_the_paper(void **state)
{
	const double sd[] = {0.002, 0.005, 0.01}, want[] = {0.18, 0.49, 0.73};
	const double root = sqrt(0.5); /* two means, half a difference to each side */

	(void)state;
	for (int i = 0; i < 3; i++) {
		struct as_profile_session v[] = {made(sd[i] * root, 0.01, 30), made(-sd[i] * root, 0.01, 30)};
		struct as_profile p = {.sessions = v, .n_sessions = 2};
		struct as_noise noise;
		as_noise_of(&p, &noise);
		CHECK_NEAR(noise.session.sd, sd[i], 1e-9);
		assert_true(fabs(noise.way[AS_NOISE_SESSIONS].expected - want[i]) < 0.01);
	}
}

/* The rule of methods.md 3.4 with what as_noise_of makes of a profile of so many sessions: how often
 * identical programs in two further sessions are called different. */
static double alarms_across(size_t sessions, double session_sd, uint64_t seed)
{
	enum { REPLICATIONS = 4000, UNITS = 10 };
	struct as_random l = luck_of(seed);
	struct as_profile_session v[8];
	int alarms = 0;

	for (int r = 0; r < REPLICATIONS; r++) {
		struct as_profile p = {.sessions = v, .n_sessions = sessions};
		struct as_noise noise;
		double side[2], df = 2 * UNITS - 2, critical = 0;
		for (size_t i = 0; i < sessions; i++) /* the mean of 100 executions of 1 % */
			v[i] = made(session_sd * as_random_normal(&l) + 0.001 * as_random_normal(&l), 0.01, UNITS);
		as_noise_of(&p, &noise);
		for (int k = 0; k < 2; k++)
			side[k] = session_sd * as_random_normal(&l) + 0.01 / sqrt(UNITS) * as_random_normal(&l);
		double variance = 2 * 0.0001 / UNITS + 2 * noise.session.sd * noise.session.sd;
		assert_int_equal(as_t_factor(0.95, fmin(df, noise.session.df), &critical), AS_OK);
		alarms += fabs(side[0] - side[1]) > critical * sqrt(variance);
	}
	return (double)alarms / REPLICATIONS;
}

static void comparisons_across_sessions_keep_their_level(void **state)
{
	const size_t sessions[] = {2, 3, 5, 8};
	const double sd[] = {0, 0.002, 0.01, 0.05};

	(void)state;
	for (size_t i = 0; i < 4; i++)
		for (size_t k = 0; k < 4; k++)
			assert_true(alarms_across(sessions[i], sd[k], 100 + 10 * i + k) < 0.06);
}

static void sessions_of_another_group_do_not_count_alarms(void **state)
{
	struct as_profile_session v[] = {made(1, 0.01, 4), made(1, 0.03, 10)};
	struct as_profile p = {.sessions = v, .n_sessions = 2};
	struct as_noise noise;

	(void)state;
	v[0].way[AS_AA_ROUNDS] = (struct as_profile_way){50, 50, 1, 1, 1};
	v[1].way[AS_AA_ROUNDS] = (struct as_profile_way){20, 0, 1, 1, 1};
	as_noise_of(&p, &noise);
	assert_int_equal(noise.way[AS_AA_ROUNDS].comparisons, 20);
	assert_int_equal(noise.way[AS_AA_ROUNDS].alarms, 0);
	CHECK_NEAR(noise.way[AS_AA_ROUNDS].rate_hi, 0.16843, 1e-4);
	CHECK_NEAR(noise.unit.sd, sqrt((0.0001 + 0.0009) / 2), 1e-9);
}

static void only_the_profile_of_the_same_command_is_used_and_the_loudest_other_is_shown(void **state)
{
	struct as_profile_session quiet[] = {made(1, 0.01, 10), made(1.001, 0.01, 10)};
	struct as_profile_session loud[] = {made(1, 0.01, 10), made(1.1, 0.01, 10)};
	struct as_profile_session one = made(1, 0.5, 10);
	struct as_profile_sd between;
	struct as_profile p[] = {{.command = "one", .build = "", .sessions = &one, .n_sessions = 1},
		{.command = "quiet", .build = "", .sessions = quiet, .n_sessions = 2},
		{.command = "loud", .build = "", .sessions = loud, .n_sessions = 2}};
	struct as_noise noise[3];

	(void)state;
	for (int i = 0; i < 3; i++)
		as_noise_of(&p[i], &noise[i]);
	assert_int_equal(as_noise_own(noise, 3, "quiet", ""), 1);
	assert_int_equal(as_noise_own(noise, 3, "one", ""), 0);
	assert_int_equal(as_noise_own(noise, 3, "quiet", "make"), 3);
	assert_int_equal(as_noise_own(noise, 3, "other", ""), 3);
	assert_int_equal(as_noise_own(noise, 0, "other", ""), 0);
	assert_int_equal(as_noise_beside(noise, 3, 3), 2);
	assert_int_equal(as_noise_beside(noise, 3, 2), 1);
	assert_int_equal(as_noise_beside(noise, 1, 1), 1); /* one session tells nothing of others */
	/* Two sides of different commands: the larger of the two; a session alone tells nothing. */
	between = as_noise_between(&noise[1], &noise[2]);
	CHECK_NEAR(between.sd, noise[2].session.sd, 1e-15);
	CHECK_NEAR(between.df, 1, 1e-15);
	assert_int_equal(as_noise_between(&noise[0], &noise[2]).df > 0, false);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_that_can_be_worked_out_by_hand),
		cmocka_unit_test(what_is_put_in_is_found_again),
		cmocka_unit_test(drift_makes_false_alarms_in_sequence_and_none_in_rounds),
		cmocka_unit_test(builds_in_sequence_are_one_side_against_the_other),
		cmocka_unit_test(stretches_that_came_out_alike_are_no_less_noisy_than_rounds),
		cmocka_unit_test(a_group_that_is_asked_for_is_taken),
		cmocka_unit_test(what_gives_no_answer_is_refused_with_words),
		cmocka_unit_test(times_that_do_not_vary_are_no_alarm),
		cmocka_unit_test(the_deviation_between_sessions_is_that_of_their_means),
		cmocka_unit_test(one_session_says_nothing_across_sessions),
		cmocka_unit_test(false_alarms_between_sessions_are_those_of_the_paper),
		cmocka_unit_test(comparisons_across_sessions_keep_their_level),
		cmocka_unit_test(sessions_of_another_group_do_not_count_alarms),
		cmocka_unit_test(only_the_profile_of_the_same_command_is_used_and_the_loudest_other_is_shown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
