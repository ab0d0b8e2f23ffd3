/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "analyse/analyse.h"
#include "cli/differ.h"
#include "cli/gate.h"
#include "cli/methods.h"
#include "cli/intervals.h"
#include "cli/result.h"
#include "cli/screen.h"
#include "format/assay_json.h"

/* Everything that is compared: results as named, sides as shown, comparisons between sides. */
struct compared {
	struct as_result *results;
	size_t n_results;
	struct as_compared *sides;
	size_t n_sides;
	struct as_comparison *comparisons;
	struct as_match *matches; /* one for each of them */
	size_t n_comparisons;
	struct as_named *named; /* on the heap */
	size_t n_named;
	struct as_gates gates;
};

/* One is the other with more units, so that the two are not independent: an extension begins with
 * what it extends. */
static bool share_units(const struct as_experiment *a, const struct as_experiment *b)
{
	return (a->extends || b->extends) && a->started_ns == b->started_ns &&
		a->plan.seed == b->plan.seed;
}

static enum as_status check_pair(const struct as_result *a, const struct as_result *b,
	struct as_err *err)
{
	if (!strcmp(a->x->uuid, b->x->uuid))
		return as_fail(err, AS_ERR_USAGE,
			"cannot compare '%s' with '%s': they are the same experiment; measure once more, or "
			"assay show it", b->label, a->label);
	if (share_units(a->x, b->x))
		return as_fail(err, AS_ERR_USAGE,
			"cannot compare '%s' with '%s': they have units in common, because one extends the "
			"other; compare it with another experiment", b->label, a->label);
	if (!a->x->machine.environment_id || !b->x->machine.environment_id ||
		!strcmp(a->x->machine.environment_id, b->x->machine.environment_id))
		return AS_OK;
	struct as_text how = {0};
	as_differences_add(&how, &a->x->machine, a->label, &b->x->machine, b->label);
	enum as_status st = as_fail(err, AS_ERR_REFUSED,
		"cannot compare '%s' with '%s': they were measured in different environments (%s); measure "
		"both in one assay run", b->label, a->label,
		how.len ? as_text_str(&how) : "the facts kept of them differ");
	as_text_release(&how);
	return st;
}

static enum as_status add_comparison(struct compared *all, size_t old_side, size_t new_side,
	struct as_err *err)
{
	const struct as_compared *o = &all->sides[old_side], *n = &all->sides[new_side];
	const struct as_metric *m = &o->experiment->metrics[o->summary->metric];
	const struct as_metric *k = &n->experiment->metrics[n->summary->metric];
	const struct as_place old = {o->experiment, o->summary->subject, o->summary->metric};
	const struct as_place new = {n->experiment, n->summary->subject, n->summary->metric};
	struct as_comparison *c = &all->comparisons[all->n_comparisons];

	if (strcmp(m->name, k->name) || strcmp(m->unit, k->unit))
		return as_fail(err, AS_ERR_USAGE,
			"cannot compare '%s' with '%s': one is %s in %s, the other %s in %s; measure both with "
			"the same --criterion", n->label, o->label, k->name, k->unit, m->name, m->unit);
	enum as_status st = as_compare_apart(&old, &new, c, err);
	if (st)
		return st;
	c->reference = old_side;
	c->subject = new_side;
	all->matches[all->n_comparisons++] = (struct as_match){old, new, c->confidence, new_side, old_side};
	return AS_OK;
}

/* The subject of the first result that side `i` is to be compared with: of the same name, or the
 * only one. */
static bool counterpart(const struct compared *all, size_t i, size_t *out)
{
	const struct as_compared *s = &all->sides[i];
	size_t first = all->results[0].x->n_subjects;

	for (size_t k = 0; k < first; k++)
		if (!strcmp(all->results[0].x->subjects[k].name,
			    s->experiment->subjects[s->summary->subject].name)) {
			*out = k;
			return true;
		}
	*out = 0;
	return first == 1 && s->experiment->n_subjects == 1;
}

static enum as_status compare_all(struct compared *all, struct as_err *err)
{
	size_t first = all->results[0].x->n_subjects;
	enum as_status st = AS_OK;

	for (size_t i = 1; i < all->n_results && !st; i++)
		st = check_pair(&all->results[0], &all->results[i], err);
	for (size_t i = first; i < all->n_sides && !st; i++) {
		size_t with = 0;
		if (counterpart(all, i, &with))
			st = add_comparison(all, with, i, err);
	}
	if (!st && !all->n_comparisons)
		return as_fail(err, AS_ERR_USAGE,
			"cannot compare '%s' with the rest: no command has the same name in both; measure both "
			"in one assay run, or name them alike with -n", all->results[0].label);
	return st;
}

static enum as_status make_room(struct as_cli *cli, struct compared *all, struct as_err *err)
{
	size_t sides = 0;

