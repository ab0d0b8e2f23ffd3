/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparisons of duets: pairs of rounds, cores, and what rounds in turns say of them. */
#include "sample.h"

#include "analyse/gates/gate_judge.h"
#include "analyse/result/analyse.h"
#include "analyse/result/two_stage.h"
#include "model/kept/duet_rounds.h"
#include "stat/dist/random.h"

/* New takes exp(effect) times as long; beside each other exp(shift) times that; the first core is slower by
 * `core`, and each execution varies by `sd`. */
struct drawn {
	double effect, shift, core, sd;
	uint32_t rounds;
	uint64_t seed;
};

static bool found(const struct as_comparison *c, enum as_finding_id id)
{
	for (size_t i = 0; i < c->findings.n; i++)
		if (c->findings.v[i].id == (int)id)
			return true;
	return false;
}

static void add_one(struct as_experiment *x, size_t subject, uint32_t *order, uint32_t round,
	enum as_role role, double log_ms)
{
	const struct as_unit u = {.order = (*order)++, .round = round, .role = (uint8_t)role};
	size_t unit = 0;

	assert_int_equal(
		as_subject_add_unit(&x->subjects[subject], AS_LEVEL_EXECUTION, &u, &unit, NULL),
		AS_OK);
	assert_int_equal(as_subject_set(&x->subjects[subject], AS_LEVEL_EXECUTION, unit,
		AS_METRIC_WALL, 1e7 * exp(log_ms), NULL), AS_OK);
}

static struct as_experiment *duet(const struct drawn *d)
{
	struct as_experiment *x = as_experiment_new();
	const struct as_fact cores = {
		.kind = AS_FACT_ENVIRONMENT, .name = AS_FACT_DUET, .value = "2,5"};
	struct as_random r;
	uint32_t order = 0;

	assert_non_null(x);
	as_random_init(&r, d->seed, AS_RANDOM_TEST, 0);
	assert_non_null(as_experiment_add_subject(x, "old", "old"));
	assert_non_null(as_experiment_add_subject(x, "new", "new"));
	x->machine.facts = as_arena_array(&x->arena, 1, sizeof *x->machine.facts);
	assert_non_null(x->machine.facts);
	x->machine.facts[0] = cores;
	x->machine.n_facts = 1;
	x->criterion = AS_METRIC_WALL;
	x->plan = (struct as_plan){.design = AS_DESIGN_DUET, .confidence = 0.95, .tolerance = 0.01,
		.stopping = AS_STOP_FIXED, .planned = d->rounds, .done = d->rounds};
	for (uint32_t k = 0; k < d->rounds; k++) {
		/* the machine has a state that both have alike; the new one is on core 5 at first */
		const double state = as_random_normal(&r);
		for (size_t place = 0; place < 2; place++) {
			const size_t subject = as_duet_is_second(k) ? 1 - place : place;
			add_one(x, subject, &order, k, AS_ROLE_MEASURED, state + d->sd * as_random_normal(&r) +
				(place ? 0 : d->core) + (subject ? d->effect + d->shift : 0));
		}
		for (size_t s = 0; s < 2 && as_duet_takes_turns(k); s++)
			add_one(x, s, &order, k, AS_ROLE_TURNS,
				state + d->sd * as_random_normal(&r) + (s ? d->effect : 0));
	}
	return x;
}

static struct as_comparison compare(struct as_experiment *x)
{
	struct as_comparison c;

	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	return c;
}

static void pairs_of_rounds_are_free_of_the_machine_and_of_the_core(void **state)
{
	const struct drawn d = {.effect = 0.05, .core = 0.3, .sd = 0.002, .rounds = 40, .seed = 3};
	struct as_experiment *x = duet(&d);
	const struct as_comparison c = compare(x);

	(void)state;
	assert_int_equal(c.n, 20);
	assert_int_equal(as_in_rounds(&c, c.n), 40);
	assert_int_equal(c.verdict, AS_VERDICT_SLOWER);
	CHECK_NEAR(log(c.ratio), 0.05, 0.05);
	assert_true(log(c.hi / c.lo) < 0.006); /* and not 0.3 */
	assert_int_equal(c.pairs.duet.word, AS_DUET_UNDISTORTED);
	CHECK_NEAR(c.pairs.duet.side, expm1(0.3), 0.01);
	assert_true(found(&c, AS_FINDING_DUET_SIDE) && found(&c, AS_FINDING_DUET_SOUND));
	as_experiment_free(x);
}

