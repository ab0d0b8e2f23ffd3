/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trees of the native format on their way in: arrays of equal length, in any order. */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "format/native/native_reading.h"

/* A run of iterations with the same role. */
struct run {
	size_t role, n;
};

/* The level that is read. */
struct reading_level {
	struct as_subject *subject;
	size_t level;
	bool counted; /* an array has told how many units there are */
	size_t n;
	struct run *runs;
	size_t n_runs, cap_runs;
};

/* An array of n values has ended. */
static void end_array(struct as_native_reading *in, struct reading_level *at, size_t n)
{
	if (as_json_failed(in->r))
		return;
	if (at->counted && at->n != n)
		as_json_bad(in->r,
			"this array has %zu values, another one of the same units has %zu", n,
			at->n);
	at->counted = true;
	at->n = n;
}

/* A member of many builds; makes those that are not there yet. */
static void get_builds_array(struct as_native_reading *in, const struct as_field *f,
	struct reading_level *at)
{
	struct as_subject *s = at->subject;
	const struct as_native_list list = {&s->builds, &s->n_builds, &s->cap_builds,
		sizeof *s->builds};
	size_t i = 0;

	as_json_enter(in->r, '[');
	while (as_json_element(in->r)) {
		if (i == s->n_builds && !as_native_extend(in, &list))
			return;
		as_native_get(in->r, f, &s->builds[i++], &in->x->arena);
	}
	end_array(in, at, i);
}

static void keep_word(struct as_native_reading *in, struct as_packed *to, uint64_t word)
{
	if (!as_packed_push(to, word))
		as_json_no_memory(in->r);
}

/* ---- columns ---- */

/* The metric of that name; an error if there is none, or it has a column here already. */
static size_t find_metric(struct as_native_reading *in, const struct as_level *l, const char *name)
{
	size_t m = 0;

	while (m < in->x->n_metrics && strcmp(in->x->metrics[m].name, name) != 0)
		m++;
	if (m == in->x->n_metrics)
		as_json_bad(in->r,
			"'%.60s' is none of the metrics, which have to stand before this", name);
	for (size_t c = 0; c < l->n_columns; c++)
		if (l->columns[c].metric == m)
			as_json_bad(in->r, "'%.60s' has a column here already", name);
	return m;
}

static void get_values(struct as_native_reading *in, struct as_column *column,
	struct reading_level *at)
{
	as_json_enter(in->r, '[');
	while (as_json_element(in->r))
		if (!as_packed_push_real(&column->values, as_native_get_real(in->r)))
			as_json_no_memory(in->r);
	end_array(in, at, column->values.n);
}

static void get_column(struct as_native_reading *in, struct reading_level *at)
{
	struct as_level *l = &at->subject->levels[at->level];
	const char *key, *name = NULL;
	struct as_column column = {.values = {.reals = true}};
	bool values = false;

	as_json_enter(in->r, '{');
	while (as_json_member(in->r, &key)) {
		if (!strcmp(key, "metric") && !name) {
			name = as_native_get_text(in->r, &in->x->arena);
		} else if (!strcmp(key, "values") && !values) {
			get_values(in, &column, at);
			values = true;
		} else {
			as_json_bad(in->r, "expected \"metric\" and \"values\"");
		}
	}
	if (!name || !values)
		as_json_bad(in->r, "expected \"metric\" and \"values\"");
	else if (!as_json_failed(in->r))
		column.metric = find_metric(in, l, name);
	if (as_json_failed(in->r)) {
		as_packed_release(&column.values);
	} else if (!AS_PUSH(l->columns, l->n_columns, l->cap_columns, column)) {
		as_packed_release(&column.values);
		as_json_no_memory(in->r);
	}
}

static void get_columns(struct as_native_reading *in, void *base)
{
	as_json_enter(in->r, '[');
	while (as_json_element(in->r))
		get_column(in, base);
}

/* ---- units ---- */

