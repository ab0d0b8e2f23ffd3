/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "store/pack.h"
#include "store/sql.h"

#define FIELD(name, member) \
	{AS_FIELD_##name, offsetof(struct as_unit, member), sizeof((struct as_unit){0}.member)}

const struct as_unit_field as_unit_fields[AS_UNIT_FIELDS] = {
	FIELD(PARENT, parent),
	FIELD(ORDER, order),
	FIELD(ROUND, round),
	FIELD(CODE, code),
	FIELD(ROLE, role),
	FIELD(ENDING, ending),
	FIELD(SEED, seed),
	FIELD(STARTED, started_ns),
	FIELD(COST, cost_s),
};
#undef FIELD

/* The columns of one experiment on their way into the file. */
struct writing {
	struct as_store *store;
	int64_t experiment;
	int64_t subject, number; /* of the subject, and of its next column */
	struct as_packer *packer;
	struct as_sql insert;
	struct as_err *err;
};

struct column {
	size_t level;
	enum as_field field;
	size_t metric; /* where the field is AS_FIELD_VALUES */
	const void *values;
	size_t n, width;
};

static enum as_status put_column(struct writing *w, const struct column *c)
{
	struct as_sql *q = &w->insert;
	const void *data;
	size_t size;
	enum as_status st =
		as_packer_pack(w->packer, c->values, c->n, c->width, &data, &size, w->err);

	if (st)
		return st;
	as_sql_set_ints(q,
		(const int64_t[]){w->experiment, w->subject, w->number++, (int64_t)c->level,
			c->field},
		5);
	if (c->field == AS_FIELD_VALUES)
		as_sql_set_int(q, (int64_t)c->metric);
	else
		as_sql_set_null(q);
	as_sql_set_int(q, (int64_t)c->n);
	as_sql_set_blob(q, data, size);
	as_sql_run(q);
	return AS_OK; /* a failure of SQLite sticks to the statement */
}

static enum as_status put_units(struct writing *w, const struct as_level *l, size_t level)
{
	unsigned char *values = l->n <= SIZE_MAX / 8 ? malloc(l->n * 8) : NULL;
	enum as_status st = AS_OK;

	if (!values)
		return as_fail_memory(w->err);
	for (size_t f = 0; !st && f < AS_UNIT_FIELDS; f++) {
		const struct as_unit_field *field = &as_unit_fields[f];
		for (size_t i = 0; i < l->n; i++)
			memcpy(values + i * field->width,
				(const char *)&l->units[i] + field->offset, field->width);
		st = put_column(w,
			&(struct column){
				.level = level,
				.field = field->field,
				.values = values,
				.n = l->n,
				.width = field->width,
			});
	}
	free(values);
	return st;
}

static enum as_status put_iterations(struct writing *w, const struct as_subject *s)
{
	const struct as_iterations *it = &s->iterations;
	size_t n = s->levels[AS_LEVEL_ITERATION].n, executions = s->levels[AS_LEVEL_EXECUTION].n;
	uint64_t *counts = calloc(executions ? executions : 1, sizeof *counts);
	const struct column columns[] = {
		{.field = AS_FIELD_COUNTS, .values = counts, .n = executions, .width = 8},
		{.field = AS_FIELD_ROLE, .values = it->role, .n = n, .width = 1},
		{.field = AS_FIELD_END, .values = it->end_ns, .n = n, .width = 8},
	};
	enum as_status st = AS_OK;

	if (!counts)
		return as_fail_memory(w->err);
	for (size_t e = 0; e < executions; e++)
		counts[e] = it->first[e + 1] - it->first[e];
	for (size_t i = 0; !st && i < sizeof columns / sizeof *columns; i++)
		st = put_column(w, &columns[i]);
	free(counts);
	return st;
}

static enum as_status put_tree(struct writing *w, const struct as_subject *s)
{
	enum as_status st = AS_OK;

	if (s->levels[AS_LEVEL_ITERATION].n)
		st = put_iterations(w, s);
	for (size_t l = 0; l < AS_MODEL_LEVELS; l++) {
		const struct as_level *level = &s->levels[l];
		if (!st && l != AS_LEVEL_ITERATION && level->n)
			st = put_units(w, level, l);
		for (size_t c = 0; !st && c < level->n_columns; c++)
			st = put_column(w,
				&(struct column){
					.level = l,
					.field = AS_FIELD_VALUES,
					.metric = level->columns[c].metric,
					.values = level->columns[c].values,
					.n = level->n,
					.width = 8,
				});
	}
	return st;
}

static enum as_status put_trees(struct writing *w, const struct as_experiment *x)
{
	enum as_status st = AS_OK, ended;

	w->packer = as_packer_new();
	if (!w->packer)
		return as_fail_memory(w->err);
	as_sql_prepare(&w->insert, w->store,
		"INSERT INTO series (experiment, subject, number, level, field, metric, n, data)"
		" VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
	for (size_t i = 0; !st && i < x->n_subjects; i++) {
		w->subject = (int64_t)i;
		w->number = 0;
		st = put_tree(w, &x->subjects[i]);
	}
	ended = as_sql_end(&w->insert, st ? NULL : w->err);
	as_packer_free(w->packer);
	return st ? st : ended;
}

static enum as_status put_subject_rows(struct writing *w, const struct as_experiment *x)
{
	struct as_sql q;

	as_sql_prepare(&q, w->store,
		"INSERT INTO subjects (experiment, number, leftovers, iterations, executions,"
		" builds, sessions, name, command, build_command, benchmark, executable,"
		" executable_hash, shell, shell_reason, shell_cost_ns)"
		" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
	for (size_t i = 0; i < x->n_subjects; i++) {
		const struct as_subject *s = &x->subjects[i];
		as_sql_set_ints(&q, (const int64_t[]){w->experiment, (int64_t)i, s->leftovers}, 3);
		for (size_t l = 0; l < AS_MODEL_LEVELS; l++)
			as_sql_set_int(&q, (int64_t)s->levels[l].n);
		as_sql_set_texts(&q,
			(const char *[]){s->name, s->command, s->build_command, s->benchmark,
				s->executable, s->executable_hash, s->shell, s->shell_reason},
			8);
		as_sql_set_real(&q, s->shell_cost_ns);
		as_sql_run(&q);
	}
	return as_sql_end(&q, w->err);
}

static enum as_status put_parameters(struct writing *w, const struct as_experiment *x)
{
	struct as_sql q;

	as_sql_prepare(&q, w->store,
		"INSERT INTO parameters (experiment, subject, number, name, value)"
		" VALUES (?, ?, ?, ?, ?)");
	for (size_t i = 0; i < x->n_subjects; i++)
		for (size_t k = 0; k < x->subjects[i].n_parameters; k++) {
			const struct as_parameter *p = &x->subjects[i].parameters[k];
			as_sql_set_ints(&q,
				(const int64_t[]){w->experiment, (int64_t)i, (int64_t)k}, 3);
			as_sql_set_texts(&q, (const char *[]){p->name, p->value}, 2);
			as_sql_run(&q);
		}
	return as_sql_end(&q, w->err);
}

static enum as_status put_builds(struct writing *w, const struct as_experiment *x)
{
	struct as_sql q;

	as_sql_prepare(&q, w->store,
		"INSERT INTO builds (experiment, subject, number, bytes, hash, code, layout)"
		" VALUES (?, ?, ?, ?, ?, ?, ?)");
	for (size_t i = 0; i < x->n_subjects; i++)
		for (size_t k = 0; k < x->subjects[i].n_builds; k++) {
			const struct as_build *b = &x->subjects[i].builds[k];
			as_sql_set_ints(&q,
				(const int64_t[]){w->experiment, (int64_t)i, (int64_t)k, b->bytes},
				4);
			as_sql_set_texts(&q, (const char *[]){b->hash, b->code, b->layout}, 3);
			as_sql_run(&q);
		}
	return as_sql_end(&q, w->err);
}

static enum as_status put_notes(struct writing *w, const struct as_experiment *x)
{
	struct as_sql q;

	as_sql_prepare(&q, w->store,
		"INSERT INTO notes (experiment, subject, number, level, unit, text)"
		" VALUES (?, ?, ?, ?, ?, ?)");
	for (size_t i = 0; i < x->n_subjects; i++)
		for (size_t k = 0; k < x->subjects[i].n_notes; k++) {
			const struct as_note *note = &x->subjects[i].notes[k];
			as_sql_set_ints(&q,
				(const int64_t[]){w->experiment, (int64_t)i, (int64_t)k,
					note->level, (int64_t)note->unit},
				5);
			as_sql_set_text(&q, note->text);
			as_sql_run(&q);
		}
	return as_sql_end(&q, w->err);
}

enum as_status as_store_put_subjects(struct as_store *s, int64_t experiment,
	const struct as_experiment *x, struct as_err *err)
{
	struct writing w = {.store = s, .experiment = experiment, .err = err};
	enum as_status st = put_subject_rows(&w, x);

	if (!st)
		st = put_parameters(&w, x);
	if (!st)
		st = put_builds(&w, x);
	if (!st)
		st = put_notes(&w, x);
	return st ? st : put_trees(&w, x);
}
