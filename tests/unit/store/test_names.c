/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an experiment is called in a store, and which session it belongs to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "sample.h"

static const int64_t minute_ns = INT64_C(60) * 1000000000;
static char dir[256];

static int make(void **state)
{
	struct as_store *s = NULL;

	make_directory(dir);
	assert_int_equal(open_store(in(dir, "x.db"), AS_STORE_WRITE, &s, NULL), AS_OK);
	*state = s;
	return 0;
}

static int leave(void **state)
{
	as_store_close(*state);
	remove_directory(dir);
	return 0;
}

static void put(struct as_store *s, const char *uuid, const char *label)
{
	struct as_experiment *x = sample_small(1);
	struct as_err err = {0};

	x->uuid = uuid;
	x->label = label;
	if (as_store_put(s, x, NULL, &err))
		fail_msg("%s", err.msg);
	as_experiment_free(x);
}

static void fill(struct as_store *s)
{
	put(s, "00000000000000000000000000000000", "first");
	put(s, "abcd0000000000000000000000000000", "same");
	put(s, "abcdef00000000000000000000000000", "same");
	put(s, "12340000000000000000000000000000", "2");
	put(s, "99990000000000000000000000000000", "4711");
	put(s, "ffffffffffffffffffffffffffffffff", "@last~0");
}

static void finds(struct as_store *s, const char *text, int64_t want)
{
	struct as_err err = {0};
	int64_t id = -1;

	if (as_store_find(s, text, &id, &err))
		fail_msg("'%s': %s", text, err.msg);
	assert_int_equal(id, want);
}

static void finds_nothing(struct as_store *s, const char *text, const char *because)
{
	struct as_err err = {0};
	int64_t id = -1;

	assert_int_equal(as_store_find(s, text, &id, &err), AS_ERR_USAGE);
	assert_int_equal(id, -1);
	if (!strstr(err.msg, because))
		fail_msg("'%s': %s", text, err.msg);
}

static void the_last_ones_are_counted_back(void **state)
{
	fill(*state);
	finds(*state, "@last", 6);
	finds(*state, "@last~0", 6);
	finds(*state, "@last~5", 1);
	finds_nothing(*state, "@last~6", "not so many experiments");
	finds_nothing(*state, "@last~9223372036854775807", "not so many experiments");
	finds_nothing(*state, "@last~", "the second before it @last~2");
	finds_nothing(*state, "@last~-1", "the second before it @last~2");
	finds_nothing(*state, "@last~1x", "the second before it @last~2");
	finds_nothing(*state, "@latest", "the newest experiment is called @last");
}

static void a_number_comes_before_a_label_and_that_before_a_uuid(void **state)
{
	fill(*state);
	finds(*state, "2", 2);
	finds(*state, "4711", 5);
	finds(*state, "1234", 4);
	finds_nothing(*state, "7", "no experiment there has that number;");
	finds_nothing(*state, "0", "has that number");
	finds_nothing(*state, "-1", "has that label");
	finds_nothing(*state, "", "has that label");
}

static void of_a_label_the_newest_is_meant(void **state)
{
	fill(*state);
	finds(*state, "first", 1);
	finds(*state, "same", 3);
	finds_nothing(*state, "sam", "no experiment there has that label, nor a uuid that begins so");
	finds_nothing(*state, "x' OR '1'='1", "no experiment there has that label, nor a uuid that begins so");
	finds_nothing(*state, "%", "no experiment there has that label, nor a uuid that begins so");
}

static void four_digits_of_a_uuid_are_enough_if_they_are_one_s(void **state)
{
	fill(*state);
	finds(*state, "abcde", 3);
	finds(*state, "ABCD00", 2);
	finds(*state, "abcd0000000000000000000000000000", 2);
	finds(*state, "ffff", 6);
	finds(*state, "0000", 1);
	finds_nothing(*state, "abcd", "2 and 3");
	finds_nothing(*state, "fff", "nor a uuid that begins so");
	finds_nothing(*state, "abcdg", "nor a uuid that begins so");
	finds_nothing(*state, "abcd00000000000000000000000000000", "nor a uuid that begins so");
}

