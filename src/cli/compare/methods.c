/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/compare/methods.h"

#include <string.h>

#include "analyse/result/named_values.h"

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

/* The method of a word that the parser has checked. */
static enum as_interval_method interval_of(const char *word)
{
	static const struct {
		const char *word;
		enum as_interval_method method;
	} kinds[] = {
		{"t", AS_INTERVAL_T},
		{"percentile", AS_INTERVAL_PERCENTILE},
		{"bca", AS_INTERVAL_BCA},
		{"bootstrap-t", AS_INTERVAL_BOOTSTRAP_T},
	};

	for (size_t i = 0; word && i < sizeof kinds / sizeof *kinds; i++)
		if (!strcmp(kinds[i].word, word))
			return kinds[i].method;
	return AS_INTERVAL_NONE;
}

enum as_status as_question_read(const struct as_cli *cli, struct as_question *out,
	struct as_err *err)
{
	const size_t times = as_args_times(cli->args, AS_OPT_METHOD);
	enum as_published_method *papers = as_arena_array(cli->arena, times, sizeof *papers);
	size_t *ways = as_arena_array(cli->arena, times, sizeof *ways);
	struct as_question q = {.metric = AS_OF_CRITERION, .papers = papers, .ways = ways,
		.interval = interval_of(as_args_value(cli->args, AS_OPT_INTERVAL))};

	if (!papers || !ways)
		return as_fail_memory(err);
	for (size_t i = 0; i < times; i++) {
		const char *word = as_args_nth(cli->args, AS_OPT_METHOD, i)->values[0];
		if (is_paper(word, &papers[q.n_papers]))
			q.n_papers++;
		else if (as_named_find(word, &ways[q.n_ways]))
			q.n_ways++;
		else
			return as_args_bad(AS_OPT_METHOD, word, "a method", err);
	}
	*out = q;
	return AS_OK;
}
