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

static void read_way(struct as_sql *q, struct as_profile_way *w)
{
	w->comparisons = (uint32_t)as_sql_int(q, 0, UINT32_MAX);
	w->alarms = (uint32_t)as_sql_int(q, 0, UINT32_MAX);
	w->ratio = as_sql_real(q);
	w->lo = as_sql_real(q);
	w->hi = as_sql_real(q);
}

static void read_sd(struct as_sql *q, struct as_profile_sd *out)
{
	out->sd = as_sql_real(q);
	out->df = as_sql_real(q);
}

static void read_session(struct as_sql *q, struct as_arena *a, struct as_profile_session *v)
{
	v->began_ns = as_sql_int(q, INT64_MIN, INT64_MAX);
	v->ended_ns = as_sql_int(q, INT64_MIN, INT64_MAX);
	v->boot_id = as_sql_text(q, a, AS_SQL_REQUIRED);
	v->suspended_ns = as_sql_int(q, INT64_MIN, INT64_MAX);
	v->experiment = as_sql_text(q, a, AS_SQL_REQUIRED);
	v->units = (uint32_t)as_sql_int(q, 0, UINT32_MAX);
	v->group = (uint32_t)as_sql_int(q, 1, UINT32_MAX);
	v->confidence = as_sql_real(q);
	v->log_mean = as_sql_real(q);
	read_sd(q, &v->unit);
	read_sd(q, &v->round);
	read_sd(q, &v->stretch);
	read_way(q, &v->way[AS_AA_ROUNDS]);
	read_way(q, &v->way[AS_AA_SEQUENCE]);
}

/* The sessions of one profile, by time. */
static enum as_status read_sessions(struct as_store *s, int64_t id, struct as_arena *a,
	struct as_profile *p, struct as_err *err)
{
	struct as_profile_session *list = NULL;
	size_t n = 0, cap = 0;
	struct as_sql q;

	as_sql_prepare(&q, s,
		"SELECT v.began_ns, v.ended_ns, t.boot_id, t.suspended_ns, v.experiment, "
		"v.units, v.compared, v.confidence, v.log_mean, v.unit_sd, v.unit_df, "
		"v.round_sd, v.round_df, v.stretch_sd, v.stretch_df, r.comparisons, r.alarms, "
		"r.ratio, r.lo, r.hi, w.comparisons, w.alarms, w.ratio, w.lo, w.hi FROM "
		"noise_sessions v LEFT JOIN sessions t ON t.id = v.session LEFT JOIN noise_ways "
		"r ON (r.profile, r.session, r.way) = (v.profile, v.session, 0) LEFT JOIN "
		"noise_ways w ON (w.profile, w.session, w.way) = (v.profile, v.session, 1) WHERE "
		"v.profile = ? ORDER BY v.began_ns, v.session");
	as_sql_set_int(&q, id);
	while (as_sql_row(&q)) {
		struct as_profile_session one = {0};
		read_session(&q, a, &one);
		if (as_sql_ok(&q) && !AS_PUSH(list, n, cap, one))
			q.memory = true;
	}
	p->sessions = as_arena_array(a, n, sizeof *list);
	q.memory = q.memory || !p->sessions;
	if (p->sessions && n)
		memcpy(p->sessions, list, n * sizeof *list);
	p->n_sessions = n;
	free(list);
	return end(&q, err);
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

	as_sql_prepare(&q, s,
		"SELECT id, machine_id, environment_id, metric, command, build, host FROM "
		"noise_profiles p WHERE (?1 IS NULL OR machine_id = ?1) AND (?2 IS NULL OR "
		"environment_id = ?2) AND (?3 IS NULL OR metric = ?3) AND (?4 IS NULL OR command "
		"= ?4) AND (?5 IS NULL OR build = ?5) ORDER BY (SELECT max(ended_ns) FROM "
		"noise_sessions WHERE profile = p.id) DESC, id DESC");
	as_sql_set_texts(&q,
		(const char *[]){query->machine_id, query->environment_id, query->metric,
			query->command, query->build},
		5);
	while (as_sql_row(&q)) {
		struct head one = {.id = as_sql_int(&q, 1, INT64_MAX)};
		one.profile.machine_id = as_sql_text(&q, a, AS_SQL_REQUIRED);
		one.profile.environment_id = as_sql_text(&q, a, AS_SQL_REQUIRED);
		one.profile.metric = as_sql_text(&q, a, AS_SQL_REQUIRED);
		one.profile.command = as_sql_text(&q, a, AS_SQL_REQUIRED);
		one.profile.build = as_sql_text(&q, a, AS_SQL_REQUIRED);
		one.profile.host = as_sql_text(&q, a, AS_SQL_OPTIONAL);
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
	int rc = as_sql_exec(s, "BEGIN");
	if (rc != SQLITE_OK)
		return as_store_fail(s, rc, err);
	enum as_status st = read_heads(s, query, a, &h, err);
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
