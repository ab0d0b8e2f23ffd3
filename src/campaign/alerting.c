/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "campaign/alerting.h"

#include <math.h>
#include <string.h>

#include "analyse/history/alert_life.h"
#include "campaign/versions/versions.h"
#include "store/store_alerts.h"

/* A series, and which alerts are of it. */
struct alerts_of_series {
	struct as_alerting *u;
	struct as_alert_now now;
	size_t *alert;                /* n of them, numbers in u->v */
	struct as_alert_place *place; /* of each */
	bool *placed;                 /* all of its versions are there */
	bool *met;
	size_t n;
	struct as_alert_found *found;
	size_t n_found;
	size_t *of; /* of each found one its alert, a number in `alert` */
};

/* ---- re-runs ---- */

static bool is_used(const struct as_alerting *u, const struct as_alert *a, int64_t experiment)
{
	for (size_t i = 0; i < u->n; i++) {
		const struct as_alert *b = &u->v[i];
		if (!strcmp(a->name, b->name) && !strcmp(a->metric, b->metric) &&
			(b->first_rerun == experiment || b->second_rerun == experiment ||
				b->rest_rerun == experiment))
			return true;
	}
	return false;
}

static enum as_status try_rerun(struct as_alerting *u, const struct as_alert *a,
	const struct as_store_beside *b, struct as_alert_rerun *out, bool *known,
	struct as_err *err)
{
	struct as_experiment *x = NULL;
	enum as_status st = as_store_get(u->store, b->experiment, &x, err);

	const struct as_history_again again = {
		.x = x, .old = b->old, .new = b->new, .experiment = b->experiment};
	if (!st)
		st = as_alert_read_rerun(a, &again, out, known, err);
	if (!st && *known && out->boot)
		out->boot = as_arena_strdup(u->arena, out->boot);
	as_experiment_free(x);
	return st;
}

/* The first re-run of these two versions after experiment `after` that settles something; in
 * another session than the first, where the second is wanted. */
static enum as_status find_rerun(struct as_alerting *u, const struct as_alert *a,
	const char *later, struct as_alert_rerun *out, bool *known, struct as_err *err)
{
	const struct as_store_beside_of of = {.project = a->project, .commit = later,
		.command = a->command, .machine = a->machine};
	struct as_store_beside *list = NULL;
	size_t n = 0;
	enum as_status st = as_store_besides(u->store, &of, u->arena, &list, &n, err);

	*known = false;
	for (size_t i = 0; !st && !*known && i < n; i++) {
		if (strcmp(list[i].commit, a->before) != 0 || is_used(u, a, list[i].experiment) ||
			(a->first_rerun && list[i].experiment <= a->first_rerun))
			continue;
		st = try_rerun(u, a, &list[i], out, known, err);
		if (a->state == AS_ALERT_WAITING && *known && !as_alert_is_later(a, out))
			*known = false;
	}
	return st;
}

/* ---- a step ---- */

/* Something newer takes it back: another alert that is confirmed, or the other end of an excursion.
 * The point from which on; SIZE_MAX: nothing does. */
static size_t taken_back_at(const struct alerts_of_series *g, size_t k)
{
	const struct as_alerting *u = g->u;
	const struct as_alert_place *p = &g->place[k];

	for (size_t f = 0; f < g->n_found; f++)
		if (g->of[f] == k && g->found[f].back != SIZE_MAX)
			return g->found[f].back;
	for (size_t i = 0; i < g->n; i++) {
		const enum as_alert_state s = u->v[g->alert[i]].state;
		if (g->placed[i] && g->place[i].at > p->at && g->place[i].up != p->up &&
			(s == AS_ALERT_CONFIRMED || s == AS_ALERT_RECURRED ||
				s == AS_ALERT_ACKNOWLEDGED || s == AS_ALERT_EXPECTED))
			return g->place[i].at;
	}
	return SIZE_MAX;
}

/* What is left of it: the version before it beside any from there on. */
static enum as_status settle_rest(struct alerts_of_series *g, struct as_alert *a, size_t from,
	struct as_err *err)
{
	const struct as_history_series *s = g->now.s;
	struct as_alert_rerun r;
	enum as_status st = AS_OK;
	bool known = false;

	for (size_t i = s->n_points; !st && !known && i-- > from;)
		st = find_rerun(g->u, a, as_alert_version(&s->points[i]), &r, &known, err);
	if (!st && known)
		as_alert_left(a, &g->now, &r, g->u->history->tolerance);
	else if (!st)
		a->left_by = as_alert_version(&s->points[s->n_points - 1]);
	return st;
}

