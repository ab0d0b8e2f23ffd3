/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of two sessions, judged by the command's own noise profile or by none (methods-repairs.md
 * 4). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analyse/compare/apart.h"
#include "analyse/compare/noise_floor.h"
#include "golden.h"
#include "stat/dist/dist.h"

enum { MOST_PROFILES = 4, MOST_SESSIONS = 16 };

struct profiles {
	struct as_profile_session session[MOST_PROFILES][MOST_SESSIONS];
	struct as_profile profile[MOST_PROFILES];
	struct as_noise noise[MOST_PROFILES];
	size_t n;
};

static const char *text(const json_t *object, const char *key)
{
	return json_string_value(golden_get(object, key));
}

static void take_profiles(const json_t *list, struct profiles *p)
{
	const double nan = (double)NAN;
	const struct as_profile_sd unknown = {nan, 0};

	p->n = json_array_size(list);
	assert_true(p->n <= MOST_PROFILES);
	for (size_t i = 0; i < p->n; i++) {
		const json_t *one = json_array_get(list, i);
		double mean[MOST_SESSIONS];
		size_t n = golden_numbers(golden_get(one, "log_means"), mean, MOST_SESSIONS);

		for (size_t k = 0; k < n; k++)
			p->session[i][k] = (struct as_profile_session){.units = 10, .group = 10,
				.confidence = 0.95, .log_mean = mean[k], .unit = {0.01, 9},
				.round = unknown, .stretch = unknown};
		p->profile[i] = (struct as_profile){.command = text(one, "command"),
			.build = text(one, "build"), .sessions = p->session[i], .n_sessions = n};
		as_noise_of(&p->profile[i], &p->noise[i]);
	}
}

/* One whose executions have that mean and variance: as many below the mean as above it. */
static struct as_experiment *side(const json_t *of)
{
	struct as_experiment *x = as_experiment_new();
	const size_t r = (size_t)json_integer_value(golden_get(of, "r"));
	const double mean = json_number_value(golden_get(of, "mean"));
	const double s2 = json_number_value(golden_get(of, "s2"));
	const double off = sqrt(s2 * (double)(r - 1) / (double)r);

	assert_non_null(x);
	x->by_mean = true;
	x->table = "units"; /* the file says nothing of an order in time */
	assert_int_equal(r % 2, 0);
	struct as_subject *s = as_experiment_add_subject(x, "a", "a");
	assert_non_null(s);
	for (uint32_t i = 0; i < r; i++) {
		const struct as_unit u = {.round = i, .order = i};
		size_t e = 0;
		assert_int_equal(as_subject_add_unit(s, AS_LEVEL_EXECUTION, &u, &e, NULL), AS_OK);
		assert_int_equal(as_subject_set(s, AS_LEVEL_EXECUTION, e, AS_METRIC_WALL,
					 i % 2 ? mean + off : mean - off, NULL), AS_OK);
	}
	return x;
}

/* That there is a verdict, or the finding that forbids one. */
static void check_verdict(const struct as_comparison *c, bool allowed)
{
	bool found = false;

	for (size_t i = 0; i < c->findings.n; i++)
		found = found || c->findings.v[i].id == AS_FINDING_OTHER_SESSION;
	assert_int_equal(c->verdict != AS_VERDICT_NONE, allowed);
	assert_int_equal(found, !allowed);
}

static void check_case(const json_t *of)
{
	const json_t *want = golden_get(of, "expected");
	const char *name = text(of, "name");
	struct profiles p;
	struct as_experiment *old = side(golden_get(of, "old")), *new = side(golden_get(of, "new"));
	struct as_apart v = {.old = {old, 0, AS_METRIC_WALL}, .new = {new, 0, AS_METRIC_WALL}};
	struct as_comparison c;

	take_profiles(golden_get(of, "profiles"), &p);
	old->plan.confidence = new->plan.confidence = json_number_value(golden_get(of, "confidence"));
	v.between = (struct as_profile_sd){0, 1e9}; /* sessions that do not differ leave the units' */
	assert_int_equal(as_compare_apart(&v, 1, AS_ADJUST_HOLM, &c, NULL), AS_OK);
	double t = 0;
	assert_int_equal(as_t_factor(c.confidence, c.df, &t), AS_OK);
	golden_near(golden_get(want, "log_ratio"), log(c.ratio), name);
	golden_near(golden_get(want, "units_variance"), pow(log(c.hi / c.ratio) / t, 2), name);
	golden_near(golden_get(want, "units_df"), c.df, name);
	v.between = (struct as_profile_sd){0};
	size_t own = as_noise_own(p.noise, p.n, text(of, "command"), text(of, "build"));
	if (own < p.n)
		v.between = as_noise_between(&p.noise[own], &p.noise[own]);
	assert_int_equal(as_compare_apart(&v, 1, AS_ADJUST_HOLM, &c, NULL), AS_OK);
	check_verdict(&c, json_is_true(golden_get(want, "verdict_allowed")));
	if (!json_is_null(golden_get(want, "s_session"))) {
		golden_near(golden_get(want, "s_session"), v.between.sd, name);
		golden_near(golden_get(want, "df"), c.df, name);
		golden_near(golden_get(want, "lo"), c.lo, name);
		golden_near(golden_get(want, "hi"), c.hi, name);
		golden_near(golden_get(want, "p"), c.p, name);
	}
	as_experiment_free(old);
	as_experiment_free(new);
}

static void a_stored_baseline_is_judged_by_its_own_profile_or_by_none(void **state)
{
	json_t *root = golden_load("30_repairs.json");
	const json_t *cases = golden_get(root, "profile");

	(void)state;
	assert_true(json_array_size(cases) > 0);
	for (size_t i = 0; i < json_array_size(cases); i++)
		check_case(json_array_get(cases, i));
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_stored_baseline_is_judged_by_its_own_profile_or_by_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
