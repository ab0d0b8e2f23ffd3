/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/result/quantiles_make.h"

#include <math.h>

#include "analyse/estimate/reduced.h"
#include "analyse/result/analyse.h"
#include "model/kept/derived.h"
#include "stat/dist/tail.h"

static const char *const names[AS_QUANTILES] = {
	"p50", "p75", "p90", "p95", "p99", "p99.9", "p99.99"};

void as_quantiles_release(struct as_quantiles *q)
{
	for (size_t i = 0; i < AS_QUANTILES; i++)
		as_analysis_release(&q->v[i].a);
	*q = (struct as_quantiles){0};
}

/* A difference takes 6 units of each. */
static void leave_out_few(struct as_analysis *a)
{
	for (size_t i = 0; i < a->n_comparisons; i++) {
		struct as_comparison *c = &a->comparisons[i];
		const size_t fewest = c->n < c->n_reference ? c->n : c->n_reference;

		if (c->method != AS_COMPARE_NONE && fewest >= AS_BATCHES_COMPARE && !c->of.unfit)
			continue;
		c->method = AS_COMPARE_NONE;
		c->lo = c->hi = (double)NAN;
	}
}

static bool has_interval(const struct as_analysis *a)
{
	for (size_t i = 0; i < a->n_subjects; i++)
		if (a->summaries[i].method != AS_INTERVAL_NONE)
			return true;
	return false;
}

static enum as_status ask(struct as_experiment *x, size_t base, const char *name, size_t *out,
	struct as_err *err)
{
	const char *whole = as_arena_printf(&x->arena, "%s:%s", x->metrics[base].name, name);

	return whole ? as_experiment_ask_metric(x, whole, out, err) : as_fail_memory(err);
}

/* Those that an execution has enough iterations for, of all of them at once. */
static enum as_status work_out(struct as_experiment *x, size_t base, struct as_err *err)
{
	struct as_derived d[AS_QUANTILES];
	size_t n = 0, metric = 0;
	enum as_status st = AS_OK;

	for (; n < AS_QUANTILES && !st; n++) {
		st = ask(x, base, names[n], &metric, err);
		if (st || metric == x->n_metrics || !as_experiment_derived(x, metric, &d[n]) ||
			as_reduced_need(x, &d[n], AS_ROLE_MEASURED).rounds > 1)
			break;
	}
	return st ? st : as_reduced_once(x, d, n, err);
}

enum as_status as_quantile_ask(struct as_experiment *x, size_t base, size_t k,
	struct as_quantile_row *row, struct as_err *err)
{
	struct as_derived d = {0};
	enum as_status st = ask(x, base, names[k], &row->metric, err);

	if (!st && (row->metric == x->n_metrics || !as_experiment_derived(x, row->metric, &d)))
		st = as_fail(err, AS_ERR_DATA,
			"cannot show quantiles of %.60s: its values belong to a build",
			x->metrics[base].name);
	row->p = d.p;
	return st;
}

/* Of every subject, without a comparison yet. */
static enum as_status summarise(struct as_experiment *x, size_t base, size_t k,
	struct as_quantile_row *row, struct as_quantile_lacking *lacking, struct as_err *err)
{
	struct as_derived d;
	enum as_status st = as_quantile_ask(x, base, k, row, err);

	if (st || !as_experiment_derived(x, row->metric, &d))
		return st;
	struct as_experiment_counts counts;
	const struct as_experiment counted = as_experiment_counted(x, &counts);
	struct as_reduced_known known;
	st = as_reduced_know(&counted, row->metric, &known, err);
	if (st)
		return st;
	const struct as_reduced_need need = known.need;
	counts.reduced = &known;
	row->least = need.least;
	row->rounds = need.rounds;
	*lacking = (struct as_quantile_lacking){d.p, need.least, need.n,
		need.rounds * (x->n_subjects > 1 ? AS_BATCHES_COMPARE : AS_BATCHES_SINGLE)};
	st = as_analysis_open(x, &row->a, err);
	for (size_t i = 0; i < x->n_subjects && !st; i++)
		st = as_summarise(&counted, i, row->metric, &row->a.summaries[i], err);
	as_reduced_known_release(&known);
	return st;
}

