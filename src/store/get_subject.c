/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "store/pack.h"
#include "store/sql.h"

/* Units of one level that a file may claim; memory is taken only when their values are there. */
#define UNITS_MAX (INT64_C(1) << 36)

/* The trees of one experiment on their way out of the file. */
struct reading {
	struct as_store *store;
	int64_t experiment;
	const struct as_store_metrics *metrics;
	struct as_experiment *x;
	struct as_subject *subject;
	size_t number;   /* of the subject */
	unsigned fields; /* of the level that is read: bit enum as_field is set when it was there */
	struct as_packer *packer;
	struct as_err *err;
};

/* A row of series. */
struct column {
	size_t level;
	enum as_field field;
	int64_t metric; /* -1: none */
	size_t n;
	const void *data; /* borrowed from the row */
	size_t size;
};

static enum as_status damaged(struct reading *r, const char *what)
{
	char words[160];

	sqlite3_snprintf(sizeof words, words, "subject %d: %s", (int)r->number + 1, what);
	return as_store_damaged(r->store, words, r->err);
}

/* Unpack the column into an empty one. */
static enum as_status unpack(struct reading *r, const struct column *c, size_t width,
	struct as_packed *out)
{
	if (!c->data || !as_packer_plausible(c->size, c->n, width))
		return damaged(r, "a column is too short");
	enum as_status st = as_packer_unpack(r->packer, c->data, c->size, out, c->n, width);
	if (st == AS_ERR_MEM)
		return as_fail_memory(r->err);
	return st ? damaged(r, "the values of a column do not match their checksum") : AS_OK;
}

static enum as_status get_unit_field(struct reading *r, const struct column *c,
	enum as_unit_member m)
{
	struct as_packed *values = &r->subject->levels[c->level].units[m];

	values->reals = m == AS_UNIT_COST;
	return unpack(r, c, as_unit_places[m].width, values);
}

static enum as_status get_values(struct reading *r, const struct column *c)
{
	struct as_level *l = &r->subject->levels[c->level];
	size_t m = c->metric >= 0 && (size_t)c->metric < r->metrics->n
		? r->metrics->number[c->metric] : SIZE_MAX;

	if (m == SIZE_MAX)
		return damaged(r, "a column is of no metric");
	const struct as_column fresh = {.metric = m, .values = {.reals = true}};
	if (!AS_PUSH(l->columns, l->n_columns, l->cap_columns, fresh))
		return as_fail_memory(r->err);
	return unpack(r, c, sizeof(double), &l->columns[l->n_columns - 1].values);
}

/* Where iterations of each execution begin, from the numbers of them. */
static enum as_status get_counts(struct reading *r, const struct column *c)
{
	struct as_packed *first = &r->subject->iterations.first, counts = {0};
	const size_t n = r->subject->levels[AS_LEVEL_ITERATION].n;
	size_t at = 0;
	enum as_status st = unpack(r, c, sizeof(uint64_t), &counts);

	if (!st && !as_packed_push(first, 0))
		st = as_fail_memory(r->err);
	for (size_t e = 0; !st && e < c->n; e++) {
		const uint64_t count = as_packed_at(&counts, e);
		if (count > n - at)
			st = damaged(r, "its executions have more iterations than there are");
		else if (!as_packed_push(first, at += (size_t)count))
			st = as_fail_memory(r->err);
	}
	as_packed_release(&counts);
	return st;
}

static enum as_status get_iteration_field(struct reading *r, const struct column *c)
{
	struct as_iterations *it = &r->subject->iterations;

	if (c->field == AS_FIELD_COUNTS)
		return get_counts(r, c);
	if (c->field == AS_FIELD_ROLE)
		return unpack(r, c, 1, &it->role);
	if (c->field == AS_FIELD_END)
		return unpack(r, c, sizeof(int64_t), &it->end_ns);
	return damaged(r, "a column of its iterations is of no kind that there is");
}

static enum as_status get_column(struct reading *r, const struct column *c)
{
	bool counts = c->level == AS_LEVEL_ITERATION && c->field == AS_FIELD_COUNTS;
	size_t want = r->subject->levels[counts ? AS_LEVEL_EXECUTION : c->level].n;

	if (c->n != want)
		return damaged(r, "a column has not one value a unit");
	if (c->field == AS_FIELD_VALUES)
		return get_values(r, c);
	if (r->fields >> c->field & 1)
		return damaged(r, "a column is there twice");
	r->fields |= 1u << c->field;
	if (c->level == AS_LEVEL_ITERATION)
		return get_iteration_field(r, c);
	for (size_t m = 0; m < AS_UNIT_MEMBERS; m++)
		if (as_unit_fields[m] == c->field)
			return get_unit_field(r, c, (enum as_unit_member)m);
	return damaged(r, "a column of its units is of no kind that there is");
}

