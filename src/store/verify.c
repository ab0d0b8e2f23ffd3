/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "store/kept/packs.h"
#include "store/sql/row.h"

enum { PROBLEMS_MAX = 100 }; /* of one kind: more of it help nobody */

struct store_verifying {
	struct as_store *store;
	struct as_arena arena;
	as_store_problem_fn tell;
	void *data;
};

/* SQLite's words have newlines. */
static void tell(const struct store_verifying *v, const char *before, const char *words)
{
	char *sentence = NULL;

	if (asprintf(&sentence, "%s%s", before, words) < 0)
		sentence = NULL;
	for (char *p = sentence; p && *p; p++)
		if (*p == '\n')
			*p = ' ';
	v->tell(v->data, sentence ? sentence : before);
	free(sentence);
}

/* Each row of the statement is one text. */
static enum as_status tell_rows(struct store_verifying *v, const char *sql, const char *before,
	struct as_err *err)
{
	struct as_sql q;

	as_sql_prepare(&q, v->store, sql);
	while (as_sql_row(&q)) {
		const char *words = as_sql_text(&q, &v->arena, AS_SQL_REQUIRED);
		if (words)
			tell(v, before, words);
	}
	return as_sql_end(&q, err);
}

static const struct as_store_look looks[] = {
	{"experiment ",
		"SELECT y.experiment || ': a summary is of metric ' || y.metric || ', which it does"
		" not have' FROM summaries y WHERE NOT EXISTS (SELECT 1 FROM metrics m WHERE"
		" m.experiment = y.experiment AND m.number = y.metric) LIMIT 100"},
	{"experiment ",
		"SELECT e.id || ': it lies outside of its session ' || s.id FROM experiments e"
		" JOIN sessions s ON s.id = e.session WHERE e.ended_ns > s.last_ns OR"
		/* One that was extended began in an earlier one; a clock may have been set back. */
		" (e.started_ns < s.first_ns AND e.extends IS NULL) OR"
		" (e.ended_ns < s.first_ns AND e.ended_ns >= e.started_ns) LIMIT 100"},
	{0},
};

/* The facts of a set are those its hash was made of. */
static enum as_status check_fact_sets(struct store_verifying *v, struct as_err *err)
{
	struct as_store *s = v->store;
	int64_t *sets = NULL;
	size_t n = 0, cap = 0;
	struct as_sql q;

	as_sql_prepare(&q, s, "SELECT id FROM fact_sets ORDER BY id");
	while (as_sql_row(&q)) {
		int64_t id = as_sql_int(&q, INT64_MIN, INT64_MAX);
		if (as_sql_ok(&q) && !AS_PUSH(sets, n, cap, id))
			q.memory = true;
	}
	enum as_status st = as_sql_end(&q, err);
	for (size_t i = 0, told = 0; !st && i < n && told < PROBLEMS_MAX; i++) {
		char words[96];
		bool good = false;
		st = as_store_facts_match(s, sets[i], &good, err);
		if (st || good)
			continue;
		snprintf(words, sizeof words,
			"the facts of set %lld are not those that were put", (long long)sets[i]);
		v->tell(v->data, words);
		told++;
	}
	free(sets);
	return st;
}

/* A set is found by the names that its subjects have, and by no others. */
static enum as_status check_names(struct store_verifying *v, int64_t id,
	const struct as_subject_set *set, bool *good, struct as_err *err)
{
	size_t right = 0, all = 0;
	struct as_sql q;

	as_sql_prepare(&q, v->store,
		"SELECT number, name FROM subject_set_names WHERE subject_set = ?");
	as_sql_set_int(&q, id);
	for (; as_sql_row(&q); all++) {
		const size_t number = (size_t)as_sql_int(&q, 0, INT64_MAX);
		const char *name = as_sql_text(&q, &v->arena, AS_SQL_REQUIRED);
		right += as_sql_ok(&q) && number < set->n && !strcmp(set->v[number].name, name);
	}
	*good = right == set->n && all == right;
	return as_sql_end(&q, err);
}

/* Sets of subjects are those their hash was made of. */
static enum as_status check_subject_sets(struct store_verifying *v, struct as_err *err)
{
	struct as_packer *packer = as_packer_new();
	enum as_status st = packer ? AS_OK : as_fail_memory(err), ended;
	size_t told = 0;
	struct as_sql q;

	as_sql_prepare(&q, v->store,
		"SELECT id, n FROM subject_sets ORDER BY id");
	while (!st && told < PROBLEMS_MAX && as_sql_row(&q)) {
		struct as_subject_set set = {0};
		char words[96];
		const int64_t id = as_sql_int(&q, 1, INT64_MAX),
			      said = as_sql_int(&q, 0, INT64_MAX);
		st = as_store_get_set(v->store, packer, id, &v->arena, &set);
		bool good = !st && set.matches && (int64_t)set.n == said;
		st = st == AS_ERR_MEM ? as_fail_memory(err) : AS_OK;
		if (good)
			st = check_names(v, id, &set, &good, err);
		if (good || st)
			continue;
		snprintf(words, sizeof words,
			"the subjects of set %lld are not those that were put", (long long)id);
		v->tell(v->data, words);
		told++;
	}
	ended = as_sql_end(&q, st ? NULL : err);
	as_packer_free(packer);
	return st ? st : ended;
}

/* Noise profiles are read whole, one after the other being of no use where one cannot. */
static enum as_status check_profiles(struct store_verifying *v, struct as_err *err)
{
	const struct as_store_profile_query all = {0};
	struct as_profile *list = NULL;
	size_t n = 0;