static void an_empty_store_has_no_last_one(void **state)
{
	finds_nothing(*state, "@last", "nothing is kept there yet");
	finds_nothing(*state, "1", "nothing is kept there yet");
	finds_nothing(*state, "nightly", "nothing is kept there yet");
}

/* Minutes from the beginning to the end of an experiment, and what else decides. */
struct when {
	int64_t from, to, suspended_ns;
	const char *boot, *machine;
};

static int64_t session_of(struct as_store *s, struct when w)
{
	static unsigned number;
	struct as_experiment *x = sample_small(++number);
	struct as_err err = {0};

	x->started_ns = (1000 + w.from) * minute_ns;
	x->ended_ns = (1000 + w.to) * minute_ns;
	x->machine.suspended_ns = w.suspended_ns;
	x->machine.boot_id = w.boot;
	x->machine.machine_id = w.machine;
	if (as_store_put(s, x, NULL, &err))
		fail_msg("%s", err.msg);
	int64_t session = x->session;
	as_experiment_free(x);
	return session;
}

static void half_an_hour_without_measuring_ends_a_session(void **state)
{
	assert_int_equal(session_of(*state, (struct when){0, 1, 0, "b", "m"}), 1);
	assert_int_equal(session_of(*state, (struct when){31, 40, 0, "b", "m"}), 1);
	assert_int_equal(session_of(*state, (struct when){70, 71, 0, "b", "m"}), 1);
	assert_int_equal(session_of(*state, (struct when){102, 103, 0, "b", "m"}), 2);
	assert_int_equal(session_of(*state, (struct when){104, 105, 0, "b", "m"}), 2);
}

static void a_long_experiment_goes_on_as_long_as_it_measures(void **state)
{
	assert_int_equal(session_of(*state, (struct when){0, 300, 0, "b", "m"}), 1);
	assert_int_equal(session_of(*state, (struct when){100, 101, 0, "b", "m"}), 1);
	assert_int_equal(session_of(*state, (struct when){329, 330, 0, "b", "m"}), 1);
}

static void one_put_later_that_began_earlier_finds_its_session(void **state)
{
	assert_int_equal(session_of(*state, (struct when){100, 101, 0, "b", "m"}), 1);
	assert_int_equal(session_of(*state, (struct when){200, 201, 0, "b", "m"}), 2);
	assert_int_equal(session_of(*state, (struct when){80, 81, 0, "b", "m"}), 1);
	assert_int_equal(session_of(*state, (struct when){51, 52, 0, "b", "m"}), 1);
	assert_int_equal(session_of(*state, (struct when){0, 1, 0, "b", "m"}), 3);
}

static void a_reboot_ends_a_session(void **state)
{
	assert_int_equal(session_of(*state, (struct when){0, 1, 0, "b", "m"}), 1);
	assert_int_equal(session_of(*state, (struct when){1, 2, 0, "c", "m"}), 2);
	assert_int_equal(session_of(*state, (struct when){2, 3, 0, "b", "m"}), 1);
}

static void another_machine_is_another_session(void **state)
{
	assert_int_equal(session_of(*state, (struct when){0, 1, 0, "b", "m"}), 1);
	assert_int_equal(session_of(*state, (struct when){0, 1, 0, "b", "n"}), 2);
	assert_int_equal(session_of(*state, (struct when){0, 1, 0, NULL, NULL}), 3);
	assert_int_equal(session_of(*state, (struct when){0, 1, 0, "unknown", "unknown"}), 3);
}

static void a_clock_that_was_set_back_leaves_the_session_in_one_piece(void **state)
{
	struct as_listing *l = NULL;
	struct as_arena a = {0};
	size_t n = 0;

	assert_int_equal(session_of(*state, (struct when){100, 101, 0, "b", "m"}), 1);
	assert_int_equal(session_of(*state, (struct when){102, 40, 0, "b", "m"}), 1);
	assert_int_equal(session_of(*state, (struct when){41, 42, 0, "b", "m"}), 1);
	assert_int_equal(session_of(*state, (struct when){20, 21, 0, "b", "m"}), 1);
	/* The last one is the one put last, whatever the clock said. */
	assert_int_equal(as_store_list(*state, &(struct as_store_query){0}, &a, &l, &n, NULL), AS_OK);
	assert_int_equal(n, 4);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(l[i].id, 4 - i);
	as_arena_release(&a);
}

