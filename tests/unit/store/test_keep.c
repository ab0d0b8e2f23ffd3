/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <cmocka.h>

#include "base/num.h"
#include "sample.h"

static char dir[256];

static int make(void **state)
{
	struct as_err err = {0};
	struct as_store *s = NULL;

	make_directory(dir);
	if (open_store(in(dir, "a/b/assay.db"), AS_STORE_WRITE, &s, &err))
		fail_msg("%s", err.msg);
	*state = s;
	return 0;
}

static int leave(void **state)
{
	as_store_close(*state);
	remove_directory(dir);
	return 0;
}

/* Put and forget; gives the id. */
static int64_t put(struct as_store *s, struct as_experiment *x)
{
	struct as_analysis a = sample_analysis(x);
	struct as_err err = {0};

	if (as_store_put(s, x, &a, &err))
		fail_msg("%s", err.msg);
	int64_t id = x->id;
	free(a.summaries);
	as_experiment_free(x);
	return id;
}

static int count_rows(const char *table)
{
	char sql[64];

	snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", table);
	return number_in(in(dir, "a/b/assay.db"), sql);
}

static void a_rich_experiment_comes_back_as_it_was_put(void **state)
{
	struct as_experiment *x = sample_rich(), *y = NULL;
	struct as_analysis a = sample_analysis(x);
	struct as_err err = {0};

	if (as_store_put(*state, x, &a, &err))
		fail_msg("%s", err.msg);
	assert_int_equal(x->id, 1);
	assert_int_equal(x->session, 1);
	if (as_store_get(*state, 1, &y, &err))
		fail_msg("%s", err.msg);
	assert_same_experiment(x, y);
	assert_int_equal(y->id, 1);
	assert_int_equal(y->session, 1);
	free(a.summaries);
	as_experiment_free(x);
	as_experiment_free(y);
}

static void it_comes_back_to_another_process_too(void **state)
{
	struct as_experiment *x = sample_rich(), *y = NULL;
	struct as_store *again = NULL;
	struct as_err err = {0};

	assert_int_equal(as_store_put(*state, x, NULL, &err), AS_OK);
	assert_int_equal(
		open_store(in(dir, "a/b/assay.db"), AS_STORE_READ, &again, &err), AS_OK);
	assert_int_equal(as_store_get(again, x->id, &y, &err), AS_OK);
	assert_same_experiment(x, y);
	as_store_close(again);
	as_experiment_free(x);
	as_experiment_free(y);
}

/* n benchmarks of one program, alike but for their values and how many iterations they have; the last
 * has a build, too, and is alike to none. */
static struct as_experiment *many_alike(size_t n)
{
	struct as_experiment *x = sample_small(7);
	char name[32];
	size_t at = 0;

	for (size_t i = 0; i < n; i++) {
		const struct as_unit u = {.order = (uint32_t)i, .round = AS_NO_ROUND,
			.ending = i == 3 ? AS_ENDED_REPORT : AS_ENDED_OK, .cost_s = 0.5 * (double)i};
		snprintf(name, sizeof name, "benchmark %zu", i);
		struct as_subject *s = as_experiment_add_subject(x, name, "x");
		assert_non_null(s);
		s->version = (struct as_version){.commit = "0123456789012345678901234567890123456789",
			.changes = i == 5 ? AS_CHANGES_SOME : AS_CHANGES_NONE};
		if (i + 1 == n)
			assert_int_equal(as_subject_add_build(s, &x->arena, &u, &(struct as_build){0},
				NULL), AS_OK);
		for (size_t e = 0; e < 1 + i % 2; e++) {
			assert_int_equal(as_subject_add_unit(s, AS_LEVEL_EXECUTION, &u, &at, NULL), AS_OK);
			for (size_t k = 0; k <= i % 3; k++) {
				assert_int_equal(as_subject_add_iteration(s, AS_ROLE_MEASURED,
					(int64_t)k, NULL), AS_OK);
				const size_t last = s->levels[AS_LEVEL_ITERATION].n - 1;
				assert_int_equal(as_subject_set(s, AS_LEVEL_ITERATION, last,
					AS_METRIC_TIME, 100 * (double)i + (double)k, NULL), AS_OK);
			}
		}
	}
	return x;
}

static void trees_of_benchmarks_that_are_alike_come_back_from_common_rows(void **state)
{
	enum { N = 300 };
	struct as_experiment *x = many_alike(N), *y = NULL;
	struct as_err err = {0};

	if (as_store_put(*state, x, NULL, &err))
		fail_msg("%s", err.msg);
	/* that of the sample, N - 1 that are alike, and the last */
	assert_int_equal(number_in(in(dir, "a/b/assay.db"), "SELECT count(*) FROM subjects WHERE joined > 0"), 3);
	assert_int_equal(number_in(in(dir, "a/b/assay.db"), "SELECT max(joined) FROM subjects"), N - 1);
	assert_in_range(count_rows("series"), 30, 60);
	if (as_store_get(*state, x->id, &y, &err))
		fail_msg("%s", err.msg);
	assert_same_experiment(x, y);
	as_experiment_free(x);
	as_experiment_free(y);
}

