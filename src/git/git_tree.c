/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "git/git_internal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { ENV = 6 };

/* What makes git work in this tree, whatever the user's environment says. */
static enum as_status tell(struct as_git *g, const struct as_git_tree *t,
	const char *env[static ENV], struct as_err *err)
{
	struct as_arena *a = &g->arena;

	env[0] = as_arena_printf(a, "GIT_DIR=%s", t->git_dir);
	env[1] = as_arena_printf(a, "GIT_WORK_TREE=%s", t->folder);
	env[2] = as_arena_printf(a, "GIT_INDEX_FILE=%s/index", t->git_dir);
	env[3] = as_arena_printf(a, "GIT_COMMON_DIR=%s", g->common_dir);
	env[4] = as_arena_printf(a, "GIT_ALTERNATE_OBJECT_DIRECTORIES=%s/objects", g->scratch);
	env[5] = NULL;
	for (size_t i = 0; i < ENV - 1; i++)
		if (!env[i])
			return as_fail_memory(err);
	return AS_OK;
}

static enum as_status put_file(const char *folder, const char *name, const char *text,
	struct as_err *err)
{
	char path[4096];
	int n = snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *f = n > 0 && (size_t)n < sizeof path ? fopen(path, "we") : NULL;
	bool well = f && fprintf(f, "%s\n", text) > 0;

	if (f && fclose(f))
		well = false;
	return well ? AS_OK : as_fail(err, AS_ERR_SYS, "cannot write '%s' in '%s'", name, folder);
}

/* A worktree that the repository does not know of: its own HEAD and index, the rest by
 * commondir (gitrepository-layout(5)). */
static enum as_status make(struct as_git *g, const struct as_revision *r,
	const struct as_git_tree *t, struct as_err *err)
{
	struct as_arena *a = &g->arena;
	const char *link = as_arena_printf(a, "gitdir: %s", t->git_dir);
	const char *back = as_arena_printf(a, "%s/.git", t->folder);

	if (!link || !back)
		return as_fail_memory(err);
	if (mkdir(t->folder, 0700) || mkdir(t->git_dir, 0700))
		return as_fail(err, AS_ERR_SYS,
			"cannot make the folder '%s' for a revision; set TMPDIR to "
			"a folder that can be written",
			t->folder);
	enum as_status st = put_file(t->git_dir, "HEAD",
		r->version.commit ? r->version.commit : "ref: refs/heads/none", err);
	if (!st)
		st = put_file(t->git_dir, "commondir", g->common_dir, err);
	if (!st)
		st = put_file(t->git_dir, "gitdir", back, err);
	return st ? st : put_file(t->folder, ".git", link, err);
}

static enum as_status check_out(struct as_git *g, const struct as_git_call *call,
	struct as_err *err)
{
	static const char *const out[] = {
		"checkout-index", "--all", "--force", "--quiet", "--index", NULL};

	return as_git_must(g, call, out, "put a revision into a folder", err);
}

enum as_status as_git_tree_open(struct as_git *g, const struct as_revision *r, const char *folder,
	struct as_arena *a, struct as_git_tree *out, struct as_err *err)
{
	struct as_git_tree t = {.folder = as_arena_strdup(a, folder),
		.git_dir = as_arena_printf(a, "%s/git%03u", g->scratch, g->trees++), .git = g};
	const char *const read[] = {"read-tree", r->tree, NULL};
	const char *env[ENV];

	if (!t.folder || !t.git_dir)
		return as_fail_memory(err);
	const struct as_git_call call = {.folder = t.folder, .env = env};
	enum as_status st = make(g, r, &t, err);
	if (!st)
		st = tell(g, &t, env, err);
	if (!st)
		st = as_git_must(g, &call, read, "read a revision", err);
	if (!st)
		st = check_out(g, &call, err);
	if (!st)
		st = as_git_fill_submodules(g, env, a, &t, err);
	if (!st)
		*out = t;
	return st;
}

/* Asked in the user's own folder: that of the tree may be elsewhere just now. */
enum as_status as_git_tree_has(const struct as_git_tree *t, const char *path, bool *out,
	struct as_err *err)
{
	const char *whole = as_arena_printf(&t->git->arena, ":(top,literal)%s", path);
	const char *const ask[] = {"ls-files", "--cached", "-z", "--", whole, NULL};
	const char *env[ENV];
	const struct as_git_call call = {.folder = t->git->scratch, .env = env};
	struct as_git_tree here = *t;

	if (!whole)
		return as_fail_memory(err);
	here.folder = t->git->scratch;
	enum as_status st = tell(t->git, &here, env, err);
	if (!st)
		st = as_git_must(t->git, &call, ask, "look for a file of a revision", err);
	if (!st)
		*out = t->git->answer_bytes > 0;
	return st;
}

enum as_status as_git_tree_clean(const struct as_git_tree *t, struct as_err *err)
{
	static const char *const clean[] = {"clean", "-ffdxq", NULL};
	const char *env[ENV];
	const struct as_git_call call = {.folder = t->folder, .env = env};
	enum as_status st = tell(t->git, t, env, err);

	if (!st)
		st = as_git_must(t->git, &call, clean, "clean the folder of a revision", err);
	if (!st)
		st = check_out(t->git, &call, err);
	for (size_t i = 0; i < t->n_subs && !st; i++) {
		struct as_git_tree sub = t->subs[i];
		sub.folder = as_arena_printf(&t->git->arena, "%s/%s", t->folder, sub.below);
		st = sub.folder ? as_git_tree_clean(&sub, err) : as_fail_memory(err);
	}
	return st;
}
