/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sample.h"

#include "analyse/compare/apart.h"
#include "stat/dist/comparing/cluster.h"
#include "stat/dist/series/lasting.h"
#include "stat/dist/random.h"
#include "stat/dist/comparing/ratio.h"

static bool found(const struct as_findings *f, enum as_finding_id id)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->v[i].id == (int)id)
			return true;
	return false;
}

/* Means 100 and 103, both with a standard deviation of 1 over 5 units. */
static const double old_values[] = {98.7350889359326517, 99.3675444679663259, 100, 100.632455532033674,
	101.264911064067348};

enum { UNITS = 5, SUITE = 6 };

/* One pair of results; the second is `factor` times the first. */
struct pair {
	struct as_experiment *old, *new;
	struct as_apart apart;
};

static struct pair pair_of(double factor)
{
	double v[UNITS];
	struct pair p = {.old = sample(1, UNITS, old_values)};

	for (size_t i = 0; i < UNITS; i++)
		v[i] = factor * old_values[i];
	p.new = sample(1, UNITS, v);
	p.apart = (struct as_apart){.old = {p.old, 0, AS_METRIC_WALL}, .new = {p.new, 0, AS_METRIC_WALL}};
	return p;
}

static void release(struct pair *p)
{
	as_experiment_free(p->old);
	as_experiment_free(p->new);
}

