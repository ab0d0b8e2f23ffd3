/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clean detector: cut too finely, then glued together where nothing can be told apart
 * (methods-history-2.md 2). */
#include <math.h>
#include <string.h>

#include "stat/core/quantile.h"
#include "stat/dist/changes/seeking.h"

/* With more changes in a state several go at once: one by one, a wandering history would take time
 * as the square of its length. */
enum { MANY = 100 };

static enum as_status check(const struct as_history_values *h, struct as_err *err)
{
	if (h->n < AS_HISTORY_LEAST)
		return as_fail(err, AS_ERR_DATA,
			"cannot look for changes in a history of %zu versions: a change is told "
			"from luck in %d and more; measure %zu more",
			h->n, AS_HISTORY_LEAST, AS_HISTORY_LEAST - h->n);
	for (size_t i = 0; i < h->n; i++) {
		if (!isfinite(h->x[i]))
			return as_fail(err, AS_ERR_DATA,
				"cannot look for changes in a history: value %zu is "
				"not a finite number; measure that version again, or leave it out",
				i + 1);
		if (h->se2 && !isnan(h->se2[i]) && !(h->se2[i] >= 0 && h->se2[i] <= HUGE_VAL))
			return as_fail(err, AS_ERR_DATA,
				"cannot look for changes in a history: the variance "
				"of value %zu is negative",
				i + 1);
	}
	return AS_OK;
}

bool as_seek_state(struct as_seeking *s)
{
	double c = as_history_critical(s->n, s->level, s->n_changes == 1);

	as_seek_locate(s);
	as_seek_fit(s, true);
	as_seek_values(s);
	s->weakest = 0;
	for (size_t i = 1; i < s->n_changes; i++)
		if (s->change[i].s < s->change[s->weakest].s)
			s->weakest = i;
	return s->change[s->weakest].s >= c;
}

/* Of very many the smallest tenth that cannot stay, no two neighbours of them. */
static void drop_many(struct as_seeking *s)
{
	double c = as_history_critical(s->n, s->level, false), before = (double)INFINITY;
	size_t kept = 0;

	for (size_t i = 0; i < s->n_changes; i++)
		s->room.h[i] = s->change[i].s;
	as_sort(s->room.h, s->n_changes);
	double most = fmin(c, s->room.h[s->n_changes / 10]);
	for (size_t i = 0; i < s->n_changes; i++) {
		double own = s->change[i].s;
		double next = i + 1 < s->n_changes ? s->change[i + 1].s : (double)INFINITY;
		if (!(own < most && own < before && own <= next))
			s->change[kept++] = s->change[i];
		before = own;
	}
	s->n_changes = kept;
}

void as_seek_drop(struct as_seeking *s)
{
	size_t before = s->n_changes;

	if (before > MANY)
		drop_many(s);
	if (s->n_changes == before)
		as_seek_remove(s, s->weakest);
}

void as_seek_remove(struct as_seeking *s, size_t i)
{
	memmove(s->change + i, s->change + i + 1, (s->n_changes - i - 1) * sizeof *s->change);
	s->n_changes--;
}

void as_seek_settle(struct as_seeking *s)
{
	while (s->n_changes && !as_seek_state(s))
		as_seek_drop(s);
	if (!s->n_changes)
		as_seek_fit(s, true);
}

enum as_status as_seek_changes(struct as_seeking *s)
{
	s->n_changes = 0;
	if (as_seek_cut(s))
		return AS_ERR_MEM;
	as_seek_settle(s);
	return AS_OK;
}

/* What was found, into the caller's memory. */
static enum as_status hand_over(
	const struct as_seeking *s, struct as_arena *a, struct as_steps *out)
{
	*out = (struct as_steps){.rho = s->rho,
		.n = s->n_changes,
		.shrink = s->f,
		.slope = s->mid,
		.critical = as_history_critical(s->n, s->level, s->n_changes < 2)};
	out->at = as_arena_array(a, s->n_changes, sizeof *out->at);
	out->t = as_arena_array(a, s->n_changes, sizeof *out->t);
	out->p = as_arena_array(a, s->n_changes, sizeof *out->p);
	out->weight = as_arena_array(a, s->n, sizeof *out->weight);
	if (!out->at || !out->t || !out->p || !out->weight)
		return AS_ERR_MEM;
	for (size_t i = 0; i < s->n_changes; i++) {
		out->at[i] = s->change[i].at;
		out->t[i] = s->change[i].s;
		out->p[i] = (double)NAN;
	}
	for (size_t i = 0; i < s->n; i++)
		out->weight[i] = s->a[i] * s->a[i];
	return AS_OK;
}

enum as_status as_steps_find(const struct as_history_values *h, enum as_history_level level,
	bool independent, struct as_arena *a, struct as_steps *out, struct as_err *err)
{
	struct as_seeking s = {.level = level, .independent = independent};
	struct as_arena room = {0};
	struct as_noise_pieces noise = {0}, around = {0};
	struct as_steps found;
	enum as_status st = check(h, err);

	if (st)
		return st;
	st = as_seek_init(&s, h, &room);
	if (!st)
		st = as_seek_changes(&s);
	if (!st)
		st = as_seek_noise(&s, a, &noise, &around);
	if (!st)
		st = hand_over(&s, a, &found);
	as_arena_release(&room);
	if (st)
		return as_fail_memory(err);
	found.noise = noise;
	found.around = around;
	*out = found;
	return AS_OK;
}
