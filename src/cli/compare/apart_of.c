/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/compare/apart_of.h"

#include <math.h>
#include <stdlib.h>

#include "campaign/review/review_collect.h"
#include "cli/compare/gate_options.h"
#include "cli/compare/methods.h"
#include "format/json/assay_json.h"

enum as_status as_apart_json(
	struct as_cli *cli, const struct as_apart_of *s, struct as_text *t, struct as_err *err)
{
	const struct as_sides_of_results *all = &s->all;
	struct as_json_side *sides = as_arena_array(cli->arena, all->n_sides, sizeof *sides);

	for (size_t i = 0; sides && i < all->n_sides; i++)
		sides[i] = (struct as_json_side){.x = all->sides[i].experiment,
			.summary = all->sides[i].summary,
			.label = all->sides[i].label,
			.published = all->sides[i].published,
			.n_published = all->sides[i].n_published};
	if (sides)
		as_json_compare(
			t, &(struct as_json_compared){sides, all->n_sides, all->comparisons, all->n,
				   s->named, s->n_named, s->gates, all->overall,
				   all->overall_label, all->n_overall,
				   all->cited.found ? &all->cited.noise : NULL, all->no_profile});
	return sides ? AS_OK : as_fail_memory(err);
}

/* What ways that are named say of the same pairs. */
static enum as_status add_named(struct as_cli *cli, struct as_apart_of *s, struct as_err *err)
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
	return as_answer_ways(&q, match, all->n, &s->named, &s->n_named, err);
}

/* "b, c": the results that are compared with the first. */
static const char *heads_of(struct as_cli *cli, const struct as_sides_of_results *all)
{
	const char *label = all->results[all->n_base].label;

	for (size_t i = 2; i < all->n_results && label && !all->suite; i++)
		label = as_arena_printf(cli->arena, "%s, %s", label, all->results[i].label);
	return label;
}

static enum as_status review(struct as_cli *cli, struct as_apart_of *s, struct as_err *err)
{
	struct as_gate_set gates = {0};
	struct as_review_about about = {.label = {s->all.results[0].label, heads_of(cli, &s->all)},
		.gates = &gates,
		.n_gates = 1,
		.seconds = (double)NAN};
	enum as_status st = about.label[AS_REVIEW_HEAD]
				    ? as_gate_set_given(cli->args, cli->arena, &gates, err)
				    : as_fail_memory(err);

	if (!st)
		st = as_review_of_results(&s->terms.how, &s->all, &about, &s->review, err);
	as_review_finish(cli, &s->review);
	return st ? st : as_review_gates_of(cli->arena, &s->review, &s->gates, err);
}

enum as_status as_apart_of(struct as_cli *cli, struct as_result *results, size_t n,
	size_t n_base, struct as_apart_of *out, struct as_err *err)
{
	*out = (struct as_apart_of){.all = {.results = results,
				      .n_results = n,
				      .n_base = n_base ? n_base : 1,
				      .suite = n_base > 0}};
	as_review_terms_read(cli, cli->args, &out->terms);
	enum as_status st = as_results_compare(&out->terms.how, &out->all, err);

	if (!st)
		st = add_named(cli, out, err);
	return st ? st : review(cli, out, err);
}

void as_apart_release(struct as_apart_of *s)
{
	free(s->named);
	s->named = NULL;
}