static void a_version_that_all_benchmarks_are_of_stands_once(void **state)
{
	struct as_experiment *x = many_alike(4), *y = NULL;

	for (size_t i = 0; i < x->n_subjects; i++)
		x->subjects[i].version = x->subjects[1].version;
	assert_int_equal(as_store_put(*state, x, NULL, NULL), AS_OK);
	assert_int_equal(count_rows("versions"), 1);
	assert_int_equal(as_store_get(*state, x->id, &y, NULL), AS_OK);
	assert_same_experiment(x, y);
	assert_string_equal(y->subjects[4].version.commit, x->subjects[1].version.commit);
	as_experiment_free(x);
	as_experiment_free(y);
}

static void values_that_are_nobodys_are_told(void **state)
{
	struct as_experiment *x = many_alike(20), *y = NULL;
	struct as_err err = {0};
	static const char *const wrong[] = {"UPDATE subjects SET joined = 0 WHERE number = 1",
		"UPDATE subjects SET joined = 2147483647 WHERE number = 1",
		"UPDATE subjects SET joined = 1 WHERE number = 7"};

	assert_int_equal(as_store_put(*state, x, NULL, NULL), AS_OK);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		change_in(in(dir, "a/b/assay.db"), wrong[i]);
		assert_int_equal(as_store_get(*state, x->id, &y, &err), AS_ERR_DATA);
		assert_non_null(strstr(err.msg, "it is not clear whose values are its own"));
		change_in(in(dir, "a/b/assay.db"), "UPDATE subjects SET joined = CASE number WHEN 1 "
			"THEN 19 WHEN 0 THEN 1 WHEN 20 THEN 1 ELSE 0 END");
	}
	assert_int_equal(as_store_get(*state, x->id, &y, &err), AS_OK);
	as_experiment_free(y);
	/* one of the 19 has an execution more than its part of the values */
	change_in(in(dir, "a/b/assay.db"), "UPDATE subjects SET iterations = iterations + CASE number WHEN 9 THEN -1 ELSE 1 END "
		"WHERE number IN (8, 9)");
	assert_int_equal(as_store_get(*state, x->id, &y, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "its executions have iterations of others"));
	as_experiment_free(x);
}

static void put_small(struct as_store *s, unsigned number, enum as_status expected)
{
	struct as_experiment *x = sample_small(number);
	struct as_err err = {0};

	assert_int_equal(as_store_put(s, x, NULL, &err), expected);
	as_experiment_free(x);
}

static void many_are_put_together_or_not_at_all(void **state)
{
	struct as_store *s = *state;
	struct as_err err = {0};

	assert_int_equal(as_store_begin_many(s, &err), AS_OK);
	put_small(s, 1, AS_OK);
	put_small(s, 2, AS_OK);
	assert_int_equal(count_rows("experiments"), 0); /* to others nothing is there yet */
	assert_int_equal(as_store_end_many(s, &err), AS_OK);
	assert_int_equal(count_rows("experiments"), 2);
	assert_int_equal(as_store_begin_many(s, &err), AS_OK);
	put_small(s, 3, AS_OK);
	put_small(s, 1, AS_ERR_STORE); /* it is there already */
	assert_int_equal(as_store_end_many(s, &err), AS_ERR_STORE);
	assert_non_null(strstr(err.msg, "it is there already, as number 1"));
	assert_int_equal(count_rows("experiments"), 2);
	put_small(s, 3, AS_OK);
	assert_int_equal(count_rows("experiments"), 3);
}

static void an_experiment_without_anything_is_kept(void **state)
{
	struct as_experiment *x = as_experiment_new(), *y = NULL;

	x->uuid = "0123456789abcdef0123456789abcdef";
	x->plan.precision = (double)NAN;
	assert_int_equal(as_store_put(*state, x, NULL, NULL), AS_OK);
	assert_int_equal(as_store_get(*state, x->id, &y, NULL), AS_OK);
	assert_null(y->label);
	assert_null(y->machine.host);
	assert_true(isnan(y->plan.precision));
	assert_int_equal(y->n_subjects, 0);
	as_experiment_free(x);
	as_experiment_free(y);
}

