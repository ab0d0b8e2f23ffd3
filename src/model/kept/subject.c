/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/kept/subject.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "model/kept/thinned.h"

static bool is_of_loaded(const struct as_build *b)
{
	return b->code && !strncmp(b->code, AS_BUILD_LOADED, strlen(AS_BUILD_LOADED));
}

bool as_build_same(const struct as_build *a, const struct as_build *b)
{
	if (is_of_loaded(a) && is_of_loaded(b))
		return !strcmp(a->code, b->code);
	return a->hash && b->hash && !strcmp(a->hash, b->hash);
}

#undef AS_FIELD
#undef AS_FIELD_AS
#define AS_FIELD(type, member, kind, in, tag, since, says) \
	[(tag) - 1] = {offsetof(struct as_unit, member), sizeof(type)},
#define AS_FIELD_AS(type, member, kind, key, column, in, tag, since, says) \
	AS_FIELD(type, member, kind, in, tag, since, says)

const struct as_unit_place as_unit_places[AS_UNIT_MEMBERS] = {
#include "model/fields/unit.def"
};

void as_subject_release(struct as_subject *s)
{
	for (size_t l = 0; l < AS_TREE_LEVELS; l++) {
		struct as_level *level = &s->levels[l];
		for (size_t c = 0; c < level->n_columns; c++)
			as_packed_release(&level->columns[c].values);
		for (size_t m = 0; level->units && m < AS_UNIT_MEMBERS; m++)
			as_packed_release(&level->units[m]);
		free(level->units);
		free(level->columns);
		*level = (struct as_level){0};
	}
	as_packed_release(&s->iterations.first);
	as_packed_release(&s->iterations.role);
	as_packed_release(&s->iterations.end_ns);
	for (size_t i = 0; i < s->iterations.n_worked_out; i++)
		free(s->iterations.worked_out[i].value);
	free(s->iterations.worked_out);
	s->iterations.worked_out = NULL;
	s->iterations.n_worked_out = s->iterations.cap_worked_out = 0;
	for (size_t i = 0; i < s->iterations.n_folded; i++)
		free(s->iterations.folded[i].sums);
	free(s->iterations.folded);
	s->iterations.folded = NULL;
	s->iterations.n_folded = s->iterations.cap_folded = 0;
	free(s->builds);
	s->builds = NULL;
	s->n_builds = s->cap_builds = 0;
	free(s->notes);
	s->notes = NULL;
	s->n_notes = s->cap_notes = 0;
	for (size_t i = 0; i < s->n_thinned; i++)
		for (size_t k = 0; k < AS_SUMS; k++)
			as_packed_release(&s->thinned[i].sum[k]);
	free(s->thinned);
	s->thinned = NULL;
	s->n_thinned = s->cap_thinned = 0;
}

/* ---- units ---- */

uint64_t as_unit_word(const struct as_unit *u, enum as_unit_member m)
{
	const char *at = (const char *)u + as_unit_places[m].offset;
	uint64_t wide;
	uint32_t half;
	uint8_t byte;

	switch (as_unit_places[m].width) {
	case sizeof wide: memcpy(&wide, at, sizeof wide); return wide;
	case sizeof half: memcpy(&half, at, sizeof half); return half;
	default: memcpy(&byte, at, sizeof byte); return byte;
	}
}

void as_unit_take_word(struct as_unit *u, enum as_unit_member m, uint64_t word)
{
	char *at = (char *)u + as_unit_places[m].offset;
	const uint32_t half = (uint32_t)word;
	const uint8_t byte = (uint8_t)word;

	switch (as_unit_places[m].width) {
	case sizeof word: memcpy(at, &word, sizeof word); break;
	case sizeof half: memcpy(at, &half, sizeof half); break;
	default: memcpy(at, &byte, sizeof byte); break;
	}
}

struct as_packed *as_level_units(struct as_level *l)
{
	if (!l->units)
		l->units = calloc(AS_UNIT_MEMBERS, sizeof *l->units);
	if (l->units)
		l->units[AS_UNIT_COST].reals = true;
	return l->units;
}

struct as_unit as_unit_at(const struct as_level *l, size_t i)
{
	struct as_unit u = {0};

