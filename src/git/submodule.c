/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "git/git_internal.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text/fixed.h"

#define GITLINK "160000 "

enum { DEPTH = 8 };

/* One entry of `ls-files --stage -z`: "160000 COMMIT STAGE\tPATH". */
static bool read_link(const char *entry, struct as_git_link *out)
{
	const char *rest = strncmp(entry, GITLINK, sizeof GITLINK - 1) ? NULL
		: entry + sizeof GITLINK - 1;
	size_t n = rest ? strcspn(rest, " ") : 0;
	const char *tab = rest ? strchr(rest, '\t') : NULL;

	if (!tab || !n || !as_copy_n(AS_ROOM(out->commit), rest, n))
		return false;
	out->path = tab + 1;
	return true;
}

enum as_status as_git_open_sub(struct as_git *g, const char *path, struct as_git **out,
	struct as_err *err)
{
	const char *there = as_arena_printf(&g->arena, "%s/%s", g->top ? g->top : "", path);
	const char *scratch = as_arena_printf(&g->arena, "%s/sub%03u", g->scratch, g->trees++);
	struct as_git *sub = NULL;
	struct as_err why = {0};

	if (!there || !scratch)
		return as_fail_memory(err);
	if (mkdir(scratch, 0700))
		return as_fail(err, AS_ERR_SYS, "cannot make the folder '%s' for a submodule",
			scratch);
	enum as_status st = g->top && g->depth < DEPTH
		? as_git_open(&(struct as_git_place){g->spawner, there, scratch}, &sub, &why)
		: AS_ERR_USAGE;
	if (!st && (!sub->top || strcmp(sub->top, there) != 0))
		st = AS_ERR_USAGE; /* nothing is checked out there: git found the one above */
	if (st) {
		as_git_close(sub);
		return as_fail(err, AS_ERR_USAGE,
			"cannot put the submodule '%s' into a folder: it is not "
			"checked out in '%s'; git submodule update --init brings it",
			path, g->top ? g->top : g->common_dir);
	}
	sub->depth = g->depth + 1;
	sub->next = g->next;
	g->next = sub;
	*out = sub;
	return AS_OK;
}

/* The submodules among what the index holds; *n of them, in a. */
static enum as_status find_links(struct as_git *g, struct as_arena *a,
	struct as_git_link **out, size_t *n,
	struct as_err *err)
{
	struct as_git_link l;

	*n = 0;
	for (int fill = 0; fill < 2; fill++) {
		size_t k = 0;
		for (const char *p = g->answer; p < g->answer + g->answer_bytes; p += strlen(p) + 1)
			if (read_link(p, &l)) {
				if (fill) {
					(*out)[k] = l;
					(*out)[k].path = as_arena_strdup(a, l.path);
				}
				k++;
			}
		*n = k;
		if (!k)
			return AS_OK;
		if (!fill && !(*out = as_arena_array(a, k, sizeof **out)))
			return as_fail_memory(err);
	}
	for (size_t i = 0; i < *n; i++)
		if (!(*out)[i].path)
			return as_fail_memory(err);
	return AS_OK;
}

enum as_status as_git_links(struct as_git *g, const struct as_git_call *call, struct as_arena *a,
	struct as_git_link **links, size_t *n, struct as_err *err)
{
	static const char *const ask[] = {"ls-files", "--stage", "-z", NULL};
	enum as_status st = as_git_must(g, call, ask, "look for submodules", err);

	*links = NULL;
	return st ? st : find_links(g, a, links, n, err);
}

/* What is checked out in a submodule becomes what the index says of it. One that is not there stays
 * as it was. */
static enum as_status take_link(struct as_git *g, const struct as_git_call *call,
	const struct as_git_link *l, struct as_err *err)
{
	static const char *const ask[] = {"rev-parse", "--verify", "--quiet", "HEAD", NULL};
	struct as_git *sub = NULL;
	enum as_status st = as_git_open_sub(g, l->path, &sub, NULL);

	if (st == AS_ERR_USAGE)
		return AS_OK;
	if (!st)
		st = as_git_run(sub, NULL, ask, err);
	if (st || !as_git_well(sub) || !*sub->answer)
		return st;
	const char *entry = as_arena_printf(&g->arena, "160000,%s,%s", sub->answer, l->path);
	const char *const update[] = {"update-index", "--cacheinfo", entry, NULL};
	return entry ? as_git_must(g, call, update, "take the working tree as it is", err)
		     : as_fail_memory(err);
}

enum as_status as_git_add_all(struct as_git *g, const struct as_git_call *call, struct as_err *err)
{
	struct as_arena *a = &g->arena;
	struct as_git_link *links;
	size_t n = 0;
	enum as_status st = as_git_links(g, call, a, &links, &n, err);
	const char **words = st ? NULL : as_arena_array(a, n + 5, sizeof *words);

	if (st || !words)
		return st ? st : as_fail_memory(err);
	memcpy(words, (const char *[]){"add", "--all", "--", ":/"}, 4 * sizeof *words);
	words[n + 4] = NULL;
	for (size_t i = 0; i < n; i++)
		if (!(words[i + 4] = as_arena_printf(a, ":(top,literal,exclude)%s", links[i].path)))
			return as_fail_memory(err);
	st = as_git_must(g, call, words, "take the working tree as it is", err);
	for (size_t i = 0; i < n && !st; i++)
		st = take_link(g, call, &links[i], err);
	return st;
}
