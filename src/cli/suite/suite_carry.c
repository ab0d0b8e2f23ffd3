/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/suite/suite_carry.h"

#include <string.h>

/* Each pattern once; a benchmark that says nothing has those of the top. */
static void add_pattern(const char **all, size_t *n, const char *pattern)
{
	for (size_t i = 0; i < *n; i++)
		if (!strcmp(all[i], pattern))
			return;
	all[(*n)++] = pattern;
}

enum as_status as_carry_said(const struct as_args *args, const struct as_suite *s,
	struct as_versions *v, struct as_arena *a, struct as_err *err)
{
	const size_t given = as_args_times(args, AS_OPT_CARRY);
	size_t most = given, n = 0;

	for (size_t i = 0; s && i < s->n; i++)
		most += s->v[i].set.v[AS_SUITE_CARRY].list.n;
	const char **all = as_arena_array(a, most, sizeof *all);
	if (!all)
		return as_fail_memory(err);
	for (size_t i = 0; i < given; i++)
		add_pattern(all, &n, as_args_nth(args, AS_OPT_CARRY, i)->values[0]);
	for (size_t i = 0; s && i < s->n; i++)
		for (size_t k = 0; k < s->v[i].set.v[AS_SUITE_CARRY].list.n; k++)
			add_pattern(all, &n, s->v[i].set.v[AS_SUITE_CARRY].list.v[k]);
	return as_versions_carry(v, all, n, a, err);
}
