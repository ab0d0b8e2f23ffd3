/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "campaign/differ.h"
#include "cli/compare/check_verb.h"
#include "cli/compare/ci_out.h"
#include "cli/compare/gate_options.h"
#include "cli/compare/review_terms.h"
#include "cli/measure/again/going_on.h"
#include "cli/measure/cmd_run.h"
#include "cli/request/setting_options.h"
#include "cli/screen_out.h"
#include "format/json/assay_json.h"
#include "probe/probe.h"
#include "report/compare/noise_screen.h"
#include "report/draw/layout.h"
#include "report/review/check_screen.h"
#include "report/review/review_screen.h"
#include "report/suite_screen.h"
#include "run/interrupt.h"
#include "say/findings.h"

/* A check while it goes on. */
struct check {
	struct as_cli *cli;
	struct as_baseline *base;
	struct as_baseline kept;  /* RESULT, where one is named */
	struct as_measured fresh; /* what was measured now, where none is */
	struct as_review_terms terms;
	struct as_sides_of_results all;
	struct as_review review;
};

/* ---- before anything is measured ---- */

static bool is_built(const struct as_experiment *x)
{
	return x->n_subjects && x->subjects[0].build_command;
}

static bool differ(const char *a, const char *b)
{
	return a && b && strcmp(a, b) != 0;
}

/* What is measured now could not be compared with the baseline: that is said before it takes its
 * time. */
static enum as_status check_environment(const struct check *c, struct as_err *err)
{
	const struct as_probe_root here = {0};
	struct as_machine now;
	struct as_text how = {0};
	struct as_request asked = {0};
	enum as_status st = as_probe_machine(&here, c->cli->arena, &now, err);

	if (!st)
		st = as_settings_said(c->cli->args, "conditions", c->cli->arena, &asked, err);
	if (!st)
		st = as_conditions_state(&asked.conditions, c->cli->arena, &now, err);

	for (size_t i = 0; i < c->base->n && !st && !how.len; i++) {
		const struct as_experiment *x = c->base->results[i].x;
		const struct as_machine *then = &x->machine;
		if (differ(then->environment_id, now.environment_id) ||
			differ(then->machine_id, now.machine_id)) {
			as_differences_add(&how, then, c->base->label, &now, "now");
			as_text_add(&how, how.len ? "" : "the facts kept of them differ");
		}
		if (is_built(x))
			as_toolchain_differences_add(&how, then, &now);
	}
	if (!st && how.len && !as_args_has(c->cli->args, AS_OPT_ACROSS))
		st = as_fail(err, AS_ERR_REFUSED,
			"cannot compare with '%.200s': it was measured in another environment "
			"than this (%s); measure both versions here (--baseline rev:REVISION), or "
			"insist with --across",
			c->base->label, as_text_str(&how));
	as_text_release(&how);
	return st;
}

/* ---- both sides ---- */

/* They stay those of the baseline and of the head. */
static enum as_status join(struct check *c, struct as_err *err)
{
	const struct as_baseline *base = c->base, *kept = &c->kept;
	const struct as_one_side base_side = {base->results, base->left_out, base->n};
	const struct as_one_side head = c->cli->args->n_before
		? (struct as_one_side){kept->results, kept->left_out, kept->n}
		: (struct as_one_side){c->fresh.of.results, NULL, c->fresh.of.n};

	return as_sides_join(&base_side, &head, c->cli->arena, &c->all, err);
}

/* ---- what comes of it ---- */

/* The gates of the command line hold for all; without any those of the suite for each. */
static enum as_status make_review(struct check *c, struct as_err *err)
{
	const struct as_args *args = c->cli->args;
	struct as_gate_set given = {0};
	bool command = !args->n_before && !c->fresh.of.name;
	struct as_review_about about = {
		.name = c->fresh.of.name,
		.label = {c->base->label, args->n_before ? c->kept.label : c->fresh.of.label},
		.failed = c->fresh.of.failed,
		.n_failed = c->fresh.of.n_failed,
		.gates = c->fresh.of.gates,
		.n_gates = c->fresh.of.n_gates,
		.chosen = command || as_args_has(args, AS_OPT_ONLY) || as_interrupt_count(),
		.seconds = args->n_before ? (double)NAN : c->fresh.of.seconds,
	};
	enum as_status st = as_gate_set_given(args, c->cli->arena, &given, err);

	if (given.n) {
		about.gates = &given;
		about.n_gates = 1;
	}
	if (!st)
		st = as_review_of_results(&c->terms.how, &c->all, &about, &c->review, err);
	if (st)
		return st;
	as_review_finish(c->cli, &c->review);
	as_cli_raise(c->cli, (enum as_exit)c->review.exit);
	c->review.exit = (int)c->cli->exit;
	return AS_OK;
}

/* What would settle it, where nothing is known of how sessions differ. */
static void add_unsettled(const struct as_sides_of_results *all, const struct as_style *style,
	struct as_text *t)
{
	for (size_t i = 0; i < all->n; i++) {
		const struct as_place *at = &all->pairs[i].old;
		const struct as_subject *of = &at->x->subjects[at->subject];
		const struct as_unsettled u = {
			.command = as_is_from_elsewhere(at->x) ? NULL : of->command,
			.build = of->build_command, .several = all->n > 1, .check = true};
		if (!as_finding_of(&all->comparisons[i], AS_FINDING_OTHER_SESSION))
			continue;
		as_report_unsettled(t, style, &u);
		return;
	}
}