	for (size_t m = 0; m < AS_UNIT_MEMBERS; m++)
		as_unit_take_word(&u, (enum as_unit_member)m, as_packed_at(&l->units[m], i));
	return u;
}

uint32_t as_unit_parent(const struct as_level *l, size_t i)
{
	return (uint32_t)as_packed_at(&l->units[AS_UNIT_PARENT], i);
}

uint32_t as_unit_order(const struct as_level *l, size_t i)
{
	return (uint32_t)as_packed_at(&l->units[AS_UNIT_ORDER], i);
}

uint32_t as_unit_round(const struct as_level *l, size_t i)
{
	return (uint32_t)as_packed_at(&l->units[AS_UNIT_ROUND], i);
}

enum as_role as_unit_role(const struct as_level *l, size_t i)
{
	return (enum as_role)as_packed_at(&l->units[AS_UNIT_ROLE], i);
}

enum as_ending as_unit_ending(const struct as_level *l, size_t i)
{
	return (enum as_ending)as_packed_at(&l->units[AS_UNIT_ENDING], i);
}

double as_unit_cost_s(const struct as_level *l, size_t i)
{
	return as_packed_real(&l->units[AS_UNIT_COST], i);
}

static bool grow_columns(struct as_level *level)
{
	for (size_t c = 0; c < level->n_columns; c++) {
		struct as_packed *values = &level->columns[c].values;
		while (values->n < level->n)
			if (!as_packed_push_real(values, (double)NAN))
				return false;
	}
	return true;
}

/* Its number among the columns of the level; l->n_columns if there is none. */
static size_t column_number(const struct as_level *l, size_t metric)
{
	size_t c = 0;

	while (c < l->n_columns && l->columns[c].metric != metric)
		c++;
	return c;
}

/* The column of a metric, made at its first use; NULL when out of memory. */
static struct as_column *column_of(struct as_level *l, size_t metric)
{
	const size_t c = column_number(l, metric);
	const struct as_column fresh = {.metric = metric, .values = {.reals = true}};

	if (c < l->n_columns)
		return &l->columns[c];
	if (!AS_PUSH(l->columns, l->n_columns, l->cap_columns, fresh) || !grow_columns(l))
		return NULL;
	return &l->columns[c];
}

/* Values of the next units of a level, which has them from here on. */
static bool add_values(struct as_level *l, const struct as_metric_values *values)
{
	struct as_column *c = column_of(l, values->metric);
	uint64_t words[AS_PACKED_BLOCK];

	for (size_t i = 0, n; c && i < values->n; i += n) {
		n = values->n - i < AS_PACKED_BLOCK ? values->n - i : AS_PACKED_BLOCK;
		memcpy(words, values->v + i, n * sizeof *words);
		if (!as_packed_append(&c->values, words, n))
			return false;
	}
	l->n += c ? values->n : 0;
	return c && grow_columns(l);
}

bool as_subject_left_out(const struct as_subject *s)
{
	const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];
	bool failed = false;

	for (size_t e = 0; e < l->n; e++) {
		if (as_unit_ending(l, e) == AS_ENDED_OK)
			return false;
		failed = failed || as_ending_failed(as_unit_ending(l, e));
	}
	return failed;
}

const char *as_subject_skipped(const struct as_subject *s)
{
	const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];
	const char *why = "";

	for (size_t e = 0; e < l->n; e++)
		if (as_unit_ending(l, e) != AS_ENDED_SKIPPED)
			return NULL;
	for (size_t i = 0; i < s->n_notes && !*why; i++)
		why = s->notes[i].level == AS_LEVEL_EXECUTION ? s->notes[i].text : why;
	return l->n ? why : NULL;
}

/* first has one entry more than there are executions: the end of the last one. */
static bool close_range(struct as_subject *s)
{
	struct as_packed *first = &s->iterations.first;

	return (first->n || as_packed_push(first, 0)) &&
		as_packed_push(first, s->levels[AS_LEVEL_ITERATION].n);
}

