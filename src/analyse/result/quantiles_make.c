/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of quantiles: a row is asked for, summarised and compared as any other metric is (as_summarise says whether it
 * is one of executions or of all values together), until the data allow no more; then what would do is worked out. */
#include "analyse/result/quantiles_make.h"

#include <math.h>
#include <stdlib.h>

#include "analyse/estimate/log_interval.h"
#include "analyse/estimate/reduced.h"
#include "analyse/result/analyse.h"
#include "model/kept/derived.h"
#include "stat/dist/log_quantile.h"
#include "stat/dist/tail.h"

/* Values beyond a quantile from which on one of independent values has its interval nearly always. */
enum { BEYOND = 16 };

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

static enum as_status ask_row(struct as_experiment *x, size_t base, size_t k,
	struct as_quantile_row *row, struct as_derived *d, struct as_err *err)
{
	enum as_status st = ask(x, base, names[k], &row->metric, err);

	if (!st && (row->metric == x->n_metrics || !as_experiment_derived(x, row->metric, d)))
		st = as_fail(err, AS_ERR_DATA,
			"cannot show quantiles of %.60s: its values belong to a build",
			x->metrics[base].name);
	row->p = d->p;
	return st;
}

/* What the first of them that has no interval lacks. */
static struct as_quantile_lacking lacking_of(
	const struct as_reduced_need *need, const struct as_quantile_row *row)
{
	const struct as_analysis *a = &row->a;
	const size_t times = a->n_subjects > 1 ? AS_BATCHES_COMPARE : AS_BATCHES_SINGLE;
	struct as_quantile_lacking l = {.p = row->p, .least = need->least, .n = need->n,
		.runs = need->rounds * times};
	const double least = fmin(row->p, 1 - row->p);

	for (size_t i = 0; i < a->n_subjects; i++) {
		const struct as_log_interval *y = &a->summaries[i].log;
		if (!y->n || a->summaries[i].method != AS_INTERVAL_NONE)
			continue;
		const bool are_pieces = y->executions >= AS_BATCHES_SINGLE && y->executions < y->n;
		const double values = y->wanted ? (double)y->wanted
			: are_pieces ? (double)need->least
				     : fmax(AS_LOG_LEAST, ceil(BEYOND / least - 1e-9));
		const double each = fmax(1, floor((double)y->n / (double)y->executions));
		const double runs = fmax(ceil(values / each), each > 1 ? AS_BATCHES_SINGLE : 1);
		const double rounds = (double)(need->rounds * AS_BATCHES_COMPARE);

		l.beyond = y->wanted ? (size_t)floor((double)y->n * least + 1e-9) : 0;
		l.values = (size_t)values;
		l.runs = (size_t)(a->n_subjects > 1 ? fmax(runs, rounds) : runs);
		if (each > 1)
			l.iterations = (size_t)fmax((double)need->least,
				are_pieces ? 0 : ceil(values / (double)y->executions));
		break;
	}
	return l;
}

/* Of every subject, without a comparison yet. */
static enum as_status summarise(struct as_experiment *x, struct as_quantiles *q, size_t k,
	struct as_err *err)
{
	struct as_quantile_row *row = &q->v[k];
	struct as_derived d = {0};
	enum as_status st = ask_row(x, q->base, k, row, &d, err);

	if (st)
		return st;
	struct as_experiment_counts counts;
	const struct as_experiment counted = as_experiment_counted(x, &counts);
	struct as_reduced_known known;
	st = as_reduced_know(&counted, row->metric, &known, err);
	if (st)
		return st;
	const struct as_reduced_need need = known.need;
	counts.reduced = &known;
	st = as_analysis_open(x, &row->a, err);
	if (q->pooled)
		row->a.n_comparisons = 0;
	for (size_t i = 0; i < x->n_subjects && !st; i++) {
		struct as_summary *y = &row->a.summaries[i];
		st = as_summarise(&counted, i, row->metric, y, err);
		if (!st && q->pooled)
			st = as_take_log_interval(x, &d, y);
	}
	as_reduced_known_release(&known);
	row->least = need.least;
	row->rounds = need.rounds;
	q->lacking = lacking_of(&need, row);
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
	const size_t pairs = q->pooled ? 0 : as_experiment_pairs(x);
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
	if (l->values && l->iterations)
		return as_fail(err, AS_ERR_DATA,
			"cannot show quantiles of %.60s: even the median takes %zu values of a "
			"command; give --iterations %zu, or --runs %zu",
			x->metrics[q->base].name, l->values, l->iterations, l->runs);
	if (!q->iterations && l->values)
		return as_fail(err, AS_ERR_DATA,
			"cannot show quantiles of %.60s: the median takes %zu executions where "
			"neighbouring ones are alike; --runs %zu gives them, and so do %zu "
			"iterations in an execution (assay help reporter)",
			x->metrics[q->base].name, l->values, l->runs, l->least);
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

enum as_status as_quantiles_open(struct as_experiment *x, size_t base, bool pooled,
	struct as_quantiles *out, struct as_err *err)
{
	struct as_quantiles q = {.base = base,
		.confidence = x->plan.confidence,
		.iterations = x->metrics[base].level == AS_LEVEL_ITERATION,
		.pooled = pooled};
	enum as_status st = AS_OK;

