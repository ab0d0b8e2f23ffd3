/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said of experiments, which of them go, and what a look at everything finds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/num.h"
#include "sample.h"
#include "store/internal.h"

enum { N = 8, ALL = 32 };

static char dir[256], path[300];
static struct as_store *store;

static void put(unsigned number)
{
	struct as_experiment *x = sample_small(number);
	struct as_analysis a = sample_analysis(x);

	x->machine.boot_id = number % 2 ? "odd" : "even"; /* sessions of their own */
	assert_int_equal(as_store_put(store, x, &a, NULL), AS_OK);
	free(a.summaries);
	as_experiment_free(x);
}

static int make(void **state)
{
	(void)state;
	make_directory(dir);
	snprintf(path, sizeof path, "%s/x.db", dir);
	store = NULL;
	assert_int_equal(open_store(path, AS_STORE_WRITE, &store, NULL), AS_OK);
	for (unsigned i = 1; i <= N; i++)
		put(i);
	return 0;
}

static int leave(void **state)
{
	(void)state;
	as_store_close(store);
	remove_directory(dir);
	return 0;
}

/* The ids that the rule finds, as "8 7 ". */
static const char *found(const struct as_store_prune *rule)
{
	static char text[1024];
	struct as_listing *l = NULL;
	struct as_arena a = {0};
	size_t n = 0, at = 0;

	assert_int_equal(as_store_prune(store, rule, &a, &l, &n, NULL), AS_OK);
	text[0] = '\0';
	for (size_t i = 0; i < n; i++)
		at += (size_t)snprintf(text + at, sizeof text - at, "%lld ", (long long)l[i].id);
	as_arena_release(&a);
	return text;
}

static struct as_experiment *get(int64_t id)
{
	struct as_experiment *x = NULL;

	assert_int_equal(as_store_get(store, id, &x, NULL), AS_OK);
	return x;
}

static int number(const char *sql)
{
	return number_in(path, sql);
}

static void labels_notes_and_pins_come_back(void **state)
{
	(void)state;
	assert_int_equal(as_store_mark_label(store, 3, "be\nfore\xff", NULL), AS_OK);
	assert_int_equal(as_store_mark_note(store, 3, "'; DROP TABLE experiments; --", NULL), AS_OK);
	assert_int_equal(as_store_mark_pinned(store, 3, true, NULL), AS_OK);
	struct as_experiment *x = get(3);
	assert_string_equal(x->label, "be\nfore\xff");
	assert_string_equal(x->note, "'; DROP TABLE experiments; --");
	assert_true(x->pinned);
	as_experiment_free(x);
	assert_int_equal(as_store_mark_label(store, 3, "", NULL), AS_OK);
	assert_int_equal(as_store_mark_note(store, 3, NULL, NULL), AS_OK);
	assert_int_equal(as_store_mark_pinned(store, 3, false, NULL), AS_OK);
	x = get(3);
	assert_null(x->label);
	assert_null(x->note);
	assert_false(x->pinned);
	as_experiment_free(x);
}

static void what_is_not_there_cannot_be_marked(void **state)
{
	struct as_err err = {0};

	(void)state;
	assert_int_equal(as_store_mark_label(store, 99, "x", &err), AS_ERR_USAGE);
	assert_non_null(strstr(err.msg, "cannot find an experiment with number 99"));
	assert_int_equal(as_store_mark_note(store, 99, "x", NULL), AS_ERR_USAGE);
	assert_int_equal(as_store_mark_pinned(store, 99, true, NULL), AS_ERR_USAGE);
}

static void the_newest_are_kept_and_the_old_go(void **state)
{
	struct as_experiment *x = get(5);
	const int64_t fifth = x->started_ns;

	(void)state;
	as_experiment_free(x);
	assert_string_equal(found(&(struct as_store_prune){.keep = 6, .before_ns = INT64_MAX,
		.dry_run = true}), "2 1 ");
	assert_string_equal(found(&(struct as_store_prune){.before_ns = fifth, .dry_run = true}),
		"4 3 2 1 ");
	assert_string_equal(found(&(struct as_store_prune){.keep = 6, .before_ns = fifth,
		.dry_run = true}), "2 1 ");
	assert_string_equal(found(&(struct as_store_prune){.keep = 2, .before_ns = fifth,
		.dry_run = true}), "4 3 2 1 ");
	assert_string_equal(found(&(struct as_store_prune){.keep = SIZE_MAX,
		.before_ns = INT64_MAX, .dry_run = true}), "");
	assert_int_equal(sound(path), N);
}

static void labels_and_pins_hold_unless_asked(void **state)
{
	struct as_store_prune rule = {.before_ns = INT64_MAX, .dry_run = true};

	(void)state;
	assert_int_equal(as_store_mark_label(store, 2, "x", NULL), AS_OK);
	assert_int_equal(as_store_mark_pinned(store, 3, true, NULL), AS_OK);
	assert_int_equal(as_store_mark_label(store, 4, "x", NULL), AS_OK);
	assert_int_equal(as_store_mark_pinned(store, 4, true, NULL), AS_OK);
	assert_string_equal(found(&rule), "8 7 6 5 1 ");
	rule.labelled = true;
	assert_string_equal(found(&rule), "8 7 6 5 2 1 ");
	rule.labelled = false;
	rule.pinned = true;
	assert_string_equal(found(&rule), "8 7 6 5 3 1 ");
	rule.labelled = true;
	assert_string_equal(found(&rule), "8 7 6 5 4 3 2 1 ");
}

