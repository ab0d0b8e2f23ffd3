/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values that are given up: iterations, of which sums stay, or all of an experiment, of which a history
 * keeps its summaries (methods-machines.md E). */
#include "store/keeping/retain.h"

#include <string.h>

#include "store/sql/row.h"

/* Of an experiment that is there: AS_ERR_USAGE if it is not. */
static enum as_status drop_values(struct as_store *s, int64_t id, struct as_err *err)
{
	struct as_sql q;
	bool found = false;

	as_sql_prepare(&q, s, "SELECT id FROM experiments WHERE id = ?");
	as_sql_set_int(&q, id);
	found = as_sql_row(&q);
	enum as_status st = as_sql_end(&q, err);
	if (!st && !found)
		return as_fail(err, AS_ERR_USAGE,
			"cannot %s '%s': experiment %lld has been removed meanwhile", s->doing,
			s->path, (long long)id);
	return st ? st : as_sql_run_with(s, "DELETE FROM series WHERE experiment = ?", id, err);
}

enum as_status as_store_put_thinned(struct as_store *s, const struct as_experiment *x,
	struct as_err *err)
{
	as_store_doing(s, "thin experiment %lld of", (long long)x->id);
	enum as_status st = as_experiment_check(x, err);

	if (!st)
		st = as_sql_begin(s, AS_SQL_TO_WRITE, err);
	if (st)
		return st;
	st = drop_values(s, x->id, err);
	if (!st)
		st = as_store_put_trees(s, x->id, x, err);
	if (!st)
		st = as_sql_run_with(s, "UPDATE subjects SET iterations = 0 WHERE experiment = ?",
			x->id, err);
	return as_sql_finish(s, st, err);
}

enum as_status as_store_forget_values(struct as_store *s, int64_t id, int64_t date_ns,
	struct as_err *err)
{
	as_store_doing(s, "prune experiment %lld to its history in", (long long)id);
	enum as_status st = as_sql_begin(s, AS_SQL_TO_WRITE, err);

	if (st)
		return st;
	st = drop_values(s, id, err);
	if (!st)
		st = as_sql_run_with(s, "DELETE FROM notes WHERE experiment = ?", id, err);
	if (!st)
		st = as_store_mark_pruned(s, id, date_ns, err);
	return as_sql_finish(s, st, err);
}

/* ---- what is left for a copy ---- */

/* The analysis that has summaries of that metric, or the next empty one. */
static struct as_analysis *analysis_of(struct as_analysis *v, size_t metric)
{
	while (v->n_subjects && v->summaries[0].metric != metric)
		v++;
	return v;
}

/* By its name alone: what a program reports is not asked for, as its values are gone. */
static size_t number_of(const struct as_experiment *x, const char *name)
{
	size_t m = 0;

	while (m < x->n_metrics && strcmp(x->metrics[m].name, name) != 0)
		m++;
	return m;
}

/* The metric that lists show: the criterion, or what stood for it. */
static size_t listed_of(const struct as_experiment *x, const struct as_store_summary *kept,
	size_t n)
{
	const char *name = x->metrics[x->criterion].name;

	for (size_t i = 0; i < n; i++)
		if (!strcmp(kept[i].metric, name))
			return x->criterion;
	return as_experiment_find_metric(x, name);
}

/* An analysis a metric; the one that lists show comes first. */
static enum as_status make_analyses(const struct as_experiment *x,
	const struct as_store_summary *kept, size_t n, struct as_arena *a,
	struct as_analysis **out, struct as_err *err)
{
	struct as_analysis *v = as_arena_array(a, n + 1, sizeof *v);
	const size_t listed = listed_of(x, kept, n);

	for (size_t i = 0; v && n && i < 2 * n; i++) {
		const struct as_store_summary *k = &kept[i % n];
		const size_t metric = number_of(x, k->metric);
		if ((metric == listed) == (i >= n))
			continue;
		struct as_analysis *one = analysis_of(v, metric);
		if (!one->summaries)
			one->summaries = as_arena_array(a, x->n_subjects, sizeof *one->summaries);
		if (!one->summaries || one->n_subjects == x->n_subjects)
			return as_fail_memory(err);
		v->others += one != v && !one->n_subjects;
		one->summaries[one->n_subjects] = k->summary;
		one->summaries[one->n_subjects++].metric = metric;
	}
	*out = v;
	return v ? AS_OK : as_fail_memory(err);
}

enum as_status as_store_get_history(struct as_store *s, int64_t id, struct as_arena *a,
	struct as_experiment **out, struct as_analysis **analyses, struct as_err *err)
{
	struct as_store_summary *kept = NULL;
	struct as_experiment *x = NULL;
	int64_t date_ns = 0;
	size_t n = 0;

	*out = NULL;
	as_store_doing(s, "read experiment %lld of", (long long)id);
	enum as_status st = as_store_look_pruned(s, id, &date_ns, err);
	if (st || !date_ns)
		return st;
	s->histories = true;
	st = as_store_get(s, id, &x, err);
	s->histories = false;
	if (!st)
		st = as_store_summaries(s, id, a, &kept, &n, err);
	if (!st)
		st = make_analyses(x, kept, n, a, analyses, err);
	if (st)
		as_experiment_free(x);
	else
		*out = x;
	return st;
}

/* ---- what takes the room ---- */

static enum as_store_room kind_of(int64_t level, int64_t field)
{
	if (field >= AS_SERIES_SUM)
		return AS_ROOM_THINNED;
	return level == AS_LEVEL_ITERATION ? AS_ROOM_ITERATIONS : AS_ROOM_EXECUTIONS;
}

enum as_status as_store_rooms(struct as_store *s, struct as_store_rooms *out, struct as_err *err)
{
	struct as_store_rooms rooms = {.all = s->engine->bytes(s)};
	struct as_sql q;

	as_store_doing(s, "look at the size of");
	as_sql_prepare(&q, s,
		"SELECT level, field, CAST(sum(length(data)) AS BIGINT) FROM series GROUP BY "
		"level, field");
	while (as_sql_row(&q)) {
		const int64_t level = as_sql_int(&q, 0, AS_MODEL_LEVELS - 1);
		const int64_t field = as_sql_int(&q, 0, AS_SERIES_LAST);
		rooms.bytes[kind_of(level, field)] += as_sql_int(&q, 0, INT64_MAX);
	}
	enum as_status st = as_sql_end(&q, err);
	if (st)
		return st;
	as_sql_prepare(&q, s,
		"SELECT CAST(count(DISTINCT CASE WHEN field = ?1 THEN experiment END) AS BIGINT), "
		"CAST(count(DISTINCT CASE WHEN field = ?2 THEN experiment END) AS BIGINT) FROM "
		"series "
		"WHERE field >= ?1");
	as_sql_set_ints(&q, (const int64_t[]){AS_SERIES_WHOLE, AS_SERIES_PRUNED}, 2);
	if (as_sql_row(&q)) {
		rooms.n_thinned = (size_t)as_sql_int(&q, 0, INT64_MAX);
		rooms.n_pruned = (size_t)as_sql_int(&q, 0, INT64_MAX);
	}
	st = as_sql_end(&q, err);
	if (!st)
		*out = rooms;
	return st;
}
