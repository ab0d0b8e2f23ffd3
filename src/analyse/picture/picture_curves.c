/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The density of each execution, or build, over the others: two clusters of curves are two modes
 * between them (methods.md 9.5). */
#include "analyse/picture/picture_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/estimate/view.h"
#include "stat/core/density.h"
#include "stat/core/quantile.h"

enum { CURVES_MAX = 8 }; /* more than that nobody tells apart */

/* Units of a level, with the values at the bottom that lie below each. */
struct groups {
	const struct as_view *v;
	size_t level; /* of the tree */
	size_t n;
};

/* The level of the tree, n_levels: it is none of its own, or has nothing below it. */
static size_t level_of(const struct as_view *v, enum as_level_index level)
{
	for (size_t i = 1; i < v->tree.n_levels; i++)
		if (v->level[i] == level)
			return i;
	return v->tree.n_levels;
}

/* Values of a unit: from .. to - 1. */
static void values_of(const struct groups *g, size_t unit, size_t *from, size_t *to)
{
	*from = unit;
	*to = unit + 1;
	for (size_t l = g->level; l; l--) {
		*from = g->v->tree.first[l][*from];
		*to = g->v->tree.first[l][*to];
	}
}

/* One curve, and what it is called. */
static enum as_status add_curve(const struct groups *g, size_t unit, const char *word,
	struct as_picture *p, struct as_err *err)
{
	struct as_density *d = malloc(sizeof *d);
	char name[64];
	size_t from = 0, to = 0;

	values_of(g, unit, &from, &to);
	double *sorted = malloc((to - from + 1) * sizeof *sorted);
	snprintf(name, sizeof name, "%s %zu", word, unit + 1);
	p->name[p->n_curves] = as_arena_strdup(&p->arena, name);
	if (d && sorted && p->name[p->n_curves]) {
		memcpy(sorted, g->v->tree.values + from, (to - from) * sizeof *sorted);
		as_sort(sorted, to - from);
		as_density(sorted, to - from, d);
		for (size_t i = 0; i < p->n; i++) {
			p->x[p->n_curves * p->n + i] = d->from + (double)i * d->step;
			p->y[p->n_curves * p->n + i] = d->f[i];
			p->y_to = fmax(p->y_to, d->f[i]);
		}
		p->x_from = fmin(p->x_from, d->from);
		p->x_to = fmax(p->x_to, d->from + (double)(p->n - 1) * d->step);
		p->observed += to - from;
	}
	bool made = d && sorted && p->name[p->n_curves];
	p->n_curves += made;
	free(sorted);
	free(d);
	return made ? AS_OK : as_fail_memory(err);
}

static enum as_status add_curves(const struct groups *g, const char *word, struct as_picture *p,
	struct as_err *err)
{
	size_t most = g->n < CURVES_MAX ? g->n : CURVES_MAX;
	enum as_status st = AS_OK;

	p->n = AS_DENSITY_POINTS;
	p->n_groups = g->n;
	p->x = as_arena_array(&p->arena, most * p->n, sizeof *p->x);
	p->y = as_arena_array(&p->arena, most * p->n, sizeof *p->y);
	p->name = as_arena_array(&p->arena, most, sizeof *p->name);
	p->x_from = (double)INFINITY;
	p->x_to = -(double)INFINITY;
	if (!p->x || !p->y || !p->name)
		return as_fail_memory(err);
	/* evenly spread over all of them where they are many */
	for (size_t k = 0; k < most && !st; k++)
		st = add_curve(g, k * g->n / most, word, p, err);
	return st;
}

enum as_status as_draw_curves(const struct as_experiment *x, struct as_picture *p,
	struct as_err *err)
{
	const bool builds = p->kind == AS_PICTURE_BY_BUILD;
	const enum as_level_index level = builds ? AS_LEVEL_BUILD : AS_LEVEL_EXECUTION;
	struct as_view v = {0};
	enum as_status st = as_view_open(x, p->subject, p->metric, AS_ROLE_MEASURED, &v, err);

	st = as_view_whole(x, p->subject, st, "draw densities", &v, err);
	if (st)
		return st;
	struct groups g = {.v = &v, .level = level_of(&v, level)};
	g.n = g.level < v.tree.n_levels ? v.tree.count[g.level] : 0;
	if (g.n < 2)
		st = as_fail(err, AS_ERR_DATA,
			"cannot draw the densities of '%.200s' %s: it %s; %s",
			x->subjects[p->subject].name, as_pictures[p->kind].name,
			builds ? "has no builds of which each has values"
			       : "reports no iterations, or was executed once",
			builds ? "measure several (--builds)"
			       : "see docs/reporter.md for how a program reports them");
	else
		st = add_curves(&g, as_level_names[level], p, err);
	as_view_close(&v);
	return st;
}
