/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/result/analyse.h"

#include <math.h>
#include <stdlib.h>

#include "analyse/compare/resolution.h"
#include "analyse/estimate/reduced.h"
#include "analyse/result/target.h"
#include "stat/dist/typical.h"

void as_analysis_release(struct as_analysis *a)
{
	free(a->summaries);
	free(a->comparisons);
	free(a->published);
	free(a->named);
	*a = (struct as_analysis){0};
}

static enum as_status open_analysis(const struct as_experiment *x, size_t metric, size_t pairs,
	struct as_analysis *out, struct as_err *err)
{
	size_t n = x->n_subjects;
	struct as_analysis a = {.metric = metric,
		.n_subjects = n,
		.summaries = calloc(n + 1, sizeof *a.summaries),
		.n_comparisons = pairs,
		.comparisons = calloc(pairs + 1, sizeof *a.comparisons)};

	*out = a;
	return a.summaries && a.comparisons ? AS_OK : as_fail_memory(err);
}

enum as_status as_analysis_open(const struct as_experiment *x, struct as_analysis *out,
	struct as_err *err)
{
	return open_analysis(x, x->criterion, as_experiment_pairs(x), out, err);
}

enum as_status as_summarise_all(const struct as_experiment *all, size_t metric,
	struct as_analysis *out, struct as_err *err)
{
	struct as_experiment_counts counts;
	const struct as_experiment counted = as_experiment_counted(all, &counts), *x = &counted;
	struct as_reduced_known known = {0};
	struct as_analysis a = {0};
	enum as_status st = open_analysis(x, metric, 0, &a, err);

	if (!st)
		st = as_reduced_know(x, metric, &known, err);
	counts.reduced = &known;
	for (size_t i = 0; i < a.n_subjects && !st; i++)
		st = as_summarise(x, i, metric, &a.summaries[i], err);
	as_reduced_known_release(&known);
	if (st)
		as_analysis_release(&a);
	else
		*out = a;
	return st;
}

/* Times of commands that are compared with one become those of the same rounds, so that their quotients
 * are the ratios that are shown (methods-typical.md 3.1). */
static enum as_status print_together(struct as_analysis *a, struct as_err *err)
{
	const size_t n = a->n_subjects;
	const size_t reference = a->n_comparisons ? a->comparisons[0].reference : 0;
	double *own = calloc(3 * n + 1, sizeof *own), *ratio = own + n, *shown = ratio + n;
	double narrowest = 0;
	size_t *of = calloc(n + 1, sizeof *of), k = 0;
	const struct as_comparison **with = calloc(n + 1, sizeof *with); /* of each command to the reference */
	enum as_status st = own && of && with ? AS_OK : as_fail_memory(err);

	for (size_t m = a->n_comparisons; st == AS_OK && m-- > 0;)
		if (a->comparisons[m].reference == reference)
			with[a->comparisons[m].subject] = &a->comparisons[m];
	for (size_t i = 0; i < n && !st; i++) {
		struct as_summary *y = &a->summaries[i];
		const struct as_comparison *c = with[i];
		if (!y->is_typical || !(y->mean > 0))
			continue;
		y->alone = y->mean;
		if (i != reference && !(c && c->of.typical && c->ratio > 0))
			continue;
		own[k] = log(y->mean);
		ratio[k] = c ? log(c->ratio) : 0;
		of[k++] = i;
	}
	if (!st && k > 1) {
		as_typical_printed(own, ratio, k, shown);
		for (size_t i = 0; i < k; i++) {
			struct as_summary *y = &a->summaries[of[i]];
			const double by = exp(shown[i] - own[i]);
			y->mean *= by;
			y->lo *= by;
			y->hi *= by;
			y->half_width *= by;
			const struct as_comparison *c = with[of[i]];
			const double h =
				c && c->hi > c->lo && c->lo > 0 ? log(c->hi / c->lo) / 2 : 0;
			y->ratio_half = h;
			narrowest = h > 0 && !(narrowest > 0 && narrowest < h) ? h : narrowest;
		}
	}
	if (!st && k > 1)
		a->summaries[reference].ratio_half = narrowest;
	free(own);
	free(of);
	free(with);
	return st;
}

static enum as_status analyse(const struct as_experiment *all, size_t metric, bool own,
	struct as_analysis *out, struct as_err *err)
{
	struct as_experiment_counts counts;
	const struct as_experiment counted = as_experiment_counted(all, &counts), *x = &counted;
	struct as_reduced_known known = {0};
	struct as_analysis a = {0};
	enum as_status st = open_analysis(x, metric, as_experiment_pairs(x), &a, err);

	if (!st)
		st = as_reduced_know(x, metric, &known, err);
	counts.reduced = &known;
	a.sees = as_plan_sees(x, x->plan.expected);
	for (size_t i = 0; i < a.n_subjects && !st; i++)
		st = as_summarise(x, i, own ? as_experiment_metric_in(x, i, metric) : metric,
			&a.summaries[i], err);
	if (!st && a.n_comparisons)
		st = own ? as_compare_own(x, metric, a.comparisons, err)
			 : as_compare_subjects(x, metric, a.comparisons, err);
	if (!st)
		st = print_together(&a, err);
	a.reach_least = a.reach_most = (double)NAN;
	if (!st && metric == x->criterion)
		as_rounds_range(x, &a);
	as_reduced_known_release(&known);
	if (st)
		as_analysis_release(&a);
	else
		*out = a;
	return st;
}

enum as_status as_analyse(const struct as_experiment *x, size_t metric, struct as_analysis *out,
	struct as_err *err)
{
	return analyse(x, metric, false, out, err);
}

enum as_status as_analyse_own(const struct as_experiment *x, size_t metric,
	struct as_analysis *out, struct as_err *err)
{
	return analyse(x, metric, true, out, err);
}
