/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#include <cmocka.h>

#include "golden.h"
#include "divisive_splits.h"
#include "papers/divisive.h"
#include "stat/dist/changes/seeking.h"

enum { ROOM = 2048 };

static enum as_history_level level_of(double alpha)
{
	for (int level = 0; level < AS_HISTORY_LEVELS; level++)
		if (fabs(as_history_level_share((enum as_history_level)level) - alpha) < 1e-9)
			return (enum as_history_level)level;
	fail_msg("no level of %g", alpha);
	return AS_HISTORY_LEVELS;
}

static void critical_values_are_those_of_the_reference(void **state)
{
	json_t *root = golden_load("32_history.json");
	const json_t *list = golden_get(root, "critical");

	(void)state;
	assert_true(json_array_size(list) > 30);
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *c = json_array_get(list, i);
		size_t n = (size_t)json_integer_value(golden_get(c, "n"));
		enum as_history_level level = level_of(json_number_value(golden_get(c, "level")));
		golden_near(golden_get(c, "c1"), as_history_critical(n, level, true), "c1");
		if (json_is_null(golden_get(c, "c2")))
			assert_true(isinf(as_history_critical(n, level, false)));
		else
			golden_near(
				golden_get(c, "c2"), as_history_critical(n, level, false), "c2");
	}
	assert_true(isinf(as_history_critical(5, AS_HISTORY_1_PERCENT, true)));
	json_decref(root);
}

/* A case of the file. */
struct history_case {
	const char *name;
	double x[ROOM], se2[ROOM];
	struct as_history_values h;
	enum as_history_level level;
};

static void read_case(const json_t *c, struct history_case *out)
{
	const json_t *se2 = golden_get(c, "se2");

	out->name = json_string_value(golden_get(c, "name"));
	out->level = level_of(json_number_value(golden_get(c, "level")));
	out->h = (struct as_history_values){
		.x = out->x, .n = golden_numbers(golden_get(c, "x"), out->x, ROOM)};
	assert_int_equal(out->h.n, json_integer_value(golden_get(c, "n")));
	if (json_is_null(se2))
		return;
	out->h.se2 = out->se2;
	assert_int_equal(json_array_size(se2), out->h.n);
	for (size_t i = 0; i < out->h.n; i++) {
		const json_t *one = json_array_get(se2, i);
		out->se2[i] = json_is_null(one) ? (double)NAN : json_number_value(one);
	}
}

static void compare_start(const json_t *c, const struct history_case *h, const struct as_seeking *s)
{
	const json_t *start = golden_get(c, "start"), *at = golden_get(start, "at");
	const json_t *critical = golden_get(c, "critical");

	golden_near(golden_get(start, "spike_s"), s->start.spike, h->name);
	golden_near(golden_get(start, "s"), s->start.s, h->name);
	golden_near(golden_get(start, "penalty"), s->start.penalty, h->name);
	golden_near(
		golden_get(critical, "c1"), as_history_critical(h->h.n, h->level, true), h->name);
	if (!json_is_null(golden_get(critical, "c2")))
		golden_near(golden_get(critical, "c2"),
			as_history_critical(h->h.n, h->level, false), h->name);
	assert_int_equal(s->weighted, json_is_true(golden_get(c, "weighted")));
	if (s->n_changes != json_array_size(at))
		fail_msg("%s: cut into %zu pieces", h->name, s->n_changes + 1);
	for (size_t i = 0; i < s->n_changes; i++)
		assert_int_equal(s->change[i].at, json_integer_value(json_array_get(at, i)));
}

static void compare_state(
	const json_t *want, const char *name, const struct as_seeking *s, bool hold)
{
	const json_t *at = golden_get(want, "at"), *t = golden_get(want, "t");
	const json_t *l = golden_get(want, "l"), *removed = golden_get(want, "removed");

	golden_near(golden_get(want, "rho"), s->rho, name);
	if (s->n_changes != json_array_size(at))
		fail_msg("%s: a state of %zu changes", name, s->n_changes);
	for (size_t i = 0; i < s->n_changes; i++) {
		assert_int_equal(s->change[i].at, json_integer_value(json_array_get(at, i)));
		golden_near(json_array_get(t, i), s->change[i].t, name);
		golden_near(json_array_get(l, i), s->change[i].l, name);
	}
	assert_int_equal(hold, json_is_null(removed));
	if (!hold)
		assert_int_equal(s->change[s->weakest].at, json_integer_value(removed));
}

/* The file has the first two states and the last two. */
static void the_states_of_every_case_are_those_of_the_reference(void **state)
{
	json_t *root = golden_load("32_history.json"), *cases = golden_get(root, "cases");

	(void)state;
	assert_int_equal(json_array_size(cases), 22);
	for (size_t k = 0; k < json_array_size(cases); k++) {
		const json_t *c = json_array_get(cases, k), *states = json_object_get(c, "states");
		size_t number = 0, kept = json_array_size(states), total = 0;
		struct history_case h = {0};
		struct as_arena a = {0};
		bool hold = false;
		if (!states)
			continue;
		read_case(c, &h);
		struct as_seeking s = {.level = h.level};
		total = (size_t)json_integer_value(golden_get(c, "states_total"));
		assert_int_equal(as_seek_init(&s, &h.h, &a), AS_OK);
		assert_int_equal(as_seek_cut(&s), AS_OK);
		compare_start(c, &h, &s);
		for (; s.n_changes && !hold; number++) {
			hold = as_seek_state(&s);
			if (number < 2 || number + 2 >= total)
				compare_state(json_array_get(states,
						      number < 2 ? number : number + kept - total),
					h.name, &s, hold);
			if (!hold)
				as_seek_drop(&s);
		}
		assert_int_equal(number, total);
		as_arena_release(&a);
	}
	json_decref(root);
}

