/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/foreign/compiled/go_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/number/decimal.h"
#include "base/text.h"
#include "base/vec.h"

enum { UNITS_MOST = 200, SHOWN = 80, REASON_BYTES = 300 };

/* A word that ends with a 0, and its length. */
struct as_go_word {
	char *text;
	size_t n;
};

static struct as_go_word next(char **rest)
{
	char *word = *rest;

	while (*word == ' ' || *word == '\t')
		word++;
	if (!*word)
		return (struct as_go_word){0};
	char *end = word;
	while ((unsigned char)*end > ' ' || (*end && *end != ' ' && *end != '\t'))
		end++;
	*rest = *end ? end + 1 : end;
	*end = 0;
	return (struct as_go_word){word, (size_t)(end - word)};
}

static char *next_word(char **rest)
{
	return next(rest).text;
}

/* Lower case behind "Benchmark" is a word of prose. */
static bool is_benchmark(const char *word)
{
	static const char head[] = "Benchmark";
	const size_t n = sizeof head - 1;

	return !strncmp(word, head, n) && !(word[n] >= 'a' && word[n] <= 'z');
}

static enum as_better better_of(const struct as_go_reading *r, const char *unit)
{
	const size_t n = strlen(unit);

	for (size_t i = r->n_units; i-- > 0;)
		if (!strcmp(r->units[i].unit, unit))
			return r->units[i].better;
	if (n > 3 && !memcmp(unit + n - 3, "/op", 3))
		return AS_BETTER_LESS;
	return n > 2 && !memcmp(unit + n - 2, "/s", 2) ? AS_BETTER_MORE : AS_BETTER_NEITHER;
}

/* "Unit ns/op better=lower assume=nothing" */
static enum as_status unit_line(struct as_go_reading *r, char *rest)
{
	const char *unit = next_word(&rest);
	char *word;

	while (unit && (word = next_word(&rest))) {
		struct as_go_direction d = {
			.better = !strcmp(word, "better=lower") ? AS_BETTER_LESS : AS_BETTER_MORE};
		if (strcmp(word, "better=lower") != 0 && strcmp(word, "better=higher") != 0)
			continue;
		d.unit = as_arena_strdup(&r->out->arena, unit);
		if (r->n_units == UNITS_MOST)
			return AS_OK;
		if (!d.unit || !AS_PUSH(r->units, r->n_units, r->cap_units, d))
			return as_fail_memory(r->err);
		memset(r->unit, 0, sizeof r->unit);
	}
	return AS_OK;
}

/* ns/op, ms/op and so on is the time. */
static double time_of(const char *unit)
{
	const size_t n = strlen(unit);

	return n > 3 && !memcmp(unit + n - 3, "/op", 3) ? as_time_unit_ns(unit, n - 3) : 0;
}

/* The meaning of a unit; NULL when out of memory. */
static const struct as_go_unit *unit_at(struct as_go_reading *r, size_t place, const char *unit)
{
	struct as_go_unit *u = &r->unit[place < AS_GO_PLACES ? place : AS_GO_PLACES - 1];

	if (u->text && !strcmp(u->text, unit))
		return u;
	*u = (struct as_go_unit){.text = as_arena_strdup(&r->out->arena, unit),
		.time_ns = time_of(unit),
		.better = better_of(r, unit)};
	return u->text ? u : NULL;
}

static enum as_status take_value(struct as_go_reading *r, size_t place,
	const struct as_go_word *number, const char *unit)
{
	struct as_row *row = &r->out->v[r->out->n - 1];
	const struct as_go_unit *u = unit_at(r, place, unit);
	double v = 0;

	if (!u)
		return as_fail_memory(r->err);
	if (!as_decimal_plain(number->text, number->n, &v) && !as_parse_double(number->text, &v)) {
		if (!strcmp(number->text, "NaN") || !strcmp(number->text, "+Inf") ||
			!strcmp(number->text, "-Inf"))
			return AS_OK;
		return as_fail(r->err, AS_ERR_DATA,
			"line %zu: found '%.*s', expected a number before its unit", r->line, SHOWN,
			number->text);
	}
	if (u->time_ns > 0 && isnan(row->ns)) {
		if (!(v * u->time_ns >= 0) || !isfinite(v * u->time_ns))
			return as_fail(r->err, AS_ERR_DATA, "line %zu: %.*s %.*s is no time",
				r->line, SHOWN, number->text, SHOWN, unit);
		row->ns = v * u->time_ns;
		return AS_OK;
	}
	return as_rows_value(r->out, unit, v, unit, u->better) ? AS_OK : as_fail_memory(r->err);
}

