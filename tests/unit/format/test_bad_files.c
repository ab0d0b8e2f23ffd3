/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be wrong with a file, for every reader there is: each file of tests/data/foreign is changed in every such way and
 * read by the format that it is of. It is refused with its name and nothing half read, or what comes out is whole. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/text.h"
#include "format/foreign/foreign.h"
#include "format/native/data.h"
#include "format/unpack.h"
#include "model/kept/check.h"

enum { FILES_MOST = 200, NUMBERS_TRIED = 12, DEEP = 1000000 };

/* A file, and the format that it is of. */
struct sample {
	char name[300];
	char *s;
	size_t n;
	const struct as_data_format *format;
	bool json; /* one document of it */
};

static struct sample samples[FILES_MOST];
static size_t n_samples;

/* AS_OK and *out, or what it was refused with, which names it. */
static enum as_status read_as(const struct as_data_format *format, const char *s, size_t n,
	struct as_experiment **out, struct as_err *err)
{
	struct as_bytes bytes = {s, n};
	const struct as_source from = as_source_of(&bytes);
	struct as_unpack *u = as_unpack_new(&from, "it");

	*out = NULL;
	*err = (struct as_err){0};
	assert_non_null(u);
	const struct as_source plain = as_unpack_source(u);
	const enum as_status st = as_data_read_as(format, &plain, "it", out, err);
	as_unpack_free(u);
	return st;
}

/* The same, refused or whole; true: it is taken. */
static bool well(const struct sample *f, const char *what, const char *s, size_t n, struct as_err *err)
{
	struct as_experiment *x = NULL;
	struct as_err why = {0};
	const enum as_status st = read_as(f->format, s, n, &x, err);

	if (st && (st != AS_ERR_DATA || x || !strstr(err->msg, "'it'")))
		fail_msg("%s, %s: status %d: %s", f->name, what, st, err->msg);
	if (!st && !x->table && as_experiment_check(x, &why))
		fail_msg("%s, %s: is taken, but %s", f->name, what, why.msg);
	as_experiment_free(x);
	return !st;
}

static void refused(const struct sample *f, const char *what, const struct as_text *t, const char *reason)
{
	struct as_err err;

	if (well(f, what, t->data, t->len, &err))
		fail_msg("%s, %s: is taken", f->name, what);
	if (!strstr(err.msg, reason))
		fail_msg("%s, %s: %s", f->name, what, err.msg);
}

/* Values of an experiment, one after the other. */
static void write_values(const struct as_experiment *x, struct as_text *out)
{
	for (size_t i = 0; i < x->n_subjects; i++)
		for (size_t l = 0; l < AS_TREE_LEVELS; l++) {
			const struct as_level *level = &x->subjects[i].levels[l];
			as_text_addf(out, "%s %zu:", x->subjects[i].name, level->n);
			for (size_t c = 0; c < level->n_columns; c++)
				for (size_t k = 0; k < level->n; k++)
					as_text_addf(out, " %.17g", as_column_at(&level->columns[c], k));
			as_text_char(out, '\n');
		}
}

/* Another form of the same file has the same values. */
static void same_values(const struct sample *f, const char *what, const struct as_text *t)
{
	struct as_experiment *x = NULL, *y = NULL;
	struct as_text want = {0}, have = {0};
	struct as_err err;

	assert_int_equal(read_as(f->format, f->s, f->n, &x, &err), AS_OK);
	if (read_as(f->format, t->data, t->len, &y, &err))
		fail_msg("%s, %s: %s", f->name, what, err.msg);
	write_values(x, &want);
	write_values(y, &have);
	if (strcmp(as_text_str(&want), as_text_str(&have)) != 0)
		fail_msg("%s, %s: has other values", f->name, what);
	as_text_release(&want);
	as_text_release(&have);
	as_experiment_free(x);
	as_experiment_free(y);
}

/* ---- the files ---- */

