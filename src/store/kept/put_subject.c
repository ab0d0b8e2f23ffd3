/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "store/kept/joined_trees.h"
#include "store/kept/packs.h"
#include "store/sql/row.h"

/* What is put of the subjects of one experiment. */
struct putting_subjects {
	struct as_store *store;
	int64_t experiment;
	const unsigned char *packs; /* of each subject (kept/packs.h) */
	struct as_err *err;
};

static enum as_status put_subject_rows(struct putting_subjects *w, const struct as_experiment *x)
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
static enum as_status put_joins(struct putting_subjects *w, const struct as_experiment *x)
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

static enum as_status put_versions(struct putting_subjects *w, const struct as_experiment *x)
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
static enum as_status put_list(struct putting_subjects *w, const struct as_experiment *x,
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

static enum as_status put_lists(struct putting_subjects *w, const struct as_experiment *x)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; !st && i < AS_STORE_LISTS; i++)
		st = put_list(w, x, &as_store_lists[i]);
	return st;
}

enum as_status as_store_put_subjects(struct as_store *s, int64_t experiment,
	const struct as_experiment *x, const unsigned char *packs, struct as_err *err)
{
	struct putting_subjects w = {
		.store = s, .experiment = experiment, .packs = packs, .err = err};
	enum as_status st = put_subject_rows(&w, x);

	if (!st)
		st = put_versions(&w, x);
	if (!st)
		st = put_lists(&w, x);
	if (!st && x->pruned_ns)
		return as_store_mark_pruned(s, experiment, x->pruned_ns, err);
	return st ? st : as_store_put_series(s, experiment, x, err);
}

enum as_status as_store_put_summaries(struct as_store *s, int64_t id, const struct as_analysis *a,
	const unsigned char *packs, struct as_err *err)
{
	struct as_sql q;

	as_row_insert(&q, s,
		&(struct as_kept_row){"summaries", "experiment", {&as_summary_fields}, NULL});
	for (size_t k = 0; a && k <= a->others; k++)
		for (size_t i = 0; i < a[k].n_subjects; i++) {
			const struct as_summary *y = &a[k].summaries[i];
			if ((k && !y->n_top) || packs[y->subject] == AS_PACK_FOLLOWS)
				continue;
			as_sql_set_int(&q, id);
			as_row_set(&q, &as_summary_fields, y);
			as_sql_run(&q);
		}
	return as_sql_end(&q, err);
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

static enum as_status forget_packs(struct as_store *s, int64_t experiment, struct as_err *err)
{
	const enum as_status st = as_sql_run_with(
		s, "DELETE FROM packs WHERE experiment = ?", experiment, err);

	return st ? st
		  : as_sql_run_with(s, "UPDATE subjects SET packed = 0 WHERE experiment = ?",
			    experiment, err);
}

/* Each subject gets rows of its own. x is what was read of it, but for its trees. */
static enum as_status unpack(struct putting_subjects *w, const struct as_experiment *x)
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
		st = as_store_put_summaries(w->store, w->experiment,
			&(struct as_analysis){
				.summaries = u.summaries, .n_subjects = u.n_summaries},
			u.others, w->err);
	free(u.others);
	free(u.summaries);
	w->packs = NULL;
	return st ? st : forget_packs(w->store, w->experiment, w->err);
}

enum as_status as_store_put_trees(struct as_store *s, int64_t experiment,
	const struct as_experiment *x, struct as_err *err)
{
	struct putting_subjects w = {.store = s, .experiment = experiment, .err = err};
	enum as_status st = unpack(&w, x);

	if (!st)
		st = put_joins(&w, x);
	return st ? st : as_store_put_series(s, experiment, x, err);
}