/* A line that go prints nothing like, which a program may have printed. */
static enum as_status odd_line(struct as_go_reading *r)
{
	const size_t n = strnlen(r->text, SHOWN);

	if (r->out->n_odd++)
		return AS_OK;
	r->out->odd_line = r->line;
	r->out->odd = as_arena_strndup(&r->out->arena, r->text, n);
	return r->out->odd ? AS_OK : as_fail_memory(r->err);
}

/* NULL when out of memory. */
static struct as_row *add_row(struct as_go_reading *r, const char *name)
{
	if (r->changed || !r->n_configs) {
		r->now.first = r->out->n;
		r->changed = false;
		if (!AS_PUSH(r->configs, r->n_configs, r->cap_configs, r->now))
			return NULL;
	}
	return as_rows_add(r->out, name);
}

/* The name has been read; a line that goes on otherwise is none of results: with -v the name alone
 * is printed before it runs. */
static enum as_status result_line(struct as_go_reading *r, const char *name, char *rest)
{
	const char *count = next_word(&rest);
	int64_t n = 0;

	if (!count)
		return AS_OK;
	if (!as_parse_i64(count, 1, INT64_MAX, &n))
		return odd_line(r);
	if (strlen(name) > AS_ROWS_NAME_BYTES)
		return as_fail(r->err, AS_ERR_DATA,
			"line %zu: a benchmark with a name of more than %d bytes", r->line,
			AS_ROWS_NAME_BYTES);
	struct as_row *row = add_row(r, name);
	if (!row)
		return as_fail_memory(r->err);
	row->n = n;
	struct as_go_word number;
	for (size_t place = 0; (number = next(&rest)).text; place++) {
		const char *unit = next_word(&rest);
		if (!unit)
			return as_fail(r->err, AS_ERR_DATA,
				"line %zu: found the end of the line, expected the unit of "
				"'%.*s'",
				r->line, SHOWN, number.text);
		enum as_status st = take_value(r, place, &number, unit);
		if (st)
			return st;
	}
	return AS_OK;
}

/* "--- FAIL: BenchmarkX-8"; of what was skipped the next line says why. */
static enum as_status failed_line(struct as_go_reading *r, char *rest, bool skipped)
{
	const char *name = next_word(&rest);

	if (!name || !is_benchmark(name) || strlen(name) > AS_ROWS_NAME_BYTES)
		return AS_OK;
	struct as_row *row = add_row(r, name);
	if (!row)
		return as_fail_memory(r->err);
	row->failed = skipped ? "go says SKIP" : "go says FAIL";
	row->skipped = skipped;
	r->skipped = skipped ? r->out->n : 0;
	return AS_OK;
}

/* "    x_test.go:7: no device" */
static enum as_status reason_line(struct as_go_reading *r, const char *line)
{
	const char *why = line + strspn(line, " \t"), *go = strstr(why, ".go:");
	const size_t digits = go ? strspn(go + 4, "0123456789") : 0;

	if (digits && go[4 + digits] == ':' && go[5 + digits] == ' ' && go[6 + digits])
		why = go + 6 + digits;
	why = as_arena_strndup(&r->out->arena, why, strnlen(why, REASON_BYTES));
	r->out->v[r->skipped - 1].failed = why;
	r->skipped = 0;
	return why ? AS_OK : as_fail_memory(r->err);
}

enum as_status as_go_config(struct as_go_reading *r, enum as_go_part part, const char *value)
{
	const char **own = &r->now.part[part];

	if (*own && !strcmp(*own, value))
		return AS_OK;
	*own = as_arena_strdup(&r->out->arena, value);
	r->changed = true;
	return *own ? AS_OK : as_fail_memory(r->err);
}

/* "cpu: X"; false: the line says nothing of the kind. */
static bool take_config(struct as_go_reading *r, const char *line, enum as_status *st)
{
	static const char *const parts[AS_GO_PARTS] = {"goos: ", "goarch: ", "cpu: ", "pkg: "};

	for (size_t i = 0; i < AS_GO_PARTS; i++)
		if (!strncmp(line, parts[i], strlen(parts[i]))) {
			*st = as_go_config(r, (enum as_go_part)i, line + strlen(parts[i]));
			return true;
		}
	return false;
}

/* The part that all rows have which say it; NULL: none does. *several: they say different ones. */
static const char *only_part(const struct as_go_reading *r, enum as_go_part part, bool *several)
{
	const char *only = NULL;

	*several = false;
	for (size_t i = 0; i < r->n_configs; i++) {
		const char *own = r->configs[i].part[part];
		*several = *several || (own && only && strcmp(own, only) != 0);
		only = only ? only : own;
	}
	return only;
}

