/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/reporter/reported_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/text/utf8.h"
#include "base/vec.h"

enum {
	MOST = 10000,              /* benchmarks of a program */
	SHOWN = 80,                /* bytes of what is wrong in a sentence */
};

/* ---- names ---- */

/* A name that can stand in a line of the protocol, in a variable of the environment and in a table.
 * */
static const char *wrong_with(const char *name, size_t n, bool blanks)
{
	uint32_t cp;

	if (!n)
		return "it has no name";
	if (n > AS_BENCHMARK_BYTES)
		return "its name has over 1000 bytes";
	for (size_t i = 0, k; i < n; i += k) {
		k = as_utf8_next(name + i, n - i, &cp);
		if (!k)
			return "its name is not UTF-8";
		if (cp < 0x20 || (cp >= 0x7f && cp < 0xa0))
			return "its name has a control character in it";
		if (cp == ' ' && !blanks)
			return "its name has a blank in it; join its words by - or _";
	}
	return NULL;
}

struct numbered {
	const char *name;
	size_t line;
};

static int by_name(const void *x, const void *y)
{
	const struct numbered *a = x, *b = y;
	int order = strcmp(a->name, b->name);

	return order ? order : (a->line > b->line) - (a->line < b->line);
}

static enum as_status check_twins(const char *const *name, size_t n, struct as_err *err)
{
	struct numbered *v = calloc(n + 1, sizeof *v);
	enum as_status st = AS_OK;

	if (!v)
		return as_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		v[i] = (struct numbered){name[i], i};
	qsort(v, n, sizeof *v, by_name);
	for (size_t i = 1; i < n && !st; i++)
		if (!strcmp(v[i - 1].name, v[i].name))
			st = as_fail(err, AS_ERR_DATA,
				"benchmarks %zu and %zu are both called '%.*s'; give each a "
				"name of its own",
				v[i - 1].line + 1, v[i].line + 1, SHOWN, v[i].name);
	free(v);
	return st;
}

/* A list that grows. */
struct names_list {
	const char **v;
	size_t n, cap;
};

static enum as_status add_name(struct names_list *l, const char *name, size_t n, bool blanks,
	struct as_arena *a, struct as_err *err)
{
	const char *wrong = wrong_with(name, n, blanks);

	if (wrong)
		return as_fail(err, AS_ERR_DATA, "benchmark %zu, '%.*s': %s", l->n + 1,
			(int)(n < SHOWN ? n : SHOWN), name, wrong);
	if (l->n == MOST)
		return as_fail(err, AS_ERR_DATA, "there are more than %d benchmarks", MOST);
	const char *copy = as_arena_strndup(a, name, n);
	return copy && AS_PUSH(l->v, l->n, l->cap, copy) ? AS_OK : as_fail_memory(err);
}

static enum as_status finish(struct names_list *l, enum as_status st,
	struct as_arena *a,
	struct as_benchmarks *out, struct as_err *err)
{
	const char **v = as_arena_array(a, l->n + 1, sizeof *v);

	if (!st)
		st = check_twins(l->v, l->n, err);
	if (!v)
		st = st ? st : as_fail_memory(err);
	for (size_t i = 0; v && i < l->n; i++)
		v[i] = l->v[i];
	if (!st) {
		out->name = v;
		out->n = l->n;
	}
	free(l->v);
	return st;
}

/* A line of an answer to ASSAY_LIST. */
static enum as_status take_line(struct names_list *l, const char *line, size_t n,
	size_t number,
	struct as_arena *a, struct as_err *err)
{
	static const char head[] = "assay 1", word[] = "benchmark ";
	const size_t skip = sizeof word - 1;

	if (!n)
		return AS_OK;
	if (number == 1 && n == sizeof head - 1 && !memcmp(line, head, n))
		return AS_OK;
	if (number > 1 && n >= skip && !memcmp(line, word, skip))
		return add_name(l, line + skip, n - skip, false, a, err);
	return as_fail(err, AS_ERR_DATA, "line %zu: found '%.*s', expected %s", number,
		(int)(n < SHOWN ? n : SHOWN), line,
		number == 1 ? "the header 'assay 1'" : "'benchmark NAME'");
}

enum as_status as_benchmarks_parse(const char *bytes, size_t n, struct as_arena *a,
	struct as_benchmarks *out, struct as_err *err)
{
	struct names_list l = {0};
	enum as_status st = AS_OK;
	size_t number = 0;

	for (size_t at = 0; at < n && !st;) {
		const char *end = memchr(bytes + at, '\n', n - at);
		const size_t length = (end ? (size_t)(end - bytes) : n) - at;

		st = take_line(&l, bytes + at, length, ++number, a, err);
		if (!st && !end) /* half a name may be a name */
			st = as_fail(err, AS_ERR_DATA,
				"line %zu: found the end of the file, expected the end of the line",
				number);
		at += length + 1;
	}
	return finish(&l, st, a, out, err);
}

enum as_status as_names_parse(const char *bytes, size_t n, struct as_arena *a,
	struct as_benchmarks *out, struct as_err *err)
{
	struct names_list l = {0};
	enum as_status st = AS_OK;

	for (size_t at = 0; at < n && !st;) {
		const char *end = memchr(bytes + at, '\n', n - at);
		const size_t length = (end ? (size_t)(end - bytes) : n) - at;

		if (length)
			st = add_name(&l, bytes + at, length, true, a, err);
		at += length + 1;
	}
	return finish(&l, st, a, out, err);
}

enum as_status as_names_of_rows(as_rows_reader *reader, struct as_bytes all,
	struct as_arena *a, struct as_benchmarks *out, struct as_err *err)
{
	struct as_rows rows = {0};
	struct names_list l = {0};
	const struct as_source from = as_source_of(&all);
	size_t names = 0;
	enum as_status st = reader(&from, &rows, err);
	if (st)
		return st;
	const char **name = as_rows_strip_processors(&rows) ? as_rows_names(&rows, a, &names)
							    : NULL;
	st = name ? AS_OK : as_fail_memory(err);
	for (size_t i = 0; i < names && !st; i++)
		st = add_name(&l, name[i], strlen(name[i]), true, a, err);
	st = finish(&l, st, a, out, err);
	as_rows_release(&rows);
	return st;
}
