/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Neighbours of an experiment that are kept as one row (src/store/kept/packs.h). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "sample.h"
#include "store/keeping/retain.h"

enum { N = 600, METRICS = 2, SUMMARIES = 1200 };

static struct as_store *store;

static int make(void **state)
{
	struct as_err err = {0};

	if (make_store_dir(state))
		return -1;
	if (open_store(store_path, AS_STORE_WRITE, &store, &err))
		fail_msg("%s", err.msg);
	return 0;
}

static int leave(void **state)
{
	as_store_close(store);
	return remove_store_dir(state);
}

/* N benchmarks of a version with up to three executions, some with parameters and names that are not UTF-8;
 * the 50th has a note. */
static struct as_experiment *many(unsigned number)
{
	struct as_experiment *x = sample_small(number);
	char name[32];
	size_t at = 0;

	for (size_t i = 1; i < N; i++) {
		const struct as_unit u = {
			.order = (uint32_t)i, .round = AS_NO_ROUND, .cost_s = 0.5};
		snprintf(name, sizeof name, i % 7 ? "benchmark %zu" : "\xff%zu", i);
		struct as_subject *s = as_experiment_add_subject(x, name, i % 5 ? "x" : "y");
		assert_non_null(s);
		for (size_t e = 0; e <= i % 3; e++) {
			assert_int_equal(
				as_subject_add_unit(s, AS_LEVEL_EXECUTION, &u, &at, NULL), AS_OK);
			assert_int_equal(as_subject_set(s, AS_LEVEL_EXECUTION, at, AS_METRIC_WALL,
						 1000.0 * (double)(i + number) + (double)e, NULL),
				AS_OK);
		}
		s->executable_hash =
			i % 2 ? as_arena_strdup(&x->arena, number % 2 ? "ab" : "cd") : NULL;
		s->leftovers = i % 11 ? 0 : number;
		s->shell_cost_ns = i % 13 ? (double)NAN : 1e6 / number;
		s->n_parameters = i % 4;
		s->parameters = as_arena_array(&x->arena, 3, sizeof *s->parameters);
		for (size_t k = 0; k < s->n_parameters; k++)
			s->parameters[k] = (struct as_parameter){
				.name = k ? "m" : "n", .value = i % 8 ? "" : "5"};
	}
	for (size_t i = 0; i < N; i++) /* the other metric */
		for (size_t e = 0; e < x->subjects[i].levels[AS_LEVEL_EXECUTION].n; e++)
			assert_int_equal(as_subject_set(&x->subjects[i], AS_LEVEL_EXECUTION, e,
						 AS_METRIC_USER, (double)i / 3, NULL),
				AS_OK);
	for (size_t i = 0; i < N; i++)
		x->subjects[i].version = (struct as_version){.project = "p",
			.commit = "0123456789012345678901234567890123456789",
			.changes = AS_CHANGES_NONE};
	return x;
}

static double odd(size_t i, size_t k)
{
	static const double some[] = {0, -0.0, 1e300, -1e-300, 5e-324, 1.0 / 3, -7.25, 1e16 + 2};

	return some[(i + k) % (sizeof some / sizeof *some)];
}

/* Of two metrics, as analyses are: most like those of whole numbers, some of any numbers, some of none. */
static struct as_analysis *analyses_of(const struct as_experiment *x)
{
	struct as_analysis *a = calloc(METRICS, sizeof *a);
	struct as_summary *y = calloc(SUMMARIES, sizeof *y);