enum as_status as_subject_add_unit(struct as_subject *s, enum as_level_index level,
	const struct as_unit *unit, size_t *out, struct as_err *err)
{
	struct as_level *l = &s->levels[level];

	assert(level > AS_LEVEL_ITERATION && level < AS_TREE_LEVELS);
	struct as_packed *members = as_level_units(l);
	for (enum as_unit_member m = 0; m < AS_UNIT_MEMBERS; m++)
		if (!members || !as_packed_push(&members[m], as_unit_word(unit, m)))
			return as_fail_memory(err);
	l->n++;
	if (!grow_columns(l) || (level == AS_LEVEL_EXECUTION && !close_range(s)))
		return as_fail_memory(err);
	*out = l->n - 1;
	return AS_OK;
}

static bool add_member(struct as_level *l, const struct as_unit *units, size_t n,
	enum as_unit_member m)
{
	uint64_t words[AS_PACKED_BLOCK];

	for (size_t i = 0, step; i < n; i += step) {
		step = n - i < AS_PACKED_BLOCK ? n - i : AS_PACKED_BLOCK;
		for (size_t k = 0; k < step; k++)
			words[k] = as_unit_word(&units[i + k], m);
		if (!as_packed_append(&l->units[m], words, step))
			return false;
	}
	return true;
}

enum as_status as_subject_add_units(struct as_subject *s, enum as_level_index level,
	const struct as_unit *units, const struct as_metric_values *values, struct as_err *err)
{
	struct as_level *l = &s->levels[level];
	struct as_packed *first = &s->iterations.first;
	const bool executions = level == AS_LEVEL_EXECUTION;

	assert(level > AS_LEVEL_ITERATION && level < AS_TREE_LEVELS);
	bool well = as_level_units(l);
	for (size_t m = 0; well && m < AS_UNIT_MEMBERS; m++)
		well = add_member(l, units, values->n, (enum as_unit_member)m);
	well = well && add_values(l, values);
	if (well && executions && !first->n)
		well = as_packed_push(first, 0);
	if (well && executions)
		well = as_packed_fill(first, s->levels[AS_LEVEL_ITERATION].n, values->n);
	return well ? AS_OK : as_fail_memory(err);
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
		(build->layout && !copy.layout) ||
		!AS_PUSH(s->builds, s->n_builds, s->cap_builds, copy))
		return as_fail_memory(err);
	return as_subject_add_unit(s, AS_LEVEL_BUILD, unit, &k, err);
}

/* ---- iterations ---- */

enum as_status as_subject_add_iteration(struct as_subject *s, enum as_role role, int64_t end_ns,
	struct as_err *err)
{
	struct as_level *l = &s->levels[AS_LEVEL_ITERATION];
	struct as_iterations *it = &s->iterations;
	size_t executions = s->levels[AS_LEVEL_EXECUTION].n;

	assert(executions > 0);
	if (!as_packed_push(&it->role, role) || !as_packed_push(&it->end_ns, (uint64_t)end_ns) ||
		!as_packed_set(&it->first, executions, l->n + 1))
		return as_fail_memory(err);
	l->n++;
	return grow_columns(l) ? AS_OK : as_fail_memory(err);
}

enum as_status as_subject_add_iterations(struct as_subject *s, enum as_role role,
	const struct as_metric_values *values, struct as_err *err)
{
	struct as_level *l = &s->levels[AS_LEVEL_ITERATION];
	struct as_iterations *it = &s->iterations;
	const size_t executions = s->levels[AS_LEVEL_EXECUTION].n;

	assert(executions > 0);
	const bool well = as_packed_fill(&it->role, role, values->n) &&
		as_packed_fill(&it->end_ns, 0, values->n) &&
		as_packed_set(&it->first, executions, l->n + values->n) && add_values(l, values);
	return well ? AS_OK : as_fail_memory(err);
}

struct as_range as_iterations_of(const struct as_subject *s, size_t e)
{
	const struct as_packed *first = &s->iterations.first;

	return (struct as_range){
		(size_t)as_packed_at(first, e), (size_t)as_packed_at(first, e + 1)};
}

size_t as_iterations_most(const struct as_subject *s)
{
	size_t most = 1;

	for (size_t e = 0; e < s->levels[AS_LEVEL_EXECUTION].n; e++) {
		const struct as_range r = as_iterations_of(s, e);
		most = r.to - r.from > most ? r.to - r.from : most;
	}
	return most;
}

