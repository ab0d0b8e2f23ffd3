/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Journals: what is written comes back, however the file ends. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "../store/sample.h"
#include "model/kept/check.h"
#include "run/journal/journal_frames.h"
#include "journals.h"

/* Written as a conductor writes it: builds, then executions; the subjects' in turn. */
static void write_units(struct as_journal *j, const struct as_experiment *x)
{
	for (size_t i = 0; i < x->n_subjects; i++)
		for (size_t l = AS_LEVEL_BUILD; l >= AS_LEVEL_EXECUTION; l--)
			for (size_t k = 0; k < x->subjects[i].levels[l].n; k++)
				as_journal_unit(j, x, i, (enum as_level_index)l, k);
}

static void what_is_written_comes_back_bit_by_bit(void **state)
{
	struct as_experiment *x = sample();
	struct as_journal *j = begin(x), *again = NULL;
	struct as_recorded rec = {0};

	(void)state;
	write_units(j, x);
	as_journal_elapsed(j, 77);
	as_journal_hook(j, 40);
	as_journal_close(j);
	assert_int_equal(as_journal_claim(folder, x->uuid, &again, &rec, NULL), AS_OK);
	assert_non_null(again);
	assert_non_null(rec.x);
	rec.x->plan.outcome = x->plan.outcome;
	rec.x->ended_ns = x->ended_ns;
	assert_same_experiment(x, rec.x);
	assert_false(rec.damaged);
	assert_false(rec.salvaged);
	assert_int_equal(rec.n_units, 30);
	assert_int_equal(rec.next_order, 41);
	assert_int_equal(rec.n_elapsed, 1);
	assert_int_equal(rec.elapsed[0], 77);
	assert_string_equal(rec.request, asked);
	as_recorded_release(&rec);
	as_journal_close(again);
	as_experiment_free(x);
}

static size_t units_in(const struct as_experiment *x)
{
	size_t n = 0;

	for (size_t i = 0; i < x->n_subjects; i++)
		n += x->subjects[i].levels[AS_LEVEL_EXECUTION].n + x->subjects[i].levels[AS_LEVEL_BUILD].n;
	return n;
}

static void a_journal_cut_off_anywhere_has_all_units_before_the_cut(void **state)
{
	struct as_experiment *x = sample();
	struct as_journal *j = begin(x);
	size_t n = 0, last = 0;

	(void)state;
	write_units(j, x);
	as_journal_close(j);
	unsigned char *bytes = bytes_of(path_of(x), &n);
	for (size_t cut = 0; cut <= n; cut++) {
		struct as_recorded rec = {0};
		/* A copy of its own, so that a reading beyond the end is seen. */
		unsigned char *part = malloc(cut ? cut : 1);
		assert_non_null(part);
		memcpy(part, bytes, cut);
		if (!as_journal_parse(part, cut, &rec, NULL)) {
			assert_false(rec.damaged);
			assert_true(rec.n_units >= last);
			assert_int_equal(rec.n_units, units_in(rec.x));
			last = rec.n_units;
		}
		as_recorded_release(&rec);
		free(part);
	}
	assert_int_equal(last, 30);
	free(bytes);
	as_experiment_free(x);
}

/* The journal of x, but that it says how many fields of an experiment its head has: n of them. */
static struct as_wire_out with_head_of(const struct as_experiment *x, unsigned n)
{
	struct as_journal made = {.fd = -1}, *j = begin(x);
	uint32_t head = 0;
	size_t size = 0, at, i;

	write_units(j, x);
	as_journal_close(j);
	unsigned char *bytes = bytes_of(path_of(x), &size);
	as_wire_put_bytes(&made.out, AS_JOURNAL_MAGIC, AS_JOURNAL_MAGIC_BYTES);
	at = as_journal_open_frame(&made, AS_FRAME_FIELDS);
	for (i = 0; as_kept_fields[i]; i++)
		as_wire_put_u32(&made.out, i ? as_fields_tags(as_kept_fields[i]) : n);
	as_journal_end_frame(&made, at);
	at = as_journal_open_frame(&made, AS_FRAME_HEAD);
	as_journal_put_fields(&made.out, &as_experiment_fields, x, false);
	made.out.len -= (7 - n) * sizeof(int64_t); /* started_ns is the seventh */
	as_wire_put_u32(&made.out, 0);             /* no words */
	as_journal_end_frame(&made, at);
	at = AS_JOURNAL_MAGIC_BYTES;
	for (i = 0; i < 2; i++) { /* the frame of the fields, which the real one has too, and the head */
		memcpy(&head, bytes + at, sizeof head);
		at += AS_WIRE_HEAD_BYTES + head;
	}
	as_wire_put_bytes(&made.out, bytes + at, size - at);
	free(bytes);
	return made.out;
}