	for (size_t i = 0; i < all->n_results; i++)
		sides += all->results[i].x->n_subjects;
	all->sides = as_arena_array(cli->arena, sides, sizeof *all->sides);
	all->comparisons = as_arena_array(cli->arena, sides, sizeof *all->comparisons);
	all->matches = as_arena_array(cli->arena, sides, sizeof *all->matches);
	if (!all->sides || !all->comparisons || !all->matches)
		return as_fail_memory(err);
	for (size_t i = 0; i < all->n_results; i++) {
		const struct as_analysis *a = &all->results[i].analyses[0];
		struct as_summary *summaries = NULL;
		enum as_status st = as_intervals_chosen(cli, &all->results[i], &summaries, err);
		if (st)
			return st;
		size_t subjects = all->results[i].x->n_subjects;
		size_t methods = subjects ? a->n_published / subjects : 0;
		for (size_t k = 0; k < subjects; k++)
			all->sides[all->n_sides++] = (struct as_compared){
				.experiment = all->results[i].x,
				.summary = &summaries[k],
				.label = all->results[i].label,
				.published = methods ? a->published + k * methods : NULL,
				.n_published = methods};
	}
	return AS_OK;
}

static bool write_json(struct as_cli *cli, const struct compared *all, struct as_text *t)
{
	struct as_json_side *sides = as_arena_array(cli->arena, all->n_sides, sizeof *sides);

	for (size_t i = 0; sides && i < all->n_sides; i++)
		sides[i] = (struct as_json_side){.x = all->sides[i].experiment,
			.summary = all->sides[i].summary, .label = all->sides[i].label,
			.published = all->sides[i].published,
			.n_published = all->sides[i].n_published};
	if (sides)
		as_json_compare(t, &(struct as_json_compared){sides, all->n_sides, all->comparisons,
			all->n_comparisons, all->named, all->n_named, all->gates});
	return sides != NULL;
}

/* A side is called as its result was, as above it on the screen. */
static bool add_gates(struct as_cli *cli, const struct compared *all, const struct as_style *style,
	struct as_text *t)
{
	const char **name = as_arena_array(cli->arena, all->n_sides, sizeof *name);

	for (size_t i = 0; name && i < all->n_sides; i++)
		name[i] = all->sides[i].label;
	if (name)
		as_report_gates(t, style, &all->gates, name, all->n_sides);
	return name != NULL;
}

static enum as_status judge_all(struct as_cli *cli, struct compared *all, struct as_err *err)
{
	const struct as_compared *side = &all->sides[0];

	return as_gates_judge_apart(cli, &side->experiment->metrics[side->summary->metric],
		all->comparisons, all->n_comparisons, &all->gates, err);
}

static enum as_status show_all(struct as_cli *cli, const struct compared *all, struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	struct as_text t = {0};

	if (!as_args_has(cli->args, AS_OPT_JSON))
		as_report_compare(&t, &style, &(struct as_compared_all){all->sides, all->n_sides,
			all->comparisons, all->n_comparisons, all->named, all->n_named});
	else if (!write_json(cli, all, &t))
		return as_fail_memory(err);
	if (!as_args_has(cli->args, AS_OPT_JSON) && !add_gates(cli, all, &style, &t))
		t.failed = true;
	enum as_status st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}

/* One result: the comparisons that were made inside it. */
static enum as_status show_one(struct as_cli *cli, struct as_result *r, struct as_err *err)
{
	enum as_status st = as_gates_judge(cli, r, err);

	if (!st)
		st = as_result_show(cli, r, err);
	if (!st)
		as_gates_raise(cli, &r->gates, r->analyses[0].comparisons, r->analyses[0].n_comparisons);
	return st;
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	size_t n = cli->args->n_words;
	struct compared all = {.results = as_arena_array(cli->arena, n + 1, sizeof *all.results)};
	enum as_status st = AS_OK;

	if (!n)
		return as_fail(err, AS_ERR_USAGE,
			"cannot compare nothing: name two results, as in assay compare @last~1 @last");
	if (!all.results)
		return as_fail_memory(err);
	for (size_t i = 0; i < n && !st; i++) {
		st = as_result_open(cli, cli->args->words[i], &all.results[i], err);
		all.n_results += !st;
	}
	if (!st && n == 1)
		st = show_one(cli, &all.results[0], err);
	else if (!st)
		st = make_room(cli, &all, err);
	if (!st && n > 1)
		st = compare_all(&all, err);
	if (!st && n > 1)
		st = as_methods_named(cli, all.matches, all.n_comparisons, &all.named, &all.n_named, err);
	if (!st && n > 1)
		st = judge_all(cli, &all, err);
	if (!st && n > 1)
		st = show_all(cli, &all, err);
	if (!st && n > 1)
		as_gates_raise(cli, &all.gates, all.comparisons, all.n_comparisons);
	free(all.named);
	for (size_t i = 0; i < all.n_results; i++)
		as_result_release(&all.results[i]);
	return st;
}

static const struct as_example examples[] = {
	{"the newest result with the one before it", "assay compare @last~1 @last"},
	{"two files", "assay compare before.assay after.assay"},
	{0},
};

const struct as_command_entry as_command_compare = {
	.name = "compare",
	.args = "RESULT [RESULT...]",
	.summary = "compare results that were measured apart",
	.description =
		"Commands of the same name are compared with those of the first RESULT (for names of results "
		"see assay help show). Results that did not share rounds were measured in different states of "
		"the machine, so the answer is at most that they differ, or the sessions do: to know, measure "
		"both in one assay run.\n\n"
		"One RESULT alone shows the comparisons made inside it.",
	.options = AS_GROUP_METHODS | AS_GROUP_NUMBERS | AS_GROUP_SCREEN | AS_GROUP_STORE |
		AS_GROUP_GATES,
	.examples = examples,
	.run = run,
};
