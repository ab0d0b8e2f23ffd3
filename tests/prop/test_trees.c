/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include <stdlib.h>
#include <string.h>

#include "grove.h"
#include "stat/core/tree/tree.h"

/* What must hold for every tree, on seeded random ones. A tolerance of 1e-9 leaves room for the
 * digits lost to a mean a hundred times the spread; relations that are exact in binary are compared
 * exactly. */

enum { TREES = 300 };

/* 1 to 5 levels, up to 5 units in a parent, some levels without variation. */
static void draw(struct grove *g, struct as_random *r, bool ragged)
{
	struct grove_shape shape = {.n_levels = 1 + as_random_below(r, 5), .ragged = ragged};

	shape.mean = 100 * (1 + as_random_double(r));
	for (size_t i = 0; i < shape.n_levels; i++) {
		shape.r[i] = 1 + as_random_below(r, 5);
		shape.sd[i] = as_random_below(r, 4) ? as_random_double(r) : 0;
	}
	shape.r[shape.n_levels - 1] += 1;
	grove_random(g, &shape, r);
}

/* ---- the definitions of methods.md 4.3, once more and without a thought for speed ---- */

struct node {
	double mean, weight[AS_LEVELS_MAX];
};

static void children(const struct as_tree *t, size_t i, size_t u, size_t *begin, size_t *end)
{
	bool root = i == t->n_levels;

	*begin = root ? 0 : t->first[i][u];
	*end = root ? t->count[i - 1] : t->first[i][u + 1];
}

/* Unit u of level i + 1; i = n_levels is the root, i = 0 a value. */
static struct node node(const struct as_tree *t, size_t i, size_t u)
{
	struct node out = {0};
	size_t begin = 0, end = 0;

	if (i == 0) {
		out.mean = t->values[u];
		return out;
	}
	children(t, i, u, &begin, &end);
	double c = (double)(end - begin);
	for (size_t child = begin; child < end; child++) {
		struct node n = node(t, i - 1, child);
		out.mean += n.mean / c;
		for (size_t l = 0; l + 1 < i; l++)
			out.weight[l] += n.weight[l] / (c * c);
	}
	out.weight[i - 1] = 1 / c;
	return out;
}

static double naive_s2(const struct as_tree *t, size_t i, double w[AS_LEVELS_MAX], size_t *df)
{
	size_t parents = i + 1 == t->n_levels ? 1 : t->count[i + 1];
	double squares = 0;

	*df = 0;
	for (size_t l = 0; l < AS_LEVELS_MAX; l++)
		w[l] = 0;
	for (size_t p = 0; p < parents; p++) {
		size_t begin = 0, end = 0;
		double mean = node(t, i + 1, p).mean;

		children(t, i + 1, p, &begin, &end);
		double r = (double)(end - begin);
		*df += end - begin - 1;
		for (size_t u = begin; u < end; u++) {
			struct node n = node(t, i, u);
			squares += (n.mean - mean) * (n.mean - mean);
			for (size_t l = 0; l < i; l++)
				w[l] += (1 - 1 / r) * n.weight[l];
		}
	}
	return *df ? squares / (double)*df : 0;
}

static void the_fast_routine_agrees_with_the_definition(void **state)
{
	struct as_random r;

	(void)state;
	as_random_init(&r, 20, AS_RANDOM_TEST, 0);
	for (int k = 0; k < TREES; k++) {
		struct as_tree_stats s;
		struct grove g;
		double t2[AS_LEVELS_MAX] = {0};

		draw(&g, &r, k % 3);
		assert_int_equal(as_tree_check(&g.tree, true, NULL, NULL), AS_OK);
		as_tree_stats(&g.tree, &s);
		struct node root = node(&g.tree, s.n_levels, 0);
		assert_near(s.mean, root.mean, 1e-13);
		for (size_t i = 0; i < s.n_levels; i++) {
			double w[AS_LEVELS_MAX];
			size_t df = 0;
			double s2 = naive_s2(&g.tree, i, w, &df);

			t2[i] = s2;
			for (size_t l = 0; df && l < i; l++)
				t2[i] -= w[l] / (double)df * t2[l];
			assert_int_equal(s.level[i].df, df);
			assert_close(s.level[i].s2, s2, 1e-9);
			assert_close(s.level[i].t2, t2[i], 1e-9);
			assert_near(s.level[i].weight, root.weight[i], 1e-12);
		}
		grove_release(&g);
	}
}

