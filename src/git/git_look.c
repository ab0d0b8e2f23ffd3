/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether files of a working tree have changed, and of its submodules. */
#include "git/git_internal.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOOK_NS INT64_C(2000000000)

/* Entries "KEY LF PATH NUL" of a file that is the repository's own. */
static enum as_status list_named(struct as_git *g, const char *file, struct as_err *err)
{
	const char *const ask[] = {"config", "--no-includes", "--null", "--file", file,
		"--get-regexp", "^submodule\\..*\\.path$", NULL};
	enum as_status st = as_git_run(g, NULL, ask, err);

	if (!st && !as_git_well(g))
		g->answer_bytes = 0;
	return st;
}

static enum as_status look_into(struct as_git *g, const char *path, struct as_arena *a,
	struct as_version *v, struct as_err *err)
{
	const char *there = as_arena_printf(&g->arena, "%s/%s/.git", g->top, path);
	struct as_git *sub = NULL;
	enum as_status st = AS_OK;

	if (!there)
		return as_fail_memory(err);
	if (access(there, F_OK))
		return AS_OK; /* not checked out: nothing can have changed */
	st = as_git_open_sub(g, path, &sub, NULL);
	v->changes = AS_CHANGES_UNKNOWN;
	if (st)
		return st == AS_ERR_USAGE ? AS_OK : st;
	st = as_git_look(sub, a, v, err);
	if (!st && v->changed && !(v->changed = as_arena_printf(a, "%s/%s", path, v->changed)))
		st = as_fail_memory(err);
	return st;
}

/* The same of its submodules. */
static enum as_status look_below(struct as_git *g, struct as_arena *a, struct as_version *v,
	struct as_err *err)
{
	const char *file = as_arena_printf(&g->arena, "%s/.gitmodules", g->top);
	struct stat sb;

	if (!file)
		return as_fail_memory(err);
	if (lstat(file, &sb) || !S_ISREG(sb.st_mode))
		return AS_OK;
	enum as_status st = list_named(g, file, err);
	const size_t bytes = st ? 0 : g->answer_bytes;
	char *all = as_arena_alloc(&g->arena, bytes + 1);
	if (!st && !all)
		return as_fail_memory(err);
	if (bytes)
		memcpy(all, g->answer, bytes);
	for (const char *p = all; !st && p < all + bytes && v->changes == AS_CHANGES_NONE;
		p += strlen(p) + 1) {
		const char *path = strchr(p, '\n');
		if (path)
			st = look_into(g, path + 1, a, v, err);
	}
	return st;
}

/* Of files that git knows: a log beside them is no part of the commit's program, nor is it one of
 * the next commit's. */
enum as_status as_git_look(struct as_git *g, struct as_arena *a, struct as_version *v,
	struct as_err *err)
{
	/* In submodules git would heed settings of theirs: they are looked at one by one. */
	static const char *const ask[] = {"status", "--porcelain", "--ignore-submodules=dirty",
		"--untracked-files=no", NULL};
	const struct as_git_call call = {.folder = g->top, .limit_ns = LOOK_NS};
	enum as_status st = as_git_run(g, &call, ask, err);
	char *rest = g->answer;

	v->changes = AS_CHANGES_UNKNOWN;
	if (st || !as_git_well(g))
		return st;
	v->changes = *rest ? AS_CHANGES_SOME : AS_CHANGES_NONE;
	if (!*rest)
		return look_below(g, a, v, err);
	const char *line = as_git_next_line(&rest);
	/* "XY PATH" */
	if (strlen(line) > 3 && !(v->changed = as_arena_strdup(a, line + 3)))
		return as_fail_memory(err);
	return AS_OK;
}
