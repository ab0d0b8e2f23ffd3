/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text.h"
#include "store/kept/joined_trees.h"
#include "store/sql/pack.h"
#include "store/sql/row.h"

enum {
	AT_ONCE = 16, /* columns that one statement puts: a small tree has fewer */
	AT_ONCE_BYTES = 1 << 20, /* and of no more than that, so that large ones are not held twice */
};

/* A column that is packed and waits for its statement. */
struct packed_column {
	size_t level;
	enum as_series field;
	size_t metric, n; /* metric where the field is AS_SERIES_VALUES */
	size_t at, size; /* its bytes */
};

/* The columns of one experiment on their way into the file. */
struct putting {
	struct as_store *store;
	int64_t experiment;
	int64_t subject, number; /* of the subject, and of its next column */
	struct as_packer *packer;
	struct packed_column waiting[AT_ONCE];
	size_t n_waiting;
	struct as_text bytes; /* of those that wait */
	struct as_err *err;
};

struct put_column {
	size_t level;
	enum as_series field;
	size_t metric; /* of values, and of what is left of them */
	const struct as_packed *values;
	size_t width;
};

static void set_column(struct putting *w, struct as_sql *q, const struct packed_column *c)
{
	as_sql_set_ints(q,
		(const int64_t[]){w->experiment, w->subject, w->number++, (int64_t)c->level,
			c->field},
		5);
	if (c->field == AS_SERIES_VALUES || c->field >= AS_SERIES_SUM)
		as_sql_set_int(q, (int64_t)c->metric);
	else
		as_sql_set_null(q);
	as_sql_set_int(q, (int64_t)c->n);
	as_sql_set_blob(q, w->bytes.data + c->at, c->size);
}

/* Those that wait, by one statement: each takes as long as several columns do. */
static enum as_status flush_columns(struct putting *w)
{
	struct as_text sql = {0};
	struct as_sql q;

	if (!w->n_waiting)
		return AS_OK;
	as_text_add(&sql, "INSERT INTO series (experiment, subject, number, level, field, metric, "
			  "n, data) VALUES ");
	for (size_t i = 0; i < w->n_waiting; i++)
		as_text_add(&sql, i ? ", (?, ?, ?, ?, ?, ?, ?, ?)" : "(?, ?, ?, ?, ?, ?, ?, ?)");
	as_sql_prepare(&q, w->store, as_text_str(&sql));
	q.memory = q.memory || sql.failed || w->bytes.failed;
	for (size_t i = 0; i < w->n_waiting && !w->bytes.failed; i++)
		set_column(w, &q, &w->waiting[i]);
	as_sql_run(&q);
	as_text_release(&sql);
	as_text_clear(&w->bytes);
	w->n_waiting = 0;
	return as_sql_end(&q, w->err);
}

static enum as_status put_column(struct putting *w, const struct put_column *c)
{
	const void *data;
	size_t size;
	enum as_status st =
		as_packer_pack(w->packer, c->values, c->width, &data, &size, w->err);

	if (!st && (w->n_waiting == AT_ONCE || w->bytes.len + size > AT_ONCE_BYTES))
		st = flush_columns(w);
	if (st)
		return st;
	w->waiting[w->n_waiting++] = (struct packed_column){
		c->level, c->field, c->metric, c->values->n, w->bytes.len, size};
	as_text_add_n(&w->bytes, data, size);
	return AS_OK;
}

static enum as_status put_units(struct putting *w, const struct as_level *l, size_t level)
{
	enum as_status st = AS_OK;

	for (size_t m = 0; !st && m < AS_UNIT_MEMBERS; m++)
		st = put_column(w, &(struct put_column){
					   .level = level,
					   .field = as_series_of((enum as_unit_member)m),
					   .values = &l->units[m],
					   .width = as_unit_places[m].width,
				   });
	return st;
}