enum as_role as_iteration_role(const struct as_subject *s, size_t i)
{
	return (enum as_role)as_packed_at(&s->iterations.role, i);
}

int64_t as_iteration_end(const struct as_subject *s, size_t i)
{
	return (int64_t)as_packed_at(&s->iterations.end_ns, i);
}

enum as_status as_subject_no_iterations(struct as_subject *s, struct as_err *err)
{
	size_t executions = s->levels[AS_LEVEL_EXECUTION].n;

	while (executions && s->iterations.first.n <= executions)
		if (!as_packed_push(&s->iterations.first, 0))
			return as_fail_memory(err);
	return AS_OK;
}

/* ---- values ---- */

double as_column_at(const struct as_column *c, size_t i)
{
	return as_packed_real(&c->values, i);
}

const struct as_column *as_subject_column(const struct as_subject *s, enum as_level_index level,
	size_t metric)
{
	const struct as_level *l = &s->levels[level];
	size_t c = column_number(l, metric);

	return c < l->n_columns ? &l->columns[c] : NULL;
}

enum as_status as_subject_set(struct as_subject *s, enum as_level_index level, size_t unit,
	size_t metric, double value, struct as_err *err)
{
	struct as_level *l = &s->levels[level];
	struct as_column *c = column_of(l, metric);

	assert(unit < l->n);
	return c && as_packed_set_real(&c->values, unit, value) ? AS_OK : as_fail_memory(err);
}

enum as_status as_subject_note(struct as_subject *s, struct as_arena *a, enum as_level_index level,
	size_t unit, const char *text, struct as_err *err)
{
	struct as_note note = {.level = level, .unit = unit, .text = as_arena_strdup(a, text)};

	if (!note.text || !AS_PUSH(s->notes, s->n_notes, s->cap_notes, note))
		return as_fail_memory(err);
	return AS_OK;
}

/* ---- names ---- */

static size_t stars_in(const char *s)
{
	size_t n = 0;

	while ((s = strchr(s, '*'))) {
		n++;
		s++;
	}
	return n;
}

enum as_status as_rename_check(const struct as_rename *r, struct as_err *err)
{
	const size_t from = r->exact ? 0 : stars_in(r->from), to = r->exact ? 0 : stars_in(r->to);

	if (!*r->from || !*r->to)
		return as_fail(err, AS_ERR_USAGE, "a name is empty");
	for (const char *s = r->to; *s; s++)
		if ((unsigned char)*s < ' ' || *s == 0x7f)
			return as_fail(err, AS_ERR_USAGE,
				"the new name has a control character in it");
	if (from > 1 || to > 1)
		return as_fail(err, AS_ERR_USAGE, "'%.200s' has more than one *",
			from > 1 ? r->from : r->to);
	if (from != to)
		return as_fail(err, AS_ERR_USAGE,
			"'%.200s' has a * and '%.200s' has none: what it stands for is carried "
			"over, so give one to both, or to neither",
			from ? r->from : r->to, from ? r->to : r->from);
	return strcmp(r->from, r->to) != 0
		       ? AS_OK
		       : as_fail(err, AS_ERR_USAGE, "both names are the same");
}

bool as_rename_applies(
	const struct as_rename *r, const char *name, struct as_arena *a, const char **out)
{
	const char *star = r->exact ? NULL : strchr(r->from, '*'), *put = strchr(r->to, '*');

	if (!star || !put) {
		if (strcmp(r->from, name) != 0)
			return false;
		*out = as_arena_strdup(a, r->to);
		return true;
	}
	const size_t before = (size_t)(star - r->from), after = strlen(star + 1),
		     n = strlen(name);
	if (n < before + after || strncmp(name, r->from, before) != 0 ||
		strcmp(name + n - after, star + 1) != 0)
		return false;
	*out = as_arena_printf(a, "%.*s%.*s%s", (int)(put - r->to), r->to,
		(int)(n - before - after), name + before, put + 1);
	return !*out || (**out && strcmp(*out, name) != 0);
}