	return as_store_get_profiles(v->store, &all, &v->arena, &list, &n, err);
}

/* What each statement finds. A check that the damage does not let run is a problem as well; the
 * others go on. */
static enum as_status take_looks(struct store_verifying *v, const struct as_store_look *l)
{
	enum as_status st = AS_OK;

	for (; l->sql && st != AS_ERR_MEM; l++) {
		struct as_err why = {0};
		st = tell_rows(v, l->sql, l->before, &why);
		if (st && st != AS_ERR_MEM)
			tell(v, "", why.msg);
	}
	return st;
}

enum as_status as_store_verify(struct as_store *s, as_store_problem_fn tell_problem, void *data,
	struct as_err *err)
{
	enum as_status (*const checks[])(struct store_verifying *v, struct as_err *err) = {
		check_fact_sets, check_subject_sets, check_profiles};
	struct store_verifying v = {.store = s, .tell = tell_problem, .data = data};

	as_store_doing(s, "verify");
	enum as_status st = take_looks(&v, s->engine->looks);
	if (st != AS_ERR_MEM)
		st = take_looks(&v, looks);
	for (size_t i = 0; st != AS_ERR_MEM && i < sizeof checks / sizeof *checks; i++) {
		struct as_err why = {0};
		st = checks[i](&v, &why);
		if (st && st != AS_ERR_MEM)
			tell(&v, "", why.msg);
	}
	as_arena_release(&v.arena);
	return st == AS_ERR_MEM ? as_fail_memory(err) : AS_OK;
}

/* Summaries of one experiment, as they are found. */
struct summaries_reading {
	struct as_store *store;
	int64_t experiment;
	struct as_arena *arena;
	const char **metric; /* names by their numbers; NULL: there is none of that number */
	size_t n_metrics, cap_metrics;
	struct as_store_summary *list;
	size_t n, cap;
};

static enum as_status read_metric_names(struct summaries_reading *r, struct as_err *err)
{
	struct as_sql q;

	as_sql_prepare(&q, r->store, "SELECT number, name FROM metrics WHERE experiment = ?");
	as_sql_set_int(&q, r->experiment);
	while (as_sql_row(&q)) {
		const size_t number = (size_t)as_sql_int(&q, 0, UINT16_MAX);
		const char *name = as_sql_text(&q, r->arena, AS_SQL_REQUIRED);
		if (!as_sql_ok(&q))
			break;
		if (!as_grow(&r->metric, &r->cap_metrics, number + 1, sizeof *r->metric)) {
			q.memory = true;
			break;
		}
		while (r->n_metrics <= number)
			r->metric[r->n_metrics++] = NULL;
		r->metric[number] = name;
	}
	return as_sql_end(&q, err);
}

/* One of no metric that there is, is left out: verify tells of it. */
static bool add_summary(struct summaries_reading *r, const struct as_summary *y)
{
	const struct as_store_summary one = {
		.metric = y->metric < r->n_metrics ? r->metric[y->metric] : NULL, .summary = *y};

	return !one.metric || AS_PUSH(r->list, r->n, r->cap, one);
}

static enum as_status read_rows(struct summaries_reading *r, struct as_err *err)
{
	struct as_sql q;

	as_row_select(&q, r->store,
		&(struct as_kept_row){"summaries", "experiment", {&as_summary_fields},
			"WHERE experiment = ?"});
	as_sql_set_int(&q, r->experiment);
	while (as_sql_row(&q)) {
		struct as_summary y = {0};
		as_sql_int(&q, r->experiment, r->experiment);
		as_row_get(&q, &as_summary_fields, &y, r->arena);
		q.memory = q.memory || (as_sql_ok(&q) && !add_summary(r, &y));
	}
	return as_sql_end(&q, err);
}

/* That of its first subject is a row. */
static enum as_status read_pack(void *context, const struct as_pack *p)
{
	struct summaries_reading *r = context;

	for (size_t i = 0; i < p->n_summaries; i++) {
		struct as_summary y = p->summaries[i];
		y.subject += p->first;
		if (p->summaries[i].subject && !add_summary(r, &y))
			return AS_ERR_MEM;
	}
	return AS_OK;
}

static int by_metric(const void *a, const void *b)
{
	const struct as_summary *x = &((const struct as_store_summary *)a)->summary,
				*y = &((const struct as_store_summary *)b)->summary;

	if (x->metric != y->metric)
		return x->metric < y->metric ? -1 : 1;
	return (x->subject > y->subject) - (x->subject < y->subject);
}

enum as_status as_store_summaries(struct as_store *s, int64_t id, struct as_arena *a,
	struct as_store_summary **out, size_t *n, struct as_err *err)
{
	struct summaries_reading r = {.store = s, .experiment = id, .arena = a};

	as_store_doing(s, "read the summaries of experiment %lld of", (long long)id);
	enum as_status st = read_metric_names(&r, err);
	if (!st)
		st = read_rows(&r, err);
	if (!st)
		st = as_store_each_pack(s, id, NULL, read_pack, &r, err);
	if (!st && r.n)
		qsort(r.list, r.n, sizeof *r.list, by_metric);
	*out = as_arena_array(a, r.n, sizeof **out);
	if (!st && !*out)
		st = as_fail_memory(err);
	if (!st && r.n)
		memcpy(*out, r.list, r.n * sizeof **out);
	*n = st ? 0 : r.n;
	free(r.metric);
	free(r.list);
	return st;
}
