/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "git/git_internal.h"

#include <sys/stat.h>

static enum as_status make(const struct as_git_tree *t, struct as_err *err)
{
	if (mkdir(t->folder, 0700) || mkdir(t->git_dir, 0700))
		return as_fail(err, AS_ERR_SYS,
			"cannot make the folder '%s' for a revision; set TMPDIR to "
			"a folder that can be written",
			t->folder);
	return AS_OK;
}

/* All files, into a folder that is new. */
static enum as_status write_all(struct as_git *g, const struct as_revision *r,
	const struct as_git_tree *t, const struct as_git_call *call, struct as_err *err)
{
	const char *const read[] = {"read-tree", r->tree, NULL};
	enum as_status st = make(t, err);

	if (!st)
		st = as_git_tree_link(g, r, t, err);
	if (!st)
		st = as_git_must(g, call, read, "read a revision", err);
	return st ? st : as_git_tree_check_out(g, call, err);
}

enum as_status as_git_tree_open(struct as_git *g, const struct as_revision *r, const char *folder,
	struct as_arena *a, struct as_git_tree *out, struct as_err *err)
{
	struct as_git_tree t = {.folder = as_arena_strdup(a, folder),
		.git_dir = as_arena_printf(a, "%s/git%03u", g->scratch, g->trees++), .git = g};
	const char *env[AS_GIT_TREE_ENV];

	if (!t.folder || !t.git_dir)
		return as_fail_memory(err);
	const struct as_git_call call = {.folder = t.folder, .env = env};
	enum as_status st = as_git_tree_tell(g, &t, env, err);
	if (!st && !as_git_tree_again(g, r, &t, &call))
		st = write_all(g, r, &t, &call, err);
	if (!st)
		st = as_git_fill_submodules(g, env, a, &t, err);
	if (!st)
		*out = t;
	return st;
}
