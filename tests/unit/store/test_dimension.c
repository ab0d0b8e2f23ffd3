/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was learnt about benchmarks: kept, replaced, and refused where it cannot be. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/num.h"
#include "sample.h"

static char dir[256], file[300];

static const struct as_dimension whole = {
	.key = "a'b\"; DROP TABLE dimensionings \xff\n",
	.date_ns = INT64_MIN,
	.n_levels = 4,
	.bottom = AS_LEVEL_ITERATION,
	.mean = -DBL_MAX,
	.level = {{.s2 = 5e-324, .t2 = 5e-324, .df = 60, .cost_s = 1e-9, .pilot = 20},
		{.s2 = 0, .t2 = -1.3e-4, .df = 2.5, .cost_s = 0.25, .pilot = 3},
		{.s2 = DBL_MAX, .t2 = -DBL_MAX, .df = 0, .cost_s = 1800, .pilot = UINT32_MAX},
		{.s2 = 0.1, .t2 = 1e300, .df = 3, .cost_s = 0, .pilot = 1}},
	.warmup = UINT32_MAX,
};

static struct as_dimension of_executions(const char *key, double mean)
{
	return (struct as_dimension){
		.key = key,
		.date_ns = 1760000000000000000,
		.n_levels = 2,
		.bottom = AS_LEVEL_EXECUTION,
		.mean = mean,
		.level = {[AS_LEVEL_EXECUTION] = {.s2 = 4, .t2 = 4, .df = 12, .cost_s = 0.5, .pilot = 5},
			[AS_LEVEL_BUILD] = {.s2 = 9, .t2 = 7.5, .df = 2, .cost_s = 30, .pilot = 3}},
		.warmup = 1,
	};
}

static int make(void **state)
{
	struct as_store *s = NULL;

	make_directory(dir);
	snprintf(file, sizeof file, "%s/x.db", dir);
	assert_int_equal(open_store(file, AS_STORE_WRITE, &s, NULL), AS_OK);
	*state = s;
	return 0;
}

static int leave(void **state)
{
	as_store_close(*state);
	remove_directory(dir);
	return 0;
}

static void put(struct as_store *s, const struct as_dimension *d)
{
	struct as_err err = {0};

	if (as_store_put_dimension(s, d, &err))
		fail_msg("%s", err.msg);
}

static bool get(struct as_store *s, const char *key, struct as_dimension *out)
{
	struct as_err err = {0};
	bool found = false;

	if (as_store_get_dimension(s, key, out, &found, &err))
		fail_msg("%s", err.msg);
	return found;
}

static void same(const struct as_dimension *a, const struct as_dimension *b)
{
	assert_string_equal(a->key, b->key);
	assert_int_equal(a->date_ns, b->date_ns);
	assert_int_equal(a->n_levels, b->n_levels);
	assert_int_equal(a->bottom, b->bottom);
	assert_true(as_same_double(a->mean, b->mean));
	for (size_t l = 0; l < AS_MODEL_LEVELS; l++) {
		const double x[] = {a->level[l].s2, a->level[l].t2, a->level[l].df, a->level[l].cost_s};
		const double y[] = {b->level[l].s2, b->level[l].t2, b->level[l].df, b->level[l].cost_s};
		assert_memory_equal(x, y, sizeof x);
		assert_int_equal(a->level[l].pilot, b->level[l].pilot);
	}
	assert_int_equal(a->warmup, b->warmup);
}

/* Change the file behind the store's back. */
static void sql(const char *text)
{
	change_in(file, text);
}

static int count_rows(const char *table)
{
	char text[64];

	snprintf(text, sizeof text, "SELECT count(*) FROM %s", table);
	return number_in(file, text);
}

static void a_dimensioning_comes_back_as_it_was_put(void **state)
{
	struct as_dimension low = of_executions("low", 100), d = {0};

	put(*state, &whole);
	put(*state, &low);
	assert_true(get(*state, whole.key, &d));
	same(&d, &whole);
	assert_true(get(*state, "low", &d));
	same(&d, &low);
}

static void it_comes_back_to_another_process_too(void **state)
{
	struct as_store *again = NULL;
	struct as_dimension d = {0};

	put(*state, &whole);
	assert_int_equal(open_store(file, AS_STORE_READ, &again, NULL), AS_OK);
	assert_true(get(again, whole.key, &d));
	same(&d, &whole);
	assert_int_equal(as_store_put_dimension(again, &whole, NULL), AS_ERR_STORE);
	as_store_close(again);
}

