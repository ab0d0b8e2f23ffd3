/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/diagnose/level_impact.h"

#include "base/arena.h"
#include "stat/dist/influence/impact_draw.h"

/* Values drawn in all: the error of the median falls with the root of their number, however they
 * are divided into draws. 10 000 draws of 120. */
enum { VALUES_DRAWN = 1200000, DRAWS_LEAST = 1000 };

static size_t draws_of(size_t c)
{
	size_t n = VALUES_DRAWN / c;

	n = n < AS_IMPACT_DRAWS ? n : AS_IMPACT_DRAWS;
	return n > DRAWS_LEAST ? n : DRAWS_LEAST;
}

/* The nearest repeated level under index i; i itself if there is none. */
static size_t repeated_below(const struct as_summary *y, size_t i)
{
	for (size_t below = i; below-- > 0;)
		if (y->tree.v[below].repeated)
			return below;
	return i;
}

/* Units of level i as groups of means of units of the level `below`. */
static bool groups_of(const struct as_tree *t, size_t i, size_t below, struct as_arena *room,
	struct as_groups *out)
{
	const size_t level =
		below || t->values ? below : 1; /* where values are read, so are means */
	double *means = level ? as_arena_array(room, t->count[level], sizeof *means) : NULL;
	size_t *first = as_arena_array(room, t->count[i] + 1, sizeof *first);

	if ((level && !means) || !first)
		return false;
	if (level)
		as_tree_means(t, level + 1, means);
	for (size_t u = 0; u <= t->count[i]; u++) {
		first[u] = t->first[i][u];
		for (size_t l = i - 1; l > below; l--)
			first[u] = t->first[l][first[u]];
	}
	*out = (struct as_groups){.values = below ? means : t->values,
		.reader = t->reader,
		.means = means,
		.first = first,
		.n = t->count[i]};
	if (i + 1 < t->n_levels) {
		out->parents = t->first[i + 1];
		out->n_parents = t->count[i + 1];
	}
	return true;
}

static enum as_influence influence_of(double factor, double transformed)
{
	static const enum as_influence influences[] = {
		[AS_ADDITIVE_NO_INFLUENCE] = AS_INFLUENCE_NONE,
		[AS_ADDITIVE] = AS_INFLUENCE_ADDITIVE,
		[AS_ADDITIVE_PARTLY] = AS_INFLUENCE_PARTLY,
		[AS_ADDITIVE_NOT] = AS_INFLUENCE_OTHER,
	};

	return influences[as_additivity_of(factor, transformed)];
}

/* What is drawn, and how often, of which experiment. */
struct drawing {
	uint64_t seed;
	struct as_impact_amount want; /* 0: as many as are usual */
	size_t levels; /* that were drawn from */
	struct as_err why; /* the last was not */
};

static enum as_status draw(const struct as_tree *t, size_t i, size_t below, struct drawing *how,
	struct as_summary_draws *out, struct as_err *err)
{
	struct as_impact_draw plain = {0}, transformed = {0};
	struct as_impact_amount amount = how->want;
	struct as_arena room = {0};
	struct as_groups g = {0};
	size_t c = 0;
	enum as_status st = groups_of(t, i, below, &room, &g) ? AS_OK : as_fail_memory(err);

	if (!st && !as_impact_draws_size(&g, &c, &how->why)) {
		amount.draws = amount.draws ? amount.draws : draws_of(amount.c ? amount.c : c);
		st = as_impact_draw_both(&g, &amount, how->seed, &plain, &transformed, &how->why);
		if (!st) {
			how->levels++;
			*out = (struct as_summary_draws){.factor = plain.factor,
				.transformed = transformed.factor,
				.draws = plain.draws,
				.c = plain.c,
				.infinite = plain.infinite,
				.neither = plain.neither,
				.influence = influence_of(plain.factor, transformed.factor)};
		}
		if (st == AS_ERR_DATA)
			st = AS_OK;
		else if (st && err)
			*err = how->why;
	}
	as_arena_release(&room);
	return st;
}

enum as_status as_draw_impact_in(const struct as_experiment *x, const struct as_view *v,
	struct as_summary *y, const struct as_impact_amount *want, struct as_err *err)
{
	struct as_summary_draws drawn[AS_TREE_LEVELS] = {{0}};
	struct drawing how = {
		.seed = x->plan.seed, .want = want ? *want : (struct as_impact_amount){0}};
	enum as_status st = AS_OK;

	/* what iterations were drawn from is gone, once they are thinned */
	for (size_t i = 1; !v->thinned && i < y->tree.n && i < v->tree.n_levels && !st; i++) {
		size_t below = repeated_below(y, i);
		if (y->tree.v[i].repeated && below < i)
			st = draw(&v->tree, i, below, &how, &drawn[i], err);
	}
	if (!st && how.want.c && !how.levels && how.why.msg[0])
		st = as_fail(err, AS_ERR_DATA, "of '%.200s': %s", x->subjects[y->subject].name,
			how.why.msg);
	for (size_t i = 1; i < y->tree.n && !st; i++)
		y->tree.v[i].drawn = drawn[i];
	return st;
}

enum as_status as_draw_impact(const struct as_experiment *x, struct as_summary *y,
	const struct as_impact_amount *want, struct as_err *err)
{
	struct as_view v;

	if (y->tree.n < 2)
		return AS_OK;
	enum as_status st = as_view_open(x, y->subject, y->metric, AS_ROLE_MEASURED, &v, err);
	if (st)
		return st;
	st = as_draw_impact_in(x, &v, y, want, err);
	as_view_close(&v);
	return st;
}