/* That each subject has; 0: they differ. */
static size_t executions(const struct as_analysis *a)
{
	size_t n = 0;

	for (size_t i = 0; i < a->n_subjects; i++) {
		const size_t own = a->summaries[i].failed[AS_ENDED_OK];
		n = i && own != n ? 0 : own;
	}
	return n;
}

static enum as_status compare(struct as_experiment *x, struct as_quantiles *q, struct as_err *err)
{
	const double confidence = x->plan.confidence;
	const size_t pairs = as_experiment_pairs(x);
	enum as_status st = AS_OK;

	x->plan.confidence = 1 - (1 - confidence) / (double)q->n;
	for (size_t i = 0; i < q->n && pairs && !st; i++) {
		struct as_analysis *a = &q->v[i].a;
		struct as_experiment_counts counts;
		const struct as_experiment counted = as_experiment_counted(x, &counts);
		struct as_reduced_known known;
		st = as_reduced_know(&counted, q->v[i].metric, &known, err);
		counts.reduced = &known;
		if (!st)
			st = as_compare_subjects(
				&counted, q->v[i].metric, a->comparisons, err);
		if (!st)
			leave_out_few(a);
		as_reduced_known_release(&known);
	}
	x->plan.confidence = confidence;
	return st;
}

/* Of a subject, where builds are the level at the top; 0: they are not. */
static size_t fewest_builds(const struct as_analysis *a)
{
	size_t fewest = 0;

	for (size_t i = 0; i < a->n_subjects; i++) {
		const struct as_summary *y = &a->summaries[i];
		if (!y->tree.n || y->tree.v[y->tree.n - 1].level != AS_LEVEL_BUILD)
			return 0;
		fewest = !i || y->n_top < fewest ? y->n_top : fewest;
	}
	return fewest;
}

static enum as_status none(const struct as_experiment *x, const struct as_quantiles *q,
	struct as_err *err)
{
	const struct as_quantile_lacking *l = &q->lacking;
	const size_t times = x->n_subjects > 1 ? AS_BATCHES_COMPARE : AS_BATCHES_SINGLE;
	const size_t builds = fewest_builds(&q->v[0].a);

	if (!l->n)
		return as_fail(err, AS_ERR_DATA, "cannot show quantiles of %.60s: it has no values",
			x->metrics[q->base].name);
	if (builds && builds < AS_BATCHES_SINGLE)
		return as_fail(err, AS_ERR_DATA,
			"cannot show quantiles of %.60s: intervals come from builds, which take %d "
			"of each, and there %s %zu; build more of them (--builds)",
			x->metrics[q->base].name, AS_BATCHES_SINGLE, builds == 1 ? "is" : "are",
			builds);
	if (!q->iterations)
		return as_fail(err, AS_ERR_DATA,
			"cannot show quantiles of %.60s: the median takes %zu executions put "
			"together, %zu times; --runs %zu gives them, and so do %zu iterations in "
			"an execution (assay help reporter)",
			x->metrics[q->base].name, l->least, times, l->runs, l->least);
	return as_fail(err, AS_ERR_DATA,
		"cannot show quantiles of %.60s: the median takes %zu iterations in an execution, "
		"or as many put together, %zu times; an execution has %zu; give --iterations %zu, "
		"or --runs %zu",
		x->metrics[q->base].name, l->least, times, l->n, l->least, l->runs);
}

enum as_status as_quantiles_open(struct as_experiment *x, size_t base, struct as_quantiles *out,
	struct as_err *err)
{
	struct as_quantiles q = {.base = base,
		.confidence = x->plan.confidence,
		.iterations = x->metrics[base].level == AS_LEVEL_ITERATION};
	enum as_status st = work_out(x, base, err);

	while (q.n < AS_QUANTILES && !st) {
		st = summarise(x, base, q.n, &q.v[q.n], &q.lacking, err);
		if (st || !has_interval(&q.v[q.n].a))
			break;
		q.each = q.lacking.n;
		q.lacking.p = 0;
		q.n++;
	}
	q.executions = executions(&q.v[0].a);
	if (!st && !q.n)
		st = none(x, &q, err);
	if (!st)
		st = compare(x, &q, err);
	if (st)
		as_quantiles_release(&q);
	else
		*out = q;
	return st;
}