/* Every level that has units has all that is known of each. */
static enum as_status all_there(struct reading *r, size_t level)
{
	unsigned want = 1u << AS_FIELD_COUNTS | 1u << AS_FIELD_ROLE | 1u << AS_FIELD_END;

	if (level != AS_LEVEL_ITERATION) {
		want = 0;
		for (size_t m = 0; m < AS_UNIT_MEMBERS; m++)
			want |= 1u << as_unit_fields[m];
	}
	if (r->subject->levels[level].n && (r->fields & want) != want)
		return damaged(r, "a column is missing");
	return AS_OK;
}

static enum as_status get_level(struct reading *r, size_t level)
{
	enum as_status st = AS_OK, ended;
	struct as_sql q;

	r->fields = 0;
	as_sql_prepare(&q, r->store,
		"SELECT field, ifnull(metric, -1), n, data FROM series"
		" WHERE experiment = ? AND subject = ? AND level = ? ORDER BY number");
	as_sql_set_ints(&q,
		(const int64_t[]){r->experiment, (int64_t)r->number, (int64_t)level}, 3);
	while (!st && as_sql_row(&q)) {
		struct column c = {.level = level};
		c.field = (enum as_field)as_sql_int(&q, 0, AS_FIELD_COUNTS);
		c.metric = as_sql_int(&q, -1, INT64_MAX);
		c.n = (size_t)as_sql_int(&q, 0, UNITS_MAX);
		c.data = as_sql_blob(&q, &c.size);
		if (as_sql_ok(&q))
			st = get_column(r, &c);
	}
	ended = as_sql_end(&q, st ? NULL : r->err);
	if (!st)
		st = ended;
	return st ? st : all_there(r, level);
}

static enum as_status get_tree(struct reading *r)
{
	struct as_subject *s = r->subject;
	enum as_status st = AS_OK;

	for (size_t l = 0; !st && l < AS_MODEL_LEVELS; l++)
		st = get_level(r, l);
	/* Executions without a single iteration have no column that says so. */
	if (!st && !s->iterations.first.n)
		st = as_subject_no_iterations(s, r->err);
	return st;
}

/* End the reading of what an experiment can do without. */
static enum as_status end_spare(struct reading *r, struct as_sql *q, const char *what)
{
	const bool damage = q->bad || (q->rc & 0xff) == SQLITE_CORRUPT;

	if (r->store->lenient && damage && !q->memory) {
		q->rc = SQLITE_OK;
		q->bad = NULL;
		q->memory = !as_experiment_remark(r->x,
			"%s of '%s' cannot be read: the file is damaged there, and assay store "
			"verify says where", what, r->subject->name);
	}
	return as_sql_end(q, r->err);
}

static enum as_status get_parameters(struct reading *r)
{
	struct as_subject *s = r->subject;
	struct as_arena *a = &r->x->arena;
	struct as_parameter *list = NULL;
	size_t cap = 0;
	struct as_sql q;

	as_sql_prepare(&q, r->store,
		"SELECT name, value FROM parameters WHERE experiment = ? AND subject = ?"
		" ORDER BY number");
	as_sql_set_ints(&q, (const int64_t[]){r->experiment, (int64_t)r->number}, 2);
	while (as_sql_row(&q)) {
		struct as_parameter p;
		p.name = as_sql_text(&q, a, AS_SQL_REQUIRED);
		p.value = as_sql_text(&q, a, AS_SQL_REQUIRED);
		if (as_sql_ok(&q) && !AS_PUSH(list, s->n_parameters, cap, p))
			q.memory = true;
	}
	s->parameters = as_arena_array(a, s->n_parameters, sizeof *list);
	if (!s->parameters)
		q.memory = true;
	else if (list)
		memcpy(s->parameters, list, s->n_parameters * sizeof *list);
	free(list);
	return end_spare(r, &q, "parameters");
}

static enum as_status get_version(struct reading *r)
{
	struct as_version *v = &r->subject->version;
	struct as_sql q;

	as_sql_prepare(&q, r->store,
		"SELECT date_ns, changes, project, commit_id, parents, branch, label FROM versions"
		" WHERE experiment = ? AND subject = ?");
	as_sql_set_ints(&q, (const int64_t[]){r->experiment, (int64_t)r->number}, 2);
	if (as_sql_row(&q)) {
		const char **texts[] = {
			&v->project, &v->commit, &v->parents, &v->branch, &v->label};
		v->date_ns = as_sql_int(&q, INT64_MIN, INT64_MAX);
		v->changes = (enum as_changes)as_sql_int(&q, 0, AS_CHANGES_SOME);
		for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
			*texts[i] = as_sql_text(&q, &r->x->arena, AS_SQL_OPTIONAL);
	}
	return end_spare(r, &q, "the version");
}

