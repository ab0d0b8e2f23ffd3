/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/diff/diff.h"

#include <math.h>
#include <string.h>

#include "analyse/compare/gate_judge.h"
#include "analyse/compare/together.h"
#include "base/num.h"
#include "cli/compare/gate_options.h"
#include "cli/compare/review_collect.h"
#include "cli/measure/going_on.h"
#include "cli/screen_out.h"
#include "format/json/assay_json.h"
#include "report/compare/review.h"

static bool is_compared(const struct as_review_row *row)
{
	return row->side[AS_REVIEW_BASE].summary && row->side[AS_REVIEW_HEAD].summary &&
		row->side[AS_REVIEW_BASE].x == row->side[AS_REVIEW_HEAD].x;
}

/* Rows that are compared by one metric, with what is compared. */
struct diff_review_family {
	size_t n;
	size_t *row;
	struct as_inside *v;
	struct as_comparison *c;
};

static enum as_status family_room(struct as_diffing *d, struct diff_review_family *out,
	struct as_err *err)
{
	const size_t n = d->review.n;
	struct as_arena *a = d->cli->arena;

	*out = (struct diff_review_family){.row = as_arena_array(a, n, sizeof *out->row),
		.v = as_arena_array(a, n, sizeof *out->v),
		.c = as_arena_array(a, n, sizeof *out->c)};
	return out->row && out->v && out->c ? AS_OK : as_fail_memory(err);
}

static void join(struct diff_review_family *f, const struct as_review *r, size_t row, size_t metric)
{
	const struct as_review_side *base = &r->v[row].side[AS_REVIEW_BASE];

	f->row[f->n] = row;
	f->v[f->n++] = (struct as_inside){base->x, metric, base->summary->subject,
		r->v[row].side[AS_REVIEW_HEAD].summary->subject};
}

static enum as_status compare(struct as_diffing *d, struct diff_review_family *f,
	struct as_err *err)
{
	const enum as_adjust how = as_args_is(d->args, AS_OPT_ADJUST, "bh") ? AS_ADJUST_BH
		: AS_ADJUST_HOLM;

	d->review.benjamini = how == AS_ADJUST_BH;
	return as_compare_together(f->v, f->n, how, f->c, err);
}

static enum as_status compare_rows(struct as_diffing *d, struct as_err *err)
{
	struct as_review *r = &d->review;
	struct diff_review_family f;
	enum as_status st = family_room(d, &f, err);

	for (size_t i = 0; i < r->n && !st; i++)
		if (is_compared(&r->v[i]))
			join(&f, r, i, r->v[i].side[AS_REVIEW_BASE].x->criterion);
	if (!st)
		st = compare(d, &f, err);
	for (size_t i = 0; i < f.n && !st; i++)
		r->v[f.row[i]].c = f.c[i];
	for (size_t i = 0; i < r->n && !st; i++)
		r->v[i].kind = as_review_kind_of(&r->v[i]);
	r->compared = f.n;
	return st;
}

/* ---- all of them ---- */

/* Times may be put together, whatever they are of. */
static bool alike(const struct as_metric *a, const struct as_metric *b)
{
	return !strcmp(a->name, b->name) || (as_metric_is_time(a) && as_metric_is_time(b));
}

static bool one_metric(const struct as_diffing *d)
{
	const struct as_metric *first = NULL;

	for (size_t i = 0; i < d->review.n; i++) {
		const struct as_review_row *row = &d->review.v[i];
		if (!is_compared(row))
			continue;
		if (first && !alike(first, row->metric))
			return false;
		first = row->metric;
	}
	return true;
}

static enum as_status add_overall(struct as_diffing *d, struct as_err *err)
{
	static const char several[] = "the benchmarks are compared by several metrics";
	struct as_review *r = &d->review;
	struct as_apart *v = as_arena_array(d->cli->arena, r->n, sizeof *v);
	struct as_comparison *c = as_arena_array(d->cli->arena, r->n, sizeof *c);
	size_t n = 0;

	if (!v || !c)
		return as_fail_memory(err);
	for (size_t i = 0; i < r->n; i++) {
		const struct as_experiment *x = r->v[i].side[AS_REVIEW_BASE].x;
		if (!is_compared(&r->v[i]))
			continue;
		c[n] = r->v[i].c;
		v[n++] = (struct as_apart){
			.old = {x, r->v[i].side[AS_REVIEW_BASE].summary->subject, x->criterion},
			.new = {x, r->v[i].side[AS_REVIEW_HEAD].summary->subject, x->criterion}};
	}
	if (n < 2)
		return AS_OK;
	if (one_metric(d))
		return as_overall_ratio(v, c, n, &r->overall, err);
	r->overall.n = n;
	memcpy(r->overall.refused, several, sizeof several);
	return AS_OK;
}