/* What is known of sessions. */
static void add_noise(const struct check *c, const struct as_style *style, struct as_text *t)
{
	const struct as_sides_of_results *all = &c->all;

	if (!all->n || all->across)
		return;
	add_unsettled(all, style, t);
	if (all->no_profile) {
		struct as_text body = {0};
		as_text_add_neutral(&body, all->no_profile, strlen(all->no_profile), 0);
		as_layout_row(t, style, "warning", &body);
	} else if (all->cited.found) {
		as_report_noise_line(t, style, &all->cited.noise);
	} else if (all->cited.has_beside) {
		as_report_noise_beside(t, style, &all->cited.beside);
	} else {
		as_report_no_noise(t, style, all->cited.others, all->cited.other);
	}
}

/* Something is to be a failure, whether it has been judged or not. */
static bool has_gates(const struct check *c)
{
	for (size_t i = 0; i < c->fresh.of.n_gates; i++)
		if (c->fresh.of.gates[i].n)
			return true;
	return as_gates_given(c->cli->args) > 0;
}

static void add_screen(const struct check *c, struct as_text *t)
{
	const struct as_style style = as_screen_style(c->cli);
	const struct as_review *r = &c->review;
	const struct as_review_kept kept = {
		.first_id = c->fresh.of.first_id, .last_id = c->fresh.of.last_id};
	struct as_review shown = *r;
	size_t longest = 0;

	for (size_t i = 0; i < r->n; i++) {
		size_t n = as_text_width(r->v[i].name);
		longest = n > longest ? n : longest;
	}
	as_text_add(t, c->fresh.of.name ? "\n" : ""); /* below the table of the suite */
	shown.seconds = (double)NAN; /* said at the end */
	as_report_check_head(t, &style, r);
	for (size_t i = 0; i < r->n; i++)
		as_report_review_line(
			t, &style, &r->v[i], as_suite_name_columns(&style, longest), false);
	as_report_review(t, &style, &shown, NULL);
	if (has_gates(c) != (r->compared > 0))
		as_report_no_gate(t, &style, has_gates(c));
	add_noise(c, &style, t);
	if (!c->fresh.of.name) /* the table of the suite has said it */
		as_report_review_end(t, &style, r, &kept);
}

static enum as_status show(struct check *c, struct as_err *err)
{
	struct as_text t = {0};

	if (as_args_has(c->cli->args, AS_OPT_JSON))
		as_json_review(&t, &c->review);
	else
		add_screen(c, &t);
	enum as_status st = as_screen_print(c->cli, &t, err);
	as_text_release(&t);
	return st;
}

/* "@last" is another result when a check is gone on with: it stays the one of then. */
static enum as_status keep_baseline(struct check *c, struct as_err *err)
{
	struct as_baseline *b = c->base;
	struct as_text uuids = {0};
	const char *then = NULL;

	for (size_t i = 0; i < b->n; i++)
		as_text_addf(&uuids, "%s%s", i ? " " : "", b->results[i].x->uuid);
	enum as_status st = as_text_finish(&uuids, err);
	if (!st && c->cli->ledger)
		st = as_ledger_fact(c->cli->ledger, "baseline", as_text_str(&uuids), &then, err);
	const bool other = !st && then && strcmp(then, as_text_str(&uuids)) != 0;
	as_text_release(&uuids);
	if (!other)
		return st;
	if (b->kind != AS_BASELINE_ID)
		return as_campaign_same(c->cli, "baseline", "", b->label, err);
	as_baseline_release(b);
	b->what = then;
	return as_baseline_load(c->cli, b, err);
}

/* Both sides are there. */
static enum as_status review(void *context, struct as_err *err)
{
	struct check *c = context;
	enum as_status st = AS_OK;

	if (c->fresh.cli)
		as_cli_raise(c->cli, c->fresh.cli->exit);
	as_review_terms_read(c->cli, c->cli->args, &c->terms);
	st = join(c, err);
	if (!st)
		st = as_results_compare(&c->terms.how, &c->all, err);
	if (!st)
		st = make_review(c, err);
	if (!st)
		st = show(c, err);
	return st ? st : as_ci_write(c->cli, &c->review, err);
}

static enum as_status measure(struct check *c, const struct as_args *args, struct as_err *err)
{
	struct as_cli own = *c->cli;
	enum as_status st = check_environment(c, err);

	c->fresh = (struct as_measured){.of.label = "now", .review = review, .context = c};
	if (st)
		return st;
	/* What is measured can be extended as if assay run had measured it. */
	own.args = args;
	own.verb = as_command_run.name;
	own.exit = AS_EXIT_OK;
	st = as_check_measure(&own, &c->fresh, err);
	as_cli_raise(c->cli, own.exit);
	c->fresh.cli = NULL;
	return st;
}

static enum as_status read_head(struct check *c, struct as_err *err)
{
	enum as_status st = as_baseline_find(c->cli, c->cli->args->words[0], true, "result",
		&c->kept, err);

	c->kept.head = true;
	if (!st)
		st = as_baseline_load(c->cli, &c->kept, err);
	return st ? st : review(c, err);
}

static enum as_status conduct(struct check *c, struct as_err *err)
{
	const bool kept = c->cli->args->n_before > 0;
	struct as_args own;
	enum as_status st = as_baseline_load(c->cli, c->base, err);

	if (!st)
		st = as_check_args(c->cli->args, &as_command_run, 0, c->cli->arena, &own, err);
	if (!st && !kept)
		st = as_campaign_begin(c->cli, &own, err);
	if (!st)
		st = keep_baseline(c, err);
	if (st)
		return st;
	return kept ? read_head(c, err) : measure(c, &own, err);
}

enum as_status as_check_stored(struct as_cli *cli, struct as_baseline *base, struct as_err *err)
{
	struct check c = {.cli = cli, .base = base};
	enum as_status st = conduct(&c, err);

	as_campaign_end(cli, st);
	as_checked_release(&c.fresh.of);
	as_baseline_release(&c.kept);
	as_baseline_release(base);
	return st;
}
