/* SPDX-License-Identifier: MIT */
#include "stat/core/tree/tree.h"

#include "stat/core/moments.h"

/* Everything about one level that is summed over its parents; weighted[l] is the numerator of
 * W_{i,l} of methods.md 4.3. */
struct tree_tally {
	double squares;
	size_t df, parents, units, r_min, r_max;
	double weighted[AS_LEVELS_MAX];
};

/* One unit as its parent sees it: its mean, from the first value of the tree, so that what is common
 * to all costs no digits; and, for each level below it, how much of that level's variance remains in
 * the mean. */
struct tree_unit {
	double mean;
	double weight[AS_LEVELS_MAX];
	size_t n_values;
};

/* The children of one parent that have been seen. Means of children come one at a time and are
 * not kept, hence Welford's recurrence. */
struct brood {
	size_t n;
	double mean, squares;
};

struct tree_walk {
	const struct as_tree *tree;
	double origin; /* the first value */
	struct tree_tally level[AS_LEVELS_MAX];
	size_t top_min, top_max;
};

static void brood_add(struct brood *b, double mean)
{
	double d = mean - b->mean;

	b->n++;
	b->mean += d / (double)b->n;
	b->squares += d * (mean - b->mean);
}

static void tally_add(struct tree_tally *t, size_t r, double squares)
{
	t->squares += squares;
	t->df += r - 1;
	t->units += r;
	t->r_min = !t->parents || r < t->r_min ? r : t->r_min;
	t->r_max = r > t->r_max ? r : t->r_max;
	t->parents++;
}

/* Of the mean from the first value. */
static double offset(const double *x, size_t n)
{
	double sum = 0;

	for (size_t i = 1; i < n; i++)
		sum += x[i] - x[0];
	return sum / (double)n;
}

void as_tree_sums(const double *x, size_t n, double *off, double *squares)
{
	*off = offset(x, n);
	*squares = as_squares(x, n, x[0] + *off);
}

/* The values begin .. end-1 are those of one parent: two passes while they are in the cache. */
static void visit_values(struct tree_walk *k, size_t begin, size_t end, struct tree_unit *out)
{
	const double *x = k->tree->values + begin;
	size_t n = end - begin;
	double off, squares;

	as_tree_sums(x, n, &off, &squares);
	out->mean = x[0] - k->origin + off;
	tally_add(&k->level[0], n, squares);
	out->weight[0] = 1 / (double)n;
	out->n_values = n;
}

/* The same of unit u of level 2, of which sums are left: those that visit_values makes. */
static void visit_sums(struct tree_walk *k, size_t u, struct tree_unit *out)
{
	const struct as_tree *t = k->tree;
	const size_t n = as_tree_unit_size(t, u);

	out->mean = t->firsts[u] - k->origin + t->offsets[u];
	tally_add(&k->level[0], n, t->squares[u]);
	out->weight[0] = 1 / (double)n;
	out->n_values = n;
}

/* The units begin .. end-1 of level 2 are those of one parent and hold one value each, so the block
 * of their values serves both levels. A tree whose iterations were not repeated would otherwise
 * cost a unit for every value. */
static void visit_single_values(struct tree_walk *k, size_t begin, size_t end,
	struct tree_unit *out)
{
	const double *x = k->tree->values ? k->tree->values + k->tree->first[1][begin]
					  : k->tree->firsts + begin;
	size_t n = end - begin;
	struct tree_tally *below = &k->level[0], *t = &k->level[1];
	double r = (double)n;

	below->parents += n;
	below->units += n;
	below->r_min = 1;
	below->r_max = below->r_max > 1 ? below->r_max : 1;
	const double off = offset(x, n);
	out->mean = x[0] - k->origin + off;
	tally_add(t, n, as_squares(x, n, x[0] + off));
	t->weighted[0] += (1 - 1 / r) * r;
	out->weight[0] = out->weight[1] = 1 / r;
	out->n_values = n;
	if (k->tree->n_levels == 2)
		k->top_min = k->top_max = 1;
}

/* The units begin .. end-1 of level i + 1 are those of one parent; *out becomes that parent.
 * Recursion is as deep as the tree has levels. */
