/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "format/native/data.h"
#include "format/unpack.h"
#include "model/kept/check.h"
#include "stat/dist/random.h"

/* What holds of every reader, whatever it is given: it takes a file whole, or refuses it in one
 * sentence and leaves nothing behind; and what it takes is written and read back the same. Tried on
 * every file of tests/data/foreign, cut, damaged, and taken for what it is not. */

enum { FILES_MOST = 200, BYTES_MOST = 1 << 20, PARTS = 16, SEEDS = 12 };

struct file {
	char name[256];
	char *bytes;
	size_t n;
};
static struct file files[FILES_MOST];
static size_t n_files;

static int read_all(void **state)
{
	DIR *d = opendir(TEST_DATA "/foreign");
	struct dirent *e;

	(void)state;
	assert_non_null(d);
	while ((e = readdir(d))) {
		struct file *f = &files[n_files];
		char path[1024];
		if (e->d_name[0] == '.')
			continue;
		assert_true(n_files < FILES_MOST);
		snprintf(f->name, sizeof f->name, "%s", e->d_name);
		snprintf(path, sizeof path, TEST_DATA "/foreign/%s", e->d_name);
		f->bytes = malloc(BYTES_MOST);
		FILE *from = fopen(path, "rb");
		assert_true(f->bytes && from);
		f->n = fread(f->bytes, 1, BYTES_MOST, from);
		fclose(from);
		assert_true(f->n < BYTES_MOST);
		n_files++;
	}
	closedir(d);
	assert_true(n_files > 50);
	return 0;
}

static int free_all(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_files; i++)
		free(files[i].bytes);
	return 0;
}

/* One sentence: words, on one line, with what was read. */
static void assert_sentence(const struct file *f, const char *what, const struct as_err *err)
{
	if (!*err->msg || strchr(err->msg, '\n') || strncmp(err->msg, "cannot ", 7) != 0 ||
		!strstr(err->msg, "it.dat"))
		fail_msg("%s, %s: no sentence: %s", f->name, what, err->msg);
}

/* format NULL: what it looks like. The experiment is freed by the caller, NULL where it is refused. */
static struct as_experiment *read_as(const struct as_data_format *format, const struct file *f,
	const char *what, const char *s, size_t n)
{
	struct as_bytes bytes = {s, n};
	const struct as_source packed = as_source_of(&bytes);
	struct as_unpack *plain = as_unpack_new(&packed, "it.dat");
	struct as_experiment *x = NULL;
	struct as_err err = {0};

	assert_non_null(plain);
	const struct as_source from = as_unpack_source(plain);
	const enum as_status st = as_data_read_as(format, &from, "it.dat", &x, &err);
	as_unpack_free(plain);
	if (!st) {
		assert_non_null(x);
		assert_true(x->n_subjects > 0);
		return x;
	}
	if (x)
		fail_msg("%s, %s: refused, and something left", f->name, what);
	assert_sentence(f, what, &err);
	return NULL;
}

static void try_as(const struct as_data_format *format, const struct file *f, const char *what,
	const char *s, size_t n)
{
	as_experiment_free(read_as(format, f, what, s, n));
}

static void a_file_cut_anywhere_is_taken_or_refused_in_one_sentence(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_files; i++)
		for (size_t k = 0; k < PARTS; k++) {
			const struct file *f = &files[i];
			char what[40];
			snprintf(what, sizeof what, "cut at %zu of %d", k, PARTS);
			try_as(NULL, f, what, f->bytes, f->n * k / PARTS);
		}
}

/* A few bytes of any value, at any place; or what JSON and tables are made of. */
static void damage(struct as_random *r, char *s, size_t n)
{
	static const char odd[] = "{}[]\",:\n\t 0-9eE.;%\\\0";

	for (size_t k = 1 + as_random_below(r, 8); k-- > 0;)
		s[as_random_below(r, n)] = as_random_below(r, 2)
			? odd[as_random_below(r, sizeof odd - 1)]
			: (char)as_random_below(r, 256);
}

static void a_damaged_file_is_taken_or_refused_in_one_sentence(void **state)
{
	char *s = malloc(BYTES_MOST);

	(void)state;
	assert_non_null(s);
	for (size_t i = 0; i < n_files; i++)
		for (uint64_t seed = 0; seed < SEEDS; seed++) {
			const struct file *f = &files[i];
			struct as_random r;
			char what[40];
			as_random_init(&r, seed, AS_RANDOM_TEST, i);
			memcpy(s, f->bytes, f->n);
			damage(&r, s, f->n);
			snprintf(what, sizeof what, "seed %d", (int)seed);
			try_as(NULL, f, what, s, f->n);
		}
	free(s);
}