	assert_true(a && y && METRICS * x->n_subjects == SUMMARIES);
	for (size_t k = 0; k < METRICS; k++)
		a[k] = (struct as_analysis){.summaries = y + k * N, .n_subjects = N};
	a[0].others = METRICS - 1;
	for (size_t i = 0; i < SUMMARIES; i++) {
		const double n = 1 + (double)(i % 3), mean = (1000.0 * (double)i + 7) / n;
		const double sd = sqrt((double)i), half = 2.093 * sd / sqrt(n);
		y[i] = (struct as_summary){.subject = i % N,
			.metric = i / N ? AS_METRIC_USER : AS_METRIC_WALL,
			.n_top = (size_t)n,
			.n_values = 30,
			.n_excluded = i % 17 == 3,
			.mean = mean,
			.sd = sd,
			.spread = {.min = floor(mean) - 3,
				.q1 = floor(mean) - 0.25,
				.median = floor(mean),
				.q3 = floor(mean) + 0.5,
				.max = floor(mean) + 100},
			.method = AS_INTERVAL_T,
			.lo = mean - half,
			.hi = mean + half,
			.half_width = half,
			.confidence = 0.95,
			.df = n - 1};
		if (i % 29 == 4)
			y[i].mean = y[i].lo = y[i].hi = y[i].sd = y[i].half_width = (double)NAN;
		if (i % 31 == 5)
			y[i] = (struct as_summary){.subject = i % N,
				.metric = y[i].metric,
				.n_top = 1,
				.mean = odd(i, 0),
				.sd = odd(i, 1),
				.lo = odd(i, 2),
				.hi = odd(i, 3),
				.half_width = odd(i, 4),
				.confidence = 0.5,
				.df = (double)INFINITY,
				.spread = {.min = odd(i, 5),
					.q1 = odd(i, 6),
					.median = odd(i, 7),
					.q3 = (double)INFINITY,
					.max = (double)NAN}};
	}
	return a;
}

static void put(struct as_experiment *x)
{
	struct as_analysis *a = analyses_of(x);
	struct as_err err = {0};

	if (as_store_put(store, x, a, &err))
		fail_msg("%s", err.msg);
	free(a->summaries);
	free(a);
}

/* A row of SQLite has no sign of zero. */
static void same_real(double a, double b)
{
	if (!(fabs(a) <= 0 && fabs(b) <= 0) && !(isnan(a) && isnan(b)))
		assert_memory_equal(&a, &b, sizeof a);
}

static void same_summary(const struct as_summary *a, const struct as_summary *b)
{
	const double x[] = {a->mean, a->sd, a->lo, a->hi, a->half_width, a->confidence, a->df,
		a->spread.min, a->spread.q1, a->spread.median, a->spread.q3, a->spread.max};
	const double y[] = {b->mean, b->sd, b->lo, b->hi, b->half_width, b->confidence, b->df,
		b->spread.min, b->spread.q1, b->spread.median, b->spread.q3, b->spread.max};

	assert_int_equal(a->subject, b->subject);
	assert_int_equal(a->n_top, b->n_top);
	assert_int_equal(a->n_values, b->n_values);
	assert_int_equal(a->n_excluded, b->n_excluded);
	assert_int_equal(a->method, b->method);
	for (size_t i = 0; i < sizeof x / sizeof *x; i++)
		same_real(x[i], y[i]);
}

/* What is kept of x, which sums up as analyses_of. */
static void kept_whole(const struct as_experiment *x)
{
	struct as_analysis *a = analyses_of(x);
	struct as_store_summary *kept = NULL;
	struct as_experiment *y = NULL;
	struct as_arena arena = {0};
	struct as_err err = {0};
	size_t n = 0;

	if (as_store_get(store, x->id, &y, &err))
		fail_msg("%s", err.msg);
	assert_same_experiment(x, y);
	as_experiment_free(y);
	if (as_store_summaries(store, x->id, &arena, &kept, &n, &err))
		fail_msg("%s", err.msg);
	assert_int_equal(n, SUMMARIES);
	for (size_t i = 0; i < n; i++) {
		assert_string_equal(kept[i].metric, i < N ? "wall" : "user");
		same_summary(&kept[i].summary, &a->summaries[i]);
	}
	as_arena_release(&arena);
	free(a->summaries);
	free(a);
}

static void neighbours_that_are_alike_are_a_few_rows_and_come_back_bit_by_bit(void **state)
{
	struct as_experiment *x = many(1), *y = many(2);

	(void)state;
	put(x);
	put(y);
	assert_int_equal(number_in(store_path, "SELECT count(*) FROM subjects"), 6);
	assert_int_equal(number_in(store_path, "SELECT count(*) FROM summaries"), 12);
	assert_int_equal(number_in(store_path, "SELECT count(*) FROM packs"), 6);
	/* what they are called stands once */
	assert_int_equal(number_in(store_path, "SELECT count(*) FROM subject_sets"), 3);
	assert_int_equal(number_in(store_path, "SELECT count(*) FROM subject_set_names"), N);
	kept_whole(x);
	kept_whole(y);
	as_experiment_free(x);
	as_experiment_free(y);
}