static void add_sample(const char *name)
{
	struct sample *f = &samples[n_samples];
	char path[600];
	struct as_bytes bytes;
	struct as_experiment *x = NULL;
	struct as_err err;

	snprintf(path, sizeof path, "%s/%s", TEST_DATA "/foreign", name);
	FILE *in = fopen(path, "r");
	assert_non_null(in);
	snprintf(f->name, sizeof f->name, "%s", name);
	f->s = malloc(1 << 20);
	assert_non_null(f->s);
	f->n = fread(f->s, 1, 1 << 20, in);
	fclose(in);
	bytes = (struct as_bytes){f->s, f->n};
	const struct as_source from = as_source_of(&bytes);
	assert_int_equal(as_data_recognise(&from, &f->format, &err), AS_OK);
	f->json = f->n && strchr("{[", f->s[0]) && strstr(name, ".json") && !strstr(name, ".jsonl");
	/* those that are refused as they are, which test_foreign is about, and packed ones */
	if (f->format && !read_as(f->format, f->s, f->n, &x, &err))
		n_samples++;
	else
		free(f->s);
	as_experiment_free(x);
}

static int find_samples(void **state)
{
	DIR *dir = opendir(TEST_DATA "/foreign");

	(void)state;
	assert_non_null(dir);
	for (struct dirent *e; (e = readdir(dir));)
		if (*e->d_name != '.' && strcmp(e->d_name, "README.md") != 0 && n_samples < FILES_MOST)
			add_sample(e->d_name);
	closedir(dir);
	return 0;
}

static int drop_samples(void **state)
{
	(void)state;
	while (n_samples)
		free(samples[--n_samples].s);
	return 0;
}

static void every_reader_has_a_file(void **state)
{
	(void)state;
	for (size_t k = 0; k < as_data_formats_known; k++) {
		const struct as_data_format *format = as_data_formats[k];
		size_t i = 0;
		while (i < n_samples && samples[i].format != format)
			i++;
		if (i == n_samples && format->write == NULL && strcmp(format->name, "numbers") != 0 &&
			strcmp(format->name, "gab") != 0)
			fail_msg("%s: there is no file of it", format->name);
	}
}

/* ---- what can be wrong ---- */

static void nothing_and_blanks_are_refused(void **state)
{
	static const char *const nothing[] = {"", "\n", "  \r\n\t\n", "{}", "[]", "null", "{\"a\":", "\xEF\xBB\xBF"};

	(void)state;
	for (size_t i = 0; i < n_samples; i++)
		for (size_t k = 0; k < sizeof nothing / sizeof nothing[0]; k++) {
			struct as_err err;
			if (well(&samples[i], "nothing in it", nothing[k], strlen(nothing[k]), &err))
				fail_msg("%s: '%s' is taken", samples[i].name, nothing[k]);
		}
}

/* "{" "k": and objects of one name each, one after another: where a path is not cut to what a bracket began with it grows. */
static void add_objects(struct as_text *t, char bracket, size_t n, size_t name, const char *between)
{
	as_text_addf(t, "{\"k\":%c", bracket);
	for (size_t i = 0; i < n; i++) {
		as_text_addf(t, "%s{\"", i ? between : "");
		as_text_repeat(t, "A", name);
		as_text_addf(t, "\":{\"b\":{\"c\":1}}}");
	}
}

static void objects_without_commas_between_them_are_refused_within_bounds(void **state)
{
	static const char *const between[] = {"", " ", ",", "\"x\"", "]", "}{\"k\":{", ",\"n\":"};
	static const size_t names[] = {0, 1, 89, 90, 91, 500, 5000};

	(void)state;
	for (size_t b = 0; b < sizeof between / sizeof between[0]; b++)
		for (size_t k = 0; k < 2 * sizeof names / sizeof names[0]; k++) {
			struct as_text t = {0};
			struct as_head head;
			struct as_experiment *x;
			struct as_err err;
			add_objects(&t, k & 1 ? '[' : '{', 100, names[k / 2], between[b]);
			as_head_init(&head, t.data, t.len);
			assert_true(as_head_has(&head, "$.k"));
			for (const char *s = head.paths.data; s < head.paths.data + head.paths.len; s += strlen(s) + 1)
				assert_true(strlen(s) <= 1 + 4 * 91);
			as_head_release(&head);
			assert_int_equal(read_as(NULL, t.data, t.len, &x, &err), AS_ERR_DATA);
			assert_non_null(strstr(err.msg, "cannot read 'it': it is of no format that is known here"));
			as_text_release(&t);
		}
}

