/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/diff/diff.h"

#include <math.h>
#include <string.h>

#include "cli/compare/review_terms.h"
#include "cli/measure/again/going_on.h"
#include "cli/request/setting_options.h"
#include "cli/screen_out.h"
#include "format/json/assay_json.h"
#include "report/review/review_screen.h"

/* Gates, and what is asked for beside the verdicts. */
static enum as_status judge(struct as_diffing *d, const struct as_review_terms *terms,
	struct as_err *err)
{
	struct as_review *r = &d->review;
	const struct as_gate_set **sets = as_arena_array(d->cli->arena, r->n, sizeof *sets);
	struct as_gate_set *set = as_arena_array(d->cli->arena, r->n, sizeof *set);

	if (!sets || !set)
		return as_fail_memory(err);
	for (size_t i = 0; i < r->n; i++) {
		set[i] = (struct as_gate_set){.v = d->rows[i].gates, .n = d->rows[i].n_gates};
		sets[i] = set[i].n ? &set[i] : NULL;
	}
	enum as_status st = as_review_judge(&terms->how, sets, r, err);
	return st ? st : as_review_estimate(&terms->how, r, err);
}

enum as_status as_diff_conclude(struct as_diffing *d, struct as_err *err)
{
	struct as_review *r = &d->review;
	struct as_review_terms terms;

	as_review_terms_read(d->cli, d->args, &terms);
	r->require_decision = as_args_has(d->args, AS_OPT_REQUIRE_DECISION);
	enum as_status st = as_review_compare(&terms.how, r, err);
	if (st)
		return st;
	st = judge(d, &terms, err);
	as_cli_raise(d->cli, as_review_exit(r));
	r->exit = (int)d->cli->exit;
	if (st)
		r->exit = (int)as_exit_worse(d->cli->exit, as_exit_of(st));
	return st;
}

enum as_status as_diff_open(const struct as_diffing *d, const char *base, const char *head,
	struct as_versions *v, struct as_err *err)
{
	static const char *const facts[AS_SIDES] = {"base", "head"};
	struct as_request r = as_request_defaults();
	struct as_cli *cli = d->cli;
	enum as_status st = as_campaign_begin(cli, d->args, err);

	if (!st && cli->ledger && as_ledger_goes_on(cli->ledger))
		as_scratch_sweep(); /* the folder of then has the name that it gets again */
	if (!st)
		st = as_versions_open(base, head, cli->ledger ? as_ledger_uuid(cli->ledger) : NULL,
			cli->arena, v, err);
	if (!st)
		st = as_setting_said(cli->args, AS_OPT_BUILD_CACHE, NULL, &r, err);
	v->keeps = !st && r.building.cache_bytes > 0;
	for (size_t i = 0; i < AS_SIDES && !st; i++)
		st = as_campaign_same(cli, facts[i], v->revisions[i].tree, v->names[i], err);
	return st;
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