static void a_suspend_ends_a_session_but_not_the_clocks_jitter(void **state)
{
	assert_int_equal(session_of(*state, (struct when){0, 1, 5000000000, "b", "m"}), 1);
	assert_int_equal(session_of(*state, (struct when){1, 2, 5000040000, "b", "m"}), 1);
	assert_int_equal(session_of(*state, (struct when){2, 3, 7000000000, "b", "m"}), 2);
	assert_int_equal(session_of(*state, (struct when){3, 4, 6999990000, "b", "m"}), 2);
}

/* Whether what is measured `minute` minutes after the beginning goes on with the session of x. */
static bool goes_on(struct as_store *s, const struct as_experiment *x, int64_t minute,
	const char *boot)
{
	const struct as_machine now = {.boot_id = boot, .machine_id = "m"};
	struct as_err err = {0};
	bool on = false;

	if (as_store_goes_on(s, x, &now, (1000 + minute) * minute_ns, &on, &err))
		fail_msg("%s", err.msg);
	return on;
}

static void a_session_goes_on_while_something_is_measured(void **state)
{
	struct as_experiment *x = sample_small(77);

	x->started_ns = 1000 * minute_ns;
	x->ended_ns = 1001 * minute_ns;
	x->machine.boot_id = "b";
	x->machine.machine_id = "m";
	assert_int_equal(as_store_put(*state, x, NULL, NULL), AS_OK);
	assert_true(goes_on(*state, x, 31, "b"));
	assert_false(goes_on(*state, x, 32, "b"));
	assert_false(goes_on(*state, x, 2, "c"));
	assert_int_equal(session_of(*state, (struct when){30, 40, 0, "b", "m"}), 1);
	assert_true(goes_on(*state, x, 70, "b"));
	assert_false(goes_on(*state, x, 71, "b"));
	as_experiment_free(x);
}

static void an_experiment_of_several_sessions_is_of_its_last(void **state)
{
	struct as_experiment *x = sample_small(77);
	size_t unit = 0;

	x->machine.boot_id = "b";
	x->machine.machine_id = "m";
	x->started_ns = 1000 * minute_ns;
	x->ended_ns = 1200 * minute_ns;
	for (int64_t i = 0; i < 2; i++) {
		struct as_unit u = {.started_ns = (1000 + 199 * i) * minute_ns};
		assert_int_equal(as_subject_add_unit(&x->subjects[0], AS_LEVEL_SESSION, &u, &unit,
					 NULL), AS_OK);
	}
	assert_int_equal(session_of(*state, (struct when){0, 1, 0, "b", "m"}), 1);
	assert_int_equal(as_store_put(*state, x, NULL, NULL), AS_OK);
	assert_int_equal(x->session, 2);
	assert_int_equal(session_of(*state, (struct when){100, 101, 0, "b", "m"}), 3);
	as_experiment_free(x);
}

#define WITH_STORE(test) cmocka_unit_test_setup_teardown(test, make, leave)

/* Keep one whose only subject has that name, of a commit; returns its id. */
static int64_t put_of(struct as_store *s, unsigned number, const char *name, const char *label,
	const char *commit, enum as_changes changes)
{
	struct as_experiment *x = sample_small(number);
	struct as_err err = {0};

	x->label = label;
	x->subjects[0].name = name;
	x->subjects[0].version = (struct as_version){.commit = commit, .changes = changes};
	if (as_store_put(s, x, NULL, &err))
		fail_msg("%s", err.msg);
	int64_t id = x->id;
	as_experiment_free(x);
	return id;
}

