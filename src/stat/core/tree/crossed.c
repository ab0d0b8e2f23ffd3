/* SPDX-License-Identifier: MIT */
#include "stat/core/tree/crossed.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "stat/core/moments.h"

static enum as_status check(const struct as_matrix *y, double iteration_noise, struct as_err *err)
{
	if (!y->builds || !y->rounds)
		return as_fail(err, AS_ERR_ARG, "there are no builds or no rounds to analyse");
	if (!(iteration_noise >= 0 && iteration_noise <= DBL_MAX))
		return as_fail(err, AS_ERR_ARG, "a variance of iterations must be finite and not "
						"negative");
	for (size_t k = 0; k < y->builds; k++) {
		size_t there = 0;

		for (size_t j = 0; j < y->rounds; j++) {
			double v = y->y[k * y->rounds + j];

			if (isinf(v))
				return as_fail(err, AS_ERR_DATA,
					"build %zu has an infinite value in round %zu", k + 1,
					j + 1);
			there += isnan(v) ? 0 : 1;
		}
		if (!there)
			return as_fail(err, AS_ERR_DATA,
				"build %zu has no execution that succeeded; leave it out", k + 1);
	}
	return AS_OK;
}

/* Mean of the n values x[0], x[step], ... that are there, NaN if there are none; *there is their
 * number. Distances from the first one are summed, as in as_mean. All means are from `shift`, so that
 * what is common to all costs no digits. */
static double mean_of(const double *x, size_t n, size_t step, double shift, size_t *there)
{
	double first = (double)NAN, sum = 0;

	*there = 0;
	for (size_t i = 0; i < n; i++) {
		double v = x[i * step];

		if (isnan(v))
			continue;
		if (!(*there)++)
			first = v;
		sum += v - first;
	}
	return first - shift + sum / (double)*there;
}

/* The first value that is there. */
static double first_of(const struct as_matrix *y)
{
	size_t i = 0;

	while (isnan(y->y[i]))
		i++;
	return y->y[i];
}

/* Round means, NaN where a build is missing; returns the number of complete rounds; *mean is their
 * mean. */
static size_t mean_rounds(const struct as_matrix *y, double shift, double *round_means,
	double *mean)
{
	size_t complete = 0, there = 0;

	for (size_t j = 0; j < y->rounds; j++) {
		round_means[j] = mean_of(y->y + j, y->builds, y->rounds, shift, &there);
		if (there < y->builds)
			round_means[j] = (double)NAN;
	}
	*mean = mean_of(round_means, y->rounds, 1, 0, &complete);
	return complete;
}

/* Sum of squares of build k after its mean over the complete rounds and the rounds themselves have
 * been taken out. */
static double residual_squares(const struct as_matrix *y, size_t k, double shift,
	const double *round_means, double mean)
{
	const double *row = y->y + k * y->rounds;
	double sum = 0, squares = 0;
	size_t n = 0;

	/* y - (round - mean) has no round left in it; its variance is about the build mean */
	for (size_t j = 0; j < y->rounds; j++) {
		if (isnan(round_means[j]))
			continue;
		sum += (row[j] - shift - mean) - (round_means[j] - mean);
		n++;
	}
	for (size_t j = 0; j < y->rounds; j++) {
		if (isnan(round_means[j]))
			continue;
		double d = (row[j] - shift - mean) - (round_means[j] - mean) - sum / (double)n;
		squares += d * d;
	}
	return squares;
}

static void mean_squares(const struct as_matrix *y, double shift, const double *round_means,
	double mean, struct as_crossed *c)
{
	double l = (double)c->builds, residual = 0, rounds = 0;

	c->df_round = c->complete - 1;
	c->df_res = (c->builds - 1) * c->df_round;
	for (size_t k = 0; k < c->builds; k++)
		residual += residual_squares(y, k, shift, round_means, mean);
	for (size_t j = 0; j < c->rounds; j++) {
		double d = round_means[j] - mean;

		rounds += isnan(d) ? 0 : d * d;
	}
	c->ms_res = residual / (double)c->df_res;
	c->ms_round = l * rounds / (double)c->df_round;
	c->t_round2 = (c->ms_round - c->ms_res) / l;
}

enum as_status as_crossed(const struct as_matrix *y, double iteration_noise,
	struct as_crossed *out, double *build_means, double *round_means, struct as_err *err)
{
	struct as_crossed c = {.builds = y->builds, .rounds = y->rounds};
	enum as_status st = check(y, iteration_noise, err);
	double mean_of_rounds = 0, inverse = 0;

