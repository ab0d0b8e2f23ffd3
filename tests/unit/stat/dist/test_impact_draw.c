/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The impact factor by drawing (methods.md 1); its bands are held in golden/test_draws.c. */
#include "near.h"

#include <string.h>

#include "stat/dist/influence/impact_draw.h"
#include "stat/dist/random.h"

enum { PARENTS = 6, GROUPS = 12, VALUES = 30, DRAWS = 4000 };

/* Groups shift their values by a standard deviation of 2, parents theirs by 1000; the noise is 1. */
struct fixture {
	double values[PARENTS * GROUPS * VALUES];
	size_t first[PARENTS * GROUPS + 1], parents[PARENTS + 1];
	struct as_groups groups;
};

static void fixture_init(struct fixture *f)
{
	struct as_random r;
	size_t at = 0;

	as_random_init(&r, 17, AS_RANDOM_TEST, 0);
	for (size_t p = 0; p < PARENTS; p++) {
		double of_parent = 1000 * as_random_normal(&r);
		f->parents[p] = p * GROUPS;
		for (size_t g = 0; g < GROUPS; g++) {
			double of_group = of_parent + 2 * as_random_normal(&r);
			f->first[p * GROUPS + g] = at;
			for (size_t i = 0; i < VALUES; i++)
				f->values[at++] = of_group + as_random_normal(&r);
		}
	}
	f->parents[PARENTS] = PARENTS * GROUPS;
	f->first[PARENTS * GROUPS] = at;
	f->groups = (struct as_groups){.values = f->values, .first = f->first, .n = PARENTS * GROUPS,
		.parents = f->parents, .n_parents = PARENTS};
}

static const struct as_impact_amount amount = {.draws = DRAWS};

static void both_factors_of_one_pass_are_those_of_two(void **state)
{
	struct as_impact_draw plain, transformed, each;
	struct fixture f;

	(void)state;
	fixture_init(&f);
	for (int nested = 0; nested < 2; nested++) {
		f.groups.parents = nested ? f.parents : NULL;
		assert_int_equal(as_impact_draw_both(&f.groups, &amount, 5, &plain, &transformed, NULL),
			AS_OK);
		assert_int_equal(as_impact_by_draws(&f.groups, DRAWS, false, 5, &each, NULL), AS_OK);
		assert_near(each.factor, plain.factor, 0);
		assert_int_equal(each.c, plain.c);
		assert_int_equal(as_impact_by_draws(&f.groups, DRAWS, true, 5, &each, NULL), AS_OK);
		assert_near(each.factor, transformed.factor, 0);
	}
}

/* The limit of the factor is sqrt(1 + 4) where parents are told apart; where they are not it is some
 * hundreds, which is that of the parents. */
static void parents_do_not_pass_for_groups(void **state)
{
	struct as_impact_draw plain, transformed;
	struct fixture f;

	(void)state;
	fixture_init(&f);
	assert_int_equal(as_impact_draw_both(&f.groups, &amount, 5, &plain, &transformed, NULL), AS_OK);
	assert_int_equal(plain.c, 9);
	assert_near(plain.factor, sqrt(5), 0.3);
	assert_near(transformed.factor, 1, 0.05);
	f.groups.parents = NULL;
	assert_int_equal(as_impact_by_draws(&f.groups, DRAWS, false, 5, &plain, NULL), AS_OK);
	assert_true(plain.factor > 100);
}

static void the_parent_with_the_fewest_groups_decides_how_many_are_drawn(void **state)
{
	struct as_err err;
	struct fixture f;
	size_t c = 0;

	(void)state;
	fixture_init(&f);
	f.parents[1] = 4; /* the first has 4 groups, the second the rest of both */
	assert_int_equal(as_impact_draws_size(&f.groups, &c, NULL), AS_OK);
	assert_int_equal(c, 3);
	f.parents[1] = 2;
	c = 99;
	assert_int_equal(as_impact_draws_size(&f.groups, &c, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "at least 3 units with 3 values each; there are 2, and the "
		"smallest has 30"));
	assert_int_equal(c, 99);
}

static void another_seed_gives_another_factor_of_the_same_size(void **state)
{
	struct as_impact_draw a, b, again;
	struct fixture f;

	(void)state;
	fixture_init(&f);
	assert_int_equal(as_impact_by_draws(&f.groups, DRAWS, false, 1, &a, NULL), AS_OK);
	assert_int_equal(as_impact_by_draws(&f.groups, DRAWS, false, 2, &b, NULL), AS_OK);
	assert_int_equal(as_impact_by_draws(&f.groups, DRAWS, false, 1, &again, NULL), AS_OK);
	assert_near(a.factor, again.factor, 0);
	assert_true(fabs(a.factor - b.factor) > 0);
	assert_near(b.factor, a.factor, 0.05 * a.factor);
}

static void as_many_values_are_drawn_as_are_asked_for(void **state)
{
	struct as_impact_draw plain, transformed;
	struct as_impact_amount few = {.draws = DRAWS, .c = 5}, many = {.draws = DRAWS, .c = 12};
	struct as_err err = {0};
	struct fixture f;

	(void)state;
	fixture_init(&f);
	assert_int_equal(as_impact_draw_both(&f.groups, &few, 5, &plain, &transformed, NULL), AS_OK);
	assert_int_equal(plain.c, 5);
	assert_int_equal(transformed.c, 5);
	assert_near(plain.factor, sqrt(5), 0.3);
	assert_int_equal(as_impact_draw_both(&f.groups, &many, 5, &plain, &transformed, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "cannot draw 12 values each time"));
	assert_int_equal(plain.c, 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_factors_of_one_pass_are_those_of_two),
		cmocka_unit_test(parents_do_not_pass_for_groups),
		cmocka_unit_test(as_many_values_are_drawn_as_are_asked_for),
		cmocka_unit_test(the_parent_with_the_fewest_groups_decides_how_many_are_drawn),
		cmocka_unit_test(another_seed_gives_another_factor_of_the_same_size),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
