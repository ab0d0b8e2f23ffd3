/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The user's own git bisect, as it stands: read, never changed. */
#include <string.h>

#include "git/git_internal.h"

#define SKIPPED "skip-"

/* "bad 1a2b...", "good-1a2b... 1a2b...": the words may be others (git bisect terms). */
static enum as_status read_ends(struct as_git *g, struct as_arena *a, struct as_git_bisect *out,
	struct as_err *err)
{
	char *rest = g->answer;
	size_t n = 1;

	for (const char *p = g->answer; *p; p++)
		n += *p == '\n';
	out->good = as_arena_array(a, n, sizeof *out->good);
	if (!out->good)
		return as_fail_memory(err);
	for (const char *line; (line = as_git_next_line(&rest)) != NULL;) {
		const char *id = strchr(line, ' ');
		if (!id || !strncmp(line, SKIPPED, strlen(SKIPPED)))
			continue;
		const char *copy = as_arena_strdup(a, id + 1);
		if (!copy)
			return as_fail_memory(err);
		if (memchr(line, '-', (size_t)(id - line)))
			out->good[out->n_good++] = copy;
		else
			out->bad = copy;
	}
	return AS_OK;
}

enum as_status as_git_bisecting(struct as_git *g, struct as_arena *a, struct as_git_bisect *out,
	struct as_err *err)
{
	static const char *const log[] = {"bisect", "log", NULL};
	static const char *const ends[] = {
		"for-each-ref", "--format=%(refname:lstrip=2) %(objectname)", "refs/bisect/", NULL};
	static const char *const at[] = {"rev-parse", "--verify", "--quiet", "BISECT_HEAD^{commit}",
		NULL};
	static const char *const head[] = {"rev-parse", "--verify", "HEAD^{commit}", NULL};
	struct as_git_bisect b = {0};
	enum as_status st = as_git_run(g, NULL, log, err);

	if (!st && !as_git_well(g))
		return as_fail(err, AS_ERR_USAGE,
			"cannot answer git bisect run: no git bisect is going on here; begin with "
			"git "
			"bisect start BAD GOOD");
	if (!st && !(b.log = as_arena_strdup(a, g->answer)))
		st = as_fail_memory(err);
	if (!st)
		st = as_git_must(g, NULL, ends, "list what git bisect knows", err);
	if (!st)
		st = read_ends(g, a, &b, err);
	if (!st && (!b.bad || !b.n_good))
		return as_fail(err, AS_ERR_USAGE,
			"cannot answer git bisect run: git bisect does not know a good and a bad "
			"commit "
			"yet; begin with git bisect start BAD GOOD");
	if (!st)
		st = as_git_run(g, NULL, at, err);
	if (!st && !as_git_well(g))
		st = as_git_must(g, NULL, head, "find what is checked out", err);
	if (!st && !(b.here = as_arena_strdup(a, g->answer)))
		st = as_fail_memory(err);
	if (!st)
		*out = b;
	return st;
}

enum as_status as_git_leads(struct as_git *g, const char *older, const char *newer, bool *out,
	struct as_err *err)
{
	const char *const ask[] = {"merge-base", "--is-ancestor", "--end-of-options", older, newer,
		NULL};
	enum as_status st = as_git_run(g, NULL, ask, err);

	*out = !st && as_git_well(g);
	return st;
}