static enum as_status get_builds(struct reading *r)
{
	struct as_subject *s = r->subject;
	struct as_arena *a = &r->x->arena;
	struct as_sql q;

	as_sql_prepare(&q, r->store,
		"SELECT number, bytes, hash, code, layout FROM builds WHERE experiment = ?"
		" AND subject = ? ORDER BY number");
	as_sql_set_ints(&q, (const int64_t[]){r->experiment, (int64_t)r->number}, 2);
	while (as_sql_row(&q)) {
		struct as_build b;
		int64_t next = (int64_t)s->n_builds;
		as_sql_int(&q, next, next);
		b.bytes = as_sql_int(&q, 0, INT64_MAX);
		b.hash = as_sql_text(&q, a, AS_SQL_OPTIONAL);
		b.code = as_sql_text(&q, a, AS_SQL_OPTIONAL);
		b.layout = as_sql_text(&q, a, AS_SQL_OPTIONAL);
		if (as_sql_ok(&q) && !AS_PUSH(s->builds, s->n_builds, s->cap_builds, b))
			q.memory = true;
	}
	return as_sql_end(&q, r->err);
}

static enum as_status get_notes(struct reading *r)
{
	struct as_subject *s = r->subject;
	struct as_sql q;

	as_sql_prepare(&q, r->store,
		"SELECT level, unit, text FROM notes WHERE experiment = ? AND subject = ?"
		" ORDER BY number");
	as_sql_set_ints(&q, (const int64_t[]){r->experiment, (int64_t)r->number}, 2);
	while (as_sql_row(&q)) {
		struct as_note note;
		note.level = (enum as_level_index)as_sql_int(&q, 0, AS_MODEL_LEVELS - 1);
		note.unit = (size_t)as_sql_int(&q, 0, UNITS_MAX);
		note.text = as_sql_text(&q, &r->x->arena, AS_SQL_REQUIRED);
		if (as_sql_ok(&q) && !AS_PUSH(s->notes, s->n_notes, s->cap_notes, note))
			q.memory = true;
	}
	return end_spare(r, &q, "notes");
}

static enum as_status get_subject_rows(struct reading *r)
{
	struct as_experiment *x = r->x;
	struct as_sql q;

	as_sql_prepare(&q, r->store,
		"SELECT number, leftovers, iterations, executions, builds, sessions, name, command,"
		" build_command, benchmark, executable, executable_hash, shell, shell_reason,"
		" shell_cost_ns FROM subjects WHERE experiment = ? ORDER BY number");
	as_sql_set_int(&q, r->experiment);
	while (as_sql_row(&q)) {
		struct as_subject s = {0};
		int64_t next = (int64_t)x->n_subjects;
		as_sql_int(&q, next, next);
		s.leftovers = (uint32_t)as_sql_int(&q, 0, UINT32_MAX);
		for (size_t l = 0; l < AS_MODEL_LEVELS; l++)
			s.levels[l].n = (size_t)as_sql_int(&q, 0, UNITS_MAX);
		s.name = as_sql_text(&q, &x->arena, AS_SQL_REQUIRED);
		s.command = as_sql_text(&q, &x->arena, AS_SQL_REQUIRED);
		const char **texts[] = {&s.build_command, &s.benchmark, &s.executable,
			&s.executable_hash, &s.shell, &s.shell_reason};
		for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
			*texts[i] = as_sql_text(&q, &x->arena, AS_SQL_OPTIONAL);
		s.shell_cost_ns = as_sql_real(&q);
		if (as_sql_ok(&q) && !AS_PUSH(x->subjects, x->n_subjects, x->cap_subjects, s))
			q.memory = true;
	}
	return as_sql_end(&q, r->err);
}

enum as_status as_store_get_subjects(struct as_store *s, int64_t experiment,
	const struct as_store_metrics *metrics, struct as_experiment *x, struct as_err *err)
{
	struct reading r = {
		.store = s,
		.experiment = experiment,
		.metrics = metrics,
		.x = x,
		.packer = as_packer_new(),
		.err = err,
	};
	enum as_status st = r.packer ? get_subject_rows(&r) : as_fail_memory(err);

	for (size_t i = 0; !st && i < x->n_subjects; i++) {
		r.subject = &x->subjects[i];
		r.number = i;
		st = get_parameters(&r);
		if (!st)
			st = get_version(&r);
		/* Damage to what it has none of is no damage to it. */
		if (!st && r.subject->levels[AS_LEVEL_BUILD].n)
			st = get_builds(&r);
		if (!st)
			st = get_notes(&r);
		if (!st)
			st = get_tree(&r);
	}
	as_packer_free(r.packer);
	return st;
}
