/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/vec.h"
#include "store/kept/joined_trees.h"
#include "store/kept/packs.h"
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
	const unsigned char *packs; /* of each subject (kept/packs.h) */
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
			.field = (enum as_series)(AS_SERIES_SUM + k), .metric = t->metric,
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

static enum as_status put_trees(struct putting *w, const struct as_experiment *x)
{
	enum as_status st = AS_OK;

	w->packer = as_packer_new();
	if (!w->packer)
		return as_fail_memory(w->err);
	for (size_t i = 0, n; !st && i < x->n_subjects; i += n) {
		n = as_trees_alike(x, i);
		w->subject = (int64_t)i;
		w->number = 0;
		st = n > 1 ? put_joined(w, x, i, n) : put_tree(w, &x->subjects[i]);
		if (!st)
			st = flush_columns(w);
	}
	as_packer_free(w->packer);
	as_text_release(&w->bytes);
	return st;
}

static enum as_status put_subject_rows(struct putting *w, const struct as_experiment *x)
{
	size_t joined = 0, from = 0; /* the trees that are kept as one now */
	struct as_sql q;

	as_row_insert(&q, w->store,
		&(struct as_kept_row){"subjects",
			"experiment, number, iterations, executions, builds, sessions, joined, "
			"packed",
			{&as_subject_fields}, NULL});
	for (size_t i = 0; i < x->n_subjects; i++) {
		const struct as_subject *s = &x->subjects[i];
		if (i == from + joined) {
			from = i;
			joined = as_trees_alike(x, i);
		}
		if (w->packs[i] == AS_PACK_FOLLOWS)
			continue;
		as_sql_set_ints(&q, (const int64_t[]){w->experiment, (int64_t)i}, 2);
		for (size_t l = 0; l < AS_MODEL_LEVELS; l++)
			as_sql_set_int(&q, (int64_t)s->levels[l].n);
		as_sql_set_int(&q, i == from ? (int64_t)joined : 0);
		as_sql_set_int(&q, w->packs[i]);
		as_row_set(&q, &as_subject_fields, s);
		as_sql_run(&q);
	}
	return as_sql_end(&q, w->err);
}

/* Where trees are put anew, those that were together need not be any more. */
static enum as_status put_joins(struct putting *w, const struct as_experiment *x)
{
	struct as_sql q;

	as_sql_prepare(&q, w->store,
		"UPDATE subjects SET joined = ? WHERE experiment = ? AND number = ?");
	for (size_t i = 0, n; i < x->n_subjects; i += n) {
		n = as_trees_alike(x, i);
		for (size_t k = 0; k < n; k++) {
			as_sql_set_ints(&q, (const int64_t[]){k ? 0 : (int64_t)n, w->experiment,
				(int64_t)(i + k)}, 3);
			as_sql_run(&q);
		}
	}
	return as_sql_end(&q, w->err);
}

static enum as_status put_versions(struct putting *w, const struct as_experiment *x)
{
	const size_t n = as_store_one_version(x) ? 1 : x->n_subjects;
	struct as_sql q;

	as_row_insert(&q, w->store,
		&(struct as_kept_row){"versions", "experiment, subject", {&as_version_fields},
			NULL});
	for (size_t i = 0; i < n; i++) {
		const struct as_version *v = &x->subjects[i].version;
		if (!as_version_known(v))
			continue;
		as_sql_set_ints(&q, (const int64_t[]){w->experiment, (int64_t)i}, 2);
		as_row_set(&q, &as_version_fields, v);
		as_sql_run(&q);
	}
	return as_sql_end(&q, w->err);
}

/* What subjects have lists of, a row each. */
static enum as_status put_list(struct putting *w, const struct as_experiment *x,
	const struct as_store_list *list)
{
	struct as_sql q;

	as_row_insert(&q, w->store,
		&(struct as_kept_row){
			list->fields->table, "experiment, subject, number", {list->fields}, NULL});
	for (size_t i = 0; i < x->n_subjects; i++) {
		const char *s = (const char *)&x->subjects[i], *v;
		size_t n;
		if (w->packs[i] == AS_PACK_FOLLOWS)
			continue;
		memcpy(&v, s + list->v, sizeof v);
		memcpy(&n, s + list->n, sizeof n);
		for (size_t k = 0; k < n; k++) {
			as_sql_set_ints(&q, (const int64_t[]){w->experiment, (int64_t)i,
				(int64_t)k}, 3);
			as_row_set(&q, list->fields, v + k * list->size);
			as_sql_run(&q);
		}
	}
	return as_sql_end(&q, w->err);
}

