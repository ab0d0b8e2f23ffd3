/* SPDX-License-Identifier: MIT */
#include <float.h>
#include <math.h>

#include "stat/core/tree/tree.h"

static enum as_status shape_fault(struct as_tree_finding *f, size_t level, struct as_err *err)
{
	f->fault = AS_TREE_SHAPE;
	f->level = level;
	return as_fail(err, AS_ERR_ARG, "the offsets of level %zu do not describe a tree", level);
}

/* The offsets of level i + 1 must cut the units of level i into as many parts, none empty. */
static enum as_status check_level(const struct as_tree *tree, size_t i, struct as_tree_finding *f,
	struct as_err *err)
{
	const size_t *first = tree->first[i];
	size_t n = tree->count[i];

	if (!n || !first || first[0] != 0 || first[n] != tree->count[i - 1])
		return shape_fault(f, i + 1, err);
	for (size_t u = 0; u < n; u++) {
		if (first[u + 1] > first[u])
			continue;
		if (first[u + 1] < first[u])
			return shape_fault(f, i + 1, err);
		f->fault = AS_TREE_CHILDLESS;
		f->level = i + 1;
		f->at = u;
		return as_fail(err, AS_ERR_DATA,
			"unit %zu of level %zu has no units of level %zu; remove it first", u + 1,
			i + 1, i);
	}
	return AS_OK;
}

static enum as_status value_fault(struct as_tree_finding *f, enum as_tree_fault fault, size_t at,
	const char *why, struct as_err *err)
{
	f->fault = fault;
	f->level = 1;
	f->at = at;
	return as_fail(err, AS_ERR_DATA, "observation %zu %s", at + 1, why);
}

static enum as_status check_values(const struct as_tree *tree, bool times,
	struct as_tree_finding *f, struct as_err *err)
{
	const double *x = tree->values;

	for (size_t i = 0; i < tree->count[0]; i++) {
		if (x[i] > 0 && x[i] <= DBL_MAX)
			continue; /* nearly always: one comparison each way, and NaN fails both */
		if (isnan(x[i]))
			return value_fault(f, AS_TREE_NAN, i, "is not a number", err);
		if (isinf(x[i]))
			return value_fault(f, AS_TREE_INFINITE, i, "is infinite", err);
		if (times && x[i] < 0)
			return value_fault(f, AS_TREE_NEGATIVE, i,
				"is a negative time: the clock went backwards", err);
		f->zeros += !(x[i] < 0);
	}
	return AS_OK;
}

enum as_status as_tree_check(const struct as_tree *tree, bool times,
	struct as_tree_finding *finding, struct as_err *err)
{
	struct as_tree_finding unwanted = {0}, *f = finding ? finding : &unwanted;

	*f = (struct as_tree_finding){0};
	if (tree->n_levels < 1 || tree->n_levels > AS_LEVELS_MAX)
		return shape_fault(f, 0, err);
	if (!tree->count[0] || (!tree->values && (!tree->firsts || tree->n_levels < 2)))
		return shape_fault(f, 1, err);
	for (size_t i = 1; i < tree->n_levels; i++) {
		enum as_status st = check_level(tree, i, f, err);
		if (st)
			return st;
	}
	return tree->values ? check_values(tree, times, f, err) : AS_OK;
}
