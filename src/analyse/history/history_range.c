/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changed from one revision to another. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/history/history_analyse.h"

/* A commit of the range, for looking it up. */
struct ranged {
	const char *id;
	size_t place;
	bool measured;
};

struct ranging {
	struct ranged *v; /* by their ids */
	size_t n;
	struct as_history_range *out;
};

static int by_id(const void *a, const void *b)
{
	const struct ranged *x = a, *y = b;

	return strcmp(x->id, y->id);
}

static int by_place(const void *a, const void *b)
{
	const struct as_history_news *x = a, *y = b;
	const double p = fabs(x->change->size), q = fabs(y->change->size);

	if (x->place != y->place)
		return x->place < y->place ? -1 : 1;
	return p > q ? -1 : p < q;
}

/* NULL: it is not in the range. */
static struct ranged *find_range(const struct ranging *r, const struct as_history_point *p)
{
	const struct ranged key = {.id = p->commit};

	return p->commit ? bsearch(&key, r->v, r->n, sizeof *r->v, by_id) : NULL;
}

/* It stands at the end of the range. */
static bool stands(const struct ranging *r, const struct as_history_series *s, size_t i)
{
	const struct as_history_change *c = &s->changes[i];
	const size_t other = c->returns ? i - 1 : c->back;

	if (c->kind != AS_HISTORY_CHANGE || s->parts[c->part].dependence == AS_DEPENDENCE_WANDERS ||
		(c->gradual && i && s->changes[i - 1].gradual == c->gradual))
		return false;
	return other >= s->n_changes || !find_range(r, &s->points[s->changes[other].at]);
}

static void look_at(const struct ranging *r, const struct as_history_series *s)
{
	const size_t before = r->out->n;
	bool any = false;

	for (size_t i = 0; i < s->n_points; i++) {
		struct ranged *one = find_range(r, &s->points[i]);
		any = any || one;
		if (one && !one->measured)
			r->out->measured++;
		if (one)
			one->measured = true;
	}
	for (size_t i = 0; i < s->n_changes; i++) {
		const struct ranged *one = find_range(r, &s->points[s->changes[i].at]);
		if (one && stands(r, s, i))
			r->out->v[r->out->n++] =
				(struct as_history_news){s, &s->changes[i], one->place};
	}
	r->out->series += any ? 1 : 0;
	r->out->quiet += any && r->out->n == before ? 1 : 0;
}

enum as_status as_history_in_range(const struct as_history *h, const struct as_commits *c,
	const char *after, struct as_arena *a, struct as_history_range *out)
{
	struct as_arena room = {0};
	struct ranging r = {.v = as_arena_array(&room, c->n, sizeof *r.v), .out = out};
	size_t changes = 0;
	bool in = false;

	for (size_t i = 0; i < h->n; i++)
		changes += h->series[i].n_changes;
	out->v = as_arena_array(a, changes, sizeof *out->v);
	if (!r.v || !out->v) {
		as_arena_release(&room);
		return AS_ERR_MEM;
	}
	for (size_t i = 0; i < c->n; i++) {
		if (in)
			r.v[r.n++] = (struct ranged){c->v[i].id, i, false};
		in = in || !strcmp(c->v[i].id, after);
	}
	if (r.n)
		qsort(r.v, r.n, sizeof *r.v, by_id);
	out->commits = r.n;
	for (size_t i = 0; r.n && i < h->n; i++)
		look_at(&r, &h->series[i]);
	if (out->n)
		qsort(out->v, out->n, sizeof *out->v, by_place);
	as_arena_release(&room);
	return AS_OK;
}