static void get_unit_array(struct as_native_reading *in, const struct as_field *f, void *base)
{
	struct reading_level *at = base;
	const enum as_unit_member m = as_native_member(f);
	struct as_packed *members = as_level_units(&at->subject->levels[at->level]);
	struct as_unit u = {0};

	for (size_t i = 0; i < as_build_fields.n; i++)
		if (f == &as_build_fields.v[i]) {
			get_builds_array(in, f, at);
			return;
		}
	if (!members) {
		as_json_no_memory(in->r);
		return;
	}
	struct as_packed *values = &members[m];
	as_json_enter(in->r, '[');
	while (as_json_element(in->r)) {
		as_native_get(in->r, f, &u, &in->x->arena);
		keep_word(in, values, as_unit_word(&u, m));
	}
	end_array(in, at, values->n);
}

/* Which unit of a level above each belongs to. */
static void get_parents(struct as_native_reading *in, struct reading_level *at, size_t above)
{
	if (in->parents[at->level] != AS_MODEL_LEVELS)
		as_json_bad(in->r, "these units belong to those of two levels");
	in->parents[at->level] = above;
	get_unit_array(in, as_field_tagged(&as_unit_fields, AS_UNIT_PARENT + 1), at);
}

static void get_build_parents(struct as_native_reading *in, void *base)
{
	get_parents(in, base, AS_LEVEL_BUILD);
}

static void get_session_parents(struct as_native_reading *in, void *base)
{
	get_parents(in, base, AS_LEVEL_SESSION);
}

static void get_units(struct as_native_reading *in, struct as_subject *s, size_t level)
{
	static const struct as_native_other others[] = {
		{"columns", get_columns, false},
		{"session", get_session_parents, true},
		{"build", get_build_parents, true},
	};
	const struct as_native_shape shape = {.fields = &as_unit_fields,
		.more = level == AS_LEVEL_BUILD ? &as_build_fields : NULL,
		.get = get_unit_array,
		.others = others,
		.n_others = AS_MODEL_LEVELS - level};
	struct reading_level at = {.subject = s, .level = level};

	as_native_get_object(in, &shape, &at);
	s->levels[level].n = at.n;
	struct as_packed *members = at.n ? as_level_units(&s->levels[level]) : NULL;
	if (at.n && !members)
		as_json_no_memory(in->r);
	while (members && members[AS_UNIT_PARENT].n < at.n && !as_json_failed(in->r))
		keep_word(in, &members[AS_UNIT_PARENT], 0);
}

static void get_executions(struct as_native_reading *in, void *subject)
{
	get_units(in, subject, AS_LEVEL_EXECUTION);
}

static void get_builds(struct as_native_reading *in, void *subject)
{
	get_units(in, subject, AS_LEVEL_BUILD);
}

static void get_sessions(struct as_native_reading *in, void *subject)
{
	get_units(in, subject, AS_LEVEL_SESSION);
}

/* ---- iterations ---- */

static void get_first(struct as_native_reading *in, void *base)
{
	struct reading_level *at = base;

	as_json_enter(in->r, '[');
	while (as_json_element(in->r))
		keep_word(in, &at->subject->iterations.first,
			(uint64_t)as_json_read_int(in->r, 0, PTRDIFF_MAX));
}

static void get_ends(struct as_native_reading *in, void *base)
{
	struct reading_level *at = base;
	struct as_packed *ends = &at->subject->iterations.end_ns;

	as_json_enter(in->r, '[');
	while (as_json_element(in->r))
		keep_word(in, ends, (uint64_t)as_json_read_int(in->r, INT64_MIN, INT64_MAX));
	end_array(in, at, ends->n);
}