	if (st)
		return st;
	const double shift = first_of(y);
	for (size_t k = 0; k < c.builds; k++) {
		size_t there = 0;

		build_means[k] = mean_of(y->y + k * c.rounds, c.rounds, 1, shift, &there);
		c.missing += c.rounds - there;
		inverse += 1 / (double)there / (double)c.builds;
	}
	c.complete = mean_rounds(y, shift, round_means, &mean_of_rounds);
	c.mean = as_mean(build_means, c.builds);
	c.build_repeated = c.builds >= 2;
	c.execution_repeated = c.build_repeated && c.complete >= 2;
	if (c.build_repeated) {
		c.s_v2 = as_variance(build_means, c.builds, c.mean);
		c.df_build = c.builds - 1;
	}
	if (c.execution_repeated) {
		mean_squares(y, shift, round_means, mean_of_rounds, &c);
		c.t_execution2 = c.ms_res - iteration_noise;
		c.t_build2 = c.s_v2 - c.ms_res * inverse;
	} else if (c.build_repeated) {
		c.t_build2 = c.s_v2 - iteration_noise * inverse;
	}
	c.mean += shift;
	for (size_t k = 0; k < c.builds; k++)
		build_means[k] += shift;
	for (size_t j = 0; j < c.rounds; j++)
		round_means[j] += shift;
	*out = c;
	return AS_OK;
}

static double positive(double t2)
{
	return t2 > 0 ? t2 : 0;
}

static size_t builds_of(const struct as_crossed *c)
{
	return c->df_build;
}

/* Of builds whose mean is known apart from the noise of their executions. */
static size_t clean_builds_of(const struct as_crossed *c)
{
	return c->execution_repeated ? c->df_build : 0;
}

static size_t residuals_of(const struct as_crossed *c)
{
	return c->df_res;
}

static size_t rounds_of(const struct as_crossed *c)
{
	return c->df_round;
}

static size_t one_of(const struct as_crossed *c)
{
	(void)c;
	return 1;
}

/* Average of the double at `offset` of each, with these weights; 0 where all of them are 0. */
static double pooled(const struct as_crossed *c, size_t n, size_t offset,
	size_t (*weight_of)(const struct as_crossed *c))
{
	double mean = 0, weights = 0;

	for (size_t i = 0; i < n; i++) {
		double weight = (double)weight_of(&c[i]), x;

		memcpy(&x, (const char *)&c[i] + offset, sizeof x);
		weights += weight;
		if (weight > 0)
			mean += (x - mean) * weight / weights;
	}
	return mean;
}

struct as_crossed as_crossed_pool(const struct as_crossed *c, size_t n)
{
	struct as_crossed all = {0};

	for (size_t i = 0; i < n; i++) {
		all.builds += c[i].builds;
		all.rounds += c[i].rounds;
		all.complete += c[i].complete;
		all.missing += c[i].missing;
		all.df_build += c[i].df_build;
		all.df_res += c[i].df_res;
		all.df_round += c[i].df_round;
		all.build_repeated = all.build_repeated || c[i].build_repeated;
		all.execution_repeated = all.execution_repeated || c[i].execution_repeated;
	}
#define POOLED(member, weight) pooled(c, n, offsetof(struct as_crossed, member), weight)
	all.mean = POOLED(mean, one_of);
	all.s_v2 = POOLED(s_v2, builds_of);
	all.t_build2 = POOLED(t_build2, all.execution_repeated ? clean_builds_of : builds_of);
	all.ms_res = POOLED(ms_res, residuals_of);
	all.t_execution2 = POOLED(t_execution2, residuals_of);
	all.ms_round = POOLED(ms_round, rounds_of);
	all.t_round2 = POOLED(t_round2, rounds_of);
#undef POOLED
	return all;
}

/* Of each level above the builds: what is left of S^2 when the levels below have had their part.
 * The weights are those of the variance of the mean, of which the top level has S_n^2 / r_n. */
static void take_top(struct as_tree_stats *stats, size_t build)
{
	size_t top = stats->n_levels - 1;
	double below = 0;

	if (top == build || !stats->level[top].repeated)
		return;
	for (size_t i = 0; i < top; i++)
		below += stats->level[i].weight * stats->level[i].t2;
	stats->level[top].t2 = stats->level[top].s2 - (double)stats->r_top * below;
}

void as_crossed_apply(const struct as_crossed *c, size_t build, struct as_tree_stats *stats,
	double *share_of_rounds)
{
	struct as_tree_level *b = &stats->level[build], *execution = &stats->level[build - 1];
	double all = positive(c->t_round2);

	b->repeated = c->build_repeated;
	b->s2 = c->s_v2;
	b->t2 = c->t_build2;
	b->df = c->df_build;
	execution->repeated = c->execution_repeated;
	execution->s2 = c->ms_res;
	execution->t2 = c->t_execution2;
	execution->df = c->df_res;
	take_top(stats, build);
	double uncertainty = stats->level[stats->n_levels - 1].s2 / (double)stats->r_top;
	for (size_t i = 0; i < stats->n_levels; i++)
		all += positive(stats->level[i].t2);
	for (size_t i = 0; i < stats->n_levels; i++) {
		struct as_tree_level *lev = &stats->level[i];
		double t2 = positive(lev->t2);

		lev->share = all > 0 ? t2 / all : 0;
		lev->share_of_uncertainty = uncertainty > 0 ? lev->weight * t2 / uncertainty : 0;
	}
	*share_of_rounds = all > 0 ? positive(c->t_round2) / all : 0;
}