static void a_ratio_that_is_another_in_turns_has_no_verdict(void **state)
{
	const struct drawn d = {.effect = 0.05, .shift = 0.2, .sd = 0.01, .rounds = 24, .seed = 4};
	struct as_experiment *x = duet(&d);
	const struct as_comparison c = compare(x);

	(void)state;
	assert_int_equal(c.pairs.duet.word, AS_DUET_DISTORTS);
	assert_int_equal(c.verdict, AS_VERDICT_NONE);
	assert_true(c.pairs.duet.lo < exp(0.2) && c.pairs.duet.hi > exp(0.2));
	assert_true(found(&c, AS_FINDING_DUET_DISTORTS));
	as_experiment_free(x);
}

static void where_it_is_not_known_there_is_a_verdict_but_no_gate(void **state)
{
	const struct drawn d = {.effect = 0.3, .sd = 0.05, .rounds = 24, .seed = 5};
	const struct as_gate gate = {.text = "slower by 1%", .more = true, .limit = 0.01};
	struct as_experiment *x = duet(&d);
	struct as_comparison c = compare(x);

	(void)state;
	assert_int_equal(c.pairs.duet.word, AS_DUET_UNTOLD);
	assert_int_equal(c.verdict, AS_VERDICT_SLOWER);
	assert_int_equal(as_gate_judge(&gate, &x->metrics[AS_METRIC_WALL], &c).state,
		AS_GATE_UNDECIDED);
	c.pairs.duet.word = AS_DUET_UNDISTORTED;
	assert_int_equal(as_gate_judge(&gate, &x->metrics[AS_METRIC_WALL], &c).state,
		AS_GATE_FAILED);
	as_experiment_free(x);
}

static void fewer_than_six_pairs_have_no_verdict_and_an_odd_round_is_left_out(void **state)
{
	const struct drawn d = {.effect = 0.3, .sd = 0.001, .rounds = 11, .seed = 6};
	struct as_experiment *x = duet(&d);
	const struct as_comparison c = compare(x);

	(void)state;
	assert_int_equal(c.n, 5);
	assert_int_equal(c.verdict, AS_VERDICT_NONE);
	assert_true(found(&c, AS_FINDING_DUET_FEW));
	as_experiment_free(x);
}

/* Of 400 duets of two that are the same, on a machine with a state and with unequal cores. */
static void there_is_a_verdict_by_chance_in_one_of_twenty(void **state)
{
	enum { DUETS = 400 };
	size_t alarms = 0;

	(void)state;
	for (uint64_t i = 0; i < DUETS; i++) {
		const struct drawn d = {.core = 0.1, .sd = 0.05, .rounds = 20, .seed = 1000 + i};
		struct as_experiment *x = duet(&d);
		const struct as_comparison c = compare(x);
		alarms += c.lo > 1 || c.hi < 1;
		as_experiment_free(x);
	}
	assert_in_range(alarms, 5, 36); /* 20, and 3.6 standard deviations */
}

static void a_precision_is_worked_out_from_pairs(void **state)
{
	const struct drawn d = {.core = 0.5, .sd = 0.02, .rounds = 40, .seed = 9};
	struct as_experiment *x = duet(&d);
	const struct as_look look = {.metric = AS_METRIC_WALL, .from = 0, .to = 2};
	size_t want = 0;

	(void)state;
	x->plan.precision = 0.01;
	x->plan.stage1 = 40;
	assert_int_equal(as_rounds_wanted(x, &look, &want, NULL), AS_OK);
	/* sd of a pair is 0.02: (2.09 * 0.02 / 0.00995)^2 pairs are 18, and no core's half */
	assert_in_range(want, 24, 64);
	assert_int_equal(want % AS_DUET_ROUNDS, 0);
	as_experiment_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pairs_of_rounds_are_free_of_the_machine_and_of_the_core),
		cmocka_unit_test(a_ratio_that_is_another_in_turns_has_no_verdict),
		cmocka_unit_test(where_it_is_not_known_there_is_a_verdict_but_no_gate),
		cmocka_unit_test(fewer_than_six_pairs_have_no_verdict_and_an_odd_round_is_left_out),
		cmocka_unit_test(there_is_a_verdict_by_chance_in_one_of_twenty),
		cmocka_unit_test(a_precision_is_worked_out_from_pairs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