static void get_run(struct as_native_reading *in, struct reading_level *at)
{
	struct run run = {0};
	size_t n = 0;

	as_json_enter(in->r, '[');
	while (as_json_element(in->r)) {
		if (n++ == 0) {
			const char *word = as_json_read_string(in->r, NULL);
			if (!as_word_number(&as_role_words, word, &run.role))
				as_json_bad(in->r,
					"expected a role such as \"measured\", found \"%.60s\"",
					word);
		} else {
			run.n = (size_t)as_json_read_int(in->r, 1, PTRDIFF_MAX);
		}
	}
	if (n != 2)
		as_json_bad(in->r, "expected a role and how many iterations in a row have it");
	if (!AS_PUSH(at->runs, at->n_runs, at->cap_runs, run))
		as_json_no_memory(in->r);
}

static void get_roles(struct as_native_reading *in, void *base)
{
	as_json_enter(in->r, '[');
	while (as_json_element(in->r))
		get_run(in, base);
}

/* Roles and ends for as many iterations as there are values of: what is claimed takes no memory. */
static void expand(struct as_native_reading *in, struct as_subject *s,
	const struct reading_level *at)
{
	struct as_iterations *it = &s->iterations;

	for (size_t i = 0; i < at->n_runs; i++) {
		if (at->runs[i].n > at->n - it->role.n) {
			as_json_bad(in->r, "there are more roles than iterations");
			return;
		}
		for (size_t k = 0; k < at->runs[i].n; k++)
			keep_word(in, &it->role, at->runs[i].role);
	}
	if (it->role.n != at->n)
		as_json_bad(in->r, "there are %zu roles for %zu iterations", it->role.n, at->n);
	while (it->end_ns.n < at->n && !as_json_failed(in->r))
		keep_word(in, &it->end_ns, 0);
	s->levels[AS_LEVEL_ITERATION].n = it->role.n;
}

static void get_iterations(struct as_native_reading *in, void *subject)
{
	static const struct as_native_other members[] = {
		{"first", get_first, false},
		{"roles", get_roles, false},
		{"end_ns", get_ends, true},
		{"columns", get_columns, false},
	};
	struct reading_level at = {.subject = subject, .level = AS_LEVEL_ITERATION};

	as_native_get_object(in,
		&(struct as_native_shape){.others = members,
			.n_others = sizeof members / sizeof members[0]}, &at);
	if (!as_json_failed(in->r))
		expand(in, subject, &at);
	const size_t n_first = at.subject->iterations.first.n;
	const size_t executions = at.subject->levels[AS_LEVEL_EXECUTION].n;
	if (!as_json_failed(in->r) && n_first != executions + 1)
		as_json_bad(in->r,
			"\"first\" has %zu values for %zu executions, which have to stand before",
			n_first, executions);
	free(at.runs);
}

/* Every unit says which one it belongs to, if there is one. */
static void check_parents(struct as_native_reading *in, const struct as_subject *s)
{
	for (size_t l = AS_LEVEL_EXECUTION; l < AS_MODEL_LEVELS; l++) {
		const size_t above = as_native_above(s, l);
		if (!s->levels[l].n || in->parents[l] == above)
			continue;
		if (above < AS_MODEL_LEVELS)
			as_json_bad(in->r, "the %s do not say by \"%s\" which one they belong to",
				as_native_levels[l], as_level_names[above]);
		else
			as_json_bad(in->r, "the %s belong to a %s, and there is none",
				as_native_levels[l], as_level_names[in->parents[l]]);
	}
}

void as_native_get_tree(struct as_native_reading *in, void *subject)
{
	static const struct as_native_other levels[] = {
		{"sessions", get_sessions, true},
		{"builds", get_builds, true},
		{"executions", get_executions, true},
		{"iterations", get_iterations, true},
	};
	struct as_subject *s = subject;

	for (size_t l = 0; l < AS_MODEL_LEVELS; l++)
		in->parents[l] = AS_MODEL_LEVELS;
	as_native_get_object(in,
		&(struct as_native_shape){
			.others = levels, .n_others = sizeof levels / sizeof levels[0]},
		s);
	if (!as_json_failed(in->r))
		check_parents(in, s);
	if (as_json_failed(in->r) || s->iterations.first.n)
		return;
	if (as_subject_no_iterations(s, NULL))
		as_json_no_memory(in->r);
}