/* What holds for all rows alike, else NaN. */
static double common(const struct as_review *r, double (*of)(const struct as_plan *p))
{
	double all = (double)NAN;

	for (size_t i = 0; i < r->n; i++) {
		if (!is_compared(&r->v[i]))
			continue;
		double own = of(&r->v[i].side[AS_REVIEW_BASE].x->plan);
		if (!isnan(all) && !as_same_double(all, own))
			return (double)NAN;
		all = own;
	}
	return all;
}

static double confidence_of(const struct as_plan *p)
{
	return p->confidence;
}

static double tolerance_of(const struct as_plan *p)
{
	return p->tolerance;
}

/* ---- gates ---- */

static const char *metric_name(const struct as_review_row *row, const struct as_gate *g)
{
	return g->metric ? g->metric : row->metric->name;
}

static enum as_status no_such_metric(const struct as_review_row *row, const struct as_gate *g,
	struct as_err *err)
{
	return as_fail(err, AS_ERR_USAGE,
		"cannot use '%.100s' for --fail-if: '%.100s' has no %.60s; assay "
		"show --verbose tells what it has",
		g->text, row->name, g->metric);
}

/* The comparison of each row by the metric of this gate; a row without one has none. */
static enum as_status compare_by(struct as_diffing *d, const char *name,
	struct diff_review_family *f,
	struct as_err *err)
{
	enum as_status st = family_room(d, f, err);

	for (size_t i = 0; i < d->review.n && !st; i++) {
		const struct as_review_row *row = &d->review.v[i];
		const struct as_experiment *x = row->side[AS_REVIEW_BASE].x;
		if (!is_compared(row))
			continue;
		size_t m = as_experiment_find_metric(x, name);
		if (m < x->n_metrics && as_experiment_has_values(x, m))
			join(f, &d->review, i, m);
	}
	return st ? st : compare(d, f, err);
}

static const struct as_comparison *of_row(const struct diff_review_family *f, size_t row)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->row[i] == row)
			return &f->c[i];
	return NULL;
}

static enum as_status judge_one(struct as_diffing *d, size_t i, const struct as_gate *g,
	struct as_err *err)
{
	struct as_review_row *row = &d->review.v[i];
	const struct as_experiment *x = row->side[AS_REVIEW_BASE].x;
	const struct as_comparison *c = &row->c;
	struct diff_review_family f = {0};
	enum as_status st = AS_OK;

	if (strcmp(metric_name(row, g), row->metric->name) != 0) {
		st = compare_by(d, g->metric, &f, err);
		c = of_row(&f, i);
	}
	if (st)
		return st;
	if (!c)
		return no_such_metric(row, g, err);
	const struct as_metric *m = &x->metrics[c->metric];
	if (g->of_time && !as_metric_is_time(m))
		return as_fail(err, AS_ERR_USAGE,
			"cannot use '%.200s' for --fail-if: %.60s is no time; say %s "
			"in place of %s",
			g->text, m->name, g->more ? "more" : "less", g->more ? "slower" : "faster");
	row->gates.v[row->gates.n++] = as_gate_judge(g, m, c);
	return AS_OK;
}

static enum as_status judge(struct as_diffing *d, size_t i, struct as_err *err)
{
	const struct as_diff_row *behind = &d->rows[i];
	struct as_review_row *row = &d->review.v[i];
	enum as_status st = AS_OK;

	if (!is_compared(row) || !behind->n_gates)
		return AS_OK;
	row->gates.v = as_arena_array(d->cli->arena, behind->n_gates, sizeof *row->gates.v);
	if (!row->gates.v)
		return as_fail_memory(err);
	for (size_t k = 0; k < behind->n_gates && !st; k++)
		st = judge_one(d, i, &behind->gates[k], err);
	return st;
}

/* ---- the whole ---- */

static bool failed(const struct as_review_side *side)
{
	return side->state == AS_SIDE_FAILED || side->state == AS_SIDE_NOT_BUILT;
}

static void choose_exit(struct as_diffing *d)
{
	struct as_cli own = *d->cli;

	own.args = d->args;
	for (size_t i = 0; i < d->review.n; i++) {
		const struct as_review_row *row = &d->review.v[i];
		if (failed(&row->side[AS_REVIEW_BASE]) || failed(&row->side[AS_REVIEW_HEAD]))
			as_cli_raise(&own, AS_EXIT_BENCHMARK);
		as_gates_raise(&own, &row->gates, &row->c, is_compared(row));
	}
	d->review.exit = (int)own.exit;
	as_cli_raise(d->cli, own.exit);
}

