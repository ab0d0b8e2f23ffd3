/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include "papers/epew_alarms.h"

enum { DRAWS = 6000 };

/* Binaries of two executions each, mean and distance of the two from it as given. */
static struct as_rate rate_of(const double (*binary)[2], size_t n, size_t group)
{
	double values[16];
	size_t first[9];
	const struct as_tree t = {.n_levels = 2, .values = values, .count = {2 * n, n},
		.first = {NULL, first}};
	const struct as_resample how = {
		.group = group, .resamples = DRAWS, .seed = 1, .confidence = 0.95};
	struct as_rate r = {0};

	for (size_t u = 0; u < n; u++) {
		values[2 * u] = binary[u][0] - binary[u][1];
		values[2 * u + 1] = binary[u][0] + binary[u][1];
		first[u] = 2 * u;
	}
	first[n] = 2 * n;
	assert_int_equal(as_epew2006_alarms(&t, &how, &r, NULL), AS_OK);
	assert_true(r.known);
	return r;
}

/* S_B^2 of two executions at mean -+ d is 2 d^2, so that S_B^2 / m is d^2: half-widths are 1.96 d. */
static void one_binary_is_judged_by_what_lies_in_it(void **state)
{
	static const double apart[2][2] = {{10, 1}, {10 + 1.95997 * 3, 2}},
			    near[2][2] = {{10, 1}, {10 + 1.95996 * 3, 2}};

	(void)state;
	assert_near(rate_of(apart, 2, 1).rate, 1, 0);
	assert_near(rate_of(near, 2, 1).rate, 0, 0);
}

/* Of the three ways to part four binaries into pairs one puts equal ones together. Their half-width is
 * then 1.96 sqrt(d^2 / 2). */
static void groups_have_the_variance_of_their_binaries_too(void **state)
{
	static const double apart[4][2] = {{0, 1}, {0, 1}, {2.772, 1}, {2.772, 1}},
			    near[4][2] = {{0, 1}, {0, 1}, {2.771, 1}, {2.771, 1}};

	(void)state;
	assert_near(rate_of(apart, 4, 2).rate, 1.0 / 3, 0.06);
	assert_near(rate_of(near, 4, 2).rate, 0, 0);
}

/* The variance between binaries enters as (16) over l, beside what lies in them. */
static void variance_between_binaries_widens_the_interval(void **state)
{
	/* {0, 2} against {6, 8}: S_V^2 = 2, half-width 1.96 sqrt((2 + d^2) / 2); 6 = 2 of these at
	 * d^2 = 2.685; all other pairs are nearer to each other */
	static const double apart[4][2] = {{0, 1.63}, {2, 1.63}, {6, 1.63}, {8, 1.63}},
			    near[4][2] = {{0, 1.65}, {2, 1.65}, {6, 1.65}, {8, 1.65}};

	(void)state;
	assert_near(rate_of(apart, 4, 2).rate, 1.0 / 3, 0.06);
	assert_near(rate_of(near, 4, 2).rate, 0, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_binary_is_judged_by_what_lies_in_it),
		cmocka_unit_test(groups_have_the_variance_of_their_binaries_too),
		cmocka_unit_test(variance_between_binaries_widens_the_interval),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