static void who_has_a_note_or_another_version_has_rows_of_its_own(void **state)
{
	struct as_experiment *x = many(1), *y = many(2);

	(void)state;
	x->subjects[100].notes = calloc(1, sizeof *x->subjects[100].notes);
	x->subjects[100].n_notes = x->subjects[100].cap_notes = 1;
	x->subjects[100].notes[0] = (struct as_note){.level = AS_LEVEL_EXECUTION, .text = "why"};
	put(x);
	assert_int_equal(
		number_in(store_path, "SELECT packed FROM subjects WHERE number = 100"), 0);
	assert_int_equal(
		number_in(store_path, "SELECT packed FROM subjects WHERE number = 0"), 100);
	y->subjects[3].version.label = "other";
	put(y);
	assert_int_equal(
		number_in(store_path, "SELECT count(*) FROM subjects WHERE experiment = 2"), N);
	kept_whole(x);
	kept_whole(y);
	as_experiment_free(x);
	as_experiment_free(y);
}

static void who_has_very_many_metrics_has_rows(void **state)
{
	static struct as_analysis a[65];
	struct as_experiment *x = many(1), *y = NULL;

	(void)state;
	a[0].others = 64; /* of which none says anything */
	assert_int_equal(as_store_put(store, x, a, NULL), AS_OK);
	assert_int_equal(number_in(store_path, "SELECT count(*) FROM packs"), 0);
	assert_int_equal(as_store_get(store, 1, &y, NULL), AS_OK);
	assert_same_experiment(x, y);
	as_experiment_free(x);
	as_experiment_free(y);
}

/* Histories of both, in which only numbers of experiments differ. */
static void same_histories(const char *const *names, size_t n_names)
{
	const struct as_store_history which = {
		.names = names, .n_names = n_names, .all_metrics = true};
	struct as_history_rows h = {0};
	struct as_arena arena = {0};
	struct as_err err = {0};
	const size_t each = METRICS * (n_names ? n_names : N);

	if (as_store_histories(store, &which, &arena, &h, &err))
		fail_msg("%s", err.msg);
	assert_int_equal(h.n_rows, 2 * each);
	assert_int_equal(h.n_sources, each);
	for (size_t i = 0; i < each; i++) {
		const struct as_history_row *a = &h.row[i], *b = &h.row[each + i];
		const struct as_history_source *p = &h.source[a->source], *q = &h.source[b->source];
		assert_ptr_equal(p->name, q->name);
		assert_ptr_equal(p->command, q->command);
		assert_ptr_equal(p->parameters, q->parameters);
		assert_ptr_equal(p->version.commit, q->version.commit);
		assert_ptr_equal(a->metric, b->metric);
		assert_int_equal(a->n_top, b->n_top);
		same_real(a->mean, b->mean);
		same_real(a->sd, b->sd);
		assert_true(p->experiment == 1 && q->experiment == 2);
		assert_true(!i || h.row[i - 1].source <= a->source);
	}
	as_arena_release(&arena);
}

/* The second as a file of an earlier assay has it: in rows. */
static void a_pack_and_rows_make_the_same_history(void **state)
{
	static const char *const some[] = {"benchmark 300", "benchmark 5", "benchmark 599"};
	struct as_experiment *x = many(1), *y = many(2);
	struct as_err err = {0};

	(void)state;
	put(x);
	put(y);
	if (as_store_put_thinned(store, y, &err)) /* which has nothing to thin */
		fail_msg("%s", err.msg);
	assert_int_equal(
		number_in(store_path, "SELECT count(*) FROM subjects WHERE experiment = 2"), N);
	assert_int_equal(
		number_in(store_path, "SELECT count(*) FROM packs WHERE experiment = 2"), 0);
	kept_whole(x);
	kept_whole(y);
	same_histories(NULL, 0);
	same_histories(some, 3);
	as_experiment_free(x);
	as_experiment_free(y);
}

