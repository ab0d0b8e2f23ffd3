/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/subject.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

bool as_build_same(const struct as_build *a, const struct as_build *b)
{
	if (a->layout && b->layout && a->code && b->code)
		return !strcmp(a->layout, b->layout) && !strcmp(a->code, b->code);
	return a->hash && b->hash && !strcmp(a->hash, b->hash);
}

void as_subject_release(struct as_subject *s)
{
	for (size_t l = 0; l < AS_TREE_LEVELS; l++) {
		struct as_level *level = &s->levels[l];
		for (size_t c = 0; c < level->n_columns; c++)
			free(level->columns[c].values);
		free(level->columns);
		free(level->units);
		*level = (struct as_level){0};
	}
	free(s->iterations.first);
	free(s->iterations.role);
	free(s->iterations.end_ns);
	s->iterations = (struct as_iterations){0};
	free(s->builds);
	s->builds = NULL;
	s->n_builds = s->cap_builds = 0;
	free(s->notes);
	s->notes = NULL;
	s->n_notes = s->cap_notes = 0;
}

static bool grow_columns(struct as_level *level)
{
	for (size_t c = 0; c < level->n_columns; c++) {
		struct as_column *col = &level->columns[c];
		while (col->n < level->n)
			if (!AS_PUSH(col->values, col->n, col->cap, (double)NAN))
				return false;
	}
	return true;
}

/* first[] has one entry more than there are executions: the end of the last one. */
static bool close_range(struct as_subject *s)
{
	struct as_iterations *it = &s->iterations;
	size_t n = s->levels[AS_LEVEL_EXECUTION].n;

	if (!as_grow(&it->first, &it->cap_first, n + 1, sizeof *it->first))
		return false;
	if (n == 1)
		it->first[0] = 0;
	it->first[n] = s->levels[AS_LEVEL_ITERATION].n;
	return true;
}

enum as_status as_subject_add_unit(struct as_subject *s, enum as_level_index level,
	const struct as_unit *unit, size_t *out, struct as_err *err)
{
	struct as_level *l = &s->levels[level];

	assert(level > AS_LEVEL_ITERATION && level < AS_TREE_LEVELS);
	if (!AS_PUSH(l->units, l->n, l->cap, *unit) || !grow_columns(l))
		return as_fail_memory(err);
	if (level == AS_LEVEL_EXECUTION && !close_range(s))
		return as_fail_memory(err);
	*out = l->n - 1;
	return AS_OK;
}

enum as_status as_subject_add_build(struct as_subject *s, struct as_arena *a,
	const struct as_unit *unit, const struct as_build *build, struct as_err *err)
{
	size_t k = 0;
	struct as_build copy = {
		.hash = as_arena_strdup(a, build->hash),
		.code = as_arena_strdup(a, build->code),
		.layout = as_arena_strdup(a, build->layout),
		.bytes = build->bytes,
	};

	if ((build->hash && !copy.hash) || (build->code && !copy.code) ||
		(build->layout && !copy.layout) || !AS_PUSH(s->builds, s->n_builds, s->cap_builds, copy))
		return as_fail_memory(err);
	return as_subject_add_unit(s, AS_LEVEL_BUILD, unit, &k, err);
}

enum as_status as_subject_add_iteration(struct as_subject *s, enum as_role role, int64_t end_ns,
	struct as_err *err)
{
	struct as_level *l = &s->levels[AS_LEVEL_ITERATION];
	struct as_iterations *it = &s->iterations;
	size_t executions = s->levels[AS_LEVEL_EXECUTION].n;

	assert(executions > 0);
	if (!as_grow(&it->role, &it->cap_role, l->n + 1, sizeof *it->role) ||
		!as_grow(&it->end_ns, &it->cap_end, l->n + 1, sizeof *it->end_ns))
		return as_fail_memory(err);
	it->role[l->n] = (uint8_t)role;
	it->end_ns[l->n] = end_ns;
	l->n++;
	it->first[executions] = l->n;
	return grow_columns(l) ? AS_OK : as_fail_memory(err);
}

const struct as_column *as_subject_column(const struct as_subject *s, enum as_level_index level,
	size_t metric)
{
	const struct as_level *l = &s->levels[level];

	for (size_t c = 0; c < l->n_columns; c++)
		if (l->columns[c].metric == metric)
			return &l->columns[c];
	return NULL;
}

enum as_status as_subject_set(struct as_subject *s, enum as_level_index level, size_t unit,
	size_t metric, double value, struct as_err *err)
{
	struct as_level *l = &s->levels[level];
	const struct as_column *found = as_subject_column(s, level, metric);

	assert(unit < l->n);
	if (!found) {
		struct as_column fresh = {.metric = metric};
		if (!AS_PUSH(l->columns, l->n_columns, l->cap_columns, fresh) || !grow_columns(l))
			return as_fail_memory(err);
		found = &l->columns[l->n_columns - 1];
	}
	found->values[unit] = value;
	return AS_OK;
}

enum as_status as_subject_note(struct as_subject *s, struct as_arena *a, enum as_level_index level,
	size_t unit, const char *text, struct as_err *err)
{
	struct as_note note = {.level = level, .unit = unit, .text = as_arena_strdup(a, text)};

	if (!note.text || !AS_PUSH(s->notes, s->n_notes, s->cap_notes, note))
		return as_fail_memory(err);
	return AS_OK;
}