static void visit(struct tree_walk *k, size_t i, size_t begin, size_t end, struct tree_unit *out)
{
	if (i == 1 && k->tree->first[1][end] - k->tree->first[1][begin] == end - begin) {
		visit_single_values(k, begin, end, out);
		return;
	}
	const size_t *first = k->tree->first[i];
	struct tree_tally *t = &k->level[i];
	struct brood brood = {0};
	double r = (double)(end - begin), sum[AS_LEVELS_MAX] = {0};

	out->n_values = 0;
	for (size_t u = begin; u < end; u++) {
		struct tree_unit child;

		if (i == 1 && !k->tree->values)
			visit_sums(k, u, &child);
		else if (i == 1)
			visit_values(k, first[u], first[u + 1], &child);
		else
			visit(k, i - 1, first[u], first[u + 1], &child);
		brood_add(&brood, child.mean);
		for (size_t l = 0; l < i; l++)
			sum[l] += child.weight[l];
		out->n_values += child.n_values;
		if (i + 1 == k->tree->n_levels) {
			size_t n = child.n_values;
			k->top_min = u == 0 || n < k->top_min ? n : k->top_min;
			k->top_max = n > k->top_max ? n : k->top_max;
		}
	}
	tally_add(t, brood.n, brood.squares);
	out->mean = brood.mean;
	out->weight[i] = 1 / r;
	for (size_t l = 0; l < i; l++) {
		t->weighted[l] += (1 - 1 / r) * sum[l];
		out->weight[l] = sum[l] / (r * r);
	}
}

/* S_i^2 and T_i^2 from the sums. A level that was not repeated has T^2 = 0 (4.5), so it takes no
 * part in what is subtracted above it. */
static void estimate_level(const struct tree_walk *k, size_t i, struct as_tree_stats *out)
{
	const struct tree_tally *t = &k->level[i];
	struct as_tree_level *lev = &out->level[i];

	lev->df = t->df;
	lev->r_min = t->r_min;
	lev->r_max = t->r_max;
	lev->r_mean = (double)t->units / (double)t->parents;
	lev->repeated = t->df > 0;
	if (!lev->repeated)
		return;
	lev->s2 = t->squares / (double)t->df;
	lev->t2 = lev->s2;
	for (size_t l = 0; l < i; l++)
		lev->t2 -= t->weighted[l] / (double)t->df * out->level[l].t2;
}

static void estimate_shares(struct as_tree_stats *out)
{
	size_t n = out->n_levels;
	double all = 0, uncertainty = out->level[n - 1].s2 / (double)out->r_top;

	for (size_t i = 0; i < n; i++)
		all += out->level[i].t2 > 0 ? out->level[i].t2 : 0;
	for (size_t i = 0; i < n; i++) {
		struct as_tree_level *lev = &out->level[i];

		if (!(lev->t2 > 0))
			continue;
		lev->share = lev->t2 / all;
		if (uncertainty > 0)
			lev->share_of_uncertainty = lev->weight * lev->t2 / uncertainty;
	}
}

void as_tree_stats(const struct as_tree *tree, struct as_tree_stats *out)
{
	size_t n = tree->n_levels;
	struct tree_walk k = {.tree = tree, .top_min = 1, .top_max = 1,
		.origin = tree->firsts ? tree->firsts[0] : tree->values[0]};
	struct tree_unit root;

	*out = (struct as_tree_stats){.n_levels = n, .n_values = tree->count[0]};
	if (n == 1)
		visit_values(&k, 0, tree->count[0], &root);
	else
		visit(&k, n - 1, 0, tree->count[n - 1], &root);
	out->r_top = tree->count[n - 1];
	out->mean = k.origin + root.mean;
	out->top_min = k.top_min;
	out->top_max = k.top_max;
	for (size_t i = 0; i < n; i++) {
		estimate_level(&k, i, out);
		out->level[i].weight = root.weight[i];
	}
	estimate_shares(out);
}

/* Mean of unit u of level i + 1, i >= 1. */
static double unit_mean(const struct as_tree *tree, size_t i, size_t u)
{
	size_t begin = tree->first[i][u], end = tree->first[i][u + 1];
	struct brood brood = {0};

	if (i == 1 && !tree->values)
		return tree->firsts[u] + tree->offsets[u];
	if (i == 1)
		return as_mean(tree->values + begin, end - begin);
	for (size_t child = begin; child < end; child++)
		brood_add(&brood, unit_mean(tree, i - 1, child));
	return brood.mean;
}

void as_tree_means(const struct as_tree *tree, size_t level, double *out)
{
	size_t i = level - 1;

	for (size_t u = 0; u < tree->count[i]; u++)
		out[u] = i ? unit_mean(tree, i, u) : tree->values[u];
}

const double *as_tree_unit(const struct as_tree *tree, size_t u)
{
	const struct as_tree_reader *r = tree->reader;
	const size_t from = tree->first[1][u];

	if (tree->values)
		return tree->values + from;
	r->read(r->data, u, 0, tree->first[1][u + 1] - from, r->room);
	return r->room;
}