/* What is pruned leaves no set that nobody needs. */
static void sets_go_with_the_last_that_has_them(void **state)
{
	const struct as_store_prune all = {
		.labelled = true, .pinned = true, .before_ns = INT64_MAX};
	struct as_experiment *x = many(1);
	struct as_listing *list = NULL;
	struct as_arena arena = {0};
	size_t n = 0;

	(void)state;
	put(x);
	assert_int_equal(as_store_prune(store, &all, &arena, &list, &n, NULL), AS_OK);
	assert_int_equal(number_in(store_path, "SELECT count(*) FROM packs"), 0);
	assert_int_equal(number_in(store_path, "SELECT count(*) FROM subject_sets"), 0);
	assert_int_equal(number_in(store_path, "SELECT count(*) FROM subject_set_names"), 0);
	as_arena_release(&arena);
	as_experiment_free(x);
}

static void packs_that_are_not_as_written_are_told(void **state)
{
	static const struct {
		const char *change, *back, *words;
	} wrong[] = {
		{"UPDATE subjects SET packed = 239 WHERE number = 0",
			"UPDATE subjects SET packed = 240 WHERE number = 0",
			"is not what assay writes"},
		{"UPDATE packs SET subject = 0 - subject", "UPDATE packs SET subject = 0 - subject",
			"read experiment 1"},
		{"UPDATE packs SET subject_set = 4 - subject_set",
			"UPDATE packs SET subject_set = 4 - subject_set", "pack"},
		{"UPDATE packs SET data = substr(data, 2)", NULL,
			"a pack of its subjects cannot be read"},
		{"DELETE FROM packs", NULL, "those that follow it are missing"},
	};
	struct as_experiment *x, *y = NULL;
	struct as_err err = {0};

	(void)state;
	of_files_alone(); /* a database keeps to its references */
	x = many(1);
	put(x);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		change_in(store_path, wrong[i].change);
		assert_int_equal(as_store_get(store, 1, &y, &err), AS_ERR_DATA);
		if (!strstr(err.msg, wrong[i].words))
			fail_msg("%s: %s", wrong[i].change, err.msg);
		if (wrong[i].back)
			change_in(store_path, wrong[i].back);
	}
	as_experiment_free(x);
}

static void count_problem(void *data, const char *sentence)
{
	*(size_t *)data += strstr(sentence, "the subjects of set") != NULL;
}

/* Who is asked for by a name is looked for among names alone. */
static void names_by_which_a_set_is_found_and_that_it_has_not_are_told(void **state)
{
	static const char *const wrong[] = {
		"UPDATE subject_set_names SET name = 'other' WHERE name = 'benchmark 1'",
		"UPDATE subject_set_names SET number = 500 WHERE name = 'other'",
		"DELETE FROM subject_set_names WHERE name = 'other'",
	};
	struct as_experiment *x = many(1);
	size_t told = 0;

	(void)state;
	put(x);
	assert_int_equal(as_store_verify(store, count_problem, &told, NULL), AS_OK);
	assert_int_equal(told, 0);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		change_in(store_path, wrong[i]);
		told = 0;
		assert_int_equal(as_store_verify(store, count_problem, &told, NULL), AS_OK);
		assert_int_equal(told, 1);
	}
	as_experiment_free(x);
}

/* Bytes of others may be made to have the same hash, and a disk may lose some. */
static void what_lies_under_the_hash_of_a_set_and_is_another_one_is_not_taken_for_it(void **state)
{
	static const char *const wrong[] = {
		"UPDATE subject_sets SET data = (SELECT data FROM subject_sets WHERE id = 2)",
		"UPDATE subject_sets SET data = substr(data, 2) WHERE id > 2",
	};
	(void)state;
	of_files_alone();
	for (size_t i = 0; i <= sizeof wrong / sizeof *wrong; i++) {
		struct as_experiment *x = many((unsigned)i + 1);
		put(x);
		kept_whole(x);
		as_experiment_free(x);
		if (i < sizeof wrong / sizeof *wrong)
			change_in(store_path, wrong[i]);
	}
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, make, leave)
	const struct CMUnitTest tests[] = {
		TEST(neighbours_that_are_alike_are_a_few_rows_and_come_back_bit_by_bit),
		TEST(who_has_a_note_or_another_version_has_rows_of_its_own),
		TEST(who_has_very_many_metrics_has_rows),
		TEST(a_pack_and_rows_make_the_same_history),
		TEST(sets_go_with_the_last_that_has_them),
		TEST(packs_that_are_not_as_written_are_told),
		TEST(names_by_which_a_set_is_found_and_that_it_has_not_are_told),
		TEST(what_lies_under_the_hash_of_a_set_and_is_another_one_is_not_taken_for_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
