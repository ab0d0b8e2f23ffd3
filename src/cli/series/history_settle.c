/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "cli/series/history_settings.h"

enum { NAMES_MOST = 100 };

/* The point of the level before the newest which the commit is; SIZE_MAX: none. */
static size_t point_of(const struct as_history_series *s, const char *commit)
{
	const struct as_history_part *part = &s->parts[s->n_parts - 1];

	for (size_t i = part->quiet_from; i + s->newest.looked < s->n_points; i++)
		if (s->points[i].commit && !strcmp(s->points[i].commit, commit))
			return i;
	return SIZE_MAX;
}

static enum as_status settle_by(struct as_store *store, struct as_history_series *s,
	const struct as_store_beside *b, struct as_err *err)
{
	struct as_history_again again = {.old = b->old, .new = b->new, .experiment = b->experiment,
		.beside = point_of(s, b->commit)};
	struct as_experiment *x = NULL;

	if (again.beside == SIZE_MAX)
		return AS_OK;
	enum as_status st = as_store_get(store, b->experiment, &x, err);
	if (st)
		return st;
	again.x = x;
	st = as_history_settle(s, &again, err);
	as_experiment_free(x);
	return st;
}

/* Only the first re-run counts: who measures until it comes out has no p value. */
static enum as_status settle(struct as_store *store, struct as_history_series *s,
	struct as_arena *a, struct as_err *err)
{
	const struct as_store_beside_of of = {.project = s->project, .command = s->command,
		.machine = s->machine, .commit = s->points[s->n_points - 1].commit};
	struct as_store_beside *list = NULL;
	size_t n = 0;

	if (s->newest.word != AS_NEWEST_SUSPECTED || !of.commit)
		return AS_OK;
	enum as_status st = as_store_besides(store, &of, a, &list, &n, err);
	for (size_t i = 0; !st && i < n && s->newest.rerun.word == AS_RERUN_NONE; i++)
		st = settle_by(store, s, &list[i], err);
	return st;
}

static enum as_status settle_all(struct as_store *store, struct as_history *h,
	struct as_err *err)
{
	struct as_arena room = {0};
	enum as_status st = AS_OK;

	for (size_t i = 0; !st && i < h->n; i++)
		st = settle(store, &h->series[i], &room, err);
	as_arena_release(&room);
	return st ? st : as_history_conclude(h, err);
}

/* Names that are no patterns are looked up where they are kept: of ten thousand benchmarks one. */
static void ask_by_name(const struct as_history_asked *asked, struct as_store_history *which)
{
	for (size_t i = 0; i < asked->n_names; i++)
		if (strpbrk(asked->names[i], "*?[\\"))
			return;
	if (asked->n_names > NAMES_MOST)
		return;
	which->names = (const char *const *)asked->names;
	which->n_names = asked->n_names;
}

enum as_status as_history_of_some(struct as_store *store, const struct as_history_asked *asked,
	const struct as_store_history *some, struct as_arena *a, struct as_history *out,
	struct as_err *err)
{
	struct as_arena room = {0};
	struct as_store_history which = *some;
	struct as_history_rows rows = {0};

	which.room = &room;
	enum as_status st = store ? as_store_histories(store, &which, a, &rows, err) : AS_OK;
	if (!st)
		st = as_histories(&rows, &asked->how, a, out, err);
	as_arena_release(&room);
	return st || !store ? st : settle_all(store, out, err);
}

enum as_status as_history_of_store(struct as_store *store, const struct as_history_asked *asked,
	struct as_arena *a, struct as_history *out, struct as_err *err)
{
	struct as_store_history which = asked->rows;

	ask_by_name(asked, &which);
	return as_history_of_some(store, asked, &which, a, out, err);
}
