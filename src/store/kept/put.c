/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "store/kept/packs.h"
#include "store/sql/row.h"

enum { MANY_VERSIONS = 3 };

/* The metric whose summaries a list shows: that of the analysis, else the criterion. */
static size_t listed(const struct as_experiment *x, const struct as_analysis *a)
{
	if (a && a->n_subjects)
		return a->summaries[0].metric;
	return as_experiment_find_metric(x, x->metrics[x->criterion].name);
}

static bool is_same(const struct as_version *a, const struct as_version *b)
{
	return a->changes == b->changes &&
		!strcmp(a->commit ? a->commit : "", b->commit ? b->commit : "");
}

/* Different versions of its subjects; what matters is whether they are one, two, or more. */
static size_t count_versions(const struct as_experiment *x)
{
	const struct as_version *seen[MANY_VERSIONS];
	size_t n = 0;

	for (size_t i = 0; i < x->n_subjects && n < MANY_VERSIONS; i++) {
		const struct as_version *v = &x->subjects[i].version;
		size_t k = 0;
		while (k < n && !is_same(seen[k], v))
			k++;
		if (k == n && as_version_known(v))
			seen[n++] = v;
	}
	return n;
}

static enum as_status put_head(struct as_store *s, const struct as_experiment *x,
	const struct as_analysis *a, struct as_kept *at, struct as_err *err)
{
	struct as_sql q;
	const bool known = at->id != 0;
	struct as_experiment counted = *x;

	counted.n_versions = count_versions(x);

	/* What the user has added to an interrupted one, its label above all, stays. One that is there
	 * says its number, since a number that is drawn for nothing is missing afterwards. */
	as_row_insert(&q, s,
		&(struct as_kept_row){"experiments",
			known ? "session, n_subjects, criterion, listed, one_version, id"
			      : "session, n_subjects, criterion, listed, one_version",
			{&as_experiment_fields, &as_machine_fields},
			"ON CONFLICT (id) DO UPDATE SET ended_ns = excluded.ended_ns, session = "
			"excluded.session, criterion = excluded.criterion, listed = "
			"excluded.listed, n_subjects = excluded.n_subjects, reference = "
			"excluded.reference, n_versions = excluded.n_versions, one_version = "
			"excluded.one_version RETURNING id"});
	as_sql_set_ints(&q,
		(const int64_t[]){at->session, (int64_t)x->n_subjects, (int64_t)x->criterion,
			(int64_t)listed(x, a), as_store_one_version(x), at->id},
		known ? 6 : 5);
	as_row_set(&q, &as_experiment_fields, &counted);
	as_row_set(&q, &as_machine_fields, &x->machine);
	if (as_sql_row(&q))
		at->id = as_sql_int(&q, 1, INT64_MAX);
	return as_sql_end(&q, err);
}

static enum as_status put_plan(struct as_store *s, int64_t id, const struct as_plan *p,
	struct as_err *err)
{
	struct as_sql q;

	as_row_insert(&q, s, &(struct as_kept_row){"plans", "experiment", {&as_plan_fields}, NULL});
	as_sql_set_int(&q, id);
	as_row_set(&q, &as_plan_fields, p);
	as_sql_run(&q);
	return as_sql_end(&q, err);
}

static enum as_status put_metrics(struct as_store *s, int64_t id, const struct as_experiment *x,
	const struct as_analysis *a, struct as_err *err)
{
	struct as_sql q;

	as_row_insert(&q, s,
		&(struct as_kept_row){"metrics", "experiment, number", {&as_metric_fields}, NULL});
	for (size_t i = 0; i < x->n_metrics; i++) {
		if (!as_experiment_uses_metric(x, i) && i != listed(x, a))
			continue;
		as_sql_set_ints(&q, (const int64_t[]){id, (int64_t)i}, 2);
		as_row_set(&q, &as_metric_fields, &x->metrics[i]);
		as_sql_run(&q);
	}
	return as_sql_end(&q, err);
}

/* Everything of one experiment, inside a transaction. */
static enum as_status put_all(struct as_store *s, const struct as_experiment *x,
	const struct as_analysis *a, struct as_kept *out, struct as_err *err)
{
	unsigned char *packs = as_packs_of(x, a);
	enum as_status st = packs ? as_store_session(s, x, &out->session, err)
				  : as_fail_memory(err);

	if (!st)
		st = put_head(s, x, a, out, err);
	if (!st)
		st = as_store_put_facts(s, out->id, &x->machine, err);
	if (!st)
		st = put_plan(s, out->id, &x->plan, err);
	if (!st)
		st = put_metrics(s, out->id, x, a, err);
	if (!st)
		st = as_store_put_subjects(s, out->id, x, packs, err);
	if (!st)
		st = as_store_put_summaries(s, out->id, a, packs, err);
	if (!st)
		st = as_store_put_packs(s, out->id, x, packs, a, err);
	free(packs);
	return st;
}

static bool is_of(const struct as_summary *y, const struct as_experiment *x)
{
	return y->subject < x->n_subjects && y->metric < x->n_metrics &&
		(y->method <= AS_INTERVAL_SKEWED || y->method >= AS_INTERVAL_LASTING);
}

static enum as_status check(struct as_store *s, const struct as_experiment *x,
	const struct as_analysis *a, struct as_err *err)
{
	struct as_err why = {0};
	enum as_status st = as_experiment_check(x, &why);

	for (size_t k = 0; !st && a && k <= a->others; k++)
		for (size_t i = 0; !st && i < a[k].n_subjects; i++)
			if (!is_of(&a[k].summaries[i], x))
				st = as_fail(&why, AS_ERR_DATA, "summary %zu is of nothing in it",
					i);
	if (!st)
		return AS_OK;
	return as_fail(err, AS_ERR_ARG,
		"cannot %s '%s': %s; this is a mistake in assay, please report it", s->doing,
		s->path, why.msg);
}

