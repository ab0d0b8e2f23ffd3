/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A quantile of all values of a command together: of one log, or of several executions, by the shares of their
 * pieces (methods-typical.md 7); of fewer than 120 values of one level, between two of them
 * (methods-quantiles.md 1.8). The plan of the file: open_log reads all values in order, take_shares makes the
 * pieces, take_log the interval; what a summary holds follows from these. */
#include "analyse/estimate/log_interval.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/estimate/dependent.h"
#include "analyse/estimate/reduced/reduced_parts.h"
#include "analyse/result/analyse.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/core/tree/reduction.h"
#include "stat/dist/interval.h"
#include "stat/dist/log_quantile.h"
#include "stat/dist/series/lasting.h"
#include "stat/dist/tail.h"

enum { MANY_EXECUTIONS = 64, FEW_ITERATIONS = 100 }; /* of one command: above, and fewer than */

static const double one_sided_95 = 1.645;

/* The values of one command in order of time. */
struct all_values {
	double *x, *work; /* work: the same in any order */
	size_t n, executions;
	size_t *end; /* of each execution: values up to its last one */
};

static void close_log(struct all_values *l)
{
	free(l->x);
	free(l->end);
}

static enum as_status open_log(
	const struct as_experiment *x, size_t subject, const struct as_derived *d,
	struct all_values *out)
{
	const struct as_reduced_source v = as_reduced_source_of(x, subject, d);
	const size_t all = as_reduced_executions(&v);
	struct all_values l = {.end = malloc((all + 1) * sizeof *l.end)};
	size_t n = 0;

	for (size_t e = 0; e < all; e++)
		n += as_reduced_count(&v, e, AS_ROLE_MEASURED);
	l.x = malloc((2 * n + 1) * sizeof *l.x);
	if (!l.x || !l.end) {
		close_log(&l);
		return AS_ERR_MEM;
	}
	for (size_t e = 0; e < all; e++) {
		if (!as_reduced_count(&v, e, AS_ROLE_MEASURED))
			continue;
		l.n += as_reduced_take(&v, e, SIZE_MAX, l.x + l.n);
		l.end[l.executions++] = l.n;
	}
	l.work = l.x + l.n;
	memcpy(l.work, l.x, l.n * sizeof *l.x);
	*out = l;
	return AS_OK;
}

/* The value of a rank, from 1. */
static double at_rank(const struct all_values *l, size_t rank)
{
	as_select(l->work, l->n, rank - 1);
	return l->work[rank - 1];
}

/* Of each execution the share of its values that are not above q. Of unequal ones each counts by its values: what it
 * adds to the share of all. */
static void take_executions(const struct all_values *l, double q, double *share)
{
	const double each = (double)l->n / (double)l->executions;
	size_t all = 0;

	for (size_t i = 0; i < l->n; i++)
		all += l->x[i] <= q;
	const double whole = (double)all / (double)l->n;
	for (size_t e = 0, i = 0; e < l->executions; e++) {
		const size_t from = i;
		size_t below = 0;
		for (; i < l->end[e]; i++)
			below += l->x[i] <= q;
		share[e] = whole + ((double)below - whole * (double)(i - from)) / each;
	}
}

/* The shares of the pieces to an array on the heap; how many, 0: there are too few values. */
static enum as_status take_shares(
	const struct all_values *l, double p, double q, double **share, size_t *pieces)
{
	const bool one_level = l->executions == l->n;
	const bool are_pieces = !one_level && l->executions >= AS_BATCHES_SINGLE;
	const size_t whole = as_log_pieces(l->n);
	size_t b = are_pieces ? l->executions : whole;

	if (!one_level && !are_pieces && l->executions > 1 && b)
		b = b >= l->executions ? b / l->executions * l->executions : l->executions;
	*pieces = are_pieces && l->n < as_quantile_least(p) ? 0 : b;
	*share = malloc((b + 1) * sizeof **share);
	if (!*share)
		return AS_ERR_MEM;
	if (!*pieces)
		return AS_OK;
	if (are_pieces)
		take_executions(l, q, *share);
	else if (one_level || l->executions <= 1)
		as_log_shares(l->x, l->n, q, b, *share);
	else
		for (size_t e = 0, from = 0, each = b / l->executions; e < l->executions;
			from = l->end[e++])
			if (l->end[e] - from >= each)
				as_log_shares(l->x + from, l->end[e] - from, q, each,
					*share + e * each);
			else
				*pieces = 0; /* an execution that ended at once */
	return AS_OK;
}

static enum as_status take_log(
	struct all_values *l, double p, double confidence, struct as_log_interval *out)
{
	const double nan = (double)NAN;
	struct as_log_interval y = {.executions = l->executions, .n = l->n, .lo = nan, .hi = nan};
	struct as_log_quantile q;
	double *share = NULL;

	if (!l->n) {
		y.estimate = nan;
		*out = y;
		return AS_OK;
	}
	as_reduce_quantiles(&p, 1, l->work, l->n, &y.estimate);
	enum as_status st = take_shares(l, p, at_rank(l, as_log_rank(l->n, p)), &share, &y.pieces);
	if (!st && y.pieces >= 2) {
		st = as_log_quantile_of(l->n, p, share, y.pieces, confidence, &q);
		y.lo = q.lower ? at_rank(l, q.lower) : -(double)INFINITY;
		y.hi = q.upper ? at_rank(l, q.upper) : (double)INFINITY;
		y.n_eff = q.n_eff;
		y.less = q.less;
		y.wanted = q.wanted;
	}
	free(share);
	*out = y;
	return st;
}

static bool has_levels_above(const struct as_subject *s)
{
	size_t units = 0;

	for (size_t l = AS_LEVEL_EXECUTION + 1; l < AS_TREE_LEVELS; l++)
		units = l == AS_LEVEL_SESSION && s->levels[l].n < 2 ? units
								    : units + s->levels[l].n;
	return units;
}