static void nesting_of_a_million_is_refused_at_its_place(void **state)
{
	static const char *const open[] = {"[", "{\"a\":", "<a>"};

	(void)state;
	for (size_t k = 0; k < sizeof open / sizeof open[0]; k++) {
		struct as_text t = {0};
		as_text_repeat(&t, open[k], DEEP);
		for (size_t i = 0; i < n_samples; i++)
			refused(&samples[i], "nested a million deep", &t, "'it'");
		as_text_release(&t);
	}
}

static void a_member_that_is_there_twice_is_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_samples; i++) {
		const struct sample *f = &samples[i];
		const char *name = f->json ? memchr(f->s, '{', f->n) : NULL;
		struct as_text t = {0};
		if (!name)
			continue;
		as_text_add_n(&t, f->s, (size_t)(name - f->s) + 1);
		as_text_add(&t, "\"twice\": 1, \"twice\": 2, ");
		as_text_add_n(&t, name + 1, f->n - (size_t)(name - f->s) - 1);
		refused(f, "a member twice", &t, "the member \"twice\" is there twice");
		as_text_release(&t);
	}
}

/* Where number k of a document begins, outside of texts, and its end. */
static const char *number_at(const struct sample *f, size_t k, const char **end)
{
	bool text = false;

	for (const char *s = f->s; s < f->s + f->n; s++) {
		if (*s == '"' && s[-1] != '\\')
			text = !text;
		if (text || !strchr("-0123456789", *s) || !strchr(" :,[\n", s[-1]))
			continue;
		const char *to = s + strspn(s, "-+.0123456789eE");
		if (!k--) {
			*end = to;
			return s;
		}
		s = to - 1;
	}
	return NULL;
}

/* f with another value in the place of number k; false: it has not so many. */
static bool with(const struct sample *f, size_t k, const char *value, struct as_text *out)
{
	const char *end = NULL, *at = number_at(f, k, &end);

	as_text_clear(out);
	if (!at)
		return false;
	as_text_add_n(out, f->s, (size_t)(at - f->s));
	as_text_add(out, value);
	as_text_add_n(out, end, f->n - (size_t)(end - f->s));
	return true;
}

static void a_number_too_large_to_be_kept_is_refused_wherever_it_stands(void **state)
{
	struct as_text t = {0};

	(void)state;
	for (size_t i = 0; i < n_samples; i++)
		for (size_t k = 0; samples[i].json && k < NUMBERS_TRIED && with(&samples[i], k, "1e400", &t); k++)
			refused(&samples[i], "1e400", &t, "larger than any that can be kept");
	as_text_release(&t);
}

static void other_kinds_of_values_are_refused_with_the_name_or_read_whole(void **state)
{
	static const char *const values[] = {"\"x\"", "\"1.5\"", "{}", "[]", "[[1]]", "{\"a\": [1]}", "true", "null",
		"-1", "-1e300", "0", "1e-400", "1e300", "NaN", "-Infinity", "\"NaN\"", "\"\"", "01", "+1", "1.", ".5", "0x10"};
	struct as_text t = {0};
	struct as_err err;

	(void)state;
	for (size_t i = 0; i < n_samples; i++)
		for (size_t v = 0; samples[i].json && v < sizeof values / sizeof values[0]; v++)
			for (size_t k = 0; k < NUMBERS_TRIED && with(&samples[i], k, values[v], &t); k++)
				(void)well(&samples[i], values[v], t.data, t.len, &err);
	as_text_release(&t);
}

