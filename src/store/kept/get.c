/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/vec.h"
#include "model/joined/table.h"
#include "store/sql/row.h"

/* Numbers in the file that become numbers of metrics here. */
struct store_reading {
	struct as_store *store;
	int64_t id;
	struct as_experiment *x;
	struct as_store_metrics metrics;
	size_t metrics_cap;
	int64_t n_subjects, criterion;
	const struct as_subjects_choice *choice; /* NULL: all of its subjects */
	struct as_err *err;
};

enum { METRICS_MAX = 1 << 16 };

static enum as_status get_head(struct store_reading *r)
{
	struct as_experiment *x = r->x;
	struct as_sql q;
	bool found = false;

	as_row_select(&q, r->store,
		&(struct as_kept_row){"experiments",
			"id, session, n_subjects, criterion, one_version",
			{&as_experiment_fields, &as_machine_fields}, "WHERE id = ?"});
	as_sql_set_int(&q, r->id);
	if (as_sql_row(&q)) {
		found = true;
		x->id = as_sql_int(&q, 1, INT64_MAX);
		x->session = as_sql_int(&q, 1, INT64_MAX);
		r->n_subjects = as_sql_int(&q, 0, INT32_MAX);
		r->criterion = as_sql_int(&q, 0, METRICS_MAX);
		r->metrics.one_version = as_sql_int(&q, 0, 1);
		as_row_get(&q, &as_experiment_fields, x, &x->arena);
		as_row_get(&q, &as_machine_fields, &x->machine, &x->arena);
	}
	enum as_status st = as_sql_end(&q, r->err);
	if (!st && !found)
		return as_fail(r->err, AS_ERR_USAGE,
			"cannot find an experiment with number %lld in '%s'; `assay list` shows "
			"those that are there",
			(long long)r->id, r->store->path);
	return st;
}

static enum as_status get_plan(struct store_reading *r)
{
	struct as_sql q;
	bool found = false;

	as_row_select(&q, r->store,
		&(struct as_kept_row){"plans", "experiment", {&as_plan_fields},
			"WHERE experiment = ?"});
	as_sql_set_int(&q, r->id);
	if (as_sql_row(&q)) {
		found = true;
		as_sql_int(&q, r->id, r->id);
		as_row_get(&q, &as_plan_fields, &r->x->plan, &r->x->arena);
	}
	enum as_status st = as_sql_end(&q, r->err);
	return st || found ? st : as_store_damaged(r->store, "it has no plan", r->err);
}

/* A metric under the number it has in the file. */
static enum as_status add_metric(struct store_reading *r, size_t number, const struct as_metric *m)
{
	struct as_store_metrics *map = &r->metrics;
	struct as_err why = {0};
	size_t here;
	enum as_status st = as_experiment_metric(r->x, m, &here, &why);

	if (st == AS_ERR_DATA)
		return as_store_damaged(r->store, why.msg, r->err);
	if (st)
		return as_fail_memory(r->err);
	if (!as_grow(&map->number, &r->metrics_cap, number + 1, sizeof *map->number))
		return as_fail_memory(r->err);
	while (map->n <= number)
		map->number[map->n++] = SIZE_MAX;
	map->number[number] = here;
	return AS_OK;
}

static enum as_status get_metrics(struct store_reading *r)
{
	struct as_sql q;
	enum as_status st = AS_OK, ended;

	as_row_select(&q, r->store,
		&(struct as_kept_row){"metrics", "number", {&as_metric_fields},
			"WHERE experiment = ? ORDER BY number"});
	as_sql_set_int(&q, r->id);
	while (!st && as_sql_row(&q)) {
		size_t number = (size_t)as_sql_int(&q, 0, METRICS_MAX - 1);
		struct as_metric m = {0};
		as_row_get(&q, &as_metric_fields, &m, &r->x->arena);
		if (as_sql_ok(&q))
			st = add_metric(r, number, &m);
	}
	ended = as_sql_end(&q, st ? NULL : r->err);
	if (st || ended)
		return st ? st : ended;
	size_t c = (size_t)r->criterion;
	if (c >= r->metrics.n || r->metrics.number[c] == SIZE_MAX)
		return as_store_damaged(r->store, "its criterion is none of its metrics", r->err);
	r->x->criterion = r->metrics.number[c];
	return AS_OK;
}

static enum as_status refuse_pruned(const struct store_reading *r)
{
	const time_t when = (time_t)(r->x->pruned_ns / 1000000000);
	char date[16] = "a day";
	struct tm at;

	if (gmtime_r(&when, &at))
		strftime(date, sizeof date, "%Y-%m-%d", &at);
	return as_fail(r->err, AS_ERR_REFUSED,
		"cannot %s '%s': its values were pruned to its history on %s (assay store prune "
		"--to-history); assay history and assay list show what is left",
		r->store->doing, r->store->path, date);
}

static enum as_status get_all(struct store_reading *r)
{
	struct as_err why = {0};
	enum as_status st = get_head(r);

	if (!st)
		st = as_store_look_pruned(r->store, r->id, &r->x->pruned_ns, r->err);
	if (!st && r->x->pruned_ns && !r->store->histories)
		return refuse_pruned(r);
	if (!st)
		st = as_store_get_facts(r->store, r->id, r->x, r->err);
	as_experiment_recall_table(r->x);
	if (!st)
		st = get_plan(r);
	if (!st)
		st = get_metrics(r);
	if (!st)
		st = as_store_get_subjects(
			r->store, r->id, &r->metrics, r->choice, r->x, r->err);
	if (!st && !r->choice && r->x->n_subjects != (size_t)r->n_subjects)
		return as_store_damaged(r->store, "it does not have all its subjects", r->err);
	if (!st && as_experiment_check(r->x, &why))
		return as_store_damaged(r->store, why.msg, r->err);
	return st;
}

static enum as_status get(struct as_store *s, int64_t id, const struct as_subjects_choice *choice,
	struct as_experiment **out, struct as_err *err)
{
	struct store_reading r = {.store = s,
		.id = id,
		.choice = choice,
		.x = as_experiment_new(),
		.err = err};
	enum as_status st;

	if (!r.x)
		return as_fail_memory(err);
	as_store_doing(s, "read experiment %lld of", (long long)id);
	st = as_sql_begin(s, AS_SQL_TO_READ, err);
	if (!st) {
		st = get_all(&r);
		as_sql_exec(s, "ROLLBACK");
	}
	free(r.metrics.number);
	if (st) {
		as_experiment_free(r.x);
		return st;
	}
	*out = r.x;
	return AS_OK;
}

enum as_status as_store_get(struct as_store *s, int64_t id, struct as_experiment **out,
	struct as_err *err)
{
	return get(s, id, NULL, out, err);
}

enum as_status as_store_get_some(struct as_store *s, int64_t id,
	const struct as_subjects_choice *choice, struct as_experiment **out, struct as_err *err)
{
	s->lenient = true;
	enum as_status st = get(s, id, choice, out, err);
	s->lenient = false;
	return st;
}

enum as_status as_store_get_rest(struct as_store *s, int64_t id, struct as_experiment **out,
	struct as_err *err)
{
	s->lenient = true;
	enum as_status st = as_store_get(s, id, out, err);
	s->lenient = false;
	return st;
}
