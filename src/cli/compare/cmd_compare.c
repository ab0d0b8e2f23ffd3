/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "analyse/beside/peer_answers.h"
#include "cli/compare/ci_out.h"
#include "campaign/compared.h"
#include "cli/compare/gate_options.h"
#include "cli/compare/methods.h"
#include "campaign/review/review_collect.h"
#include "cli/compare/review_terms.h"
#include "cli/screen_out.h"
#include "format/json/assay_json.h"

/* What is shown of several results. */
struct shown {
	struct as_review_terms terms;
	struct as_sides_of_results all;
	struct as_named *named; /* on the heap */
	size_t n_named;
	struct as_peers peers;
	struct as_review review;
	struct as_gates gates;
};

static bool write_json(struct as_cli *cli, const struct shown *s, struct as_text *t)
{
	const struct as_sides_of_results *all = &s->all;
	struct as_json_side *sides = as_arena_array(cli->arena, all->n_sides, sizeof *sides);

	for (size_t i = 0; sides && i < all->n_sides; i++)
		sides[i] = (struct as_json_side){.x = all->sides[i].experiment,
			.summary = all->sides[i].summary, .label = all->sides[i].label,
			.published = all->sides[i].published,
			.n_published = all->sides[i].n_published};
	if (sides)
		as_json_compare(t,
			&(struct as_json_compared){sides, all->n_sides, all->comparisons, all->n,
				s->named, s->n_named, &s->peers, s->gates, all->overall,
				all->overall_label, all->n_overall,
				all->cited.found ? &all->cited.noise : NULL,
				all->no_profile});
	return sides != NULL;
}

static void write_screen(const struct shown *s, const struct as_style *style, struct as_text *t)
{
	const struct as_sides_of_results *all = &s->all;

	as_report_compare(t, style,
		&(struct as_compared_all){all->sides, all->n_sides, all->comparisons, all->n,
			s->named, s->n_named, &s->peers, all->overall, all->overall_label,
			all->n_overall,
			all->cited.found ? &all->cited.noise : NULL,
			all->cited.has_beside ? &all->cited.beside : NULL, all->cited.others,
			all->cited.other, all->no_profile, all->across, s->gates});
}

static enum as_status show(struct as_cli *cli, const struct shown *s, struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	struct as_text t = {0};

	if (!as_args_has(cli->args, AS_OPT_JSON))
		write_screen(s, &style, &t);
	else if (!write_json(cli, s, &t))
		return as_fail_memory(err);
	enum as_status st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}

/* What the tools say that wrote the files. */
static enum as_status add_peers(struct as_cli *cli, struct shown *s, const struct as_match *match,
	struct as_err *err)
{
	const struct as_sides_of_results *all = &s->all;
	struct as_place *of = as_arena_array(cli->arena, all->n_sides, sizeof *of);

	if (!of)
		return as_fail_memory(err);
	for (size_t i = 0; i < all->n_sides; i++)
		of[i] = (struct as_place){all->sides[i].experiment, all->sides[i].summary->subject,
			all->sides[i].summary->metric};
	return as_answer_peers(of, all->n_sides, match, all->n, &s->peers, err);
}

/* What ways that are named say of the same pairs. */
static enum as_status add_named(struct as_cli *cli, struct shown *s, struct as_err *err)
{
	const struct as_sides_of_results *all = &s->all;
	struct as_match *match = as_arena_array(cli->arena, all->n, sizeof *match);
	struct as_question q;
	enum as_status st = match ? as_question_read(cli, &q, err) : as_fail_memory(err);

	if (st)
		return st;
	for (size_t i = 0; i < all->n; i++)
		match[i] = (struct as_match){all->pairs[i].old, all->pairs[i].new,
			all->comparisons[i].confidence, all->comparisons[i].subject,
			all->comparisons[i].reference};
	st = as_answer_ways(&q, match, all->n, &s->named, &s->n_named, err);
	return st || !q.beside ? st : add_peers(cli, s, match, err);
}

/* "b, c": the results that are compared with the first. */
static const char *heads_of(struct as_cli *cli, const struct as_sides_of_results *all)
{
	const char *label = all->results[1].label;

	for (size_t i = 2; i < all->n_results && label; i++)
		label = as_arena_printf(cli->arena, "%s, %s", label, all->results[i].label);
	return label;
}

static enum as_status review(struct as_cli *cli, struct shown *s, struct as_err *err)
{
	struct as_gate_set gates = {0};
	struct as_review_about about = {.label = {s->all.results[0].label, heads_of(cli, &s->all)},
		.gates = &gates, .n_gates = 1, .seconds = (double)NAN};
	enum as_status st = about.label[AS_REVIEW_HEAD]
		? as_gate_set_given(cli->args, cli->arena, &gates, err) : as_fail_memory(err);