bool as_is_log(const struct as_experiment *x, const struct as_view *v, size_t subject,
	size_t metric, struct as_derived *d)
{
	const bool many = v->n_units > MANY_EXECUTIONS && as_experiment_n_compared(x) == 1 &&
		v->reduced.n < FEW_ITERATIONS;

	return v->is_reduced && !v->n_builds && !v->n_sessions &&
		as_experiment_derived(x, metric, d) && d->statistic == AS_STATISTIC_QUANTILE &&
		!has_levels_above(&x->subjects[subject]) &&
		(v->reduced.rounds > 1 || v->n_units < AS_BATCHES_SINGLE || many);
}

enum as_status as_log_interval_of(const struct as_experiment *x, size_t subject,
	const struct as_derived *d, double confidence, struct as_log_interval *out)
{
	struct all_values l;
	enum as_status st = open_log(x, subject, d, &l);

	if (st)
		return st;
	st = take_log(&l, d->p, confidence, out);
	close_log(&l);
	return st;
}

/* What was said of batches goes, and what is so whatever the interval stays. */
static void keep_findings(struct as_findings *f)
{
	size_t n = 0;

	for (size_t i = 0; i < f->n; i++)
		if (f->v[i].id == AS_FINDING_MANY_FAILED || f->v[i].id == AS_FINDING_LEFTOVERS)
			f->v[n++] = f->v[i];
	f->n = n;
}

/* All of it but the interval: the values, or the executions, are the units. */
static void be_of_all(struct all_values *l, const struct as_derived *d,
	const struct as_experiment *x, struct as_summary *out)
{
	static const double quartiles[] = {0.25, 0.5, 0.75};
	const double nan = (double)NAN;
	const bool by_executions = l->executions == l->n || l->executions >= AS_BATCHES_SINGLE;
	double q[3];

	out->n_values = l->n;
	out->n_top = by_executions ? l->executions : l->n;
	keep_findings(&out->findings);
	out->tree.n = 1;
	out->tree.v[0] = (struct as_summary_level){
		.level = by_executions ? AS_LEVEL_EXECUTION : x->metrics[d->base].level,
		.r_min = out->n_top, .r_max = out->n_top, .r_mean = (double)out->n_top,
		.repeated = true, .s2 = nan, .t2 = nan, .share = 1, .share_of_uncertainty = 1,
		.impact = nan, .impact_lo = nan, .impact_hi = nan};
	out->next = (struct as_summary_next){0};
	out->bins.n = 0;
	out->n_few = 0;
	as_extremes(l->x, l->n, &out->spread.min, &out->spread.max);
	as_reduce_quantiles(quartiles, 3, l->work, l->n, q);
	out->spread.q1 = q[0];
	out->spread.median = q[1];
	out->spread.q3 = q[2];
	out->method = AS_INTERVAL_NONE;
	out->lo = out->hi = out->half_width = out->df = out->sd = nan;
	out->lasting = (struct as_summary_lasting){.holds = AS_HOLDS_YES, .effective_n = nan,
		.slow = nan, .odds = nan, .wide = nan, .trend_p = nan, .change = nan};
}

/* Between two of so few values of one level. */
static void take_order(
	const struct as_experiment *x, struct all_values *l, double p, struct as_summary *out)
{
	struct as_ranks r;

	if (as_interval_order(l->n, p, out->confidence, &r))
		return;
	as_sort(l->work, l->n);
	const double alike = as_neighbours_alike(l->x, l->work, l->n);
	if (alike > one_sided_95 / sqrt((double)l->n)) {
		as_find(&out->findings, AS_FINDING_NEIGHBOURS_ALIKE, alike, 0, 0);
		return;
	}
	out->method = AS_INTERVAL_ORDER;
	out->lo = l->work[r.lower - 1];
	out->hi = l->work[r.upper - 1];
	out->half_width = (out->hi - out->lo) / 2;
	out->confidence = r.confidence;
	out->lasting.holds = !x->table && as_lasting_tells(l->n) ? AS_HOLDS_YES
								 : AS_HOLDS_IF_INDEPENDENT;
}

enum as_status as_take_log_interval(
	const struct as_experiment *x, const struct as_derived *d, struct as_summary *out)
{
	struct as_log_interval y = {0};
	struct all_values l;
	enum as_status st = open_log(x, out->subject, d, &l);

	if (st)
		return st;
	if (l.n > 1)
		st = take_log(&l, d->p, out->confidence, &y);
	if (l.n > 1 && !st) {
		be_of_all(&l, d, x, out);
		out->mean = y.estimate;
		out->log = y;
		if (y.pieces) {
			out->method = isfinite(y.lo) && isfinite(y.hi) ? AS_INTERVAL_SHARES
								       : AS_INTERVAL_NONE;
			out->lo = out->method ? y.lo : (double)NAN;
			out->hi = out->method ? y.hi : (double)NAN;
			out->half_width = (out->hi - out->lo) / 2;
			out->lasting.holds = y.less ? AS_HOLDS_BELOW : AS_HOLDS_YES;
		} else if (l.executions == l.n) {
			take_order(x, &l, d->p, out);
		}
		if (y.wanted)
			as_find(&out->findings, AS_FINDING_OPEN_END,
				floor((double)l.n * fmin(d->p, 1 - d->p) + 1e-9), (double)y.wanted,
				d->p < 0.5);
		else if (y.pieces && l.executions != l.n && l.executions < AS_BATCHES_SINGLE)
			as_find(&out->findings, AS_FINDING_THESE_ONLY, (double)l.executions, 0, 0);
	}
	close_log(&l);
	return st;
}
