/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trees of the native format on their way in: arrays of equal length, in any order. */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "format/native_reading.h"

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
	size_t n_units, n_ends; /* made so far */
	size_t n_first;
	struct run *runs;
	size_t n_runs, cap_runs;
};

/* An array of n values has ended. */
static void end_array(struct as_native_reading *in, struct reading_level *at, size_t n)
{
	if (as_json_failed(in->r))
		return;
	if (at->counted && at->n != n)
		as_json_bad(in->r, "this array has %zu values, another one of the same units has %zu", n,
			at->n);
	at->counted = true;
	at->n = n;
}

/* A member of many structs; makes those that are not there yet. */
static void get_array(struct as_native_reading *in, const struct as_native_field *f,
	const struct as_native_list *list, struct reading_level *at)
{
	size_t i = 0;
	char *v;

	as_json_enter(in->r, '[');
	while (as_json_element(in->r)) {
		if (i == *list->n && !as_native_extend(in, list))
			return;
		memcpy(&v, list->v, sizeof v);
		as_native_get(in->r, f, v + i++ * list->size, &in->x->arena);
	}
	if (at)
		end_array(in, at, i);
}

/* ---- columns ---- */

/* The metric of that name; an error if there is none, or it has a column here already. */
static size_t find_metric(struct as_native_reading *in, const struct as_level *l, const char *name)
{
	size_t m = 0;

	while (m < in->x->n_metrics && strcmp(in->x->metrics[m].name, name) != 0)
		m++;
	if (m == in->x->n_metrics)
		as_json_bad(in->r, "'%.60s' is none of the metrics, which have to stand before this",
			name);
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
		if (!AS_PUSH(column->values, column->n, column->cap, as_native_get_real(in->r)))
			as_json_no_memory(in->r);
	end_array(in, at, column->n);
}

static void get_column(struct as_native_reading *in, struct reading_level *at)
{
	struct as_level *l = &at->subject->levels[at->level];
	const char *key, *name = NULL;
	struct as_column column = {0};
	bool values = false;

	as_json_enter(in->r, '{');
	while (as_json_member(in->r, &key)) {
		if (!strcmp(key, "metric") && !name)
			name = as_native_get_text(in->r, &in->x->arena);
		else if (!strcmp(key, "values") && !values)
			get_values(in, &column, at);
		else
			as_json_bad(in->r, "expected \"metric\" and \"values\"");
		values = values || column.n || !strcmp(key, "values");
	}
	if (!name || !values)
		as_json_bad(in->r, "expected \"metric\" and \"values\"");
	else if (!as_json_failed(in->r))
		column.metric = find_metric(in, l, name);
	if (as_json_failed(in->r)) {
		free(column.values);
	} else if (!AS_PUSH(l->columns, l->n_columns, l->cap_columns, column)) {
		free(column.values);
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

static void get_unit_array(struct as_native_reading *in, const struct as_native_field *f, void *base)
{
	struct reading_level *at = base;
	struct as_subject *s = at->subject;
	struct as_level *l = &s->levels[at->level];
	const struct as_native_list units = {&l->units, &at->n_units, &l->cap, sizeof *l->units};
	const struct as_native_list builds = {&s->builds, &s->n_builds, &s->cap_builds,
		sizeof *s->builds};
	bool of_build = false;

	for (size_t i = 0; i < as_native_build.n; i++)
		of_build = of_build || f == &as_native_build.v[i];
	get_array(in, f, of_build ? &builds : &units, at);
}

/* Which unit of a level above each belongs to. */
static void get_parents(struct as_native_reading *in, struct reading_level *at, size_t above)
{
	static const struct as_native_field parent = {"", AS_NATIVE_COUNT,
		offsetof(struct as_unit, parent), NULL};

	if (in->parents[at->level] != AS_MODEL_LEVELS)
		as_json_bad(in->r, "these units belong to those of two levels");
	in->parents[at->level] = above;
	get_unit_array(in, &parent, at);
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
	const struct as_native_shape shape = {.fields = &as_native_unit,
		.more = level == AS_LEVEL_BUILD ? &as_native_build : NULL,
		.get = get_unit_array, .others = others, .n_others = AS_MODEL_LEVELS - level};
	struct reading_level at = {.subject = s, .level = level};

	as_native_get_object(in, &shape, &at);
	s->levels[level].n = at.n;
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
	static const struct as_native_field first = {"", AS_NATIVE_SIZE, 0, NULL};
	struct reading_level *at = base;
	struct as_iterations *it = &at->subject->iterations;

	get_array(in, &first,
		&(struct as_native_list){&it->first, &at->n_first, &it->cap_first, sizeof *it->first},
		NULL);
}

static void get_ends(struct as_native_reading *in, void *base)
{
	static const struct as_native_field end = {"", AS_NATIVE_INT, 0, NULL};
	struct reading_level *at = base;
	struct as_iterations *it = &at->subject->iterations;

	get_array(in, &end,
		&(struct as_native_list){&it->end_ns, &at->n_ends, &it->cap_end, sizeof *it->end_ns}, at);
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
				as_json_bad(in->r, "expected a role such as \"measured\", found \"%.60s\"",
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
	size_t n = 0;

	it->role = malloc(at->n ? at->n : 1);
	it->cap_role = at->n;
	if (!it->end_ns) {
		it->end_ns = calloc(at->n ? at->n : 1, sizeof *it->end_ns);
		it->cap_end = at->n;
	}
	if (!it->role || !it->end_ns) {
		as_json_no_memory(in->r);
		return;
	}
	for (size_t i = 0; i < at->n_runs; i++) {
		if (at->runs[i].n > at->n - n) {
			as_json_bad(in->r, "there are more roles than iterations");
			return;
		}
		memset(it->role + n, (int)at->runs[i].role, at->runs[i].n);
		n += at->runs[i].n;
	}
	if (n != at->n)
		as_json_bad(in->r, "there are %zu roles for %zu iterations", n, at->n);
	s->levels[AS_LEVEL_ITERATION].n = n;
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
	if (!as_json_failed(in->r) &&
		at.n_first != at.subject->levels[AS_LEVEL_EXECUTION].n + 1)
		as_json_bad(in->r, "\"first\" has %zu values for %zu executions, which have to stand before",
			at.n_first, at.subject->levels[AS_LEVEL_EXECUTION].n);
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
		&(struct as_native_shape){.others = levels, .n_others = sizeof levels / sizeof levels[0]},
		s);
	const size_t executions = s->levels[AS_LEVEL_EXECUTION].n;
	if (!as_json_failed(in->r))
		check_parents(in, s);
	if (as_json_failed(in->r) || s->iterations.first || !executions)
		return;
	s->iterations.first = calloc(executions + 1, sizeof *s->iterations.first);
	s->iterations.cap_first = executions + 1;
	if (!s->iterations.first)
		as_json_no_memory(in->r);
}
