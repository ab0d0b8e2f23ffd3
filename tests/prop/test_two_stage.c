/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One rule for two stages (methods-repairs.md 0), on any data. */
#include "near.h"

#include <stdio.h>

#include "grove.h"
#include "stat/dist/random.h"
#include "stat/dist/planning/staged.h"
#include "stat/dist/planning/stein.h"

enum { SERIES = 4000, MOST = 200 };

/* Two sides in blocks, with a shift that is found by about half of the series. */
static struct as_blocks draw(struct as_random *r, double *old, double *new)
{
	size_t first = 2 + as_random_below(r, 20), n = first + as_random_below(r, 60);
	double effect = 0.06 * as_random_normal(r), noise = 0.02 + 0.2 * as_random_double(r);

	for (size_t b = 0; b < n; b++) {
		double machine = 0.1 * as_random_normal(r);
		old[b] = 7 * exp(machine + noise * as_random_normal(r));
		new[b] = 7 * exp(machine + effect + noise * as_random_normal(r));
	}
	return (struct as_blocks){old, new, n, first};
}

static void intervals_exclude_no_difference_exactly_when_p_is_below_alpha(void **state)
{
	struct as_random r;
	int found = 0, bounded = 0;

	(void)state;
	as_random_init(&r, 61, AS_RANDOM_TEST, 0);
	for (int k = 0; k < SERIES; k++) {
		double old[MOST], new[MOST], alpha = 0.0001 + 0.4 * as_random_double(&r);
		const struct as_blocks b = draw(&r, old, new);
		struct as_paired log;
		struct as_paired_difference d;
		struct as_ratio means;

		assert_int_equal(as_staged_log_ratio(&b, 1 - alpha, &log, NULL), AS_OK);
		assert_int_equal(log.lo > 1 || log.hi < 1, log.log.p < alpha);
		assert_int_equal(as_staged_difference(&b, 1 - alpha, &d, NULL), AS_OK);
		assert_int_equal(d.test.lo > 0 || d.test.hi < 0, d.test.p < alpha);
		assert_int_equal(as_fieller_staged(&b, 1 - alpha, &means, NULL), AS_OK);
		if (means.kind == AS_RATIO_BOUNDED)
			assert_int_equal(means.lo > 1 || means.hi < 1, d.test.p < alpha);
		bounded += means.kind == AS_RATIO_BOUNDED;
		found += log.log.p < alpha;
	}
	assert_true(found > SERIES / 8 && found < SERIES * 7 / 8);
	assert_true(bounded > SERIES * 9 / 10);
}

static void nothing_is_narrower_than_all_units_alone_say(void **state)
{
	struct as_random r;
	int wider = 0;

	(void)state;
	as_random_init(&r, 62, AS_RANDOM_TEST, 0);
	for (int k = 0; k < SERIES; k++) {
		double old[MOST], new[MOST];
		const struct as_blocks b = draw(&r, old, new), alone = {old, new, b.n, 0};
		struct as_paired two, one;
		struct as_ratio union_of, set;

		assert_int_equal(as_staged_log_ratio(&b, 0.95, &two, NULL), AS_OK);
		assert_int_equal(as_staged_log_ratio(&alone, 0.95, &one, NULL), AS_OK);
		assert_true(two.lo <= one.lo && two.hi >= one.hi);
		assert_true(two.log.p >= one.log.p);
		assert_near(two.log.p_single, one.log.p, 0);
		assert_true(two.log.two_stage && !one.log.two_stage);
		assert_int_equal(as_fieller_staged(&b, 0.95, &union_of, NULL), AS_OK);
		assert_int_equal(as_fieller_staged(&alone, 0.95, &set, NULL), AS_OK);
		assert_true(union_of.lo <= set.lo && union_of.hi >= set.hi);
		wider += two.hi > one.hi;
	}
	assert_true(wider > SERIES / 4 && wider < SERIES);
}

static void a_stage_1_that_was_enough_changes_nothing(void **state)
{
	struct as_random r;

	(void)state;
	as_random_init(&r, 63, AS_RANDOM_TEST, 0);
	for (int k = 0; k < 100; k++) {
		double old[MOST], new[MOST];
		struct as_blocks b = draw(&r, old, new);
		struct as_paired two, one;

		b.n_first = b.n;
		assert_int_equal(as_staged_log_ratio(&b, 0.95, &two, NULL), AS_OK);
		assert_int_equal(as_paired_log_ratio(old, new, b.n, 0.95, &one, NULL), AS_OK);
		assert_near(two.hi, one.hi, 0);
		assert_near(two.log.p, one.log.p, 0);
	}
}

/* One experiment: rounds as --precision plans them by log ratios, one extension. */
struct made {
	double old[1000], new[1000];
	size_t n, first;
};

static void rounds_to(struct as_random *r, struct made *m, size_t n)
{
	for (; m->n < n && m->n < 1000; m->n++) {
		double machine = 0.01 * as_random_normal(r);
		m->old[m->n] = 1 + machine + 0.02 * as_random_normal(r);
		m->new[m->n] = 1 + machine + 0.02 * as_random_normal(r);
	}
}

static void make(struct as_random *r, size_t first, double target, struct made *m)
{
	m->n = 0;
	m->first = first;
	rounds_to(r, m, first);
	for (int look = 0; look < 2; look++) {
		struct as_paired p;
		size_t want = 0;

		assert_int_equal(as_paired_log_ratio(m->old, m->new, m->n, 0.95, &p, NULL), AS_OK);
		assert_int_equal(as_stein_n(p.sd, m->n, target, 0.95, &want), AS_OK);
		rounds_to(r, m, want);
	}
}

/* Both sides are alike: the ratio of means is called another than 1 in at most 5 %, by all rounds
 * alone in 6 to 8. */
static void ratios_of_means_raise_no_more_false_alarms_than_promised(void **state)
{
	enum { EXPERIMENTS = 20000 };
	static struct made m;
	int alarms = 0, alone = 0;

	(void)state;
	for (uint64_t k = 0; k < EXPERIMENTS; k++) {
		struct as_random r;
		struct as_ratio now, before;

		as_random_init(&r, 64, AS_RANDOM_TEST, k);
		make(&r, 6, 0.0143, &m);
		const struct as_blocks b = {m.old, m.new, m.n, m.first},
				       all = {m.old, m.new, m.n, 0};
		assert_int_equal(as_fieller_staged(&b, 0.95, &now, NULL), AS_OK);
		assert_int_equal(as_fieller_staged(&all, 0.95, &before, NULL), AS_OK);
		alarms += now.lo > 1 || now.hi < 1;
		alone += before.lo > 1 || before.hi < 1;
	}
	printf("# ratio of means after two stages: %.2f %%, by all rounds alone %.2f %%\n",
		100.0 * alarms / EXPERIMENTS, 100.0 * alone / EXPERIMENTS);
	assert_true(alarms < 0.0475 * EXPERIMENTS);
	assert_true(alone > 0.055 * EXPERIMENTS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(intervals_exclude_no_difference_exactly_when_p_is_below_alpha),
		cmocka_unit_test(nothing_is_narrower_than_all_units_alone_say),
		cmocka_unit_test(a_stage_1_that_was_enough_changes_nothing),
		cmocka_unit_test(ratios_of_means_raise_no_more_false_alarms_than_promised),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
