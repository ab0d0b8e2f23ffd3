/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of asv's results: benchmarks of one commit on one machine. Each is one process to us, since rounds
 * are not told apart; where samples were recorded they are its iterations, else the median is all there is.
 * Units are those of the kinds that names begin with (time_, peakmem_); a track_ has none here. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/vec.h"
#include "format/foreign/foreign.h"
#include "format/foreign/parts/paths.h"
#include "model/joined/rows.h"

enum { COLUMNS = 40, PARAMETERS = 16, MOST = 100000 };

/* What a column of a row holds. */
enum asv_column { ASV_OTHER, ASV_RESULT, ASV_PARAMS, ASV_NUMBER, ASV_SAMPLES };

/* One number, of the combination of parameters that it is of. */
struct asv_number {
	size_t of;
	double v;
	bool failed; /* null; NaN: it was skipped */
};

struct asv_numbers {
	struct asv_number *v;
	size_t n, cap;
};

struct asv_word {
	char *s;
	size_t list; /* of values of one parameter, that it is in */
};

/* A row while it is read. */
struct asv_row {
	struct asv_numbers results, numbers, samples;
	struct asv_word *words;
	size_t n_words, cap_words;
	size_t lists; /* of parameters */
	bool failed; /* all of it */
};

struct asv {
	struct as_json_reader *r;
	struct as_gather *g;
	enum asv_column columns[COLUMNS];
	size_t n_columns;
	struct asv_row row;
};

static void clear(struct asv_row *w)
{
	for (size_t i = 0; i < w->n_words; i++)
		free(w->words[i].s);
	w->results.n = w->numbers.n = w->samples.n = w->n_words = w->lists = 0;
	w->failed = false;
}

static void release(struct asv_row *w)
{
	clear(w);
	free(w->results.v);
	free(w->numbers.v);
	free(w->samples.v);
	free(w->words);
}

/* ---- the columns of a row ---- */

static void add_number(struct asv *a, struct asv_numbers *to, size_t of)
{
	const bool none = as_json_peek(a->r) == AS_JSON_NULL;
	const bool failed = as_json_is_plain_null(a->r);
	const struct asv_number one = {of, none ? (double)NAN : as_path_number(a->r), failed};

	if (none)
		(void)as_json_read_null(a->r);

	if (to->n == MOST)
		as_json_bad(a->r, "expected at most %d numbers of a benchmark, found more", MOST);
	else if (!AS_PUSH(to->v, to->n, to->cap, one))
		as_json_no_memory(a->r);
}

/* A list with a number for each combination; of samples, a list for each. One number is that of the
 * only combination. */
static void take_numbers(struct asv *a, struct asv_numbers *to, bool lists)
{
	size_t of = 0;

	if (as_json_peek(a->r) != AS_JSON_ARRAY) {
		add_number(a, to, of);
		return;
	}
	as_json_enter(a->r, '[');
	for (; as_json_element(a->r); of++) {
		if (!lists || as_json_peek(a->r) != AS_JSON_ARRAY) {
			add_number(a, to, of);
			continue;
		}
		as_json_enter(a->r, '[');
		while (as_json_element(a->r))
			add_number(a, to, of);
	}
}

static void take_params(struct asv *a)
{
	struct asv_row *w = &a->row;

	as_json_enter(a->r, '[');
	for (; as_json_element(a->r); w->lists += w->lists < PARAMETERS) {
		if (w->lists == PARAMETERS)
			as_json_bad(a->r, "expected at most %d parameters, found more", PARAMETERS);
		as_json_enter(a->r, '[');
		while (as_json_element(a->r)) {
			const struct asv_word one = {
				strdup(as_json_read_string(a->r, NULL)), w->lists};
			if (!one.s || w->n_words == MOST ||
				!AS_PUSH(w->words, w->n_words, w->cap_words, one)) {
				free(one.s);
				as_json_no_memory(a->r);
			}
		}
	}
}

static void take_column(struct asv *a, enum asv_column is)
{
	const bool plain = as_json_is_plain_null(a->r);

	if (is == ASV_RESULT && !plain && as_json_peek(a->r) == AS_JSON_NULL) {
		take_numbers(a, &a->row.results, false); /* NaN: it was skipped */
		return;
	}
	if (as_json_read_null(a->r)) {
		a->row.failed = a->row.failed || is == ASV_RESULT;
		return;
	}
	switch (is) {
	case ASV_RESULT: take_numbers(a, &a->row.results, false); break;
	case ASV_NUMBER: take_numbers(a, &a->row.numbers, false); break;
	case ASV_SAMPLES: take_numbers(a, &a->row.samples, true); break;
	case ASV_PARAMS: take_params(a); break;
	case ASV_OTHER: as_json_drop(a->r); break;
	}
}