/* The newest that fit are these n, by id. */
static void newest(struct as_store *s, struct as_store_choice which, size_t n, const int64_t *ids)
{
	struct as_arena a = {0};
	struct as_store_subject *v = NULL;
	size_t found = 0;
	struct as_err err = {0};

	if (as_store_newest(s, &which, &a, &v, &found, &err))
		fail_msg("%s", err.msg);
	assert_int_equal(found, n);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(v[i].experiment, ids[i]);
	as_arena_release(&a);
}

static void of_each_name_the_newest_experiment_that_fits_is_meant(void **state)
{
	struct as_store *s = *state;
	int64_t old = put_of(s, 1, "fft", "main", "abcd12", AS_CHANGES_NONE);
	int64_t sort = put_of(s, 2, "sort", "main", "abcd12", AS_CHANGES_NONE);
	int64_t fft = put_of(s, 3, "fft", "main", "abcd34", AS_CHANGES_NONE);
	int64_t dirty = put_of(s, 4, "fft", NULL, "abcd12", AS_CHANGES_SOME);

	newest(s, (struct as_store_choice){.label = "main"}, 2, (int64_t[]){sort, fft});
	newest(s, (struct as_store_choice){.label = "mai"}, 0, NULL);
	newest(s, (struct as_store_choice){0}, 2, (int64_t[]){sort, dirty});
	newest(s, (struct as_store_choice){.commit = "abcd12"}, 2, (int64_t[]){old, sort});
	newest(s, (struct as_store_choice){.commit = "abcd"}, 2, (int64_t[]){sort, fft});
	newest(s, (struct as_store_choice){.commit = "abcd12", .changed = true}, 1, (int64_t[]){dirty});
}

static void an_experiment_of_two_versions_is_of_none(void **state)
{
	struct as_experiment *x = sample_rich();

	assert_true(x->n_subjects >= 2);
	for (size_t i = 0; i < x->n_subjects; i++)
		x->subjects[i].version = (struct as_version){.commit = i ? "abcd34" : "abcd12",
			.changes = AS_CHANGES_NONE};
	assert_int_equal(as_store_put(*state, x, NULL, NULL), AS_OK);
	as_experiment_free(x);
	newest(*state, (struct as_store_choice){0}, 0, NULL);
	newest(*state, (struct as_store_choice){.commit = "abcd12"}, 0, NULL);
}

static void labels_are_listed_the_last_used_first(void **state)
{
	struct as_arena a = {0};
	const char **v = NULL;
	size_t n = 0;

	put(*state, "00000000000000000000000000000000", "b");
	put(*state, "abcd0000000000000000000000000000", "a");
	put(*state, "abcdef00000000000000000000000000", NULL);
	put(*state, "12340000000000000000000000000000", "b");
	assert_int_equal(as_store_labels(*state, &a, &v, &n, NULL), AS_OK);
	assert_int_equal(n, 2);
	assert_string_equal(v[0], "b");
	assert_string_equal(v[1], "a");
	as_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_STORE(the_last_ones_are_counted_back),
		WITH_STORE(a_number_comes_before_a_label_and_that_before_a_uuid),
		WITH_STORE(of_a_label_the_newest_is_meant),
		WITH_STORE(four_digits_of_a_uuid_are_enough_if_they_are_one_s),
		WITH_STORE(an_empty_store_has_no_last_one),
		WITH_STORE(half_an_hour_without_measuring_ends_a_session),
		WITH_STORE(a_long_experiment_goes_on_as_long_as_it_measures),
		WITH_STORE(one_put_later_that_began_earlier_finds_its_session),
		WITH_STORE(a_reboot_ends_a_session),
		WITH_STORE(a_session_goes_on_while_something_is_measured),
		WITH_STORE(an_experiment_of_several_sessions_is_of_its_last),
		WITH_STORE(another_machine_is_another_session),
		WITH_STORE(a_suspend_ends_a_session_but_not_the_clocks_jitter),
		WITH_STORE(a_clock_that_was_set_back_leaves_the_session_in_one_piece),
		WITH_STORE(of_each_name_the_newest_experiment_that_fits_is_meant),
		WITH_STORE(an_experiment_of_two_versions_is_of_none),
		WITH_STORE(labels_are_listed_the_last_used_first),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
