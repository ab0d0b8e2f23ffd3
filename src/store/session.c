/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sessions: one stretch of time on one boot of one machine; a session ends at a reboot, a suspend,
 * or 30 minutes without measuring (design.md 1). */
#include <string.h>

#include "model/joined/extend.h"
#include "model/kept/session.h"
#include "store/sql/sql.h"

/* a - b, at the ends of the range where it would leave it. */
static int64_t minus(int64_t a, int64_t b)
{
	int64_t d;

	if (__builtin_sub_overflow(a, b, &d))
		return a < b ? INT64_MIN : INT64_MAX;
	return d;
}

static const char *or_unknown(const char *s)
{
	return s ? s : "unknown";
}

/* Two stretches of time lie at most a pause apart. */
static bool close_in_time(int64_t from, int64_t to, int64_t other_from, int64_t other_to)
{
	return minus(from, other_to) <= AS_SESSION_PAUSE_NS &&
	       minus(other_from, to) <= AS_SESSION_PAUSE_NS;
}

static bool same_wake(int64_t a_ns, int64_t b_ns)
{
	int64_t d = minus(a_ns, b_ns);

	return d < AS_SESSION_SUSPEND_NS && d > -AS_SESSION_SUSPEND_NS;
}

struct session {
	int64_t id; /* 0: none */
	int64_t first_ns, last_ns;
};

/* A stretch of measuring somewhere. */
struct stretch {
	const struct as_machine *machine;
	int64_t from_ns, to_ns;
};

/* What x measured in the last of its sessions: the others are no part of any session of the store
 * that is looked for now. */
static struct stretch stretch_of(const struct as_experiment *x)
{
	int64_t from = as_experiment_session_began(x), to = x->ended_ns;

	/* The other way round where the clock was set back meanwhile. */
	return (struct stretch){&x->machine, from < to ? from : to, from < to ? to : from};
}

/* The newest session that the stretch belongs to. */
static enum as_status find_session(struct as_store *s, const struct stretch *x,
	struct session *out, struct as_err *err)
{
	struct as_sql q;

	as_sql_prepare(&q, s,
		"SELECT id, first_ns, last_ns, suspended_ns FROM sessions"
		" WHERE boot_id = ? AND machine_id = ? ORDER BY id DESC");
	as_sql_set_text(&q, or_unknown(x->machine->boot_id));
	as_sql_set_text(&q, or_unknown(x->machine->machine_id));
	while (!out->id && as_sql_row(&q)) {
		struct session found;
		found.id = as_sql_int(&q, 1, INT64_MAX);
		found.first_ns = as_sql_int(&q, INT64_MIN, INT64_MAX);
		found.last_ns = as_sql_int(&q, INT64_MIN, INT64_MAX);
		int64_t suspended_ns = as_sql_int(&q, INT64_MIN, INT64_MAX);
		if (as_sql_ok(&q) && same_wake(suspended_ns, x->machine->suspended_ns) &&
			close_in_time(x->from_ns, x->to_ns, found.first_ns, found.last_ns))
			*out = found;
	}
	return as_sql_end(&q, err);
}

static enum as_status new_session(struct as_store *s, const struct stretch *x, int64_t *out,
	struct as_err *err)
{
	struct as_sql q;

	as_sql_prepare(&q, s,
		"INSERT INTO sessions (boot_id, machine_id, suspended_ns, first_ns, last_ns)"
		" VALUES (?, ?, ?, ?, ?) RETURNING id");
	as_sql_set_text(&q, or_unknown(x->machine->boot_id));
	as_sql_set_text(&q, or_unknown(x->machine->machine_id));
	as_sql_set_int(&q, x->machine->suspended_ns);
	as_sql_set_int(&q, x->from_ns);
	as_sql_set_int(&q, x->to_ns);
	if (as_sql_row(&q))
		*out = as_sql_int(&q, 1, INT64_MAX);
	return as_sql_end(&q, err);
}

enum as_status as_store_session(struct as_store *s, const struct as_experiment *x, int64_t *out,
	struct as_err *err)
{
	const struct stretch m = stretch_of(x);

	return as_store_session_at(s, m.machine, m.from_ns, m.to_ns, out, err);
}

enum as_status as_store_session_at(struct as_store *s, const struct as_machine *machine,
	int64_t from_ns, int64_t to_ns, int64_t *out, struct as_err *err)
{
	const struct stretch measured = {machine, from_ns, to_ns}, *m = &measured;
	struct session at = {0};
	struct as_sql q;
	enum as_status st = find_session(s, m, &at, err);

	if (st)
		return st;
	if (!at.id)
		return new_session(s, m, out, err);
	as_sql_prepare(&q, s, "UPDATE sessions SET first_ns = ?, last_ns = ? WHERE id = ?");
	as_sql_set_int(&q, m->from_ns < at.first_ns ? m->from_ns : at.first_ns);
	as_sql_set_int(&q, m->to_ns > at.last_ns ? m->to_ns : at.last_ns);
	as_sql_set_int(&q, at.id);
	as_sql_run(&q);
	st = as_sql_end(&q, err);
	if (!st)
		*out = at.id;
	return st;
}

enum as_status as_store_goes_on(struct as_store *s, const struct as_experiment *x,
	const struct as_machine *now, int64_t date_ns, bool *out, struct as_err *err)
{
	const struct stretch here = {now, date_ns, date_ns};
	struct session at = {0};

	as_store_doing(s, "read the sessions of");
	enum as_status st = find_session(s, &here, &at, err);
	if (!st)
		*out = at.id != 0 && at.id == x->session;
	return st;
}
