/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/compare/methods.h"

#include <stdlib.h>
#include <string.h>

#include "analyse/result/named.h"
#include "analyse/result/published.h"
#include "analyse/result/resampled.h"
#include "cli/compare/intervals.h"

/* The paper of a word that the parser has checked; false if it is a way of comparing. */
static bool is_paper(const char *word, enum as_published_method *out)
{
	for (size_t i = 0; i < AS_PUBLISHED_METHODS; i++)
		if (!strcmp(as_published_names[i], word)) {
			*out = (enum as_published_method)i;
			return true;
		}
	return false;
}

/* The words that are papers, or those that are not, into a list of n, in the order given. */
static size_t words(const struct as_cli *cli, bool papers, const char **out)
{
	enum as_published_method paper;
	size_t n = 0;

	for (size_t i = 0; i < as_args_times(cli->args, AS_OPT_METHOD); i++) {
		const char *word = as_args_nth(cli->args, AS_OPT_METHOD, i)->values[0];
		if (is_paper(word, &paper) == papers)
			out[n++] = word;
	}
	return n;
}

static enum as_status add_papers(struct as_result *r, const char *const *word, size_t methods,
	struct as_err *err)
{
	struct as_analysis *a = &r->analyses[0];
	size_t n = methods * r->x->n_subjects;
	enum as_status st = AS_OK;

	if (!n)
		return AS_OK;
	a->published = calloc(n, sizeof *a->published);
	if (!a->published)
		return as_fail_memory(err);
	a->n_published = n;
	for (size_t i = 0; i < n && !st; i++) {
		enum as_published_method method = AS_PUBLISHED_SPECTS2005;
		is_paper(word[i % methods], &method);
		st = as_analyse_published(r->x, i / methods, r->x->criterion, method,
			&a->published[i], err);
	}
	return st;
}

static enum as_status add_ways(const char *const *word, size_t ways, const struct as_match *match,
	size_t n, struct as_named *v, struct as_err *err)
{
	enum as_status st = AS_OK;
	size_t way = 0;

	for (size_t i = 0; i < ways * n && !st; i++) {
		const struct as_match *m = &match[i % n];
		if (!as_named_find(word[i / n], &way))
			st = as_args_bad(AS_OPT_METHOD, word[i / n], "a method", err);
		if (!st)
			st = as_compare_named(&m->old, &m->new, way, m->confidence, &v[i], err);
		v[i].subject = m->subject;
		v[i].reference = m->reference;
	}
	return st;
}

static enum as_status add_resampled(enum as_interval_method how, const struct as_match *match,
	size_t n, struct as_named *v, struct as_err *err)
{
	const size_t answers = as_resampled_answers(how);
	enum as_status st = AS_OK;

	for (size_t i = 0; i < n && !st; i++) {
		const struct as_resampled r = {how, match[i].confidence, n};
		st = as_compare_resampled(&match[i].old, &match[i].new, &r, &v[i * answers], err);
		for (size_t k = 0; k < answers && !st; k++) {
			v[i * answers + k].subject = match[i].subject;
			v[i * answers + k].reference = match[i].reference;
		}
	}
	return st;
}

enum as_status as_methods_named(const struct as_cli *cli, const struct as_match *match, size_t n,
	struct as_named **out, size_t *n_out, struct as_err *err)
{
	size_t times = as_args_times(cli->args, AS_OPT_METHOD);
	const char **word = as_arena_array(cli->arena, times, sizeof *word);
	const enum as_interval_method how = as_interval_asked(cli->args);
	const bool resampled = how != AS_INTERVAL_NONE && how != AS_INTERVAL_T;

	*out = NULL;
	*n_out = 0;
	if (!word)
		return as_fail_memory(err);
	size_t ways = words(cli, false, word);
	size_t all = (ways + (resampled ? as_resampled_answers(how) : 0)) * n;
	if (!all)
		return AS_OK;
	struct as_named *v = calloc(all, sizeof *v);
	if (!v)
		return as_fail_memory(err);
	enum as_status st = add_ways(word, ways, match, n, v, err);
	if (!st && resampled)
		st = add_resampled(how, match, n, v + ways * n, err);
	if (st) {
		free(v);
		return st;
	}
	*out = v;
	*n_out = all;
	return AS_OK;
}

enum as_status as_result_methods(const struct as_cli *cli, struct as_result *r, struct as_err *err)
{
	struct as_analysis *a = &r->analyses[0];
	size_t times = as_args_times(cli->args, AS_OPT_METHOD), n = a->n_comparisons;
	const char **word = as_arena_array(cli->arena, times, sizeof *word);
	struct as_match *match = as_arena_array(cli->arena, n, sizeof *match);

	if (!word || !match)
		return as_fail_memory(err);
	for (size_t i = 0; i < n; i++) {
		const struct as_comparison *c = &a->comparisons[i];
		match[i] = (struct as_match){.old = {r->x, c->reference, c->metric},
			.new = {r->x, c->subject, c->metric}, .confidence = c->confidence,
			.subject = c->subject, .reference = c->reference};
	}
	enum as_status st = add_papers(r, word, words(cli, true, word), err);
	return st ? st : as_methods_named(cli, match, n, &a->named, &a->n_named, err);
}