static void nothing_of_what_was_removed_is_left(void **state)
{
	(void)state;
	assert_int_equal(as_store_mark_pinned(store, 3, true, NULL), AS_OK);
	assert_string_equal(found(&(struct as_store_prune){.before_ns = INT64_MAX}),
		"8 7 6 5 4 2 1 ");
	assert_int_equal(number("SELECT count(*) FROM experiments"), 1);
	assert_int_equal(number("SELECT count(*) FROM sessions"), 1);
	assert_int_equal(number("SELECT count(DISTINCT experiment) FROM series"), 1);
	assert_int_equal(number("SELECT count(DISTINCT experiment) FROM summaries"), 1);
	assert_int_equal(number("SELECT count(*) FROM fact_sets"),
		number("SELECT count(DISTINCT fact_set) FROM experiment_facts"));
	put(9);
	assert_int_equal(number("SELECT max(id) FROM experiments"), N + 1);
	assert_int_equal(sound(path), 2);
	of_files_alone(); /* PostgreSQL does not let it come to that */
	assert_int_equal(number("SELECT count(*) FROM pragma_foreign_key_check"), 0);
}

static void a_store_gives_room_back(void **state)
{
	struct as_holdings before, after;

	(void)state;
	of_files_alone(); /* PostgreSQL keeps it for what comes next */
	for (unsigned i = 1; i <= 100; i++)
		put(100 + i);
	assert_int_equal(as_store_shrink(store, NULL), AS_OK);
	assert_int_equal(as_store_holdings(store, &before, NULL), AS_OK);
	found(&(struct as_store_prune){.before_ns = INT64_MAX, .keep = 1});
	assert_int_equal(as_store_shrink(store, NULL), AS_OK);
	assert_int_equal(as_store_holdings(store, &after, NULL), AS_OK);
	assert_true(after.bytes < before.bytes);
	assert_int_equal(after.n_experiments, 1);
	assert_int_equal(sound(path), 1);
}

static void holdings_are_counted(void **state)
{
	struct as_holdings h;

	(void)state;
	assert_int_equal(as_store_mark_label(store, 2, "x", NULL), AS_OK);
	assert_int_equal(as_store_mark_pinned(store, 3, true, NULL), AS_OK);
	assert_int_equal(as_store_holdings(store, &h, NULL), AS_OK);
	assert_string_equal(h.path, store_name(path));
	assert_int_equal(h.n_experiments, N);
	assert_int_equal(h.n_sessions, 2);
	assert_int_equal(h.n_labelled, 1);
	assert_int_equal(h.n_pinned, 1);
	assert_int_equal(h.schema, AS_STORE_SCHEMA);
	assert_true(h.oldest_ns < h.newest_ns);
	assert_true(h.bytes > 4096);
	assert_false(h.exported);
}

struct told {
	int n;
	char last[512];
};

static void tell(void *data, const char *sentence)
{
	struct told *t = data;

	t->n++;
	snprintf(t->last, sizeof t->last, "%s", sentence);
}

/* What a look finds after a change that assay would not make. */
static void after(const char *sql, const char *words)
{
	struct told told = {0};

	change_in(path, sql); /* by a connection that asks for no foreign keys */
	assert_int_equal(as_store_verify(store, tell, &told, NULL), AS_OK);
	assert_int_equal(told.n, 1);
	assert_string_equal(told.last, words);
}

static void a_sound_store_has_no_problem(void **state)
{
	struct told told = {0};

	(void)state;
	assert_int_equal(as_store_verify(store, tell, &told, NULL), AS_OK);
	assert_int_equal(told.n, 0);
}

static void a_row_that_refers_to_nothing_is_told(void **state)
{
	(void)state;
	of_files_alone(); /* PostgreSQL refuses it */
	after("INSERT INTO metrics VALUES (77, 0, 'a', 'b', 0, 0)",
		"the table metrics has 1 row that refers to none of experiments");
}

static void an_experiment_outside_of_its_session_is_told(void **state)
{
	(void)state;
	after("UPDATE experiments SET started_ns = 5 WHERE id = 4",
		"experiment 4: it lies outside of its session 2");
}

static void a_summary_of_no_metric_is_told(void **state)
{
	(void)state;
	after("UPDATE summaries SET metric = 77 WHERE experiment = 4",
		"experiment 4: a summary is of metric 77, which it does not have");
}

static void facts_that_were_changed_are_told(void **state)
{
	(void)state;
	after("INSERT INTO facts VALUES (1, 500, 'a', 'b')",
		"the facts of set 1 are not those that were put");
}

static void summaries_come_back(void **state)
{
	struct as_store_summary *y = NULL;
	struct as_arena a = {0};
	size_t n = 0;

	(void)state;
	assert_int_equal(as_store_summaries(store, 2, &a, &y, &n, NULL), AS_OK);
	assert_int_equal(n, 1);
	assert_string_equal(y[0].metric, "wall");
	assert_true(as_same_double(y[0].summary.mean, 100.5));
	assert_true(as_same_double(y[0].summary.lo, 99.25));
	assert_int_equal(y[0].summary.method, AS_INTERVAL_T);
	as_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, make, leave)
		TEST(labels_notes_and_pins_come_back),
		TEST(what_is_not_there_cannot_be_marked),
		TEST(the_newest_are_kept_and_the_old_go),
		TEST(labels_and_pins_hold_unless_asked),
		TEST(nothing_of_what_was_removed_is_left),
		TEST(a_store_gives_room_back),
		TEST(holdings_are_counted),
		TEST(a_sound_store_has_no_problem),
		TEST(a_row_that_refers_to_nothing_is_told),
		TEST(an_experiment_outside_of_its_session_is_told),
		TEST(a_summary_of_no_metric_is_told),
		TEST(facts_that_were_changed_are_told),
		TEST(summaries_come_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