static void a_million_iterations_come_back(void **state)
{
	struct as_experiment *x = sample_small(1), *y = NULL;
	struct as_subject *s = &x->subjects[0];

	for (size_t i = 0; i < 1000000; i++) {
		assert_int_equal(
			as_subject_add_iteration(s, AS_ROLE_MEASURED, (int64_t)i, NULL), AS_OK);
		assert_int_equal(as_subject_set(s, AS_LEVEL_ITERATION, i, AS_METRIC_TIME,
					 (double)(i * i % 20011), NULL), AS_OK);
	}
	assert_int_equal(as_store_put(*state, x, NULL, NULL), AS_OK);
	assert_int_equal(as_store_get(*state, x->id, &y, NULL), AS_OK);
	assert_same_experiment(x, y);
	as_experiment_free(x);
	as_experiment_free(y);
}

static void an_inconsistent_experiment_is_refused_with_its_place(void **state)
{
	struct as_experiment *x = sample_rich();
	struct as_err err = {0};
	size_t n = 9;

	struct as_packed *parents = &x->subjects[2].levels[AS_LEVEL_EXECUTION].units[AS_UNIT_PARENT];
	assert_true(as_packed_set(parents, 7, 3));
	assert_int_equal(as_store_put(*state, x, NULL, &err), AS_ERR_ARG);
	assert_non_null(strstr(err.msg, "subject 3: execution 7 belongs to build 3 of 3"));
	assert_int_equal(x->id, 0);
	assert_true(as_packed_set(parents, 7, 2));
	x->uuid = "0123456789ABCDEF0123456789abcdef";
	assert_int_equal(as_store_put(*state, x, NULL, &err), AS_ERR_ARG);
	x->uuid = NULL;
	assert_int_equal(as_store_put(*state, x, NULL, &err), AS_ERR_ARG);
	assert_int_equal(count_kept(*state, &n, &err), AS_OK);
	assert_int_equal(n, 0);
	as_experiment_free(x);
}

static void builds_and_plans_that_cannot_be_are_refused(void **state)
{
	struct as_experiment *x = sample_rich();
	struct as_subject *s = &x->subjects[0];
	struct as_err err = {0};

	s->n_builds = 2;
	assert_int_equal(as_store_put(*state, x, NULL, &err), AS_ERR_ARG);
	assert_non_null(
		strstr(err.msg, "subject 1: 2 builds are known for 3 units of level build"));
	s->n_builds = 3;
	s->builds[1].bytes = -1;
	assert_int_equal(as_store_put(*state, x, NULL, &err), AS_ERR_ARG);
	assert_non_null(strstr(err.msg, "subject 1: build 1 has a size that cannot be"));
	s->builds[1].bytes = 0;
	x->plan.randomize = 8;
	assert_int_equal(as_store_put(*state, x, NULL, &err), AS_ERR_ARG);
	assert_non_null(strstr(err.msg, "a randomization of a kind that there is not"));
	x->plan.randomize = 0;
	x->plan.cost_s[AS_LEVEL_BUILD] = (double)INFINITY;
	assert_int_equal(as_store_put(*state, x, NULL, &err), AS_ERR_ARG);
	assert_non_null(strstr(err.msg, "a cost of level build that cannot be"));
	x->plan.cost_s[AS_LEVEL_BUILD] = (double)NAN;
	assert_int_equal(as_store_put(*state, x, NULL, &err), AS_OK);
	as_experiment_free(x);
}

static void the_same_experiment_is_kept_once(void **state)
{
	struct as_experiment *x = sample_small(1);
	struct as_err err = {0};
	size_t n = 0;

	assert_int_equal(as_store_put(*state, x, NULL, &err), AS_OK);
	assert_int_equal(as_store_put(*state, x, NULL, &err), AS_ERR_STORE);
	assert_non_null(strstr(err.msg, "it is there already, as number 1"));
	assert_int_equal(count_kept(*state, &n, &err), AS_OK);
	assert_int_equal(n, 1);
	as_experiment_free(x);
}

static void a_number_that_is_not_there_is_named(void **state)
{
	struct as_experiment *x = NULL;
	struct as_err err = {0};

	assert_int_equal(as_store_get(*state, 7, &x, &err), AS_ERR_USAGE);
	assert_non_null(strstr(err.msg, "number 7"));
	assert_null(x);
}