/* "linux/amd64 example.org/m/cache.BenchmarkGet-8", as far as it is not the same for all. */
static enum as_status rename_rows(
	struct as_go_reading *r, const struct as_go_config *c, size_t to, const bool *several)
{
	struct as_text name = {0};
	enum as_status st = AS_OK;

	for (size_t i = c->first; i < to && !st; i++) {
		struct as_row *row = &r->out->v[i];
		as_text_clear(&name);
		for (size_t p = 0; p < AS_GO_PARTS; p++)
			if (several[p] && c->part[p])
				as_text_addf(&name, "%s%s", c->part[p],
					p == AS_GO_PACKAGE ? "." : " ");
		as_text_add(&name, row->benchmark);
		if (name.len > AS_ROWS_NAME_BYTES)
			st = as_fail(r->err, AS_ERR_DATA,
				"a benchmark has, with its package, a name of more than %d bytes",
				AS_ROWS_NAME_BYTES);
		else if (name.failed || !as_rows_rename(r->out, row, as_text_str(&name), name.len))
			st = as_fail_memory(r->err);
	}
	as_text_release(&name);
	return st;
}

enum as_status as_go_finish(struct as_go_reading *r)
{
	static const char *const names[AS_GO_PARTS] = {"goos", "goarch", "cpu", "pkg"};
	bool several[AS_GO_PARTS], any = false;
	enum as_status st = AS_OK;

	for (size_t p = 0; p < AS_GO_PARTS; p++) {
		const char *only = only_part(r, (enum as_go_part)p, &several[p]);
		any = any || several[p];
		if (only && !several[p] && p != AS_GO_PACKAGE &&
			!as_rows_fact(r->out,
				p == AS_GO_CPU ? AS_FACT_MACHINE : AS_FACT_ENVIRONMENT, names[p],
				only))
			return as_fail_memory(r->err);
	}
	for (size_t i = 0; any && i < r->n_configs && !st; i++)
		st = rename_rows(r, &r->configs[i],
			i + 1 < r->n_configs ? r->configs[i + 1].first : r->out->n, several);
	return st;
}

/* What go test prints beside results: "pkg: x", and words of its own. */
static bool is_known(const char *word)
{
	static const char *const words[] = {
		"PASS", "FAIL", "ok", "?", "exit", "---", "===", "testing:"};
	const size_t n = strlen(word);

	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (!strcmp(word, words[i]))
			return true;
	return n > 1 && word[n - 1] == ':' && word[0] >= 'a' && word[0] <= 'z';
}

static enum as_status read_line(struct as_go_reading *r, char *line)
{
	static const char fail[] = "--- FAIL: ", skip[] = "--- SKIP: ";
	char *rest = line, *inner = line + strspn(line, " \t");
	enum as_status st = AS_OK;

	if (!strncmp(line, fail, sizeof fail - 1))
		return failed_line(r, line + sizeof fail - 1, false);
	if (!strncmp(inner, skip, sizeof skip - 1)) /* of a part of a benchmark it is indented */
		return failed_line(r, inner + sizeof skip - 1, true);
	if (r->skipped && inner > line && *inner)
		return reason_line(r, line);
	r->skipped = 0;
	if (take_config(r, line, &st))
		return st;
	const char *word = next_word(&rest);
	if (!word || word != line) /* what is indented is the user's */
		return AS_OK;
	if (!strcmp(word, "Unit"))
		return unit_line(r, rest);
	if (is_benchmark(word))
		return result_line(r, word, rest);
	return is_known(word) ? AS_OK : odd_line(r);
}

/* What is longer than a line may be, or has a byte of value 0, is no result. */
enum as_status as_go_line(struct as_go_reading *r, const struct as_lines *l)
{
	char shown[SHOWN + 1];

	const size_t n = strnlen(l->line, l->n < SHOWN ? l->n : SHOWN);

	memcpy(shown, l->line, n);
	shown[n] = '\0';
	r->text = shown;
	r->line = l->number;
	enum as_status st = l->odd ? odd_line(r) : read_line(r, l->line);
	r->text = "";
	return st;
}

void as_go_release(struct as_go_reading *r)
{
	free(r->units);
	free(r->configs);
	r->units = NULL;
	r->configs = NULL;
}

enum as_status as_go_rows(const struct as_source *from, struct as_rows *out, struct as_err *err)
{
	struct as_go_reading r = {.out = out, .err = err};
	struct as_lines l;
	enum as_status st;

	as_lines_init(&l, from);
	while (!(st = as_lines_next(&l, err)) && l.line)
		if ((st = as_go_line(&r, &l)))
			break;
	as_lines_release(&l);
	if (!st)
		st = as_go_finish(&r);
	as_go_release(&r);
	if (st)
		as_rows_release(out);
	return st;
}