/* One that was fixed and has come again is the same one. */
static void look_for_again(struct alerts_of_series *g, struct as_alert *a)
{
	if (a->state != AS_ALERT_CONFIRMED)
		return;
	for (size_t i = 0; i < g->n; i++) {
		struct as_alert *b = &g->u->v[g->alert[i]];
		if (b == a || !as_alert_is_again(b, a))
			continue;
		/* told of the old one, and never of this one */
		as_alert_go(b, &g->now, AS_ALERT_RECURRED);
		b->at = a->at;
		b->subject = a->subject;
		b->date_ns = a->date_ns;
		b->first = a->first;
		b->last = a->last;
		b->before = a->before;
		b->after = a->after;
		b->rest_rerun = 0;
		b->rest = (double)NAN;
		a->state = AS_ALERT_SUPERSEDED;
		return;
	}
}

static enum as_status settle_first(struct alerts_of_series *g, struct as_alert *a,
	struct as_err *err)
{
	const struct as_newest *n = &g->now.s->newest;
	const bool fast = a->found_by == AS_ALERT_BY_NEWEST;
	struct as_alert_rerun r;
	bool known = false;
	enum as_status st = find_rerun(g->u, a, a->after, &r, &known, err);

	if (!st && known)
		as_alert_first(a, &g->now, &r,
			fast && n->rerun.experiment == r.experiment ? n->rerun.word
								     : AS_RERUN_NONE);
	return st;
}

static enum as_status settle_second(struct alerts_of_series *g, struct as_alert *a,
	struct as_err *err)
{
	struct as_alert_rerun r;
	bool known = false;
	enum as_status st = find_rerun(g->u, a, a->after, &r, &known, err);

	if (!st && known) {
		as_alert_second(a, &g->now, &r);
		look_for_again(g, a);
	}
	return st;
}

/* What was expected and is not seen so many versions later is said once, and given up. */
static void give_up(const struct alerts_of_series *g, struct as_alert *a)
{
	enum { PATIENCE = 20 };
	const size_t since = as_alert_point(g->now.s, a->newest);

	if (since != SIZE_MAX && g->now.s->n_points > since + PATIENCE)
		a->unseen = as_alert_go(a, &g->now, AS_ALERT_SUPERSEDED);
}

/* It came to its state before the last break. */
static bool is_across(const struct as_history_series *s, const struct as_alert *a)
{
	const size_t newest = as_alert_point(s, a->newest);

	return newest != SIZE_MAX && as_alert_part(s, newest) + 1 < s->n_parts;
}

static enum as_status step(struct alerts_of_series *g, size_t k, struct as_err *err)
{
	struct as_alert *a = &g->u->v[g->alert[k]];
	const struct as_history_series *s = g->now.s;
	const size_t last = s->n_parts - 1;
	enum as_status st = AS_OK;

	if (!g->placed[k])
		return AS_OK;
	if (as_alert_is_open(a->state) && is_across(s, a))
		as_alert_go(a, &g->now, AS_ALERT_NOT_COMPARABLE);
	else if (a->state == AS_ALERT_SUSPECTED && !g->met[k])
		as_alert_go(a, &g->now, AS_ALERT_SUPERSEDED);
	else if (a->state == AS_ALERT_EXPECTED && !g->met[k])
		give_up(g, a);
	else if (a->state == AS_ALERT_SUPERSEDED && g->met[k] && !a->second_rerun)
		as_alert_go(a, &g->now, AS_ALERT_SUSPECTED);
	if (a->state == AS_ALERT_SUSPECTED)
		st = settle_first(g, a, err);
	if (!st && a->state == AS_ALERT_WAITING)
		st = settle_second(g, a, err);
	const size_t back = a->state == AS_ALERT_NOT_COMPARABLE ? s->parts[last].from
		: as_alert_is_open(a->state) && a->second_rerun ? taken_back_at(g, k) : SIZE_MAX;
	if (st || back == SIZE_MAX || !a->second_rerun || a->rest_rerun)
		return st;
	return settle_rest(g, a, back, err);
}

/* ---- a series ---- */

static void gather_alerts(struct alerts_of_series *g)
{
	const struct as_alerting *u = g->u;

	g->n = 0;
	for (size_t i = 0; i < u->n; i++) {
		if (!as_alert_is_of(&u->v[i], g->now.s))
			continue;
		g->alert[g->n] = i;
		g->placed[g->n] = as_alert_place_of(&u->v[i], g->now.s, &g->place[g->n]);
		g->place[g->n].open = g->place[g->n].open && g->placed[g->n];
		g->met[g->n++] = false;
	}
}