enum as_status as_diff_conclude(struct as_diffing *d, struct as_err *err)
{
	struct as_review *r = &d->review;
	struct as_err late = {0};
	enum as_status st = compare_rows(d, err), gates = AS_OK;

	if (!st)
		st = add_overall(d, err);
	for (size_t i = 0; i < r->n && !st && !gates; i++)
		gates = judge(d, i, &late);
	r->confidence = common(r, confidence_of);
	r->tolerance = common(r, tolerance_of);
	if (!st && !gates)
		gates = as_review_estimate(d->args, d->cli->arena, r, &late);
	r->require_decision = as_args_has(d->args, AS_OPT_REQUIRE_DECISION);
	if (!st)
		choose_exit(d);
	if (!st && gates) {
		r->exit = (int)as_exit_worse((enum as_exit)r->exit, as_exit_of(gates));
		if (err)
			*err = late;
	}
	return st ? st : gates;
}

/* Each pattern once; a benchmark that says nothing has those of the top. */
static void add_pattern(const char **all, size_t *n, const char *pattern)
{
	for (size_t i = 0; i < *n; i++)
		if (!strcmp(all[i], pattern))
			return;
	all[(*n)++] = pattern;
}

enum as_status as_diff_open(struct as_cli *cli, const char *base, const char *head,
	struct as_versions *v, struct as_err *err)
{
	static const char *const facts[AS_SIDES] = {"base", "head"};
	enum as_status st = as_campaign_begin(cli, "diff", err);

	if (!st && cli->ledger && as_ledger_goes_on(cli->ledger))
		as_scratch_sweep(); /* the folder of then has the name that it gets again */
	if (!st)
		st = as_versions_open(base, head, cli->ledger ? as_ledger_uuid(cli->ledger) : NULL,
			cli->arena, v, err);
	for (size_t i = 0; i < AS_SIDES && !st; i++)
		st = as_campaign_same(cli, facts[i], v->revisions[i].tree, v->names[i], err);
	return st;
}

enum as_status as_diff_carry(const struct as_diffing *d, const struct as_suite *s,
	struct as_versions *v, struct as_err *err)
{
	const size_t given = as_args_times(d->args, AS_OPT_CARRY);
	size_t most = given, n = 0;

	for (size_t i = 0; s && i < s->n; i++)
		most += s->v[i].set.v[AS_SUITE_CARRY].list.n;
	const char **all = as_arena_array(d->cli->arena, most, sizeof *all);
	if (!all)
		return as_fail_memory(err);
	for (size_t i = 0; i < given; i++)
		add_pattern(all, &n, as_args_nth(d->args, AS_OPT_CARRY, i)->values[0]);
	for (size_t i = 0; s && i < s->n; i++)
		for (size_t k = 0; k < s->v[i].set.v[AS_SUITE_CARRY].list.n; k++)
			add_pattern(all, &n, s->v[i].set.v[AS_SUITE_CARRY].list.v[k]);
	return as_versions_carry(v, all, n, d->cli->arena, err);
}

enum as_status as_diff_rows(struct as_diffing *d, struct as_err *err)
{
	d->review.v = as_arena_array(d->cli->arena, d->planned, sizeof *d->review.v);
	d->rows = as_arena_array(d->cli->arena, d->planned, sizeof *d->rows);
	return d->review.v && d->rows ? AS_OK : as_fail_memory(err);
}

void as_diff_name(struct as_diffing *d, const char *name)
{
	struct as_review *r = &d->review;

	r->name = name;
	r->command_line = d->cli->command_line;
	for (size_t i = 0; i < AS_REVIEW_SIDES; i++) {
		r->label[i] = d->versions->names[i];
		r->version[i] = d->versions->revisions[i].version;
	}
	r->seconds = r->confidence = r->tolerance = (double)NAN;
}

enum as_status as_diff_show(struct as_diffing *d, struct as_err *err)
{
	struct as_style style = as_screen_style(d->cli);
	const struct as_review_kept kept = {d->first_id, d->last_id, d->planned - d->review.n};
	struct as_text t = {0};

	if (as_args_has(d->args, AS_OPT_JSON))
		as_json_review(&t, &d->review);
	else
		as_report_review(&t, &style, &d->review, &kept);
	enum as_status st = as_screen_print(d->cli, &t, err);
	as_text_release(&t);
	return st;
}

void as_diff_release(struct as_diffing *d)
{
	for (size_t i = 0; d->rows && i < d->planned; i++) {
		as_result_release(&d->rows[i].result);
		as_result_release(&d->rows[i].alone);
	}
	d->rows = NULL;
}
