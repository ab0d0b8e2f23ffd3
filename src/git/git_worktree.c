/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What git is told in a folder that holds a revision, and what is done there. */
#include "git/git_internal.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

enum as_status as_git_tree_tell(struct as_git *g, const struct as_git_tree *t,
	const char *env[static AS_GIT_TREE_ENV], struct as_err *err)
{
	struct as_arena *a = &g->arena;

	env[0] = as_arena_printf(a, "GIT_DIR=%s", t->git_dir);
	env[1] = as_arena_printf(a, "GIT_WORK_TREE=%s", t->folder);
	env[2] = as_arena_printf(a, "GIT_INDEX_FILE=%s/index", t->git_dir);
	env[3] = as_arena_printf(a, "GIT_COMMON_DIR=%s", g->common_dir);
	env[4] = as_arena_printf(a, "GIT_ALTERNATE_OBJECT_DIRECTORIES=%s/objects", g->scratch);
	env[5] = NULL;
	for (size_t i = 0; i < AS_GIT_TREE_ENV - 1; i++)
		if (!env[i])
			return as_fail_memory(err);
	return AS_OK;
}

/* What stands there is replaced, whatever a build has made of it. */
static enum as_status put_file(const char *folder, const char *name, const char *text,
	struct as_err *err)
{
	char path[PATH_MAX];
	int n = snprintf(path, sizeof path, "%s/%s", folder, name);
	if (n > 0 && (size_t)n < sizeof path)
		unlink(path);
	FILE *f = n > 0 && (size_t)n < sizeof path ? fopen(path, "we") : NULL;
	bool well = f && fprintf(f, "%s\n", text) > 0;

	if (f && fclose(f))
		well = false;
	return well ? AS_OK : as_fail(err, AS_ERR_SYS, "cannot write '%s' in '%s'", name, folder);
}

enum as_status as_git_tree_link(struct as_git *g, const struct as_revision *r,
	const struct as_git_tree *t, struct as_err *err)
{
	struct as_arena *a = &g->arena;
	const char *link = as_arena_printf(a, "gitdir: %s", t->git_dir);
	const char *back = as_arena_printf(a, "%s/.git", t->folder);

	if (!link || !back)
		return as_fail_memory(err);
	enum as_status st = put_file(t->git_dir, "HEAD",
		r->version.commit ? r->version.commit : "ref: refs/heads/none", err);
	if (!st)
		st = put_file(t->git_dir, "commondir", g->common_dir, err);
	if (!st)
		st = put_file(t->git_dir, "gitdir", back, err);
	return st ? st : put_file(t->folder, ".git", link, err);
}

enum as_status as_git_tree_check_out(struct as_git *g, const struct as_git_call *call,
	struct as_err *err)
{
	static const char *const out[] = {
		"checkout-index", "--all", "--force", "--quiet", "--index", NULL};

	return as_git_must(g, call, out, "put a revision into a folder", err);
}

/* Asked in the user's own folder: that of the tree may be elsewhere just now. */
enum as_status as_git_tree_has(const struct as_git_tree *t, const char *path, bool *out,
	struct as_err *err)
{
	const char *whole = as_arena_printf(&t->git->arena, ":(top,literal)%s", path);
	const char *const ask[] = {"ls-files", "--cached", "-z", "--", whole, NULL};
	const char *env[AS_GIT_TREE_ENV];
	const struct as_git_call call = {.folder = t->git->scratch, .env = env};
	struct as_git_tree here = *t;

	if (!whole)
		return as_fail_memory(err);
	here.folder = t->git->scratch;
	enum as_status st = as_git_tree_tell(t->git, &here, env, err);
	if (!st)
		st = as_git_must(t->git, &call, ask, "look for a file of a revision", err);
	if (!st)
		*out = t->git->answer_bytes > 0;
	return st;
}

enum as_status as_git_tree_clean(const struct as_git_tree *t, struct as_err *err)
{
	static const char *const clean[] = {"clean", "-ffdxq", NULL};
	const char *env[AS_GIT_TREE_ENV];
	const struct as_git_call call = {.folder = t->folder, .env = env};
	enum as_status st = as_git_tree_tell(t->git, t, env, err);

	if (!st)
		st = as_git_must(t->git, &call, clean, "clean the folder of a revision", err);
	if (!st)
		st = as_git_tree_check_out(t->git, &call, err);
	for (size_t i = 0; i < t->n_subs && !st; i++) {
		struct as_git_tree sub = t->subs[i];
		sub.folder = as_arena_printf(&t->git->arena, "%s/%s", t->folder, sub.below);
		st = sub.folder ? as_git_tree_clean(&sub, err) : as_fail_memory(err);
	}
	return st;
}
