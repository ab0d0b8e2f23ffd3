/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "git/git_internal.h"

#include <sys/stat.h>
#include <unistd.h>

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

static enum as_status fill_one(struct as_git *g, const struct as_git_link *l, struct as_arena *a,
	const struct as_git_tree *t, struct as_git_tree *out, struct as_err *err)
{
	const char *folder = as_arena_printf(a, "%s/%s", t->folder, l->path);
	struct as_git *sub = NULL;
	struct as_revision r;
	struct as_err why = {0};
	enum as_status st = folder ? as_git_open_sub(g, l->path, &sub, err) : as_fail_memory(err);

	if (st)
		return st;
	st = as_git_revision(sub, l->commit, a, &r, &why);
	if (st)
		return as_fail(err, st,
			"cannot put the submodule '%s' into a folder: it lacks the commit "
			"%.12s; git submodule update brings it",
			l->path, l->commit);
	if (rmdir(folder) && access(folder, F_OK) == 0)
		return as_fail(err, AS_ERR_SYS, "cannot put the submodule '%s' into '%s'", l->path,
			folder);
	st = as_git_tree_open(sub, &r, folder, a, out, err);
	if (!st && !(out->below = as_arena_strdup(a, l->path)))
		st = as_fail_memory(err);
	return st;
}

/* Those of the revision that t holds go into its folder, from the user's own. env is what git is told
 * in t. */
static enum as_status fill_all(struct as_git *g, const char *const *env, struct as_arena *a,
	struct as_git_tree *t, struct as_err *err)
{
	const struct as_git_call call = {.folder = t->folder, .env = env};
	struct as_git_link *links;
	size_t n = 0;
	enum as_status st = as_git_links(g, &call, a, &links, &n, err);

	if (!st && n && !(t->subs = as_arena_array(a, n, sizeof *t->subs)))
		st = as_fail_memory(err);
	for (size_t i = 0; i < n && !st; i++) {
		st = fill_one(g, &links[i], a, t, &t->subs[i], err);
		t->n_subs += !st;
	}
	return st;
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
		st = fill_all(g, env, a, &t, err);
	if (!st)
		*out = t;
	return st;
}
