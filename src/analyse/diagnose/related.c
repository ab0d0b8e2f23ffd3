/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/diagnose/related.h"

#include <math.h>
#include <string.h>

#include "analyse/estimate/view/view.h"
#include "base/arena.h"

/* Pairs of one level, which become those of the next one. */
struct relating {
	double *x, *y;
	size_t n;
	struct as_arena room;
};

/* Both have the same iterations of the same executions. */
static bool are_alike(const struct as_view *a, const struct as_view *b)
{
	bool alike = a->bottom == AS_LEVEL_ITERATION && b->bottom == AS_LEVEL_ITERATION &&
		     a->values && b->values && a->n_units == b->n_units &&
		     a->tree.n_levels == b->tree.n_levels && a->tree.n_levels > 1;

	alike = alike && !memcmp(a->units, b->units, a->n_units * sizeof *a->units);
	for (size_t l = 0; alike && l < a->tree.n_levels; l++)
		alike = a->tree.count[l] == b->tree.count[l];
	return alike && !memcmp(a->tree.first[1], b->tree.first[1],
				(a->tree.count[1] + 1) * sizeof *a->tree.first[1]);
}

static bool take_values(struct relating *r, const struct as_view *a, const struct as_view *b)
{
	r->n = a->tree.count[0];
	r->x = as_arena_array(&r->room, r->n + 1, sizeof *r->x);
	r->y = as_arena_array(&r->room, r->n + 1, sizeof *r->y);
	if (!r->x || !r->y)
		return false;
	memcpy(r->x, a->tree.values, r->n * sizeof *r->x);
	memcpy(r->y, b->tree.values, r->n * sizeof *r->y);
	return true;
}

/* Executions of a, with what b has of the same: NaN where it has nothing. */
static bool take_means(struct relating *r, const struct as_view *a, const struct as_view *b)
{
	r->n = a->n_units;
	r->x = as_arena_array(&r->room, r->n + 1, sizeof *r->x);
	r->y = as_arena_array(&r->room, r->n + 1, sizeof *r->y);
	if (!r->x || !r->y)
		return false;
	for (size_t i = 0; i < r->n; i++) {
		r->x[i] = a->means[i];
		r->y[i] = (double)NAN;
		for (size_t k = 0; k < b->n_units; k++) {
			/* both are in nearly the same order */
			const size_t at = (i + k) % b->n_units;
			if (b->units[at] != a->units[i])
				continue;
			r->y[i] = b->means[at];
			break;
		}
	}
	return true;
}

/* The mean of each group takes the place of its pairs. */
static void go_up(struct relating *r, const size_t *first, size_t n_groups)
{
	for (size_t g = 0; g < n_groups; g++) {
		double x = 0, y = 0;
		size_t n = 0;
		for (size_t i = first[g]; i < first[g + 1]; i++) {
			if (!isfinite(r->x[i]) || !isfinite(r->y[i]))
				continue;
			n++;
			x += (r->x[i] - x) / (double)n;
			y += (r->y[i] - y) / (double)n;
		}
		r->x[g] = n ? x : (double)NAN;
		r->y[g] = n ? y : (double)NAN;
	}
	r->n = n_groups;
}

static enum as_status relate(struct relating *r, const struct as_view *a, size_t from,
	double confidence, struct as_related *out, struct as_err *err)
{
	const struct as_tree *t = &a->tree;
	enum as_status st = AS_OK;

	for (size_t l = from; l < t->n_levels; l++) {
		const size_t all[] = {0, r->n};
		const bool top = l + 1 == t->n_levels;
		const struct as_correlated p = {.x = r->x,
			.y = r->y,
			.first = top ? all : t->first[l + 1],
			.n_groups = top ? 1 : t->count[l + 1]};
		struct as_related_level *level = &out->level[out->n];
		st = as_correlation(&p, confidence, &level->c, err);
		if (!st) {
			level->level = a->level[l];
			out->n++;
		} else if (st != AS_ERR_DATA) {
			return st;
		}
		if (!top)
			go_up(r, p.first, p.n_groups);
	}
	return out->n ? AS_OK : st;
}

static enum as_status relate_views(const struct as_view *a, const struct as_view *b,
	double confidence, struct as_related *out, struct as_err *err)
{
	const bool alike = are_alike(a, b);
	const size_t from = alike || a->bottom == AS_LEVEL_EXECUTION ? 0 : 1;
	struct relating r = {0};
	struct as_related found = {0};
	bool room = alike ? take_values(&r, a, b) : take_means(&r, a, b);
	enum as_status st =
		room ? relate(&r, a, from, confidence, &found, err) : as_fail_memory(err);

	as_arena_release(&r.room);
	if (!st)
		*out = found;
	return st;
}

enum as_status as_relate(
	const struct as_place *of, size_t other, struct as_related *out, struct as_err *err)
{
	struct as_view a = {0}, b = {0};
	enum as_status st = as_view_open(of->x, of->subject, of->metric, AS_ROLE_MEASURED, &a, err);

	if (!st)
		st = as_view_open(of->x, of->subject, other, AS_ROLE_MEASURED, &b, err);
	if (!st && (!a.n_units || !b.n_units))
		st = as_fail(err, AS_ERR_DATA, "nothing was measured of '%.200s' by both metrics",
			of->x->subjects[of->subject].name);
	if (!st)
		st = relate_views(&a, &b, of->x->plan.confidence, out, err);
	as_view_close(&b);
	as_view_close(&a);
	return st;
}