static void fields_that_a_journal_does_not_have_are_nothing(void **state)
{
	struct as_experiment *x = sample();
	struct as_wire_out bytes = with_head_of(x, 6);
	struct as_recorded rec = {0};

	(void)state;
	assert_int_equal(as_fields_tags(&as_experiment_fields), 7);
	assert_int_equal(as_journal_parse(bytes.data, bytes.len, &rec, NULL), AS_OK);
	assert_false(rec.damaged);
	assert_int_equal(rec.x->started_ns, 0);
	assert_string_equal(rec.x->directory, x->directory);
	assert_int_equal(rec.n_units, 30);
	as_recorded_release(&rec);
	as_wire_release(&bytes);
	as_experiment_free(x);
}

static void a_journal_with_fields_of_a_newer_assay_is_refused(void **state)
{
	struct as_experiment *x = sample();
	struct as_wire_out bytes = with_head_of(x, 7);
	struct as_recorded rec = {0};
	const uint32_t more = 8;
	size_t n = 0;

	(void)state;
	assert_int_equal(as_journal_parse(bytes.data, bytes.len, &rec, NULL), AS_OK);
	as_recorded_release(&rec);
	unsigned char *body = bytes.data + AS_JOURNAL_MAGIC_BYTES;
	memcpy(&n, body, sizeof(uint32_t));
	body += AS_WIRE_HEAD_BYTES;
	memcpy(body + AS_JOURNAL_HASH_BYTES, &more, sizeof more);
	const uint64_t hash = as_journal_hash(AS_FRAME_FIELDS, body + AS_JOURNAL_HASH_BYTES,
		n - AS_JOURNAL_HASH_BYTES);
	memcpy(body, &hash, sizeof hash);
	assert_int_equal(as_journal_parse(bytes.data, bytes.len, &rec, NULL), AS_ERR_DATA);
	as_wire_release(&bytes);
	as_experiment_free(x);
}

static void a_damaged_byte_costs_what_follows_it_and_is_told(void **state)
{
	struct as_experiment *x = sample();
	struct as_journal *j = begin(x);
	size_t n = 0, damaged = 0;

	(void)state;
	write_units(j, x);
	as_journal_close(j);
	unsigned char *bytes = bytes_of(path_of(x), &n);
	for (size_t at = 16; at < n; at += 3) {
		struct as_recorded rec = {0};
		bytes[at] ^= 0x20;
		if (!as_journal_parse(bytes, n, &rec, NULL)) {
			assert_true(rec.good_bytes <= (int64_t)at);
			assert_true(rec.n_units < 30);
			damaged += rec.damaged;
		}
		bytes[at] ^= 0x20;
		as_recorded_release(&rec);
	}
	/* All but those that make a frame longer than the file, or spoil the beginning. */
	assert_true(damaged > (n - 16) / 3 / 2);
	free(bytes);
	as_experiment_free(x);
}

static void zeros_that_a_power_cut_leaves_at_the_end_are_no_damage(void **state)
{
	struct as_experiment *x = sample();
	struct as_journal *j = begin(x);
	struct as_recorded rec = {0};
	size_t n = 0;

	(void)state;
	write_units(j, x);
	as_journal_close(j);
	assert_int_equal(truncate(path_of(x), 60000), 0);
	unsigned char *bytes = bytes_of(path_of(x), &n);
	assert_int_equal(as_journal_parse(bytes, n, &rec, NULL), AS_OK);
	assert_false(rec.damaged);
	assert_int_equal(rec.n_units, 30);
	as_recorded_release(&rec);
	free(bytes);
	as_experiment_free(x);
}