static void without_a_profile_there_is_no_verdict(void **state)
{
	struct pair p = pair_of(1.1);
	struct as_comparison c;

	(void)state;
	assert_int_equal(as_compare_apart(&p.apart, 1, AS_ADJUST_HOLM, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_NONE);
	assert_true(c.lo > 1);
	assert_true(found(&c.findings, AS_FINDING_OTHER_SESSION));
	release(&p);
}

/* methods.md 3.4: var = s^2/r/Y^2 twice = 2 x 0.2 / 10^4 (cv 0.01, r = 5: 2e-5 each) and 2 s_session^2;
 * Welch has 8 degrees of freedom, the profile 4: t_{.975,4} = 2.7764. */
static void a_profile_widens_the_interval_by_twice_its_variance(void **state)
{
	struct pair p = pair_of(1.1);
	struct as_comparison c;

	(void)state;
	p.apart.between = (struct as_profile_sd){.sd = 0.02, .df = 4};
	assert_int_equal(as_compare_apart(&p.apart, 1, AS_ADJUST_HOLM, &c, NULL), AS_OK);
	double se = sqrt(2 * 2e-5 + 2 * 0.02 * 0.02);
	CHECK_NEAR(c.df, 4, 1e-12);
	CHECK_NEAR(log(c.hi) - log(c.ratio), 2.7764451051977987 * se, 1e-6);
	CHECK_NEAR(log(c.ratio) - log(c.lo), 2.7764451051977987 * se, 1e-6);
	assert_int_equal(c.verdict, AS_VERDICT_SLOWER);
	assert_true(found(&c.findings, AS_FINDING_SESSION_NOISE));
	assert_false(found(&c.findings, AS_FINDING_OTHER_SESSION));
	/* More units would not help against sessions. */
	assert_int_equal(c.needed, 0);
	p.apart.between.sd = 0.05;
	assert_int_equal(as_compare_apart(&p.apart, 1, AS_ADJUST_HOLM, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_UNDECIDED);
	/* Welch's are the smaller ones of many sessions. */
	p.apart.between = (struct as_profile_sd){.sd = 0.02, .df = 40};
	assert_int_equal(as_compare_apart(&p.apart, 1, AS_ADJUST_HOLM, &c, NULL), AS_OK);
	CHECK_NEAR(c.df, 8, 0.01);
	release(&p);
}

/* The profile's number is a share, and 3.4 has it in the variance of a log ratio. */
static void a_difference_gets_no_verdict_from_a_profile(void **state)
{
	struct pair p = pair_of(1.1);
	struct as_comparison c;

	(void)state;
	p.old->by_difference = p.new->by_difference = true;
	p.apart.between = (struct as_profile_sd){.sd = 0.001, .df = 9};
	assert_int_equal(as_compare_apart(&p.apart, 1, AS_ADJUST_HOLM, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_NONE);
	CHECK_NEAR(c.difference.value, 10, 1e-9);
	assert_true(c.difference.lo > 0 && isnan(c.ratio));
	assert_true(found(&c.findings, AS_FINDING_NO_SESSION_SHARE));
	p.apart.between.df = 0;
	assert_int_equal(as_compare_apart(&p.apart, 1, AS_ADJUST_HOLM, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_NONE);
	assert_true(found(&c.findings, AS_FINDING_OTHER_SESSION));
	release(&p);
}

static void across_environments_and_at_a_second_look_no_profile_helps(void **state)
{
	struct pair p = pair_of(1.1);
	struct as_comparison c;

	(void)state;
	p.apart.between = (struct as_profile_sd){.sd = 0.001, .df = 9};
	p.apart.across = true;
	assert_int_equal(as_compare_apart(&p.apart, 1, AS_ADJUST_HOLM, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_NONE);
	assert_true(found(&c.findings, AS_FINDING_ACROSS));
	p.apart.across = false;
	p.new->second_look = true;
	assert_int_equal(as_compare_apart(&p.apart, 1, AS_ADJUST_HOLM, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_NONE);
	assert_true(found(&c.findings, AS_FINDING_SECOND_LOOK));
	release(&p);
}

static void one_unit_a_side_has_no_interval(void **state)
{
	const double one = 100, other = 110;
	struct as_experiment *a = sample(1, 1, &one), *b = sample(1, 1, &other);
	const struct as_apart v = {.old = {a, 0, AS_METRIC_WALL}, .new = {b, 0, AS_METRIC_WALL},
		.between = {.sd = 0.01, .df = 4}};
	struct as_comparison c;

	(void)state;
	assert_int_equal(as_compare_apart(&v, 1, AS_ADJUST_HOLM, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_NONE);
	assert_true(isnan(c.lo) && isnan(c.hi));
	assert_true(found(&c.findings, AS_FINDING_TOO_FEW_UNITS));
	as_experiment_free(a);
	as_experiment_free(b);
}

/* Six benchmarks, of which `changed` are 10 % slower; the others move by less than their noise. */
static void compare_suite(size_t changed, enum as_adjust how, struct as_comparison *c)
{
	struct pair p[SUITE];
	struct as_apart v[SUITE];

	for (size_t i = 0; i < SUITE; i++) {
		p[i] = pair_of(i < changed ? 1.1 : 1 + 0.001 * (double)i);
		v[i] = p[i].apart;
		v[i].between = (struct as_profile_sd){.sd = 0.001, .df = 20};
	}
	assert_int_equal(as_compare_apart(v, SUITE, how, c, NULL), AS_OK);
	for (size_t i = 0; i < SUITE; i++)
		release(&p[i]);
}

static void a_suite_is_adjusted_by_holm_or_by_benjamini_hochberg(void **state)
{
	struct as_comparison holm[SUITE], bh[SUITE];

	(void)state;
	compare_suite(3, AS_ADJUST_HOLM, holm);
	compare_suite(3, AS_ADJUST_BH, bh);
	for (size_t i = 0; i < SUITE; i++) {
		CHECK_NEAR(holm[i].confidence, 1 - 0.05 / 6, 1e-12);
		CHECK_NEAR(bh[i].confidence, 1 - 3 * 0.05 / 6, 1e-12);
		assert_int_equal(holm[i].verdict == AS_VERDICT_SLOWER, i < 3);
		assert_int_equal(bh[i].verdict == AS_VERDICT_SLOWER, i < 3);
		assert_true(bh[i].p_adjusted <= holm[i].p_adjusted);
	}
	/* Three equal p values: Holm takes the first six times, BH all of them twice. */
	CHECK_NEAR(holm[0].p_adjusted, 6 * holm[0].p, 1e-9);
	CHECK_NEAR(bh[0].p_adjusted, 2 * bh[0].p, 1e-9);
	compare_suite(0, AS_ADJUST_BH, bh);
	CHECK_NEAR(bh[0].confidence, 1 - 0.05 / 6, 1e-12); /* nothing reported: the most cautious */
}

static void put_together(const struct as_apart *v, struct as_comparison *c, struct as_overall *o)
{
	assert_int_equal(as_compare_apart(v, SUITE, AS_ADJUST_HOLM, c, NULL), AS_OK);
	assert_int_equal(as_overall_ratio(v, c, SUITE, o, NULL), AS_OK);
}

static void the_mean_ratio_of_a_suite_knows_of_sessions_too(void **state)
{
	struct pair p[SUITE];
	struct as_apart v[SUITE];
	struct as_comparison c[SUITE];
	struct as_overall o;

	(void)state;
	for (size_t i = 0; i < SUITE; i++) {
		p[i] = pair_of(1.1);
		v[i] = p[i].apart;
	}
	put_together(v, c, &o);
	assert_int_equal(o.programs, SUITE);
	assert_true(o.for_information); /* nothing is known of sessions */
	assert_string_equal(o.refused, "");
	CHECK_NEAR(o.ratio, 1.1, 1e-12);
	assert_false(o.sessions);
	assert_true(o.has_sample);
	double alone = o.hi / o.ratio;
	v[2].between = (struct as_profile_sd){.sd = 0.02, .df = 4};
	put_together(v, c, &o);
	assert_true(o.sessions);
	assert_true(o.hi / o.ratio > alone);
	/* V_b = 2 x 2e-5 each: se^2 = 6 V_b / 36; and twice the profile's variance, not divided. */
	CHECK_NEAR(log(o.hi / o.ratio), 2.7764451051977987 * sqrt(4e-5 / 6 + 2 * 0.02 * 0.02), 1e-6);
	as_experiment_free(p[1].new);
	const double zero[] = {1, 1, 0, 1, 1};
	p[1].new = sample(1, 1, zero);
	v[1].new.x = p[1].new;
	put_together(v, c, &o);
	assert_string_equal(o.refused, "a has no ratio, which takes a positive mean of at least 2 units in both");
	for (size_t i = 0; i < SUITE; i++)
		release(&p[i]);
}

enum { LONG = 60, TIMES = 200 };

/* A stretch of a machine whose state lasts: neighbours correlate by 0.6 of half the variance. */
static struct as_experiment *stretch_of(uint64_t k, double *v)
{
	struct as_random r;

	as_random_init(&r, 164, AS_RANDOM_TEST, k);
	double state = as_random_normal(&r);
	for (size_t i = 0; i < LONG; i++) {
		v[i] = 100 + state + as_random_normal(&r);
		state = 0.6 * state + 0.8 * as_random_normal(&r);
	}
	return sample(1, LONG, v);
}

/* methods-repairs.md 1.7: (h/t)^2 in the place of S^2/r. */
static void executions_measured_apart_are_as_uncertain_as_each_mean_is(void **state)
{
	double v[2][LONG];
	struct as_experiment *old = stretch_of(1, v[0]), *new = stretch_of(2, v[1]);
	struct as_apart apart = {.old = {old, 0, AS_METRIC_WALL}, .new = {new, 0, AS_METRIC_WALL}};
	struct as_side side[2];
	struct as_comparison c;
	struct as_lasting l;
	struct as_ratio r;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		side[i] = as_side_of(v[i], LONG);
		assert_int_equal(as_lasting_mean(v[i], LONG, 0.95, &l), AS_OK);
		assert_true(l.half_width > l.half_width_t);
		side[i].s2 *= pow(l.half_width / l.half_width_t, 2);
	}
	assert_int_equal(as_fieller_welch(&side[0], &side[1], 0.95, &r, NULL), AS_OK);
	assert_int_equal(as_compare_apart(&apart, 1, AS_ADJUST_HOLM, &c, NULL), AS_OK);
	CHECK_NEAR(c.lo, r.lo, 1e-9);
	CHECK_NEAR(c.hi, r.hi, 1e-9);
	as_experiment_free(old);
	as_experiment_free(new);
}

/* Two benchmarks of one program, whose executions of one round lie in the same state. */
static struct as_experiment *two_stretches_of(uint64_t k, double *z)
{
	double a[LONG], v[2 * LONG], mean[2] = {0};

	as_experiment_free(stretch_of(k, a));
	for (size_t i = 0; i < LONG; i++) {
		v[i] = a[i];
		v[LONG + i] = 3 * a[i] + (double)(i % 2);
		mean[0] += v[i] / LONG;
		mean[1] += v[LONG + i] / LONG;
	}
	for (size_t i = 0; i < LONG; i++)
		z[i] = v[i] / mean[0] + v[LONG + i] / mean[1];
	return sample(2, LONG, v);
}

/* methods-repairs.md 1.7 in its section 8: V = (h/t)^2 of the sums of each side. */
static void the_overall_ratio_of_executions_measured_apart_is_as_uncertain_as_their_sums(void **state)
{
	double z[2][LONG];
	struct as_experiment *old = two_stretches_of(1, z[0]), *new = two_stretches_of(2, z[1]);
	struct as_apart v[2];
	struct as_comparison c[2];
	struct as_overall o;
	struct as_cluster_part part[2];
	struct as_clusters all = {.part = part, .n = 2, .rows = 2};
	struct as_clustered want;
	struct as_lasting l;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		v[i] = (struct as_apart){.old = {old, i, AS_METRIC_WALL}, .new = {new, i, AS_METRIC_WALL}};
		assert_int_equal(as_lasting_mean(z[i], LONG, 0.95, &l), AS_OK);
		assert_true(l.half_width > 1.2 * l.half_width_t);
		part[i] = as_cluster_units(z[i], LONG, 0);
		part[i].v *= pow(l.half_width / l.half_width_t, 2);
		part[i].v_first = part[i].v;
	}
	assert_int_equal(as_compare_apart(v, 2, AS_ADJUST_HOLM, c, NULL), AS_OK);
	assert_int_equal(as_overall_ratio(v, c, 2, &o, NULL), AS_OK);
	all.log_ratio = log(c[0].ratio * c[1].ratio) / 2;
	assert_int_equal(as_cluster_mean(&all, 0.95, &want), AS_OK);
	CHECK_NEAR(log(o.hi / o.lo), want.both.hi - want.both.lo, 1e-9);
	as_experiment_free(old);
	as_experiment_free(new);
}

/* Independent ones would be taken as different in a fifth of pairs. */
static void two_stretches_of_a_machine_whose_state_lasts_are_seldom_different(void **state)
{
	int differ = 0;

	(void)state;
	for (uint64_t k = 0; k < TIMES; k++) {
		double v[LONG];
		struct as_experiment *old = stretch_of(2 * k, v), *new = stretch_of(2 * k + 1, v);
		struct as_apart apart = {
			.old = {old, 0, AS_METRIC_WALL}, .new = {new, 0, AS_METRIC_WALL}};
		struct as_comparison c;
		assert_int_equal(as_compare_apart(&apart, 1, AS_ADJUST_HOLM, &c, NULL), AS_OK);
		differ += c.p <= 0.05;
		as_experiment_free(old);
		as_experiment_free(new);
	}
	assert_true(differ <= TIMES / 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_a_profile_there_is_no_verdict),
		cmocka_unit_test(a_profile_widens_the_interval_by_twice_its_variance),
		cmocka_unit_test(a_difference_gets_no_verdict_from_a_profile),
		cmocka_unit_test(across_environments_and_at_a_second_look_no_profile_helps),
		cmocka_unit_test(one_unit_a_side_has_no_interval),
		cmocka_unit_test(a_suite_is_adjusted_by_holm_or_by_benjamini_hochberg),
		cmocka_unit_test(the_mean_ratio_of_a_suite_knows_of_sessions_too),
		cmocka_unit_test(executions_measured_apart_are_as_uncertain_as_each_mean_is),
		cmocka_unit_test(the_overall_ratio_of_executions_measured_apart_is_as_uncertain_as_their_sums),
		cmocka_unit_test(two_stretches_of_a_machine_whose_state_lasts_are_seldom_different),
	};

	samples_of_means = true;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