/* What was found takes the alerts that it is along, and is a new one where it is none. */
static void meet(struct alerts_of_series *g)
{
	struct as_alerting *u = g->u;

	for (size_t f = 0; f < g->n_found; f++) {
		size_t k = g->of[f];
		if (k == SIZE_MAX && !g->found[f].news)
			continue;
		if (k == SIZE_MAX) {
			k = g->of[f] = g->n++;
			g->alert[k] = u->n;
			u->v[u->n++] = as_alert_new(&g->now, &g->found[f]);
		} else if (as_alert_is_open(u->v[g->alert[k]].state) ||
			u->v[g->alert[k]].state == AS_ALERT_SUPERSEDED) {
			as_alert_move(&u->v[g->alert[k]], &g->now, &g->found[f]);
		}
		g->place[k] = g->found[f].place;
		g->placed[k] = true;
		g->met[k] = g->found[f].news;
	}
}

static enum as_status look_at(struct as_alerting *u, const struct as_history_series *s,
	struct as_err *err)
{
	struct alerts_of_series g = {.u = u, .now = {s, u->now_ns}};
	struct as_arena *a = u->arena;
	const size_t most = u->n + s->n_changes + 1;

	if (as_alerts_found(u->history, s, a, &g.found, &g.n_found))
		return as_fail_memory(err);
	struct as_alert_place *found = as_arena_array(a, g.n_found, sizeof *found);
	g.of = as_arena_array(a, g.n_found, sizeof *g.of);
	g.alert = as_arena_array(a, most, sizeof *g.alert);
	g.place = as_arena_array(a, most, sizeof *g.place);
	g.placed = as_arena_array(a, most, sizeof *g.placed);
	g.met = as_arena_array(a, most, sizeof *g.met);
	if (!found || !g.of || !g.alert || !g.place || !g.placed || !g.met)
		return as_fail_memory(err);
	gather_alerts(&g);
	for (size_t f = 0; f < g.n_found; f++)
		found[f] = g.found[f].place;
	as_alerts_match(g.place, g.n, found, g.n_found, g.of);
	meet(&g);
	enum as_status st = AS_OK;
	/* the newest first: what it comes to may take an older one back */
	for (size_t k = g.n; !st && k-- > 0;)
		st = step(&g, k, err);
	return st;
}

/* ---- all of them ---- */

static bool is_commit(const char *s)
{
	const size_t n = strspn(s, "0123456789abcdef");

	return (n == 40 || n == 64) && !s[n];
}

static bool is_on_line(const struct as_commits *c, const char *commit)
{
	for (size_t i = 0; i < c->n; i++)
		if (!strcmp(c->v[i].id, commit))
			return true;
	return false;
}

/* Alerts of commits to which nothing leads any more go with them. */
static enum as_status let_go(struct as_alerting *u, struct as_err *err)
{
	const struct as_commits *c = u->commits;
	const struct as_alert_now now = {.ns = u->now_ns};
	enum as_status st = AS_OK;

	for (size_t i = 0; !st && c && i < u->n; i++) {
		struct as_alert *a = &u->v[i];
		bool reached = true;
		if (a->state == AS_ALERT_GONE || !a->project || !c->project ||
			strcmp(a->project, c->project) != 0 || !is_commit(a->at) ||
			is_on_line(c, a->at))
			continue;
		st = as_version_reached(a->at, u->arena, &reached, err);
		if (!st && !reached)
			as_alert_go(a, &now, AS_ALERT_GONE);
	}
	return st;
}

/* All that are kept, with room for what the histories may bring. */
static enum as_status read_all(struct as_alerting *u, struct as_err *err)
{
	struct as_alert *kept = NULL;
	size_t room = 0;
	enum as_status st = as_store_alerts(u->store, u->arena, &kept, &u->n, err);

	if (st)
		return st;
	for (size_t i = 0; i < u->history->n; i++)
		room += u->history->series[i].n_changes + 1;
	u->v = as_arena_array(u->arena, u->n + room, sizeof *u->v);
	if (!u->v)
		return as_fail_memory(err);
	if (u->n)
		memcpy(u->v, kept, u->n * sizeof *kept);
	return AS_OK;
}

enum as_status as_alerts_update(struct as_alerting *u, struct as_err *err)
{
	enum as_status st = read_all(u, err);

	if (!st)
		st = let_go(u, err);
	for (size_t i = 0; !st && i < u->history->n; i++)
		if (u->history->series[i].n_points)
			st = look_at(u, &u->history->series[i], err);
	return st ? st : as_store_put_alerts(u->store, u->v, u->n, err);
}
