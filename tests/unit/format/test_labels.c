/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Units by parent and label: whatever the order they come in, they are those of a list that is searched. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "format/export/labels.h"

enum { MOST = 4000 };

/* Every unit so far. */
struct listed {
	uint32_t parent[MOST];
	uint64_t label[MOST];
	uint32_t n;
};

static uint32_t search(struct listed *l, uint32_t parent, uint64_t label)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (l->parent[i] == parent && l->label[i] == label)
			return i;
	assert_true(l->n < MOST);
	l->parent[l->n] = parent;
	l->label[l->n] = label;
	return l->n++;
}

static void add(struct as_units *u, struct listed *l, uint32_t parent, uint64_t label)
{
	uint32_t got = UINT32_MAX;

	assert_true(as_units_add(u, parent, label, &got));
	assert_int_equal(got, search(l, parent, label));
	assert_int_equal(u->n, l->n);
	assert_int_equal(u->parent[got], parent);
}

static void parents_may_take_turns(void **state)
{
	struct as_units u = {0};
	struct listed l = {.n = 0};

	(void)state;
	for (uint64_t i = 1; i <= 300; i++)
		for (uint32_t p = 0; p < 4; p++)
			for (int again = 0; again < 2; again++)
				add(&u, &l, p, as_label_of_number(i));
	assert_int_equal(u.n_strays, 0);
	as_units_release(&u);
}

static void a_parent_that_is_met_again_goes_on(void **state)
{
	struct as_units u = {0};
	struct listed l = {.n = 0};

	(void)state;
	for (uint32_t round = 0; round < 5; round++)
		for (uint32_t p = 0; p < 3; p++)
			for (uint64_t i = 1; i <= 20; i++)
				add(&u, &l, p, as_label_of_number(7 + round * 20 + i));
	assert_int_equal(u.n_strays, 0);
	as_units_release(&u);
}

static void a_number_that_came_early_is_not_a_second_unit_in_its_turn(void **state)
{
	static const uint64_t order[] = {1, 3, 2, 3, 4, 2, 1, 5, 3, 4, 5};
	struct as_units u = {0};
	struct listed l = {.n = 0};

	(void)state;
	for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
		for (uint32_t p = 0; p < 2; p++)
			add(&u, &l, p, as_label_of_number(order[i]));
	assert_int_equal(u.n, 10);
	as_units_release(&u);
}

static void texts_and_numbers_in_any_order_are_one_unit_each(void **state)
{
	uint64_t random = 1;

	(void)state;
	for (uint32_t try = 0; try < 60; try++) {
		struct as_units u = {0};
		struct listed l = {.n = 0};
		for (uint32_t i = 0; i < 600; i++) {
			random = random * UINT64_C(6364136223846793005) + 1;
			const uint32_t parent = (uint32_t)(random >> 40) % (1 + try % 5);
			const uint64_t number = (random >> 50) % (2 + try) + (try % 3 ? i / 16 : 0);
			const bool text = try % 4 == 3 && random >> 63;
			add(&u, &l, parent,
				text ? as_label_of_text((uint32_t)number) : as_label_of_number(number));
		}
		as_units_release(&u);
	}
}

static void texts_have_the_number_of_their_first_time(void **state)
{
	static const char *const texts[] = {"a", "b", "", "ab", "a", "", "b"};
	static const uint32_t want[] = {0, 1, 2, 3, 0, 2, 1};
	struct as_labels l = {0};
	uint32_t got = 9;

	(void)state;
	for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
		size_t n = 0;
		while (texts[i][n])
			n++;
		assert_true(as_labels_add(&l, texts[i], n, &got));
		assert_int_equal(got, want[i]);
	}
	assert_int_equal(l.n, 4);
	as_labels_release(&l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parents_may_take_turns),
		cmocka_unit_test(a_parent_that_is_met_again_goes_on),
		cmocka_unit_test(a_number_that_came_early_is_not_a_second_unit_in_its_turn),
		cmocka_unit_test(texts_and_numbers_in_any_order_are_one_unit_each),
		cmocka_unit_test(texts_have_the_number_of_their_first_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