/* ---- 4.1: balanced data ---- */

static void balanced_trees_follow_the_balanced_formulas(void **state)
{
	struct as_random r;

	(void)state;
	as_random_init(&r, 21, AS_RANDOM_TEST, 0);
	for (int k = 0; k < TREES; k++) {
		struct as_tree_stats s;
		struct grove g;
		double product = 1, below = 0;

		draw(&g, &r, false);
		as_tree_stats(&g.tree, &s);
		assert_int_equal(s.top_min, s.top_max);
		for (size_t i = 0; i < s.n_levels; i++) {
			const struct as_tree_level *lev = &s.level[i];

			assert_int_equal(lev->r_min, lev->r_max);
			assert_near(lev->r_mean, (double)lev->r_max, 0);
			/* T_i^2 = S_i^2 - S_{i-1}^2 / r_{i-1}; a level that was not repeated
			 * hands on what lies below it */
			if (lev->repeated) {
				assert_close(lev->t2, lev->s2 - below, 1e-9);
				below = lev->s2;
			}
			below /= (double)lev->r_max;
		}
		for (size_t i = s.n_levels; i-- > 0;) {
			product *= (double)s.level[i].r_max;
			assert_near(s.level[i].weight, 1 / product, 1e-12);
		}
		grove_release(&g);
	}
}

/* ---- the identity of 4.1, which 4.3 keeps for ragged trees ---- */

static void the_parts_add_up_to_the_variance_of_the_mean(void **state)
{
	struct as_random r;

	(void)state;
	as_random_init(&r, 22, AS_RANDOM_TEST, 0);
	for (int k = 0; k < TREES; k++) {
		struct as_tree_stats s;
		struct grove g;
		double parts = 0, shares = 0;

		draw(&g, &r, k % 2);
		as_tree_stats(&g.tree, &s);
		for (size_t i = 0; i < s.n_levels; i++) {
			parts += s.level[i].weight * s.level[i].t2;
			shares += s.level[i].share;
			assert_true(s.level[i].share >= 0 && s.level[i].share <= 1);
			assert_true(s.level[i].share_of_uncertainty >= 0);
		}
		assert_close(parts, s.level[s.n_levels - 1].s2 / (double)s.r_top, 1e-11);
		assert_true(fabs(shares - 1) < 1e-12 || fabs(shares) < 1e-12);
		grove_release(&g);
	}
}

/* ---- 0.1: no units and no scale ---- */

static void transform(struct grove *g, double factor, double shift)
{
	for (size_t i = 0; i < g->tree.count[0]; i++)
		g->values[i] = g->values[i] * factor + shift;
}

static void compare(const struct as_tree_stats *a, const struct as_tree_stats *b, double factor,
	double tolerance)
{
	for (size_t i = 0; i < a->n_levels; i++) {
		const struct as_tree_level *x = &a->level[i], *y = &b->level[i];
		double square = factor * factor, room = tolerance * square;

		assert_close(y->s2, x->s2 * square, room);
		assert_close(y->t2, x->t2 * square, room);
		assert_int_equal(x->df, y->df);
		assert_int_equal(x->repeated, y->repeated);
		assert_near(y->weight, x->weight, 1e-12);
		if (tolerance > 0)
			continue;
		assert_near(y->share, x->share, 0);
		assert_near(y->share_of_uncertainty, x->share_of_uncertainty, 0);
	}
}

