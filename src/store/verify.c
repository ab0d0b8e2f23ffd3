/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "store/sql/sql.h"

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
		check_fact_sets, check_profiles};
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

static void read_summary(struct as_sql *q, struct as_arena *a, struct as_store_summary *out)
{
	struct as_summary *y = &out->summary;
	double *const reals[] = {&y->mean, &y->spread.min, &y->spread.q1, &y->spread.median,
		&y->spread.q3, &y->spread.max, &y->sd,
		&y->lo, &y->hi, &y->half_width, &y->confidence, &y->df};

	*out = (struct as_store_summary){.metric = as_sql_text(q, a, AS_SQL_REQUIRED)};
	y->subject = (size_t)as_sql_int(q, 0, INT32_MAX);
	y->n_top = (size_t)as_sql_int(q, 0, INT64_MAX);
	y->n_values = (size_t)as_sql_int(q, 0, INT64_MAX);
	y->n_excluded = (size_t)as_sql_int(q, 0, INT64_MAX);
	y->method = (enum as_interval_method)as_sql_int(q, 0, AS_INTERVAL_ORDER);
	for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
		*reals[i] = as_sql_real(q);
}

enum as_status as_store_summaries(struct as_store *s, int64_t id, struct as_arena *a,
	struct as_store_summary **out, size_t *n, struct as_err *err)
{
	struct as_store_summary *list = NULL;
	size_t count = 0, cap = 0;
	struct as_sql q;

	as_store_doing(s, "read the summaries of experiment %lld of", (long long)id);
	as_sql_prepare(&q, s,
		"SELECT m.name, y.subject, y.n_top, y.n_values, y.n_excluded, y.method, y.mean,"
		" y.min, y.q1, y.median, y.q3, y.max, y.sd, y.lo, y.hi, y.half_width,"
		" y.confidence, y.df FROM summaries y JOIN metrics m ON m.experiment = y.experiment"
		" AND m.number = y.metric WHERE y.experiment = ? ORDER BY y.metric, y.subject");
	as_sql_set_int(&q, id);
	while (as_sql_row(&q)) {
		struct as_store_summary one;
		read_summary(&q, a, &one);
		if (as_sql_ok(&q) && !AS_PUSH(list, count, cap, one))
			q.memory = true;
	}
	list = as_sql_keep(&q, a, list, count, sizeof *list);
	enum as_status st = as_sql_end(&q, err);
	if (st)
		return st;
	*out = list;
	*n = count;
	return AS_OK;
}
