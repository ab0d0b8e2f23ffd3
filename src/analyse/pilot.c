/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/pilot.h"

#include <math.h>
#include <stdlib.h>

#include "analyse/cost.h"
#include "analyse/crossed_view.h"
#include "analyse/two_stage.h"
#include "analyse/view.h"

/* What the pilot knows of one subject. */
struct known {
	struct as_tree_stats stats;
	double cost_s[AS_LEVELS_MAX];
};

enum as_level_index as_pilot_level(const struct as_experiment *x, size_t metric, size_t i)
{
	return (enum as_level_index)((size_t)x->metrics[metric].level + i);
}

static enum as_status know(const struct as_experiment *x, size_t subject, size_t metric,
	struct known *out, struct as_err *err)
{
	struct as_view v;
	enum as_status st = as_view_open(x, subject, metric, AS_ROLE_DIMENSIONING, &v, err);

	if (st)
		return st;
	if (v.n_top < 2) {
		st = as_fail(err, AS_ERR_DATA, "the pilot of '%s' has too few units to plan from",
			x->subjects[subject].name);
		goto out;
	}
	as_tree_stats(&v.tree, &out->stats);
	if (v.n_builds)
		st = as_view_cross(x, subject, &v, &out->stats, NULL, NULL, err);
	if (!st)
		st = as_view_costs(&x->subjects[subject], &v, AS_ROLE_DIMENSIONING, out->cost_s, err);
out:
	as_view_close(&v);
	return st;
}

static double relative_variance(const struct known *k)
{
	const struct as_tree_stats *s = &k->stats;

	return s->level[s->n_levels - 1].s2 / (s->mean * s->mean);
}

/* Two subjects as one, on the scale of their ratio: relative variances add up. The degrees of
 * freedom stay those of one side, which is what Welch's test has at least. */
static struct as_tree_stats sum_of(const struct as_tree_stats *a, const struct as_tree_stats *b)
{
	struct as_tree_stats s = *a;
	double ma = a->mean * a->mean, mb = b->mean * b->mean;

	s.mean = 1;
	for (size_t i = 0; i < s.n_levels; i++) {
		s.level[i].s2 = a->level[i].s2 / ma + b->level[i].s2 / mb;
		s.level[i].t2 = a->level[i].t2 / ma + b->level[i].t2 / mb;
	}
	return s;
}

/* Log ratios of the rounds in which both have a value; `b` is the reference. Returns their number. */
static size_t log_ratios(const double *a, const double *b, size_t n, double *out)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++)
		if (a[i] > 0 && b[i] > 0)
			out[k++] = log(a[i] / b[i]);
	return k;
}

static double variance_of(const double *x, size_t n)
{
	double mean = 0, squares = 0;

	for (size_t i = 0; i < n; i++)
		mean += x[i] / (double)n;
	for (size_t i = 0; i < n; i++)
		squares += (x[i] - mean) * (x[i] - mean);
	return n > 1 ? squares / (double)(n - 1) : 0;
}

/* The variance of the pilot's log ratios. */
static enum as_status blocks_of(const struct as_experiment *x, size_t metric, size_t subject,
	struct as_blocked_pilot *out, struct as_err *err)
{
	size_t n = as_rounds(x);
	struct as_view old = {0}, new = {0};
	double *a = malloc((3 * n + 1) * sizeof *a);

	if (!a)
		return as_fail_memory(err);
	enum as_status st = as_view_open(x, x->reference, metric, AS_ROLE_DIMENSIONING, &old, err);
	if (!st)
		st = as_view_open(x, subject, metric, AS_ROLE_DIMENSIONING, &new, err);
	if (!st) {
		as_view_by_round(x, x->reference, &old, n, a);
		as_view_by_round(x, subject, &new, n, a + n);
		out->blocks = log_ratios(a + n, a, n, a + 2 * n);
		out->s_d2 = variance_of(a + 2 * n, out->blocks);
	}
	as_view_close(&old);
	as_view_close(&new);
	free(a);
	return st;
}

static enum as_status plan_ratio(const struct as_experiment *x, size_t metric,
	const struct known *k, size_t worst, const double *cost_s, struct as_planning *out,
	struct as_err *err)
{
	const struct as_tree_stats *old = &k[x->reference].stats, *new = &k[worst].stats;
	struct as_blocked_pilot pilot = {.old = old, .new = new, .cost_s = cost_s};
	enum as_status st;

	if (as_pilot_level(x, metric, old->n_levels - 1) == AS_LEVEL_BUILD) {
		struct as_tree_stats both = sum_of(old, new);
		return as_planning_of_tree(&both, cost_s, AS_PLAN_KAPPA, out, err);
	}
	st = blocks_of(x, metric, worst, &pilot, err);
	return st ? st : as_planning_of_blocks(&pilot, AS_PLAN_KAPPA, out, err);
}

enum as_status as_pilot_planning(const struct as_experiment *x, size_t metric, size_t from,
	size_t to, struct as_planning *out, struct as_err *err)
{
	struct known *k = calloc(x->n_subjects + 1, sizeof *k);
	bool ratio = as_target_is_ratio(x);
	double cost_s[AS_LEVELS_MAX] = {0};
	size_t worst = from == x->reference && ratio ? from + 1 : from;
	enum as_status st = AS_OK;

	if (!k)
		return as_fail_memory(err);
	for (size_t i = from; i < to && !st; i++) {
		st = know(x, i, metric, &k[i], err);
		if (!st && k[i].stats.n_levels != k[from].stats.n_levels)
			st = as_fail(err, AS_ERR_DATA, "the subjects do not have the same levels");
		for (size_t l = 0; !st && l < k[i].stats.n_levels; l++)
			cost_s[l] += k[i].cost_s[l];
		if (!st && !(ratio && i == x->reference) &&
			relative_variance(&k[i]) > relative_variance(&k[worst]))
			worst = i;
	}
	if (!st && ratio)
		st = plan_ratio(x, metric, k, worst, cost_s, out, err);
	else if (!st)
		st = as_planning_of_tree(&k[worst].stats, cost_s, AS_PLAN_KAPPA, out, err);
	if (!st)
		out->confidence = as_simultaneous(x->plan.confidence, ratio ? x->n_subjects - 1 : 1);
	free(k);
	return st;
}