static void a_change_of_scale_changes_nothing_else(void **state)
{
	/* powers of two lose no digit; 1/3 loses the last one */
	const double factors[] = {1.0 / 1024, 1e9 / 3};
	const double room[] = {0, 1e-9};
	struct as_random r;

	(void)state;
	as_random_init(&r, 23, AS_RANDOM_TEST, 0);
	for (int k = 0; k < TREES; k++) {
		struct as_tree_stats a, b;
		struct grove g;
		double f = factors[k % 2];

		draw(&g, &r, true);
		as_tree_stats(&g.tree, &a);
		transform(&g, f, 0);
		as_tree_stats(&g.tree, &b);
		assert_near(b.mean, a.mean * f, k % 2 ? 1e-13 : 0);
		compare(&a, &b, f, room[k % 2]);
		grove_release(&g);
	}
}

static void a_shift_moves_the_mean_alone(void **state)
{
	struct as_random r;

	(void)state;
	as_random_init(&r, 24, AS_RANDOM_TEST, 0);
	for (int k = 0; k < TREES; k++) {
		struct as_tree_stats a, b;
		struct grove g;

		draw(&g, &r, true);
		as_tree_stats(&g.tree, &a);
		transform(&g, 1, 12345);
		as_tree_stats(&g.tree, &b);
		assert_near(b.mean, a.mean + 12345, 1e-14);
		compare(&a, &b, 1, 1e-9);
		grove_release(&g);
	}
}

/* ---- the order of the top-level units says nothing ---- */

static void copy_unit(struct grove *to, const struct as_tree *from, size_t i, size_t u)
{
	if (i == 0) {
		grove_value(to, from->values[u]);
		return;
	}
	for (size_t c = from->first[i][u]; c < from->first[i][u + 1]; c++)
		copy_unit(to, from, i - 1, c);
	grove_end(to, i + 1);
}

static void top_level_units_may_come_in_any_order(void **state)
{
	struct as_random r;

	(void)state;
	as_random_init(&r, 25, AS_RANDOM_TEST, 0);
	for (int k = 0; k < TREES; k++) {
		struct as_tree_stats a, b;
		struct grove g, other;
		uint32_t order[8];

		draw(&g, &r, true);
		size_t n = g.tree.n_levels, top = g.tree.count[n - 1];
		for (uint32_t i = 0; i < top; i++)
			order[i] = i;
		as_shuffle(&r, order, top);
		grove_init(&other, n, g.room);
		for (size_t i = 0; i < top; i++)
			copy_unit(&other, &g.tree, n - 1, order[i]);
		as_tree_stats(&g.tree, &a);
		as_tree_stats(&other.tree, &b);
		assert_near(b.mean, a.mean, 1e-14);
		compare(&a, &b, 1, 1e-10);
		assert_int_equal(a.top_min, b.top_min);
		assert_int_equal(a.top_max, b.top_max);
		grove_release(&g);
		grove_release(&other);
	}
}

/* ---- statistics do not depend on what was there before ---- */

static void a_tree_of_unit_means_has_the_same_top(void **state)
{
	struct as_random r;

	(void)state;
	as_random_init(&r, 26, AS_RANDOM_TEST, 0);
	for (int k = 0; k < TREES; k++) {
		struct as_tree_stats a, b;
		struct grove g;
		double means[8];

		draw(&g, &r, true);
		as_tree_stats(&g.tree, &a);
		as_tree_means(&g.tree, a.n_levels, means);
		struct as_tree flat = {.n_levels = 1, .values = means, .count = {a.r_top}};
		as_tree_stats(&flat, &b);
		assert_near(b.mean, a.mean, 1e-14);
		assert_close(b.level[0].s2, a.level[a.n_levels - 1].s2, 1e-10);
		grove_release(&g);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_fast_routine_agrees_with_the_definition),
		cmocka_unit_test(balanced_trees_follow_the_balanced_formulas),
		cmocka_unit_test(the_parts_add_up_to_the_variance_of_the_mean),
		cmocka_unit_test(a_change_of_scale_changes_nothing_else),
		cmocka_unit_test(a_shift_moves_the_mean_alone),
		cmocka_unit_test(top_level_units_may_come_in_any_order),
		cmocka_unit_test(a_tree_of_unit_means_has_the_same_top),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