/* Of all digits that are not part of a longer word, in text and tables too. */
static void negative_numbers_make_no_negative_time(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_samples; i++) {
		const struct sample *f = &samples[i];
		struct as_text t = {0};
		struct as_experiment *x = NULL;
		struct as_err err;
		for (size_t k = 0; k < f->n; k++) {
			const char before = k ? f->s[k - 1] : '\n';
			if (f->s[k] >= '0' && f->s[k] <= '9' && strchr(" :,[\n\t", before))
				as_text_char(&t, '-');
			as_text_char(&t, f->s[k]);
		}
		(void)well(f, "negative numbers", t.data, t.len, &err);
		if (!read_as(f->format, t.data, t.len, &x, &err))
			for (size_t s = 0; s < x->n_subjects; s++)
				for (size_t l = 0; l < AS_MODEL_LEVELS; l++) {
					const size_t m = l ? AS_METRIC_WALL : AS_METRIC_TIME;
					const struct as_column *c =
						as_subject_column(&x->subjects[s], (enum as_level_index)l, m);
					for (size_t u = 0; c && u < c->values.n; u++)
						if (as_column_at(c, u) < 0)
							fail_msg("%s: a time of %g", f->name, as_column_at(c, u));
				}
		as_experiment_free(x);
		as_text_release(&t);
	}
}

/* ---- the same in another form ---- */

static void a_byte_order_mark_and_other_ends_of_lines_change_nothing(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_samples; i++) {
		const struct sample *f = &samples[i];
		struct as_text mark = {0}, ends = {0};
		as_text_add(&mark, "\xEF\xBB\xBF");
		as_text_add_n(&mark, f->s, f->n);
		same_values(f, "a byte order mark", &mark);
		for (size_t k = 0; k < f->n; k++) {
			if (f->s[k] == '\n' && (!k || f->s[k - 1] != '\r'))
				as_text_char(&ends, '\r');
			as_text_char(&ends, f->s[k]);
		}
		same_values(f, "CR LF", &ends);
		as_text_release(&mark);
		as_text_release(&ends);
	}
}

static bool is_ascii(const struct sample *f)
{
	size_t k = 0;

	while (k < f->n && (unsigned char)f->s[k] < 0x80)
		k++;
	return k == f->n;
}

static void utf_16_changes_nothing(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_samples; i++) {
		const struct sample *f = &samples[i];
		for (int big = 0; big < 2 && is_ascii(f) && !strstr(f->name, ".xml"); big++) {
			struct as_text t = {0};
			as_text_add_n(&t, big ? "\xFE\xFF" : "\xFF\xFE", 2);
			for (size_t k = 0; k < f->n; k++) {
				as_text_add_n(&t, big ? "" : &f->s[k], 1);
				as_text_add_n(&t, big ? &f->s[k] : "", 1);
			}
			same_values(f, "UTF-16", &t);
			as_text_release(&t);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_reader_has_a_file),
		cmocka_unit_test(nothing_and_blanks_are_refused),
		cmocka_unit_test(objects_without_commas_between_them_are_refused_within_bounds),
		cmocka_unit_test(nesting_of_a_million_is_refused_at_its_place),
		cmocka_unit_test(a_member_that_is_there_twice_is_refused),
		cmocka_unit_test(a_number_too_large_to_be_kept_is_refused_wherever_it_stands),
		cmocka_unit_test(other_kinds_of_values_are_refused_with_the_name_or_read_whole),
		cmocka_unit_test(negative_numbers_make_no_negative_time),
		cmocka_unit_test(a_byte_order_mark_and_other_ends_of_lines_change_nothing),
		cmocka_unit_test(utf_16_changes_nothing),
	};

	return cmocka_run_group_tests(tests, find_samples, drop_samples);
}
