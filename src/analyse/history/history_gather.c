/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which rows make a series. There may be a million: they are counted out, not sorted. */
#include <string.h>

#include "analyse/history/history_inside.h"

/* What a series has in common. Strings of rows are equal where their pointers are. */
struct key {
	const char *name, *metric, *parameters, *project, *machine;
};

struct found {
	struct key key;
	bool wanted;
	size_t rows;
	size_t next; /* the place of its next row */
};

struct gathering {
	const struct as_history_making *m;
	struct as_arena *room;
	struct found *series;
	size_t n, cap; /* cap is a power of 2 */
	size_t *slot;  /* twice as many as cap: the number of a series and 1; 0: free */
	size_t *of;    /* of each row its series; SIZE_MAX: none */
};

static size_t hash(const struct key *k)
{
	const char *const part[] = {k->name, k->metric, k->parameters, k->project, k->machine};
	uint64_t h = 0;

	for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
		h = (h ^ (uint64_t)(uintptr_t)part[i]) * UINT64_C(0x9e3779b97f4a7c15);
		h ^= h >> 29;
	}
	return (size_t)h;
}

static bool is_same(const struct key *x, const struct key *y)
{
	return x->name == y->name && x->metric == y->metric && x->parameters == y->parameters &&
	       x->project == y->project && x->machine == y->machine;
}

/* The slot of a series, or the free one that would be its own. */
static size_t *slot_of(const struct gathering *g, const struct key *k)
{
	size_t i = hash(k) & (2 * g->cap - 1);

	while (g->slot[i] && !is_same(&g->series[g->slot[i] - 1].key, k))
		i = (i + 1) & (2 * g->cap - 1);
	return &g->slot[i];
}

static bool grow(struct gathering *g)
{
	const size_t cap = g->cap ? 2 * g->cap : 256;
	struct found *series = as_arena_array(g->room, cap, sizeof *series);
	size_t *slot = as_arena_array(g->room, 2 * cap, sizeof *slot);

	if (!series || !slot)
		return false;
	if (g->n)
		memcpy(series, g->series, g->n * sizeof *series);
	g->series = series;
	g->slot = slot;
	g->cap = cap;
	for (size_t i = 0; i < g->n; i++)
		*slot_of(g, &series[i].key) = i + 1;
	return true;
}

static bool is_wanted(const struct gathering *g, const struct key *k)
{
	const struct as_history_how *how = g->m->how;

	return !how->wanted || how->wanted(how->data, k->name);
}

/* The number of a row's series; SIZE_MAX when out of memory. */
static size_t number_of(struct gathering *g, const struct key *k)
{
	if (g->n == g->cap && !grow(g))
		return SIZE_MAX;

	size_t *slot = slot_of(g, k);

	if (!*slot) {
		g->series[g->n] = (struct found){.key = *k, .wanted = is_wanted(g, k)};
		*slot = ++g->n;
	}
	return *slot - 1;
}

/* The series of each row, and how many rows they have. */
static enum as_status count(struct gathering *g)
{
	const struct as_history_rows *r = g->m->rows;

	for (size_t i = 0; i < r->n_rows; i++) {
		const struct as_history_row *row = &r->row[i];
		const struct as_history_source *s = &r->source[row->source];
		const struct key k = {s->name, row->metric, s->parameters, s->version.project,
			s->machine};
		g->of[i] = SIZE_MAX;
		if (g->m->order.of[row->source] == SIZE_MAX)
			continue;
		const size_t series = number_of(g, &k);
		if (series == SIZE_MAX)
			return AS_ERR_MEM;
		if (!g->series[series].wanted)
			continue;
		g->of[i] = series;
		g->series[series].rows++;
	}
	return AS_OK;
}

/* Where each series begins; those without a row are none. */
static size_t lay_out(struct gathering *g, struct as_history_gathered *out)
{
	size_t rows = 0;

	for (size_t i = 0; i < g->n; i++) {
		g->series[i].next = rows;
		rows += g->series[i].rows;
		if (!g->series[i].rows)
			continue;
		out->begins[out->n++] = g->series[i].next;
		out->begins[out->n] = rows;
	}
	return rows;
}

enum as_status as_history_gather(const struct as_history_making *m, struct as_arena *room,
	struct as_history_gathered *out)
{
	const struct as_history_rows *r = m->rows;
	struct gathering g = {.m = m, .room = room};

	*out = (struct as_history_gathered){.n = 0};
	g.of = as_arena_array(room, r->n_rows, sizeof *g.of);
	if (!g.of || count(&g))
		return AS_ERR_MEM;
	out->begins = as_arena_array(room, g.n + 1, sizeof *out->begins);
	out->row = out->begins ? as_arena_array(room, lay_out(&g, out), sizeof *out->row) : NULL;
	if (!out->row)
		return AS_ERR_MEM;
	for (size_t i = 0; i < r->n_rows; i++) {
		if (g.of[i] == SIZE_MAX)
			continue;
		const size_t version = m->order.of[r->row[i].source];
		out->row[g.series[g.of[i]].next++] = (struct as_history_placed){
			.order = m->order.version[version].order, .row = i, .scale = 1};
	}
	return AS_OK;
}