static void what_is_unknown_stays_unknown(void **state)
{
	struct as_dimension d = of_executions("k", 1), back = {0};

	d.level[1].s2 = d.level[1].t2 = d.level[1].df = d.level[1].cost_s = (double)NAN;
	put(*state, &d);
	assert_true(get(*state, "k", &back));
	assert_true(isnan(back.level[1].s2) && isnan(back.level[1].t2));
	assert_true(isnan(back.level[1].df) && isnan(back.level[1].cost_s));
	assert_true(as_same_double(back.level[2].s2, 9));
}

static void a_key_that_is_not_there_is_not_found(void **state)
{
	struct as_dimension d = of_executions("untouched", 3);

	assert_false(get(*state, "k", &d));
	assert_string_equal(d.key, "untouched");
	put(*state, &whole);
	assert_false(get(*state, "a", &d));
	assert_false(get(*state, "", &d));
}

static void a_later_one_takes_the_place_of_the_earlier(void **state)
{
	struct as_dimension later = of_executions(whole.key, 7), d = {0};

	put(*state, &whole);
	put(*state, &later);
	assert_true(get(*state, whole.key, &d));
	same(&d, &later);
	assert_int_equal(count_rows("dimensionings"), 1);
	assert_int_equal(count_rows("dimensioning_levels"), 2);
}

static void levels_that_it_does_not_have_are_not_kept(void **state)
{
	struct as_dimension d = of_executions("k", 1), want = d, back = {0};

	d.level[0].s2 = -1;
	d.level[3].cost_s = (double)INFINITY;
	d.level[3].pilot = 9;
	put(*state, &d);
	assert_true(get(*state, "k", &back));
	same(&back, &want);
}

static void refused(struct as_store *s, const struct as_dimension *d, const char *words)
{
	struct as_err err = {0};

	assert_int_equal(as_store_put_dimension(s, d, &err), AS_ERR_ARG);
	if (!strstr(err.msg, words) || !strstr(err.msg, "please report it"))
		fail_msg("wanted: %s\ngot: %s", words, err.msg);
}

static void what_cannot_be_is_not_kept(void **state)
{
	static const char level[] = "its level build has a variance, a cost or a count that "
		"cannot be";
	const struct as_dimension good = of_executions("k", 1);
	struct as_dimension d[14], kept = {0};

	for (size_t i = 0; i < sizeof d / sizeof *d; i++)
		d[i] = good;
	d[0].key = NULL;
	d[1].key = "";
	d[2].n_levels = 0;
	d[3].n_levels = 4;
	d[4].n_levels = SIZE_MAX;
	d[5].bottom = AS_MODEL_LEVELS;
	d[6].mean = (double)NAN;
	d[7].mean = (double)INFINITY;
	d[8].level[2].s2 = -1e-300;
	d[9].level[2].s2 = (double)INFINITY;
	d[10].level[2].t2 = -(double)INFINITY;
	d[11].level[2].df = -1;
	d[12].level[2].cost_s = -1;
	d[13].level[2].pilot = 0;
	put(*state, &good);
	for (size_t i = 0; i < sizeof d / sizeof *d; i++)
		refused(*state, &d[i], i < 2 ? "it has no key" : i < 6 ? " levels from level "
			: i < 8 ? "its mean is no number" : level);
	refused(*state, &d[3], "it has 4 levels from level 1 of 4 on");
	assert_true(get(*state, "k", &kept));
	same(&kept, &good);
}

/* A sound file with one of executions and builds, changed: what is then said. */
static void after(struct as_store *s, const char *change, const char *words)
{
	struct as_dimension good = of_executions("k", 1), d = of_executions("untouched", 1);
	struct as_err err = {0};
	bool found = false;
	char want[600];

	put(s, &good);
	sql(change);
	snprintf(want, sizeof want,
		"cannot read what was learnt about the benchmark in '%s': %s, so the file is "
		"damaged there; learn it anew, which replaces it, or put back a copy of the file",
		store_name(file), words);
	if (as_store_get_dimension(s, "k", &d, &found, &err) != AS_ERR_DATA)
		fail_msg("%s: was read", change);
	assert_string_equal(err.msg, want);
	assert_false(found);
	assert_string_equal(d.key, "untouched");
}