static void a_journal_that_is_being_written_is_no_orphan(void **state)
{
	struct as_experiment *x = sample();
	struct as_journal *j = begin(x), *other = NULL;
	struct as_recorded rec = {0};
	struct as_arena a = {0};
	struct as_orphan *o = NULL;
	size_t n = 9;

	(void)state;
	write_units(j, x);
	assert_int_equal(as_journal_orphans(folder, &a, &o, &n, NULL), AS_OK);
	assert_int_equal(n, 0);
	assert_int_equal(as_journal_claim(folder, x->uuid, &other, &rec, NULL), AS_OK);
	assert_null(other);
	as_journal_close(j);
	assert_int_equal(as_journal_orphans(folder, &a, &o, &n, NULL), AS_OK);
	assert_int_equal(n, 1);
	assert_string_equal(o[0].uuid, x->uuid);
	assert_false(o[0].salvaged);
	as_arena_release(&a);
	as_experiment_free(x);
}

static void a_salvaged_journal_says_so_also_where_its_end_was_torn(void **state)
{
	struct as_experiment *x = sample();
	struct as_journal *j = begin(x), *again = NULL;
	struct as_recorded rec = {0};
	struct as_arena a = {0};
	struct as_orphan *o = NULL;
	size_t n = 0;

	(void)state;
	write_units(j, x);
	as_journal_close(j);
	free(bytes_of(path_of(x), &n));
	assert_int_equal(truncate(path_of(x), (off_t)n - 5), 0);
	assert_int_equal(as_journal_claim(folder, x->uuid, &again, &rec, NULL), AS_OK);
	assert_int_equal(rec.n_units, 29);
	as_journal_mark_salvaged(again, &rec);
	as_journal_close(again);
	as_recorded_release(&rec);
	assert_int_equal(as_journal_orphans(folder, &a, &o, &n, NULL), AS_OK);
	assert_int_equal(n, 1);
	assert_true(o[0].salvaged);
	assert_int_equal(as_journal_claim(folder, x->uuid, &again, &rec, NULL), AS_OK);
	assert_int_equal(rec.n_units, 29);
	assert_true(rec.salvaged);
	as_journal_remove(again);
	as_recorded_release(&rec);
	assert_int_equal(access(folder, F_OK), -1);
	as_arena_release(&a);
	as_experiment_free(x);
}

static void symbolic_links_and_strange_names_are_no_journals(void **state)
{
	struct as_orphan *o = NULL;
	struct as_arena a = {0};
	char path[512];
	size_t n = 9;

	(void)state;
	assert_int_equal(mkdir(folder, 0700), 0);
	snprintf(path, sizeof path, "%s/%032x.journal", folder, 1u);
	assert_int_equal(symlink("/etc/passwd", path), 0);
	snprintf(path, sizeof path, "%s/%032x.journal", folder, 2u);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof path, "%s/%032x.journal", folder, 3u);
	assert_int_equal(mkfifo(path, 0600), 0);
	snprintf(path, sizeof path, "%s/%032xx.journal", folder, 4u);
	assert_true(close(open(path, O_CREAT | O_WRONLY, 0600)) == 0);
	assert_int_equal(as_journal_orphans(folder, &a, &o, &n, NULL), AS_OK);
	assert_int_equal(n, 0);
	as_arena_release(&a);
}

static void nothing_is_left_of_a_journal_without_a_unit(void **state)
{
	struct as_experiment *x = sample();

	(void)state;
	as_journal_close(begin(x));
	assert_int_equal(access(folder, F_OK), -1);
	as_experiment_free(x);
}

static void write_on_a_full_disk(void)
{
	struct rlimit limit = {.rlim_cur = 5000, .rlim_max = 5000};
	struct sigaction ignore = {.sa_handler = SIG_IGN};
	struct as_experiment *x = sample();
	struct as_journal *j = NULL;

	MUST(!sigaction(SIGXFSZ, &ignore, NULL) && !setrlimit(RLIMIT_FSIZE, &limit));
	MUST(!as_journal_new(folder, asked, &j, NULL) && !as_journal_begin(j, x, NULL, NULL));
	as_journal_subjects(j, x, x->n_subjects);
	write_units(j, x);
	MUST(as_journal_error(j) && strstr(as_journal_error(j), "may not grow"));
	as_journal_close(j);
	as_experiment_free(x);
	exit(0);
}

