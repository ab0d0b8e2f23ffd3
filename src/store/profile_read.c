/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Noise profiles, as they were put. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "store/store_profile.h"

/* Other words than as_store_damaged has: no experiment is lost, and it can be measured anew. */
static enum as_status damaged(const struct as_store *s, const char *what, struct as_err *err)
{
	return as_fail(err, AS_ERR_DATA,
		"cannot %s '%s': %s, so the file is damaged there; put back a copy of the file, "
		"or save its experiments with assay store copy NEW.db and measure the profile anew",
		s->doing, s->path, what);
}

/* End the statement; a column that does not fit has words of its own. */
static enum as_status end(struct as_sql *q, struct as_err *err)
{
	const struct as_store *s = q->store;
	char bad[128] = "";

	if (q->bad)
		snprintf(bad, sizeof bad, "its '%s' is not what assay writes", q->bad);
	enum as_status st = as_sql_end(q, *bad ? NULL : err);
	return *bad ? damaged(s, bad, err) : st;
}

static void read_session(struct as_sql *q, struct as_arena *a, int64_t *number,
	struct as_profile_session *v)
{
	*number = as_sql_int(q, 1, INT64_MAX);
	v->boot_id = as_sql_text(q, a, AS_SQL_REQUIRED);
	v->suspended_ns = as_sql_int(q, INT64_MIN, INT64_MAX);
	as_row_get(q, &as_profile_session_fields, v, a);
}

/* What each way of comparing said in the sessions with these numbers. */
static enum as_status read_ways(struct as_store *s, int64_t id, const int64_t *numbers,
	struct as_profile *p, struct as_err *err)
{
	struct as_sql q;
	size_t n = 0;

	as_row_select(&q, s,
		&(struct as_kept_row){
			"noise_ways w JOIN noise_sessions v USING (profile, session)",
			"session, way", {&as_profile_way_fields},
			"WHERE profile = ? ORDER BY v.began_ns, session, way"});
	as_sql_set_int(&q, id);
	for (; as_sql_row(&q); n++) {
		const size_t i = n / AS_AA_WAYS;
		const int64_t way = (int64_t)(n % AS_AA_WAYS);
		if (!numbers || i >= p->n_sessions)
			continue; /* more than there are sessions: said below */
		as_sql_int(&q, numbers[i], numbers[i]);
		as_sql_int(&q, way, way);
		if (as_sql_ok(&q))
			as_row_get(&q, &as_profile_way_fields, &p->sessions[i].way[way], NULL);
	}
	enum as_status st = end(&q, err);
	if (!st && n != p->n_sessions * AS_AA_WAYS)
		st = damaged(s, "a session of it does not have all its comparisons", err);
	return st;
}

/* The sessions of one profile, by time. */
static enum as_status read_sessions(struct as_store *s, int64_t id, struct as_arena *a,
	struct as_profile *p, struct as_err *err)
{
	struct as_profile_session *list = NULL;
	int64_t *numbers = NULL;
	size_t n = 0, cap = 0, n_numbers = 0, cap_numbers = 0;
	struct as_sql q;

	as_row_select(&q, s,
		&(struct as_kept_row){"noise_sessions",
			"session, (SELECT boot_id FROM sessions WHERE id = session) AS boot_id, "
			"(SELECT suspended_ns FROM sessions WHERE id = session) AS suspended_ns",
			{&as_profile_session_fields},
			"WHERE profile = ? ORDER BY began_ns, session"});
	as_sql_set_int(&q, id);
	while (as_sql_row(&q)) {
		struct as_profile_session one = {0};
		int64_t number = 0;
		read_session(&q, a, &number, &one);
		if (as_sql_ok(&q) && (!AS_PUSH(list, n, cap, one) ||
					     !AS_PUSH(numbers, n_numbers, cap_numbers, number)))
			q.memory = true;
	}
	p->sessions = as_arena_array(a, n, sizeof *list);
	q.memory = q.memory || !p->sessions;
	if (p->sessions && n)
		memcpy(p->sessions, list, n * sizeof *list);
	p->n_sessions = n;
	free(list);
	enum as_status st = end(&q, err);
	if (!st)
		st = read_ways(s, id, numbers, p, err);
	free(numbers);
	return st;
}

struct heads {
	struct head {
		int64_t id;
		struct as_profile profile;
	} *v;
	size_t n, cap;
};

static enum as_status read_heads(struct as_store *s, const struct as_store_profile_query *query,
	struct as_arena *a, struct heads *h, struct as_err *err)
{
	struct as_sql q;

	as_row_select(&q, s,
		&(struct as_kept_row){"noise_profiles", "id", {&as_profile_fields},
			"WHERE (?1 IS NULL OR machine_id = ?1) AND (?2 IS NULL OR environment_id "
			"= ?2) AND (?3 IS NULL OR metric = ?3) AND (?4 IS NULL OR command = ?4) "
			"AND (?5 IS NULL OR build = ?5) ORDER BY (SELECT max(ended_ns) FROM "
			"noise_sessions WHERE profile = noise_profiles.id) DESC, id DESC"});
	as_sql_set_texts(&q,
		(const char *[]){query->machine_id, query->environment_id, query->metric,
			query->command, query->build},
		5);
	while (as_sql_row(&q)) {
		struct head one = {.id = as_sql_int(&q, 1, INT64_MAX)};
		as_row_get(&q, &as_profile_fields, &one.profile, a);
		if (as_sql_ok(&q) && !AS_PUSH(h->v, h->n, h->cap, one))
			q.memory = true;
	}
	return end(&q, err);
}

static enum as_status read_all(struct as_store *s, struct heads *h, struct as_arena *a,
	struct as_profile *out, struct as_err *err)
{
	struct as_err why = {0};
	enum as_status st = AS_OK;

	for (size_t i = 0; !st && i < h->n; i++) {
		out[i] = h->v[i].profile;
		st = read_sessions(s, h->v[i].id, a, &out[i], err);
		if (!st && as_store_check_profile(&out[i], &why))
			st = damaged(s, why.msg, err);
	}
	return st;
}

enum as_status as_store_get_profiles(struct as_store *s, const struct as_store_profile_query *query,
	struct as_arena *a, struct as_profile **out, size_t *n, struct as_err *err)
{
	struct heads h = {0};

	as_store_doing(s, "read the noise profiles in");
	/* All of one moment: another process may put one meanwhile. */
	enum as_status st = as_sql_begin(s, AS_SQL_TO_READ, err);
	if (st)
		return st;
	st = read_heads(s, query, a, &h, err);
	struct as_profile *list = st ? NULL : as_arena_array(a, h.n, sizeof *list);
	if (!st && !list)
		st = as_fail_memory(err);
	if (!st)
		st = read_all(s, &h, a, list, err);
	free(h.v);
	st = as_sql_finish(s, st, err);
	if (st)
		return st;
	*out = list;
	*n = h.n;
	return AS_OK;
}
