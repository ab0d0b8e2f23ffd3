/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans for a change that is to be seen (methods-quantiles.md 2). */
#include "driver.h"

/* Standard deviation of the log ratios of the first n rounds. */
static double sd_of_rounds(const struct driven *d, size_t n)
{
	double v[2][400] = {{0}}, sum = 0, squares = 0;

	for (size_t i = 0; i < 2; i++) {
		const struct as_subject *s = &d->x->subjects[i];
		const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];
		for (size_t e = 0; e < l->n; e++)
			if (as_unit_role(l, e) == AS_ROLE_MEASURED && as_unit_round(l, e) < n)
				v[i][as_unit_round(l, e)] =
					log(as_unit_cost_s(l, e));
	}
	for (size_t r = 0; r < n; r++)
		sum += v[1][r] - v[0][r];
	for (size_t r = 0; r < n; r++)
		squares += pow(v[1][r] - v[0][r] - sum / (double)n, 2);
	return sqrt(squares / (double)(n - 1));
}

/* methods-quantiles.md 2.2: t_{0.975, m} + t_{0.9, m}, of R, over lambda. */
static void a_change_to_be_seen_takes_the_rounds_of_its_stages(void **state)
{
	struct driven d = {.seed = 4, .mean_s = 0.02, .spread = 0.04};
	struct as_schedule_rule rule = plain();
	const double c9 = 2.262157162798 + 1.383028738396, lambda = log(1.02);

	(void)state;
	rule.amount.stage1 = 10;
	driven_open(&d, &rule, 2, false);
	d.x->plan.precision = 0;
	d.x->plan.detect = 0.02;
	d.x->plan.power = 0.9;
	run_all(&d);
	const struct as_plan *p = &d.x->plan;
	assert_int_equal(p->stopping, AS_STOP_TWO_STAGE);
	assert_int_equal(p->stage1, 10);
	assert_int_equal(p->planned, (int)ceil(pow(c9 * sd_of_rounds(&d, 10) / lambda, 2)));
	assert_true(p->planned > 20 && p->planned < 400);
	assert_int_equal(p->done, p->extended ? p->extended : p->planned);
	driven_close(&d);
}

static void a_gate_that_is_near_to_the_change_takes_more_rounds(void **state)
{
	uint32_t done[2];

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct driven d = {.seed = 4, .mean_s = 0.02, .spread = 0.02};
		const struct as_schedule_rule rule = plain();
		driven_open(&d, &rule, 2, false);
		d.x->plan.precision = 0;
		d.x->plan.detect = 0.02;
		d.x->plan.detect_beyond = i ? 0.01 : 0;
		d.x->plan.power = 0.9;
		run_all(&d);
		done[i] = d.x->plan.done;
		driven_close(&d);
	}
	assert_true(done[1] > done[0]);
}

static void builds_that_are_to_see_a_change_are_as_many_as_it_takes(void **state)
{
	uint32_t builds[2];

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct driven d = {.seed = 7, .mean_s = 0.01, .spread = 0.02, .build_s = 0.1};
		const struct as_schedule_rule rule = plain();
		driven_open(&d, &rule, 2, true);
		d.x->plan.precision = 0;
		d.x->plan.detect = i ? 0.003 : 0.1;
		d.x->plan.power = 0.9;
		d.x->plan.budget_ns *= 100;
		run_all(&d);
		builds[i] = d.x->plan.builds;
		assert_int_equal(d.x->plan.outcome, AS_OUTCOME_COMPLETE);
		driven_close(&d);
	}
	assert_true(builds[0] >= 10);
	assert_true(builds[1] > builds[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_change_to_be_seen_takes_the_rounds_of_its_stages),
		cmocka_unit_test(a_gate_that_is_near_to_the_change_takes_more_rounds),
		cmocka_unit_test(builds_that_are_to_see_a_change_are_as_many_as_it_takes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