	if (!st)
		st = as_review_of_results(&s->terms.how, &s->all, &about, &s->review, err);
	as_review_finish(cli, &s->review);
	return st ? st : as_review_gates_of(cli->arena, &s->review, &s->gates, err);
}

static enum as_status compare_several(struct as_cli *cli, struct as_result *results, size_t n,
	struct as_err *err)
{
	struct shown s = {.all = {.results = results, .n_results = n, .n_base = 1}};
	struct as_sides_of_results *all = &s.all;

	as_review_terms_read(cli, cli->args, &s.terms);
	enum as_status st = as_results_compare(&s.terms.how, all, err);

	if (!st)
		st = add_named(cli, &s, err);
	if (!st)
		st = review(cli, &s, err);
	if (!st)
		st = show(cli, &s, err);
	if (!st) {
		as_cli_raise(cli, (enum as_exit)s.review.exit);
		st = as_ci_write(cli, &s.review, err);
	}
	free(s.named);
	as_peers_release(&s.peers);
	return st;
}

/* One result: the comparisons that were made inside it. */
static enum as_status compare_inside(struct as_cli *cli, struct as_result *r, struct as_err *err)
{
	enum as_status st = as_gates_judge(cli, r, err);

	if (!st)
		st = as_result_show(cli, r, err);
	if (!st)
		as_gates_raise(cli, &r->gates, r->analyses[0].comparisons,
			r->analyses[0].n_comparisons);
	return st;
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	size_t n = cli->args->n_words, open = 0;
	struct as_result *results = as_arena_array(cli->arena, n + 1, sizeof *results);
	enum as_status st = AS_OK;

	if (n > 1 && as_args_is(cli->args, AS_OPT_PAIRS, "all"))
		return as_fail(err, AS_ERR_USAGE,
			"cannot use --pairs=all with %zu results: it compares the "
			"commands of one, and each result is compared with the first; leave it out",
			n);
	if (n > 1 && as_args_is(cli->args, AS_OPT_RATIO, "means"))
		return as_fail(err, AS_ERR_USAGE,
			"cannot use --ratio=means with %zu results: it is of commands "
			"that shared rounds, and results never do; leave it out",
			n);
	if (!n)
		return as_fail(err, AS_ERR_USAGE,
			"cannot compare nothing: name two results, as in assay compare @last~1 "
			"@last");
	if (n == 1 && as_ci_asked(cli->args))
		return as_fail(err, AS_ERR_USAGE,
			"cannot use --%s with one result: it is about two versions, so name "
			"two results",
			as_args_has(cli->args, AS_OPT_CI) ? "ci" : "page");
	if (!results)
		return as_fail_memory(err);
	st = as_ci_check(cli->args, err);
	for (; open < n && !st; open += !st)
		st = as_result_open(cli, cli->args->words[open], &results[open], err);
	if (!st)
		st = n == 1 ? compare_inside(cli, results, err)
			    : compare_several(cli, results, n, err);
	for (size_t i = 0; i < open; i++)
		as_result_release(&results[i]);
	return st;
}

static const struct as_example examples[] = {
	{"the newest result with the one before it", "assay compare @last~1 @last"},
	{"two files", "assay compare before.assay after.assay"},
	{"exit status 1 where something became slower",
		"assay compare --fail-if 'slower by 3%' before.assay after.assay"},
	{"a comment for a pull request, and JUnit XML",
		"assay compare --ci markdown --ci junit=tests.xml "
		"before.assay after.assay"},
	{0},
};

const struct as_command_entry as_command_compare = {
	.name = "compare",
	.args = "RESULT [RESULT...]",
	.summary = "compare results that were measured apart",
	.description = "Commands of the same name are compared with those of the first RESULT (for "
		       "names of results see assay help show). Results that did not share rounds "
		       "were measured in different sessions, which differ by themselves: so the "
		       "answer is at most that they differ, or the sessions do, unless it is "
		       "known how much sessions differ. That is where the command has a noise "
		       "profile of its own (assay aa COMMAND, in 6 sessions), or where both "
		       "results have several sessions (assay run --extend). To know without, "
		       "measure both in one assay run.\n\n"
		       "With several commands in common they are a suite: p values are adjusted "
		       "for their number, and the geometric mean of the ratios stands at the "
		       "end.\n\n"
		       "One RESULT alone shows the comparisons made inside it.",
	.options = AS_GROUP_APART | AS_GROUP_METHODS | AS_GROUP_NUMBERS | AS_GROUP_SCREEN |
		   AS_GROUP_STORE | AS_GROUP_GATES | AS_GROUP_CI | AS_GROUP_COMPARED |
		   AS_GROUP_REPORT | AS_GROUP_READING | AS_GROUP_PEERS,
	.examples = examples,
	.run = run,
};
