/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/compare/apart_of.h"
#include "cli/compare/ci_out.h"
#include "cli/compare/gate_options.h"
#include "cli/quantiles_show.h"
#include "cli/screen_out.h"

static void write_screen(
	const struct as_apart_of *s, const struct as_style *style, struct as_text *t)
{
	const struct as_sides_of_results *all = &s->all;

	as_report_compare(t, style,
		&(struct as_compared_all){all->sides, all->n_sides, all->comparisons, all->n,
			s->named, s->n_named, all->overall, all->overall_label,
			all->n_overall,
			all->cited.found ? &all->cited.noise : NULL,
			all->cited.has_beside ? &all->cited.beside : NULL, all->cited.others,
			all->cited.other, all->no_profile, all->across, s->gates});
}

static enum as_status show(struct as_cli *cli, const struct as_apart_of *s, struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	struct as_text t = {0};
	enum as_status st = AS_OK;

	if (as_args_has(cli->args, AS_OPT_JSON))
		st = as_apart_json(cli, s, &t, err);
	else
		write_screen(s, &style, &t);
	if (!st)
		st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}

static enum as_status compare_several(struct as_cli *cli, struct as_result *results, size_t n,
	struct as_err *err)
{
	struct as_apart_of s;
	enum as_status st = as_apart_of(cli, results, n, 0, &s, err);
	const bool quantiles = as_args_has(cli->args, AS_OPT_QUANTILES);

	if (!st)
		st = quantiles ? as_compare_quantiles(cli, &s.all, err) : show(cli, &s, err);
	if (!st && !quantiles) {
		as_cli_raise(cli, (enum as_exit)s.review.exit);
		st = as_ci_write(cli, &s.review, err);
	}
	as_apart_release(&s);
	return st;
}

/* One result that has nothing inside to compare would be shown as if it had been. */
static enum as_status check_inside(const char *name, const struct as_result *r,
	struct as_err *err)
{
	if (r->analyses[0].n_comparisons)
		return AS_OK;
	if (as_experiment_of_benchmarks(r->x))
		return as_fail(err, AS_ERR_USAGE,
			"cannot compare inside '%s': benchmarks of one program are not compared "
			"with each other; make two commands of them, as in assay run "
			"'./bench one' './bench two'",
			name);
	return as_fail(err, AS_ERR_USAGE,
		"cannot compare inside '%s': it has one command; name two results, as in assay "
		"compare @last~1 @last",
		name);
}

/* One result: the comparisons that were made inside it. */
static enum as_status compare_inside(struct as_cli *cli, struct as_result *r, struct as_err *err)
{
	enum as_status st = check_inside(cli->args->words[0], r, err);

	if (!st && as_args_has(cli->args, AS_OPT_QUANTILES))
		return as_show_quantiles(cli, r, err);
	if (!st)
		st = as_gates_judge(cli, r, err);
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
	{"two logs of latencies, from p50 on as far as they allow",
		"assay compare --quantiles before.txt after.txt"},
	{"a comment for a pull request, and JUnit XML",
		"assay compare --ci markdown --ci junit=tests.xml "
		"before.assay after.assay"},
	{0},
};

const struct as_command_entry as_command_compare = {
	.name = "compare",
	.args = "RESULT [RESULT...]",
	.summary = "compare results that were measured apart",
	.description = "Commands are compared with those of the same name in the first "
		       "RESULT (for names of results see assay help show). Results that "
		       "did not share rounds were measured in different sessions, which "
		       "differ by themselves. So there is no verdict unless it is known "
		       "how much sessions differ: if the command has a noise profile of "
		       "its own (assay aa COMMAND, in 6 sessions), or if both results have "
		       "several sessions (assay run --extend). It is better to measure "
		       "both in one assay run.\n\n"
		       "Several commands in common are a suite: p values are adjusted for "
		       "their number, and the geometric mean of the ratios stands at the "
		       "end.\n\n"
		       "One RESULT alone shows the comparisons made inside it.",
	.options = AS_GROUP_APART | AS_GROUP_METHODS |
		   AS_GROUP_ESTIMATOR | AS_GROUP_NUMBERS | AS_GROUP_SCREEN |
		   AS_GROUP_STORE | AS_GROUP_GATES | AS_GROUP_CI | AS_GROUP_COMPARED |
		   AS_GROUP_QUANTILES |
		   AS_GROUP_REPORT | AS_GROUP_READING,
	.examples = examples,
	.run = run,
};