/* ---- a row as subjects ---- */

/* Value number i of the parameter of a list. */
static const struct asv_word *word_of(const struct asv_row *w, size_t list, size_t i)
{
	size_t first = 0;

	while (first < w->n_words && w->words[first].list < list)
		first++;
	return &w->words[first + i];
}

static size_t length_of(const struct asv_row *w, size_t list)
{
	size_t n = 0;

	for (size_t i = 0; i < w->n_words; i++)
		n += w->words[i].list == list;
	return n;
}

/* "sort(16, 'ints')": the values of the last parameter vary fastest. */
static bool name_of(const struct asv_row *w, const char *benchmark, size_t of, struct as_text *t)
{
	size_t at[PARAMETERS];

	for (size_t k = w->lists; k-- > 0;) {
		const size_t n = length_of(w, k);
		if (!n)
			return false;
		at[k] = of % n;
		of /= n;
	}
	as_text_add(t, benchmark);
	for (size_t k = 0; k < w->lists; k++)
		as_text_addf(t, "%s%s", k ? ", " : "(", word_of(w, k, at[k])->s);
	if (w->lists)
		as_text_char(t, ')');
	return !of;
}

static double first_of(const struct asv_numbers *v, size_t of)
{
	for (size_t i = 0; i < v->n; i++)
		if (v->v[i].of == of)
			return v->v[i].v;
	return (double)NAN;
}

/* Of names whose last part begins so. */
static const char *unit_of(const char *benchmark)
{
	const char *dot = strrchr(benchmark, '.'), *last = dot ? dot + 1 : benchmark;

	return !strncmp(last, "time", 4)                                ? "s"
		: !strncmp(last, "mem", 3) || !strncmp(last, "peak", 4) ? "bytes"
									: "count";
}

static void add_subject(struct asv *a, const char *benchmark, size_t i)
{
	const struct asv_row *w = &a->row;
	const double result = w->results.v[i].v, inner = first_of(&w->numbers, i);
	struct as_text name = {0};
	size_t values = 0;

	if (!name_of(w, benchmark, i, &name)) {
		as_json_bad(a->r, "a benchmark with more results than combinations of parameters");
		as_text_release(&name);
		return;
	}
	const uint32_t s = as_gather_open(a->g, AS_SCOPE_SUBJECT, AS_SCOPE_TOP);
	as_gather_text(a->g, s, AS_TRAIT_NAME, as_text_str(&name));
	as_gather_text(a->g, s, AS_TRAIT_UNIT, unit_of(benchmark));
	for (size_t k = 0; k < w->samples.n && isfinite(result); k++)
		if (w->samples.v[k].of == i && isnan(w->samples.v[k].v))
			as_gather_none(a->g);
	for (size_t k = 0; k < w->samples.n && isfinite(result); k++)
		if (w->samples.v[k].of == i && isfinite(w->samples.v[k].v)) {
			as_gather_value(a->g, s, w->samples.v[k].v, inner > 0 ? inner : 0,
				AS_ROLE_MEASURED);
			values++;
		}
	if (!isfinite(result) && !w->results.v[i].failed)
		as_gather_text(a->g, s, AS_TRAIT_SKIPPED, "asv skipped it");
	else if (!isfinite(result))
		as_gather_text(a->g, s, AS_TRAIT_FAILED, "asv has no result of it");
	else if (!values)
		as_gather_number(a->g, s, AS_TRAIT_CENTRE, result);
	if (name.failed)
		as_json_no_memory(a->r);
	as_text_release(&name);
}

static enum asv_column column_of(const char *name)
{
	static const struct {
		const char *name;
		enum asv_column is;
	} known[] = {{"result", ASV_RESULT}, {"params", ASV_PARAMS}, {"stats_number", ASV_NUMBER},
		{"samples", ASV_SAMPLES}};

	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (!strcmp(name, known[i].name))
			return known[i].is;
	return ASV_OTHER;
}

