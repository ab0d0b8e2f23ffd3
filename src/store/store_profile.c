/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Noise profiles: one row a profile, one a session of it, one a way of comparing there. */
#include <float.h>
#include <math.h>

#include "store/store_profile.h"

static bool is_sd(const struct as_profile_sd *v)
{
	return isnan(v->sd) || (as_is_amount(v->sd) && v->df > 0 && v->df <= DBL_MAX);
}

static bool is_way(const struct as_profile_way *w)
{
	bool ratio = isnan(w->ratio) || as_is_amount(w->ratio);
	bool ends = isnan(w->lo) || isnan(w->hi) || w->lo <= w->hi;

	return w->alarms <= w->comparisons && ratio && ends;
}

static enum as_status check_session(const struct as_profile_session *v, struct as_err *err)
{
	bool good = v->experiment && *v->experiment && v->group >= 1 &&
		v->confidence > 0 && v->confidence < 1 && fabs(v->log_mean) <= DBL_MAX;

	if (!good || !is_sd(&v->unit) || !is_sd(&v->round) || !is_sd(&v->stretch) ||
		!is_way(&v->way[AS_AA_ROUNDS]) || !is_way(&v->way[AS_AA_SEQUENCE]))
		return as_fail(err, AS_ERR_DATA, "a session of it has a number that cannot be");
	if (v->began_ns > v->ended_ns)
		return as_fail(err, AS_ERR_DATA, "a session of it ended before it began");
	return AS_OK;
}

enum as_status as_store_check_profile(const struct as_profile *p, struct as_err *err)
{
	const char *const key[] = {p->machine_id, p->environment_id, p->metric, p->command};
	enum as_status st = AS_OK;

	for (size_t i = 0; i < sizeof key / sizeof *key; i++)
		if (!key[i] || !*key[i])
			return as_fail(err, AS_ERR_DATA, "a part of its key is missing");
	if (!p->build || !p->n_sessions)
		return as_fail(err, AS_ERR_DATA, "it has no %s",
			p->n_sessions ? "build command, not even an empty one" : "session");
	for (size_t i = 0; !st && i < p->n_sessions; i++)
		st = check_session(&p->sessions[i], err);
	return st;
}

/* The number of the profile with that key, made if there is none. */
/* Its number; the host is that of the last. */
static enum as_status put_head(struct as_store *s, const struct as_profile *p, int64_t *id,
	struct as_err *err)
{
	const char *const key[] = {
		p->machine_id, p->environment_id, p->metric, p->command, p->build};
	struct as_sql q;

	as_row_insert(&q, s,
		&(struct as_kept_row){"noise_profiles", NULL, {&as_profile_fields},
			"ON CONFLICT (machine_id, environment_id, metric, command, build) DO "
			"UPDATE SET host = excluded.host"});
	as_row_set(&q, &as_profile_fields, p);
	as_sql_run(&q);
	enum as_status st = as_sql_end(&q, err);
	if (st)
		return st;
	as_sql_prepare(&q, s,
		"SELECT id FROM noise_profiles WHERE machine_id = ? AND environment_id = ?"
		" AND metric = ? AND command = ? AND build = ?");
	as_sql_set_texts(&q, key, 5);
	if (as_sql_row(&q))
		*id = as_sql_int(&q, 1, INT64_MAX);
	return as_sql_end(&q, err);
}

struct store_profile_place {
	int64_t profile, session;
};

/* What the session said before was of more units: a short look does not take its place. */
static enum as_status says_more(struct as_store *s, const struct store_profile_place *at,
	const struct as_profile_session *v, bool *more, struct as_err *err)
{
	struct as_sql q;

	*more = false;
	as_sql_prepare(&q, s,
		"SELECT 1 FROM noise_sessions WHERE profile = ? AND session = ? AND units > ?");
	as_sql_set_ints(&q, (const int64_t[]){at->profile, at->session, v->units}, 3);
	*more = as_sql_row(&q);
	return as_sql_end(&q, err);
}

static enum as_status put_row(struct as_store *s, const struct store_profile_place *at,
	const struct as_profile_session *v, struct as_err *err)
{
	struct as_sql q;

	/* What an earlier measurement of this session said goes with it. */
	as_sql_prepare(&q, s, "DELETE FROM noise_sessions WHERE profile = ? AND session = ?");
	as_sql_set_ints(&q, (const int64_t[]){at->profile, at->session}, 2);
	as_sql_run(&q);
	enum as_status st = as_sql_end(&q, err);
	if (st)
		return st;
	as_row_insert(&q, s,
		&(struct as_kept_row){"noise_sessions", "profile, session",
			{&as_profile_session_fields}, NULL});
	as_sql_set_ints(&q, (const int64_t[]){at->profile, at->session}, 2);
	as_row_set(&q, &as_profile_session_fields, v);
	as_sql_run(&q);
	return as_sql_end(&q, err);
}

static enum as_status put_ways(struct as_store *s, const struct store_profile_place *at,
	const struct as_profile_session *v, struct as_err *err)
{
	struct as_sql q;

	as_row_insert(&q, s,
		&(struct as_kept_row){"noise_ways", "profile, session, way",
			{&as_profile_way_fields}, NULL});
	for (int i = 0; i < AS_AA_WAYS; i++) {
		as_sql_set_ints(&q, (const int64_t[]){at->profile, at->session, i}, 3);
		as_row_set(&q, &as_profile_way_fields, &v->way[i]);
		as_sql_run(&q);
	}
	return as_sql_end(&q, err);
}

static enum as_status put_session(struct as_store *s, const struct as_profile *p, int64_t profile,
	const struct as_profile_session *v, struct as_err *err)
{
	const struct as_machine m = {.machine_id = p->machine_id, .boot_id = v->boot_id,
		.suspended_ns = v->suspended_ns};
	struct store_profile_place at = {.profile = profile};
	enum as_status st = as_store_session_at(s, &m, v->began_ns, v->ended_ns, &at.session, err);
	bool more = false;

	if (!st)
		st = says_more(s, &at, v, &more, err);
	if (st || more)
		return st;
	st = put_row(s, &at, v, err);
	return st ? st : put_ways(s, &at, v, err);
}

enum as_status as_store_put_profile(struct as_store *s, const struct as_profile *p,
	struct as_err *err)
{
	struct as_err why = {0};
	int64_t id = 0;

	as_store_doing(s, "keep a noise profile in");
	if (as_store_check_profile(p, &why))
		return as_fail(err, AS_ERR_ARG,
			"cannot %s '%s': %s; this is a mistake in assay, please report it",
			s->doing, s->path, why.msg);
	enum as_status st = as_sql_begin(s, AS_SQL_TO_WRITE, err);
	if (st)
		return st;
	st = put_head(s, p, &id, err);
	for (size_t i = 0; !st && i < p->n_sessions; i++)
		st = put_session(s, p, id, &p->sessions[i], err);
	return as_sql_finish(s, st, err);
}
