/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/compare/intervals.h"

#include <string.h>

#include "analyse/result/interval.h"

/* The method of a word that the parser has checked. */
static enum as_interval_method method_of(const char *word)
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

enum as_interval_method as_interval_asked(const struct as_args *args)
{
	return method_of(as_args_value(args, AS_OPT_INTERVAL));
}

enum as_status as_intervals_chosen(const struct as_cli *cli, const struct as_result *r,
	struct as_summary **out, struct as_err *err)
{
	enum as_interval_method how = as_interval_asked(cli->args);
	const struct as_analysis *a = &r->analyses[0];
	enum as_status st = AS_OK;

	*out = a->summaries;
	if (how == AS_INTERVAL_NONE)
		return AS_OK;
	struct as_summary *copy = as_arena_array(cli->arena, a->n_subjects, sizeof *copy);
	if (!copy)
		return as_fail_memory(err);
	for (size_t i = 0; i < a->n_subjects && !st; i++) {
		copy[i] = a->summaries[i];
		st = as_choose_interval(r->x, how, &copy[i], err);
	}
	*out = copy;
	return st;
}