static void values_that_assay_never_writes_are_named(void **state)
{
	static const char level[] = "its level build has a variance, a cost or a count that "
		"cannot be";
	static const char *const cases[][2] = {
		{"UPDATE dimensionings SET n_levels = 3", "it does not have all its levels"},
		{"UPDATE dimensionings SET n_levels = 1", "it does not have all its levels"},
		{"UPDATE dimensionings SET n_levels = 5", "it does not have all its levels"},
		{"UPDATE dimensionings SET bottom = 0", "its 'level' is not what assay writes"},
		{"UPDATE dimensionings SET bottom = -1", "its 'bottom' is not what assay writes"},
		{"UPDATE dimensionings SET bottom = 4", "its 'bottom' is not what assay writes"},
		{"UPDATE dimensionings SET warmup = -1", "its 'warmup' is not what assay writes"},
		{"UPDATE dimensionings SET mean = -9e999", "its mean is no number"},
		{"DELETE FROM dimensioning_levels", "it does not have all its levels"},
		{"DELETE FROM dimensioning_levels WHERE level = 2",
			"it does not have all its levels"},
		{"DELETE FROM dimensioning_levels WHERE level = 1",
			"its 'level' is not what assay writes"},
		{"UPDATE dimensioning_levels SET level = 4 WHERE level = 2",
			"its 'level' is not what assay writes"},
		{"INSERT INTO dimensioning_levels VALUES ('k', 3, 1, 1, 1, 1, 1),"
		 " ('k', 4, 1, 1, 1, 1, 1)",
			"its 'level' is not what assay writes"},
		{"UPDATE dimensioning_levels SET pilot = 4294967296",
			"its 'pilot' is not what assay writes"},
		{"UPDATE dimensioning_levels SET pilot = 0 WHERE level = 2", level},
		{"UPDATE dimensioning_levels SET s2 = -1 WHERE level = 2", level},
		{"UPDATE dimensioning_levels SET t2 = 9e999 WHERE level = 2", level},
		{"UPDATE dimensioning_levels SET df = -1 WHERE level = 2", level},
		{"UPDATE dimensioning_levels SET cost_s = 9e999 WHERE level = 2", level},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		after(*state, cases[i][0], cases[i][1]);
}

static void a_column_of_another_type_is_named(void **state)
{
	of_files_alone(); /* PostgreSQL does not change one under a statement that it keeps */
	after(*state,
		"DROP TABLE dimensioning_levels; CREATE TABLE dimensioning_levels (key TEXT, level "
		"INTEGER, pilot INTEGER, s2 TEXT, t2 REAL, df REAL, cost_s REAL); INSERT INTO "
		"dimensioning_levels VALUES ('k', 1, 5, 'x', 1, 1, 1)",
		"its 's2' is not what assay writes");
}

static void a_damaged_one_is_replaced(void **state)
{
	struct as_dimension good = of_executions("k", 1), d = {0};

	after(*state, "UPDATE dimensioning_levels SET s2 = -1 WHERE level = 1",
		"its level execution has a variance, a cost or a count that cannot be");
	put(*state, &good);
	assert_true(get(*state, "k", &d));
	same(&d, &good);
}

static void one_that_cannot_be_written_leaves_the_earlier(void **state)
{
	struct as_dimension good = of_executions("k", 1), later = of_executions("k", 2);
	struct as_dimension d = {0};
	struct as_err err = {0};

	put(*state, &good);
	sql("CREATE UNIQUE INDEX one_level_a_key ON dimensionings ((mean > 1))");
	put(*state, &later);
	later.key = "other";
	assert_int_equal(as_store_put_dimension(*state, &later, &err), AS_ERR_STORE);
	assert_non_null(strstr(err.msg, "cannot keep what was learnt about the benchmark in"));
	assert_true(get(*state, "k", &d));
	assert_true(as_same_double(d.mean, 2));
	assert_false(get(*state, "other", &d));
	put(*state, &good); /* no transaction was left open */
}

static void one_that_is_forgotten_is_gone_and_others_stay(void **state)
{
	struct as_dimension one = of_executions("k", 2), other = of_executions("l", 3), d;

	put(*state, &one);
	put(*state, &other);
	assert_int_equal(as_store_drop_dimension(*state, "k", NULL), AS_OK);
	assert_int_equal(as_store_drop_dimension(*state, "never there", NULL), AS_OK);
	assert_false(get(*state, "k", &d));
	assert_true(get(*state, "l", &d));
	assert_true(as_same_double(d.mean, 3));
	put(*state, &one);
	assert_true(get(*state, "k", &d));
}

#define WITH_STORE(test) cmocka_unit_test_setup_teardown(test, make, leave)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_STORE(a_dimensioning_comes_back_as_it_was_put),
		WITH_STORE(it_comes_back_to_another_process_too),
		WITH_STORE(what_is_unknown_stays_unknown),
		WITH_STORE(a_key_that_is_not_there_is_not_found),
		WITH_STORE(a_later_one_takes_the_place_of_the_earlier),
		WITH_STORE(one_that_is_forgotten_is_gone_and_others_stay),
		WITH_STORE(levels_that_it_does_not_have_are_not_kept),
		WITH_STORE(what_cannot_be_is_not_kept),
		WITH_STORE(values_that_assay_never_writes_are_named),
		WITH_STORE(a_column_of_another_type_is_named),
		WITH_STORE(a_damaged_one_is_replaced),
		WITH_STORE(one_that_cannot_be_written_leaves_the_earlier),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