static enum as_status put_iterations(struct putting *w, const struct as_subject *s)
{
	const struct as_iterations *it = &s->iterations;
	struct as_packed counts = {0};
	const struct put_column columns[] = {
		{.field = AS_SERIES_COUNTS, .values = &counts, .width = 8},
		{.field = AS_SERIES_ROLE, .values = &it->role, .width = 1},
		{.field = AS_SERIES_END, .values = &it->end_ns, .width = 8},
	};
	enum as_status st = AS_OK;

	for (size_t e = 0; !st && e < s->levels[AS_LEVEL_EXECUTION].n; e++) {
		const struct as_range range = as_iterations_of(s, e);
		if (!as_packed_push(&counts, range.to - range.from))
			st = as_fail_memory(w->err);
	}
	for (size_t i = 0; !st && i < sizeof columns / sizeof *columns; i++)
		st = put_column(w, &columns[i]);
	as_packed_release(&counts);
	return st;
}

static enum as_status put_thinned(struct putting *w, const struct as_thinned *t)
{
	struct as_packed whole = {.reals = true};
	enum as_status st = AS_OK;

	for (size_t k = 0; k < AS_SUMS && !st; k++)
		st = put_column(w, &(struct put_column){.level = AS_LEVEL_EXECUTION,
			.field = (enum as_series)(k < AS_SUM_TYPICAL ? AS_SERIES_SUM + k
				: AS_SERIES_TYPICAL + k - AS_SUM_TYPICAL), .metric = t->metric,
			.values = &t->sum[k], .width = 8});
	for (size_t k = 0; k < AS_WHOLE && !st; k++)
		st = as_packed_push_real(&whole, t->whole[k]) ? AS_OK : as_fail_memory(w->err);
	if (!st)
		st = put_column(w, &(struct put_column){.level = AS_LEVEL_EXECUTION,
					   .field = AS_SERIES_WHOLE,
					   .metric = t->metric,
					   .values = &whole,
					   .width = 8});
	as_packed_release(&whole);
	return st;
}

static enum as_status put_tree(struct putting *w, const struct as_subject *s)
{
	enum as_status st = AS_OK;

	if (s->levels[AS_LEVEL_ITERATION].n)
		st = put_iterations(w, s);
	for (size_t l = 0; l < AS_MODEL_LEVELS; l++) {
		const struct as_level *level = &s->levels[l];
		if (!st && l != AS_LEVEL_ITERATION && level->n)
			st = put_units(w, level, l);
		for (size_t c = 0; !st && c < level->n_columns; c++)
			st = put_column(w, &(struct put_column){
						   .level = l,
						   .field = AS_SERIES_VALUES,
						   .metric = level->columns[c].metric,
						   .values = &level->columns[c].values,
						   .width = 8,
					   });
	}
	for (size_t i = 0; i < s->n_thinned && !st; i++)
		st = put_thinned(w, &s->thinned[i]);
	return st;
}

static enum as_status put_joined(struct putting *w, const struct as_experiment *x, size_t first,
	size_t n)
{
	struct as_subject all = {0};
	enum as_status st = as_trees_join(x, first, n, &all, w->err);

	if (!st)
		st = put_tree(w, &all);
	as_subject_release(&all);
	return st;
}

enum as_status as_store_put_series(struct as_store *s, int64_t experiment,
	const struct as_experiment *x, struct as_err *err)
{
	struct putting w = {.store = s, .experiment = experiment, .err = err};
	enum as_status st = AS_OK;

	w.packer = as_packer_new();
	if (!w.packer)
		return as_fail_memory(err);
	for (size_t i = 0, n; !st && i < x->n_subjects; i += n) {
		n = as_trees_alike(x, i);
		w.subject = (int64_t)i;
		w.number = 0;
		st = n > 1 ? put_joined(&w, x, i, n) : put_tree(&w, &x->subjects[i]);
		if (!st)
			st = flush_columns(&w);
	}
	as_packer_free(w.packer);
	as_text_release(&w.bytes);
	return st;
}