static enum as_status put_lists(struct putting *w, const struct as_experiment *x)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; !st && i < AS_STORE_LISTS; i++)
		st = put_list(w, x, &as_store_lists[i]);
	return st;
}

enum as_status as_store_put_subjects(struct as_store *s, int64_t experiment,
	const struct as_experiment *x, const unsigned char *packs, struct as_err *err)
{
	struct putting w = {.store = s, .experiment = experiment, .packs = packs, .err = err};
	enum as_status st = put_subject_rows(&w, x);

	if (!st)
		st = put_versions(&w, x);
	if (!st)
		st = put_lists(&w, x);
	if (!st && x->pruned_ns)
		return as_store_mark_pruned(s, experiment, x->pruned_ns, err);
	return st ? st : put_trees(&w, x);
}

/* ---- out of packs ---- */

struct unpacking {
	struct as_summary *summaries; /* n_summaries of them, of those that come out */
	size_t n_summaries, cap_summaries;
	unsigned char *others; /* of each subject AS_PACK_FOLLOWS, but of those that come out */
	size_t n;
};

static enum as_status take_out(void *context, const struct as_pack *p)
{
	struct unpacking *u = context;

	for (size_t i = 1; i < p->n && p->first + i < u->n; i++)
		u->others[p->first + i] = 0;
	for (size_t i = 0; i < p->n_summaries; i++) {
		struct as_summary y = p->summaries[i];
		if (!y.subject)
			continue;
		y.subject += p->first;
		if (!AS_PUSH(u->summaries, u->n_summaries, u->cap_summaries, y))
			return AS_ERR_MEM;
	}
	return AS_OK;
}

static enum as_status put_summaries(struct putting *w, const struct unpacking *u)
{
	struct as_sql q;

	as_row_insert(&q, w->store,
		&(struct as_kept_row){"summaries", "experiment", {&as_summary_fields}, NULL});
	for (size_t i = 0; i < u->n_summaries; i++) {
		as_sql_set_int(&q, w->experiment);
		as_row_set(&q, &as_summary_fields, &u->summaries[i]);
		as_sql_run(&q);
	}
	return as_sql_end(&q, w->err);
}

static enum as_status forget_packs(struct as_store *s, int64_t experiment, struct as_err *err)
{
	const enum as_status st = as_sql_run_with(
		s, "DELETE FROM packs WHERE experiment = ?", experiment, err);

	return st ? st
		  : as_sql_run_with(s, "UPDATE subjects SET packed = 0 WHERE experiment = ?",
			    experiment, err);
}

/* Each subject gets rows of its own. x is what was read of it, but for its trees. */
static enum as_status unpack(struct putting *w, const struct as_experiment *x)
{
	struct unpacking u = {.n = x->n_subjects};

	u.others = malloc(u.n ? u.n : 1);
	if (!u.others)
		return as_fail_memory(w->err);
	memset(u.others, AS_PACK_FOLLOWS, u.n);
	enum as_status st = as_store_each_pack(w->store, w->experiment, NULL, take_out, &u, w->err);
	w->packs = u.others;
	if (!st)
		st = put_subject_rows(w, x);
	if (!st)
		st = put_lists(w, x);
	if (!st)
		st = put_summaries(w, &u);
	free(u.others);
	free(u.summaries);
	w->packs = NULL;
	return st ? st : forget_packs(w->store, w->experiment, w->err);
}

enum as_status as_store_put_trees(struct as_store *s, int64_t experiment,
	const struct as_experiment *x, struct as_err *err)
{
	struct putting w = {.store = s, .experiment = experiment, .err = err};
	enum as_status st = unpack(&w, x);

	if (!st)
		st = put_joins(&w, x);
	return st ? st : put_trees(&w, x);
}