static void read_row(struct asv *a, const char *benchmark)
{
	const char *key;
	size_t k = 0;

	clear(&a->row);
	if (as_json_peek(a->r) == AS_JSON_ARRAY && a->n_columns) {
		as_json_enter(a->r, '[');
		for (; as_json_element(a->r); k++)
			take_column(a, k < a->n_columns ? a->columns[k] : ASV_OTHER);
	} else if (as_json_peek(a->r) == AS_JSON_OBJECT) { /* of versions before 2: with its parameters */
		as_json_enter(a->r, '{');
		while (as_json_member(a->r, &key))
			take_column(a, column_of(key));
	} else { /* or the number alone */
		take_column(a, ASV_RESULT);
	}
	for (size_t i = 0; i < a->row.results.n && !as_json_failed(a->r); i++)
		add_subject(a, benchmark, i);
	if (a->row.failed && !as_json_failed(a->r)) {
		const uint32_t s = as_gather_open(a->g, AS_SCOPE_SUBJECT, AS_SCOPE_TOP);
		as_gather_text(a->g, s, AS_TRAIT_NAME, benchmark);
		as_gather_text(a->g, s, AS_TRAIT_UNIT, unit_of(benchmark));
		as_gather_text(a->g, s, AS_TRAIT_FAILED, "asv has no result of it");
	}
}

/* ---- the document ---- */

static void read_columns(struct asv *a)
{
	as_json_enter(a->r, '[');
	while (as_json_element(a->r)) {
		const char *name = as_json_read_string(a->r, NULL);
		if (a->n_columns == COLUMNS)
			as_json_bad(a->r, "expected at most %d columns, found more", COLUMNS);
		if (!as_json_failed(a->r))
			a->columns[a->n_columns] = column_of(name);
		if (!as_json_failed(a->r) && a->columns[a->n_columns] == ASV_OTHER)
			as_gather_unused(a->g, name);
		a->n_columns += !as_json_failed(a->r);
	}
}

static void read_machine(struct asv *a)
{
	char name[AS_ROWS_NAME_BYTES];
	const char *key;

	as_json_enter(a->r, '{');
	while (as_json_member(a->r, &key)) {
		if (as_json_peek(a->r) != AS_JSON_STRING) {
			as_json_skip(a->r);
			continue;
		}
		snprintf(name, sizeof name, "%s", key);
		const char *value = as_json_read_string(a->r, NULL);
		if (!strcmp(name, "machine"))
			as_gather_text(a->g, AS_SCOPE_TOP, AS_TRAIT_HOST, value);
		else if (*value)
			as_gather_named(a->g, AS_SCOPE_TOP,
				&(struct as_trait){.kind = !strcmp(name, "cpu") ? AS_TRAIT_PROCESSOR
										: AS_TRAIT_FACT,
					.name = name,
					.text = value});
	}
}

static void read_results(struct asv *a)
{
	char name[AS_ROWS_NAME_BYTES + 2];
	const char *key;

	as_json_enter(a->r, '{');
	while (as_json_member(a->r, &key)) {
		snprintf(name, sizeof name, "%s", key);
		as_json_any_name(a->r);
		read_row(a, name);
	}
}

static void read_document(struct asv *a)
{
	const char *key;

	as_json_enter(a->r, '{');
	while (as_json_member(a->r, &key)) {
		if (!strcmp(key, "result_columns"))
			read_columns(a);
		else if (!strcmp(key, "results"))
			read_results(a);
		else if (!strcmp(key, "params"))
			read_machine(a);
		else if (!strcmp(key, "commit_hash"))
			as_gather_text(a->g, AS_SCOPE_TOP, AS_TRAIT_COMMIT,
				as_json_read_string(a->r, NULL));
		else if (!strcmp(key, "date") && as_json_peek(a->r) == AS_JSON_NUMBER)
			as_gather_number(a->g, AS_SCOPE_TOP, AS_TRAIT_DATE,
				as_json_read_double(a->r) * 1e6);
		else
			as_json_skip(a->r);
	}
	as_json_read_end(a->r);
}

static enum as_status read_json(const void *format, const struct as_source *from,
	const char *name, struct as_gather *g, struct as_err *err)
{
	struct asv a = {.r = as_json_reader_new(from, name), .g = g};

	(void)format;
	if (!a.r)
		return as_fail_memory(err);
	as_json_lenient(a.r);
	read_document(&a);
	as_gather_unused(g, as_json_left(a.r));
	enum as_status st = as_json_reader_finish(a.r, err);
	release(&a.row);
	as_json_reader_free(a.r);
	return st;
}

static enum as_status read_asv(const struct as_source *from, const char *name,
	struct as_experiment **out, struct as_err *err)
{
	static const struct as_gatherer json = {.read = read_json, .how = {.tool = "asv"}};

	return as_gather_read(&json, from, name, out, err);
}

static int probe(const struct as_head *head)
{
	const bool all = as_head_has(head, "$.commit_hash") &&
		as_head_has(head, "$.env_name|$.params.machine") &&
		as_head_has(head, "$.result_columns|$.results");

	return all ? 90 : 0;
}

const struct as_data_format as_data_asv = {
	.name = "asv",
	.summary = "a file of asv's results",
	.extension = ".json",
	.probe = probe,
	.read = read_asv,
};