static void a_reader_takes_no_other_file_without_a_word(void **state)
{
	(void)state;
	for (size_t k = 0; k < as_data_formats_known; k++)
		for (size_t i = 0; i < n_files; i++)
			try_as(as_data_formats[k], &files[i], as_data_formats[k]->name,
				files[i].bytes, files[i].n);
}

/* n times the same, between a head and a tail. */
static size_t repeat(char *to, const char *head, const char *piece, size_t n, const char *tail)
{
	char *at = to;

	at += sprintf(at, "%s", head);
	while (n-- > 0)
		at += sprintf(at, "%s", piece);
	at += sprintf(at, "%s", tail);
	return (size_t)(at - to);
}

/* What nobody writes. */
static void what_is_no_file_of_any_tool_is_refused_by_every_reader(void **state)
{
	static const struct file none = {.name = "made up"};
	static const char *const texts[] = {"", " ", "\n\n\n", "{}", "[]", "[[]]", "[{}]", "null", "\"",
		"{\"", "\xef\xbb\xbf", "\xff\xfe{\0}\0", "{\"benchmarks\":[]}", "{\"benchmarks\":{}}",
		"{\"results\":[{}]}", "{\"results\":[{\"times\":[-1]}]}",
		"{\"results\":[{\"command\":\"a\",\"times\":[1e400]}]}", "a,b\n\"", "value\n", "value\nx\n",
		"Benchmark 1", "BenchmarkA 1 1\n", "BenchmarkA 1 -1 ns/op\n"};
	char *s = malloc(BYTES_MOST);

	(void)state;
	assert_non_null(s);
	for (size_t k = 0; k < as_data_formats_known; k++) {
		const struct as_data_format *f = as_data_formats[k];
		for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
			try_as(f, &none, f->name, texts[i], strlen(texts[i]));
		try_as(f, &none, f->name, s, repeat(s, "", "[", 200000, ""));
		try_as(f, &none, f->name, s, repeat(s, "", "{\"a\":", 150000, ""));
		try_as(f, &none, f->name, s, repeat(s, "{\"benchmarks\":[\"", "a", 500000, "\"]}"));
		try_as(f, &none, f->name, s, repeat(s, "", "Benchmark", 90000, "\n"));
		try_as(f, &none, f->name, s, repeat(s, "", ",", 900000, "\n"));
	}
	free(s);
}

static enum as_status keep(void *to, const char *bytes, size_t n, struct as_err *err)
{
	struct as_text *t = to;

	as_text_add_n(t, bytes, n);
	return t->failed ? as_fail_memory(err) : AS_OK;
}

static struct as_text written(const struct as_experiment *x)
{
	struct as_text t = {0};
	const struct as_sink to = {keep, &t};
	struct as_err err = {0};

	if (as_data_native.write(x, &to, &err))
		fail_msg("it cannot be written: %s", err.msg);
	return t;
}

static void what_is_taken_is_written_and_read_back_the_same(void **state)
{
	size_t taken = 0;

	(void)state;
	for (size_t i = 0; i < n_files; i++) {
		struct as_experiment *x = read_as(NULL, &files[i], "whole", files[i].bytes, files[i].n);
		struct as_err err = {0};
		if (!x || x->table) { /* tables are written as tables: test_sheet */
			as_experiment_free(x);
			continue;
		}
		if (as_experiment_check(x, &err))
			fail_msg("%s: it is no experiment: %s", files[i].name, err.msg);
		struct as_text once = written(x);
		struct as_experiment *y =
			read_as(&as_data_native, &files[i], "its JSON", once.data, once.len);
		assert_non_null(y);
		struct as_text twice = written(y);
		if (strcmp(as_text_str(&once), as_text_str(&twice)) != 0)
			fail_msg("%s: what is read back is another", files[i].name);
		as_text_release(&once);
		as_text_release(&twice);
		as_experiment_free(x);
		as_experiment_free(y);
		taken++;
	}
	assert_true(taken > 50);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_cut_anywhere_is_taken_or_refused_in_one_sentence),
		cmocka_unit_test(a_damaged_file_is_taken_or_refused_in_one_sentence),
		cmocka_unit_test(a_reader_takes_no_other_file_without_a_word),
		cmocka_unit_test(what_is_no_file_of_any_tool_is_refused_by_every_reader),
		cmocka_unit_test(what_is_taken_is_written_and_read_back_the_same),
	};
	return cmocka_run_group_tests(tests, read_all, free_all);
}