	if (pooled && !q.iterations)
		return as_fail(err, AS_ERR_DATA,
			"cannot show quantiles of %.60s of all iterations together (--pooled): it "
			"has one value an execution; leave --pooled out",
			x->metrics[base].name);
	if (!pooled)
		st = work_out(x, base, err);
	while (q.n < AS_QUANTILES && !st) {
		st = summarise(x, &q, q.n, err);
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

/* The same quantile of a subject of one result and of one of another; pair receives the metrics that it is. */
static enum as_status summarise_two(struct as_quantiles_pair *of, size_t k, struct as_quantiles *q,
	struct as_err *err)
{
	struct as_quantile_row *row = &q->v[k];
	struct as_place *const at[] = {&of->pair.old, &of->pair.new};
	struct as_derived d = {0};
	enum as_status st = AS_OK;

	row->a = (struct as_analysis){.n_subjects = 2, .n_comparisons = 1,
		.summaries = calloc(2, sizeof *row->a.summaries),
		.comparisons = calloc(1, sizeof *row->a.comparisons)};
	if (!row->a.summaries || !row->a.comparisons)
		return as_fail_memory(err);
	for (size_t i = 2; i-- > 0 && !st;) {
		struct as_experiment *x = of->x[i];
		st = ask_row(x, as_experiment_base(x, at[i]->metric), k, row, &d, err);
		at[i]->metric = row->metric;
		if (!st)
			st = as_summarise(x, at[i]->subject, row->metric, &row->a.summaries[i],
				err);
		row->a.summaries[i].subject = i;
	}
	if (st)
		return st;
	const struct as_reduced_need need = as_reduced_need(of->x[0], &d, AS_ROLE_MEASURED);
	row->least = need.least;
	row->rounds = 1;
	q->lacking = lacking_of(&need, row);
	row->a.comparisons[0] = (struct as_comparison){.reference = of->pair.old.metric,
		.subject = of->pair.new.metric};
	return AS_OK;
}

static enum as_status compare_two(struct as_quantiles_pair *of, struct as_quantiles *q,
	struct as_err *err)
{
	double *const own[] = {&of->x[0]->plan.confidence, &of->x[1]->plan.confidence};
	const double before[] = {*own[0], *own[1]};
	enum as_status st = AS_OK;

	*own[0] = *own[1] = 1 - (1 - q->confidence) / (double)q->n;
	for (size_t k = 0; k < q->n && !st; k++) {
		struct as_comparison *c = &q->v[k].a.comparisons[0];
		of->pair.old.metric = c->reference;
		of->pair.new.metric = c->subject;
		st = as_compare_apart(&of->pair, 1, AS_ADJUST_HOLM, c, err);
		c->reference = 0;
		c->subject = 1;
		leave_out_few(&q->v[k].a);
	}
	*own[0] = before[0];
	*own[1] = before[1];
	return st;
}

enum as_status as_quantiles_of_two(struct as_quantiles_pair *of, struct as_quantiles *out,
	struct as_err *err)
{
	struct as_quantiles q = {.base = as_experiment_base(of->x[0], of->pair.old.metric),
		.confidence = as_apart_confidence(&of->pair, 1),
		.name = {of->name[0], of->name[1]}};
	enum as_status st = AS_OK;

	q.iterations = of->x[0]->metrics[q.base].level == AS_LEVEL_ITERATION;
	while (q.n < AS_QUANTILES && !st) {
		st = summarise_two(of, q.n, &q, err);
		if (st || !has_interval(&q.v[q.n].a))
			break;
		q.each = q.lacking.n;
		q.lacking.p = 0;
		q.n++;
	}
	q.executions = st ? 0 : executions(&q.v[0].a);
	if (!st && !q.n)
		st = none(of->x[0], &q, err);
	if (!st)
		st = compare_two(of, &q, err);
	if (st)
		as_quantiles_release(&q);
	else
		*out = q;
	return st;
}
