/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Versions that were measured in the same rounds, a session of them after the other: what a session
 * does to all of its versions is taken out (methods-machines.md B2, B3). */
#include <math.h>

#include "analyse/history/history_inside.h"
#include "stat/core/tree/linked.h"

static bool same_commit(const struct as_history_source *a, const struct as_history_source *b)
{
	return a->version.commit == b->version.commit;
}

/* The rows that lie in sessions. */
struct linking {
	const struct as_history_rows *rows;
	const bool *session; /* of each source */
	const struct as_history_linked *list;
	size_t *at;                  /* of the list, n of them */
	struct as_linked_cell *cell; /* the same */
	int64_t *experiment;         /* of each session */
	size_t n, sessions;
};

static const struct as_history_source *source_at(const struct linking *l, size_t i)
{
	return &l->rows->source[l->rows->row[l->list[i].row].source];
}

/* Experiments are numbered as they were measured: so are sessions. */
static size_t session_of(const struct linking *l, int64_t experiment)
{
	size_t k = 0;

	while (k < l->sessions && l->experiment[k] < experiment)
		k++;
	return k;
}

static void note_session(struct linking *l, int64_t experiment)
{
	const size_t k = session_of(l, experiment);

	if (k < l->sessions && l->experiment[k] == experiment)
		return;
	for (size_t i = l->sessions++; i > k; i--)
		l->experiment[i] = l->experiment[i - 1];
	l->experiment[k] = experiment;
}

/* False: something in it has no logarithm. Results of a version in different environments have
 * nothing in common. */
static bool find_cells(struct linking *l, size_t n)
{
	size_t version = 0;

	for (size_t i = 0; i < n; i++) {
		const struct as_history_row *row = &l->rows->row[l->list[i].row];
		const struct as_history_source *s = source_at(l, i);
		if (!row->n_top || !isfinite(row->mean) || !l->session[row->source])
			continue;
		if (!(row->mean > 0))
			return false;
		const struct as_history_source *before =
			l->n ? source_at(l, l->at[l->n - 1]) : s;
		version += !same_commit(before, s) || before->environment != s->environment;
		l->cell[l->n] = (struct as_linked_cell){.version = version, .mean = log(row->mean),
			.n = (double)row->n_top};
		l->at[l->n++] = i;
		note_session(l, s->experiment);
	}
	for (size_t i = 0; i < l->n; i++)
		l->cell[i].session = session_of(l, source_at(l, l->at[i])->experiment);
	return true;
}

static void apply(const struct linking *l, const double *u, struct as_history_linked *list)
{
	for (size_t i = 0; i < l->n; i++) {
		const struct as_linked_cell *c = &l->cell[i];
		size_t first = c->session;
		for (size_t k = i; k-- > 0 && l->cell[k].version == c->version;)
			first = l->cell[k].session < first ? l->cell[k].session : first;
		for (size_t k = i + 1; k < l->n && l->cell[k].version == c->version; k++)
			first = l->cell[k].session < first ? l->cell[k].session : first;
		list[l->at[i]].again = c->session != first;
		list[l->at[i]].scale = exp(-u[c->session]);
	}
}

enum as_status as_history_link(const struct as_history_rows *rows, const bool *session,
	struct as_history_linked *list, size_t n)
{
	struct as_arena room = {0};
	struct linking l = {.rows = rows, .session = session, .list = list,
		.at = as_arena_array(&room, n, sizeof *l.at),
		.cell = as_arena_array(&room, n, sizeof *l.cell),
		.experiment = as_arena_array(&room, n + 1, sizeof *l.experiment)};
	enum as_status st = l.at && l.cell && l.experiment ? AS_OK : AS_ERR_MEM;

	for (size_t i = 0; i < n; i++) {
		list[i].scale = 1;
		list[i].again = false;
	}
	if (!st && find_cells(&l, n) && l.sessions > 1) {
		double *matrix = as_arena_array(&room, l.sessions * (l.sessions + 1),
			sizeof *matrix);
		double *u = as_arena_array(&room, l.sessions, sizeof *u);
		st = matrix && u ? AS_OK : AS_ERR_MEM;
		if (!st) {
			as_linked_sessions(l.cell, l.n, l.sessions, matrix, u);
			apply(&l, u, list);
		}
	}
	as_arena_release(&room);
	return st;
}