static void the_list_has_the_newest_first_and_its_numbers(void **state)
{
	struct as_listing *l = NULL;
	struct as_store_query all = {0}, two = {.limit = 2};
	struct as_arena a = {0};
	size_t n = 0;

	put(*state, sample_rich());
	for (unsigned i = 1; i <= 3; i++)
		put(*state, sample_small(i));
	assert_int_equal(as_store_list(*state, &two, &a, &l, &n, NULL), AS_OK);
	assert_int_equal(n, 2);
	assert_int_equal(l[0].id, 4);
	assert_string_equal(l[0].subject, "sleep");
	assert_string_equal(l[0].criterion, "wall");
	assert_string_equal(l[0].unit, "ns");
	assert_true(as_same_double(l[0].mean, 100.5) && as_same_double(l[0].lo, 99.25));
	assert_true(isnan(l[0].hi));
	assert_int_equal(l[0].n_top, 3);
	assert_string_equal(l[0].host, "here");
	assert_int_equal(as_store_list(*state, &all, &a, &l, &n, NULL), AS_OK);
	assert_int_equal(n, 4);
	assert_string_equal(l[3].criterion, "cache hits");
	assert_string_equal(l[3].label, "before; DROP TABLE experiments");
	assert_int_equal(l[3].outcome, AS_OUTCOME_STOPPED);
	assert_int_equal(l[3].n_subjects, 3);
	as_arena_release(&a);
}

static void a_list_can_be_of_one_label(void **state)
{
	struct as_listing *l = NULL;
	struct as_store_query old = {.label = "old"}, none = {.label = "none"};
	struct as_arena a = {0};
	size_t n = 0;

	for (unsigned i = 1; i <= 4; i++) {
		struct as_experiment *x = sample_small(i);
		x->label = i % 2 ? "old" : NULL;
		put(*state, x);
	}
	assert_int_equal(as_store_list(*state, &old, &a, &l, &n, NULL), AS_OK);
	assert_int_equal(n, 2);
	assert_int_equal(l[0].id, 3);
	assert_int_equal(l[1].id, 1);
	assert_int_equal(as_store_list(*state, &none, &a, &l, &n, NULL), AS_OK);
	assert_int_equal(n, 0);
	as_arena_release(&a);
}

static void without_an_analysis_the_list_has_no_numbers(void **state)
{
	struct as_experiment *x = sample_small(1);
	struct as_listing *l = NULL;
	struct as_store_query all = {0};
	struct as_arena a = {0};
	size_t n = 0;

	assert_int_equal(as_store_put(*state, x, NULL, NULL), AS_OK);
	assert_int_equal(as_store_list(*state, &all, &a, &l, &n, NULL), AS_OK);
	assert_int_equal(n, 1);
	assert_true(isnan(l[0].mean) && isnan(l[0].lo) && isnan(l[0].hi));
	assert_int_equal(l[0].n_top, 0);
	assert_string_equal(l[0].criterion, "wall");
	as_arena_release(&a);
	as_experiment_free(x);
}

static void equal_facts_are_kept_once(void **state)
{
	struct as_experiment *x = sample_rich(), *y = sample_rich(), *z = NULL;

	y->uuid = "ffffffffffffffffffffffffffffffff";
	y->machine.facts[3].value = "7.00";
	put(*state, x);
	assert_int_equal(as_store_put(*state, y, NULL, NULL), AS_OK);
	assert_int_equal(as_store_get(*state, y->id, &z, NULL), AS_OK);
	assert_same_experiment(y, z);
	assert_int_equal(count_rows("fact_sets"), 4); /* machine, environment, and two states */
	assert_int_equal(count_rows("facts"), 7);
	as_experiment_free(y);
	as_experiment_free(z);
}

static void the_store_and_its_directories_are_private(void **state)
{
	struct stat st;

	(void)state;
	of_files_alone();
	assert_int_equal(stat(in(dir, "a/b/assay.db"), &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_int_equal(stat(in(dir, "a/b"), &st), 0);
	assert_int_equal(st.st_mode & 0777, 0700);
	assert_int_equal(stat(in(dir, "a"), &st), 0);
	assert_int_equal(st.st_mode & 0777, 0700);
}

#define WITH_STORE(test) cmocka_unit_test_setup_teardown(test, make, leave)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_STORE(a_rich_experiment_comes_back_as_it_was_put),
		WITH_STORE(it_comes_back_to_another_process_too),
		WITH_STORE(trees_of_benchmarks_that_are_alike_come_back_from_common_rows),
		WITH_STORE(a_version_that_all_benchmarks_are_of_stands_once),
		WITH_STORE(values_that_are_nobodys_are_told),
		WITH_STORE(many_are_put_together_or_not_at_all),
		WITH_STORE(an_experiment_without_anything_is_kept),
		WITH_STORE(a_million_iterations_come_back),
		WITH_STORE(an_inconsistent_experiment_is_refused_with_its_place),
		WITH_STORE(builds_and_plans_that_cannot_be_are_refused),
		WITH_STORE(the_same_experiment_is_kept_once),
		WITH_STORE(a_number_that_is_not_there_is_named),
		WITH_STORE(the_list_has_the_newest_first_and_its_numbers),
		WITH_STORE(a_list_can_be_of_one_label),
		WITH_STORE(without_an_analysis_the_list_has_no_numbers),
		WITH_STORE(equal_facts_are_kept_once),
		WITH_STORE(the_store_and_its_directories_are_private),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