static void a_journal_that_cannot_grow_ends_with_a_whole_unit(void **state)
{
	struct as_experiment *x = sample();
	struct as_recorded rec = {0};
	size_t n = 0;

	(void)state;
	assert_child(in_child(write_on_a_full_disk));
	unsigned char *bytes = bytes_of(path_of(x), &n);
	assert_int_equal(as_journal_parse(bytes, n, &rec, NULL), AS_OK);
	assert_true(rec.n_units > 0 && rec.n_units < 30);
	assert_int_equal(rec.good_bytes, n);
	as_recorded_release(&rec);
	free(bytes);
	as_experiment_free(x);
}

/* The limit stands for the disk. */
static void write_while_room_is_made(void)
{
	const struct sigaction ignore = {.sa_handler = SIG_IGN};
	struct rlimit limit = {.rlim_cur = 5000, .rlim_max = RLIM_INFINITY};
	struct as_experiment *x = sample();
	struct as_journal *j = NULL;

	MUST(!sigaction(SIGXFSZ, &ignore, NULL) && !setrlimit(RLIMIT_FSIZE, &limit));
	MUST(!as_journal_new(folder, asked, &j, NULL) && !as_journal_begin(j, x, NULL, NULL));
	as_journal_subjects(j, x, x->n_subjects);
	write_units(j, x);
	MUST(as_journal_error(j));
	limit.rlim_cur = RLIM_INFINITY;
	MUST(!setrlimit(RLIMIT_FSIZE, &limit));
	as_journal_close(j);
	as_experiment_free(x);
	exit(0);
}

static void a_journal_goes_on_without_a_gap_when_there_is_room_again(void **state)
{
	struct as_experiment *x = sample();
	struct as_recorded rec = {0};
	size_t n = 0;

	(void)state;
	assert_child(in_child(write_while_room_is_made));
	unsigned char *bytes = bytes_of(path_of(x), &n);
	assert_int_equal(as_journal_parse(bytes, n, &rec, NULL), AS_OK);
	assert_int_equal(rec.good_bytes, n);
	assert_false(rec.damaged);
	assert_int_equal(rec.n_units, 30);
	as_recorded_release(&rec);
	free(bytes);
	as_experiment_free(x);
}

static void what_is_read_of_a_journal_that_ends_anywhere_is_an_experiment(void **state)
{
	struct as_experiment *x = sample();
	struct as_journal *j = begin(x);
	size_t n, read = 0;

	(void)state;
	write_units(j, x);
	as_journal_close(j);
	unsigned char *bytes = bytes_of(path_of(x), &n);
	for (size_t end = 0; end <= n; end++) {
		struct as_recorded rec = {0};
		if (as_journal_parse(bytes, end, &rec, NULL) == AS_OK) {
			assert_int_equal(as_experiment_check(rec.x, NULL), AS_OK);
			read++;
		}
		as_recorded_release(&rec);
	}
	assert_in_range(read, 1, n);
	free(bytes);
	as_experiment_free(x);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(what_is_written_comes_back_bit_by_bit),
		TEST(what_is_read_of_a_journal_that_ends_anywhere_is_an_experiment),
		TEST(a_journal_cut_off_anywhere_has_all_units_before_the_cut),
		TEST(fields_that_a_journal_does_not_have_are_nothing),
		TEST(a_journal_with_fields_of_a_newer_assay_is_refused),
		TEST(a_damaged_byte_costs_what_follows_it_and_is_told),
		TEST(zeros_that_a_power_cut_leaves_at_the_end_are_no_damage),
		TEST(a_journal_that_is_being_written_is_no_orphan),
		TEST(a_salvaged_journal_says_so_also_where_its_end_was_torn),
		TEST(symbolic_links_and_strange_names_are_no_journals),
		TEST(nothing_is_left_of_a_journal_without_a_unit),
		TEST(a_journal_that_cannot_grow_ends_with_a_whole_unit),
		TEST(a_journal_goes_on_without_a_gap_when_there_is_room_again),
	};
#undef TEST

	return cmocka_run_group_tests(tests, NULL, NULL);
}