static void compare_change(const json_t *want, const char *name, const struct as_step_size *got)
{
	const json_t *gradual = golden_get(want, "gradual");

	golden_near(golden_get(want, "size"), got->size, name);
	golden_near(golden_get(want, "lo"), got->lo, name);
	golden_near(golden_get(want, "hi"), got->hi, name);
	assert_int_equal(got->first, json_integer_value(golden_get(want, "first")));
	assert_int_equal(got->last, json_integer_value(golden_get(want, "last")));
	assert_int_equal(got->gradual, json_is_null(gradual) ? 0 : json_integer_value(gradual));
	assert_int_equal(got->recovered, json_is_true(golden_get(want, "recovered")));
	assert_int_equal(got->level, level_of(json_number_value(golden_get(want, "level"))));
}

/* The one case whose noise is of several sizes for methods-calm.md: its changes are the same, and their
 * statistics, by the reference of that text, are not. */
static void compare_uneven(const char *name, const struct as_steps *got)
{
	static const double s[] = {
		6.4385077058, 6.7493626652, 5.8512954585, 6.6748876405, 7.8763878729};

	assert_string_equal(name, "six steps up, 10 versions each, 4 sd");
	assert_int_equal(got->n, sizeof s / sizeof *s);
	for (size_t i = 0; i < got->n; i++) {
		assert_int_equal(got->at[i], 10 * (i + 1));
		assert_true(fabs(got->t[i] - s[i]) < 1e-9);
	}
}

static void compare_case(const json_t *c)
{
	const json_t *changes = golden_get(c, "changes");
	struct history_case h = {0};
	struct as_arena a = {0};
	struct as_steps got = {.n = 7};
	struct as_steps_said said;
	struct as_err err = {0};

	read_case(c, &h);
	enum as_status st = as_steps_find(&h.h, h.level, false, &a, &got, &err);
	if (json_object_get(c, "refused")) {
		assert_int_equal(st, AS_ERR_DATA);
		assert_non_null(strstr(err.msg, "measure 1 more"));
		assert_int_equal(got.n, 7);
		return;
	}
	assert_int_equal(st, AS_OK);
	assert_int_equal(as_steps_describe(&h.h, &got, h.level, 0.95, &a, &said), AS_OK);
	if (got.around.n > 1) {
		compare_uneven(h.name, &got);
		as_arena_release(&a);
		return;
	}
	if (got.n != json_array_size(changes))
		fail_msg("%s: %zu changes", h.name, got.n);
	for (size_t i = 0; i < got.n; i++) {
		const json_t *one = json_array_get(changes, i);
		assert_int_equal(got.at[i], json_integer_value(golden_get(one, "at")));
		golden_near(golden_get(one, "s"), got.t[i], h.name);
		compare_change(one, h.name, &said.size[i]);
	}
	const json_t *noise = golden_get(c, "noise"), *outliers = golden_get(c, "outliers");
	golden_near(golden_get(noise, "rho"), got.rho, h.name);
	golden_near(golden_get(noise, "s2"), said.noise.s2, h.name);
	golden_near(golden_get(noise, "df"), said.noise.df, h.name);
	assert_int_equal(said.n_outliers, json_array_size(outliers));
	for (size_t i = 0; i < said.n_outliers; i++)
		assert_int_equal(said.outlier[i], json_integer_value(json_array_get(outliers, i)));
	as_arena_release(&a);
}

static void changes_of_every_case_are_those_of_the_reference(void **state)
{
	json_t *root = golden_load("32_history.json"), *cases = golden_get(root, "cases");

	(void)state;
	for (size_t k = 0; k < json_array_size(cases); k++)
		compare_case(json_array_get(cases, k));
	json_decref(root);
}

static void the_energy_of_every_split_is_that_of_the_reference(void **state)
{
	json_t *root = golden_load("10_changepoints.json"), *q, *one;
	const json_t *energy = golden_get(root, "energy"), *want = golden_get(energy, "expected");
	double x[ROOM], got[ROOM + 1];
	size_t n = golden_numbers(golden_get(energy, "data"), x, ROOM), best = 2;
	struct as_arena a = {0};
	const char *split;

	(void)state;
	assert_int_equal(divisive_splits(x, n, &a, got), AS_OK);
	q = golden_get(want, "q");
	assert_int_equal(json_object_size(q), n - 3);
	json_object_foreach(q, split, one) golden_near(one, got[strtoul(split, NULL, 10)], split);
	for (size_t k = 0; k <= n; k++) {
		assert_int_equal(isnan(got[k]), k < 2 || k + 2 > n);
		best = got[k] > got[best] ? k : best;
	}
	assert_int_equal(best, json_integer_value(golden_get(want, "best_split")));
	as_arena_release(&a);
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(critical_values_are_those_of_the_reference),
		cmocka_unit_test(the_states_of_every_case_are_those_of_the_reference),
		cmocka_unit_test(changes_of_every_case_are_those_of_the_reference),
		cmocka_unit_test(the_energy_of_every_split_is_that_of_the_reference),
	};

	return cmocka_run_group_tests_name("history", tests, NULL, NULL);
}