/* The number of the experiment with that uuid, 0 if there is none. */
static enum as_status find_twin(struct as_store *s, const char *uuid, int64_t *out,
	struct as_err *err)
{
	struct as_sql q;

	*out = 0;
	as_sql_prepare(&q, s, "SELECT id FROM experiments WHERE uuid = ?");
	as_sql_set_text(&q, uuid);
	if (as_sql_row(&q))
		*out = as_sql_int(&q, 1, INT64_MAX);
	return as_sql_end(&q, err);
}

enum as_status as_store_has(struct as_store *s, const char *uuid, int64_t *out, struct as_err *err)
{
	int64_t twin = 0;

	as_store_doing(s, "look for an experiment in");
	enum as_status st = find_twin(s, uuid, &twin, err);
	if (!st)
		*out = twin;
	return st;
}

/* Whatever was kept of an interrupted experiment, but its row. */
static enum as_status empty(struct as_store *s, int64_t id, struct as_err *err)
{
	static const char *const deletes[] = {
		"DELETE FROM experiment_facts WHERE experiment = ?",
		"DELETE FROM plans WHERE experiment = ?",
		"DELETE FROM summaries WHERE experiment = ?",
		"DELETE FROM subjects WHERE experiment = ?",
		"DELETE FROM metrics WHERE experiment = ?",
	};
	enum as_status st = AS_OK;

	for (size_t i = 0; i < sizeof deletes / sizeof deletes[0] && !st; i++)
		st = as_sql_run_with(s, deletes[i], id, err);
	return st;
}

/* The same experiment is there already: as it was when it was interrupted, which this one
 * replaces, or whole. */
static enum as_status look_for_twin(struct as_store *s, const char *uuid, int64_t *out,
	struct as_err *err)
{
	struct as_sql q;
	int64_t twin = 0, outcome = 0;

	as_sql_prepare(&q, s,
		"SELECT e.id, p.outcome FROM experiments e JOIN plans p ON p.experiment = e.id"
		" WHERE e.uuid = ?");
	as_sql_set_text(&q, uuid);
	if (as_sql_row(&q)) {
		twin = as_sql_int(&q, 1, INT64_MAX);
		outcome = as_sql_int(&q, 0, AS_OUTCOME_INTERRUPTED);
	}
	enum as_status st = as_sql_end(&q, err);
	if (!st && twin && outcome != AS_OUTCOME_INTERRUPTED)
		st = as_fail(err, AS_ERR_STORE,
			"cannot %s '%s': it is there already, as number %lld", s->doing, s->path,
			(long long)twin);
	if (!st && twin)
		st = empty(s, twin, err);
	if (!st)
		*out = twin;
	return st;
}

enum as_status as_store_put_kept(struct as_store *s, const struct as_experiment *x,
	const struct as_analysis *a, struct as_kept *out, struct as_err *err)
{
	struct as_kept kept = {0};
	enum as_status st = check(s, x, a, err);

	if (st)
		return st;
	st = as_sql_begin(s, AS_SQL_TO_WRITE, err);
	if (st)
		return st;
	st = look_for_twin(s, x->uuid, &kept.id, err);
	if (!st)
		st = put_all(s, x, a, &kept, err);
	st = as_sql_finish(s, st, err);
	if (!st)
		*out = kept;
	return st;
}

enum as_status as_store_put(struct as_store *s, struct as_experiment *x,
	const struct as_analysis *analysis, struct as_err *err)
{
	struct as_kept kept = {0};

	as_store_doing(s, "keep the experiment in");
	enum as_status st = as_store_put_kept(s, x, analysis, &kept, err);

	if (st)
		return st;
	x->id = kept.id;
	x->session = kept.session;
	return AS_OK;
}

/* With nothing of it in memory. */
static enum as_status read_back(struct as_store *s, int64_t id, struct as_err *err)
{
	struct as_experiment *x = NULL;

	s->engine->calm(s);
	enum as_status st = as_store_get(s, id, &x, err);
	as_experiment_free(x);
	return st;
}

enum as_status as_store_put_surely(struct as_store *s, struct as_experiment *x,
	const struct as_analysis *analysis, struct as_err *err)
{
	struct as_err why = {0};
	struct as_sql q;
	enum as_status st = as_store_put(s, x, analysis, err);

	if (!st)
		st = as_store_settle(s, err);
	if (st || !read_back(s, x->id, &why))
		return st;
	as_sql_prepare(&q, s, "DELETE FROM experiments WHERE id = ?");
	as_sql_set_int(&q, x->id);
	as_sql_run(&q);
	if (as_sql_end(&q, NULL)) {
		/* It stays, and cannot be read: that is said. */
	}
	x->id = 0;
	return as_fail(err, why.code == AS_ERR_MEM ? AS_ERR_MEM : AS_ERR_STORE,
		"cannot keep the experiment: what was written cannot be read back: %s", why.msg);
}

enum as_status as_store_mark_shown(struct as_store *s, int64_t id, struct as_err *err)
{
	as_store_doing(s, "mark experiment %lld as shown in", (long long)id);
	return as_sql_run_with(s, "UPDATE experiments SET shown = 1 WHERE id = ?", id, err);
}
