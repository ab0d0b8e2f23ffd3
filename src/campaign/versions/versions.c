/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "campaign/versions/versions.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	SHORT = 9,
	LARGE_INDEX = 1 << 20, /* bytes of git's index: some 10^4 files */
};

/* Of equal length: the length of the working directory moves the stack. */
static const char *folder_of(const struct as_versions *v, size_t i, struct as_arena *a)
{
	static const char *const sides[AS_SIDES] = {"base", "head"};

	return v->n == AS_SIDES && i < AS_SIDES ? sides[i] : as_arena_printf(a, "%04zu", i);
}

static enum as_status make_room(struct as_versions *v, size_t n, struct as_arena *a,
	struct as_err *err)
{
	v->revisions = as_arena_array(a, n, sizeof *v->revisions);
	v->trees = as_arena_array(a, n, sizeof *v->trees);
	v->checkouts = as_arena_array(a, n, sizeof *v->checkouts);
	v->names = as_arena_array(a, n, sizeof *v->names);
	if (!v->revisions || !v->trees || !v->checkouts || !v->names)
		return as_fail_memory(err);
	v->n = n;
	return AS_OK;
}

/* What a hook of git says of its own repository is not true of a folder of ours. */
static void forget_gits_variables(void)
{
	static const char *const names[] = {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE",
		"GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
		"GIT_PREFIX", "GIT_NAMESPACE", "GIT_QUARANTINE_PATH"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		unsetenv(names[i]);
}

static enum as_status open_scratch(struct as_versions *v, const char *uuid, struct as_arena *a,
	struct as_err *err)
{
	uuid = uuid ? uuid : as_scratch_uuid(a);
	return uuid ? as_scratch_open(&v->scratch, uuid, err)
		    : as_fail(err, AS_ERR_SYS, "cannot name a folder for the versions");
}

static enum as_status open_git(struct as_versions *v, struct as_arena *a, struct as_err *err)
{
	char here[PATH_MAX];
	const char *scratch = as_arena_printf(a, "%s/git", v->scratch.path);

	if (!scratch)
		return as_fail_memory(err);
	if (!getcwd(here, sizeof here))
		return as_fail_sys(err, errno, "cannot look for versions in the current folder");
	if (mkdir(scratch, 0700))
		return as_fail(err, AS_ERR_SYS, "cannot make the folder '%s' for versions",
			scratch);
	const struct as_git_place place = {v->spawner, here, scratch};
	return as_git_open(&place, &v->git, err);
}

/* "HEAD~1 (1a2b3c4d5)"; what is named by its commit has only that. */
static const char *name_of(const struct as_revision *r, struct as_arena *a)
{
	const struct as_version *v = &r->version;

	if (r->snapshot && (v->changes != AS_CHANGES_NONE || !v->commit))
		return v->label;
	if (!strncmp(v->label, v->commit, strlen(v->label)))
		return as_arena_printf(a, "%.*s", (int)SHORT, v->commit);
	return as_arena_printf(a, "%s (%.*s)", v->label, (int)SHORT, v->commit);
}

enum as_status as_versions_ask(struct as_versions *v, struct as_arena *a, struct as_err *err)
{
	enum as_status st = as_spawner_open(&v->spawner, err);

	if (!st)
		st = open_scratch(v, NULL, a, err);
	return st ? st : open_git(v, a, err);
}

static enum as_status find_ends(struct as_versions *v, const char *base, const char *head,
	struct as_arena *a, struct as_err *err)
{
	struct as_revision *r = v->revisions;
	enum as_status st = base ? as_git_revision(v->git, base, a, &r[AS_BASE], err)
				 : as_git_fork_point(v->git, a, &r[AS_BASE], err);

	if (!st)
		st = head ? as_git_revision(v->git, head, a, &r[AS_HEAD], err)
			  : as_git_snapshot(v->git, a, &r[AS_HEAD], err);
	for (size_t i = 0; i < v->n && !st; i++)
		if (!(v->names[i] = name_of(&r[i], a)))
			st = as_fail_memory(err);
	if (!st && !strcmp(r[AS_BASE].tree, r[AS_HEAD].tree))
		return as_fail(err, AS_ERR_USAGE,
			"there is nothing to compare: %s and %s have the same "
			"files; change something, or name other revisions",
			v->names[AS_BASE], v->names[AS_HEAD]);
	return st;
}

/* A build begins with what the version has, and what is carried. To look for what is not so takes git
 * two walks over all files, which the first build of a large version is spared. */
static enum as_status clean(void *context, struct as_err *err)
{
	struct as_version_tree *t = context;

	if (t->fresh) {
		t->fresh = false;
		return AS_OK;
	}
	enum as_status st = as_carry_aside(t->carry, t->tree.folder, t->aside, err);

	if (!st)
		st = as_git_tree_clean(&t->tree, err);
	return st ? st : as_carry_back(t->carry, t->tree.folder, t->aside, err);
}

static enum as_status has(void *context, const char *path, bool *out, struct as_err *err)
{
	const struct as_version_tree *t = context;

	for (size_t i = 0; i < t->carry->n; i++)
		if (!strcmp(t->carry->v[i].path, path)) {
			*out = true;
			return AS_OK;
		}
	return as_git_tree_has(&t->tree, path, out, err);
}

static enum as_status make_folder(const char *path, struct as_err *err)
{
	if (!path)
		return as_fail_memory(err);
	return mkdir(path, 0700) ? as_fail(err, AS_ERR_SYS,
		"cannot make the folder '%s' for a version", path) : AS_OK;
}

static struct as_kept_tree kept_name(const struct as_versions *v, const char *folder)
{
	const char *top = v->n == AS_SIDES ? as_git_top(v->git) : NULL;

	return (struct as_kept_tree){top ? top : "", folder};
}

/* The folder around a version: of a large one the last comparison may have left it. */
static enum as_status make_around(struct as_versions *v, const char *own, const char *path,
	struct as_arena *a, struct as_err *err)
{
	const struct as_kept_tree name = kept_name(v, own);

	if (path && *name.repository && as_kept_tree_take(&name, path, a))
		return AS_OK;
	return make_folder(path, err);
}

/* A large version is left for the next comparison. */
static void keep_version(struct as_versions *v, size_t i, struct as_arena *a)
{
	const struct as_git_tree *t = &v->trees[i].tree;
	const char *own = folder_of(v, i, a);
	const struct as_kept_tree name = kept_name(v, own ? own : "");
	const char *index = as_arena_printf(a, "%s/index", t->git_dir ? t->git_dir : "");
	const char *around = as_arena_printf(a, "%s/%s", v->scratch.path, name.side);
	struct stat sb;
	bool left = false;

	if (!*name.repository || !t->git || !index || !around)
		return;
	if (stat(index, &sb) || sb.st_size < LARGE_INDEX)
		return;
	if (!as_git_tree_leave(t, v->checkouts[i].folder, &left, NULL) && left &&
		as_kept_tree_give(&name, around, a))
		v->checkouts[i].folder = NULL; /* it lies there no more */
}

/* Put a version into its folder, and say where it is to lie while it is built and run. Each has a
 * folder around it, so that one can be shown in the place of the other (run/build/checkout.h). */
static enum as_status place(struct as_versions *v, size_t i, struct as_arena *a, struct as_err *err)
{
	const char *shared = as_arena_printf(a, "%s/at/tree", v->scratch.path);
	const char *own = folder_of(v, i, a);
	const char *around = own ? as_arena_printf(a, "%s/%s", v->scratch.path, own) : NULL;
	const char *folder = around ? as_arena_printf(a, "%s/tree", around) : NULL;
	const char *prefix = as_git_prefix(v->git);
	const char *cwd = as_arena_printf(a, "%s%s%.*s", shared ? shared : "", *prefix ? "/" : "",
		(int)(strlen(prefix) - (*prefix != '\0')), prefix);

	if (!shared || !folder || !cwd)
		return as_fail_memory(err);
	struct as_version_tree *t = &v->trees[i];
	enum as_status st = make_around(v, own, around, a, err);
	if (!st)
		st = as_git_tree_open(v->git, &v->revisions[i], folder, a, &t->tree, err);
	if (st)
		return st;
	t->tree.folder = shared; /* where it is when it is cleaned */
	t->carry = &v->carry;
	t->fresh = true;
	v->checkouts[i] = (struct as_checkout){.folder = folder, .place = shared, .cwd = cwd,
		.clean = clean, .has = has, .context = &v->trees[i]};
	return AS_OK;
}

static enum as_status open_for(struct as_versions *out, size_t n, const char *uuid,
	struct as_arena *a, struct as_err *err)
{
	*out = (struct as_versions){.scratch = {.lock = -1}};
	enum as_status st = as_spawner_open(&out->spawner, err);

	if (!st)
		st = make_room(out, n, a, err);
	if (!st)
		st = open_scratch(out, uuid, a, err);
	if (!st)
		st = open_git(out, a, err);
	forget_gits_variables();
	return st ? st : make_folder(as_arena_printf(a, "%s/at", out->scratch.path), err);
}

static enum as_status place_all(struct as_versions *v, struct as_arena *a, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < v->n && !st; i++)
		st = place(v, i, a, err);
	return st;
}

enum as_status as_versions_open(const char *base, const char *head, const char *uuid,
	struct as_arena *a, struct as_versions *out, struct as_err *err)
{
	enum as_status st = open_for(out, AS_SIDES, uuid, a, err);

	if (!st)
		st = find_ends(out, base, head, a, err);
	return st ? st : place_all(out, a, err);
}

enum as_status as_versions_open_these(const char *const *commits, size_t n, const char *uuid,
	struct as_arena *a, struct as_versions *out, struct as_err *err)
{
	enum as_status st = open_for(out, n, uuid, a, err);

	for (size_t i = 0; i < n && !st; i++) {
		st = as_git_revision(out->git, commits[i], a, &out->revisions[i], err);
		if (!st && !(out->names[i] = name_of(&out->revisions[i], a)))
			st = as_fail_memory(err);
	}
	return st ? st : place_all(out, a, err);
}

/* One version's own: nothing of it is shared with the other. */
static enum as_status carry_into(struct as_versions *v, size_t i, struct as_arena *a,
	struct as_err *err)
{
	const char *own = folder_of(v, i, a);
	const char *aside = own ? as_arena_printf(a, "%s/carry.%s", v->scratch.path, own) : NULL;

	if (!aside)
		return as_fail_memory(err);
	if (mkdir(aside, 0700))
		return as_fail(err, AS_ERR_SYS, "cannot make the folder '%s' for files to carry",
			aside);
	v->trees[i].aside = aside;
	return as_carry_put(&v->carry, v->checkouts[i].folder, err);
}

enum as_status as_versions_carry(struct as_versions *v, const char *const *patterns, size_t n,
	struct as_arena *a, struct as_err *err)
{
	const char *top = as_git_top(v->git);
	char here[PATH_MAX];
	enum as_status st = AS_OK;

	if (!n)
		return AS_OK;
	if (!top)
		return as_fail(err, AS_ERR_USAGE,
			"cannot carry '%.200s': a bare repository has no working tree to "
			"take it from",
			patterns[0]);
	if (!getcwd(here, sizeof here))
		return as_fail_sys(err, errno,
			"cannot look for files to carry in the current folder");
	st = as_carry_find(&(struct as_carry_asked){top, here, patterns, n}, a, &v->carry, err);
	for (size_t i = 0; i < v->n && !st; i++)
		st = carry_into(v, i, a, err);
	return st;
}

void as_versions_close(struct as_versions *v)
{
	struct as_arena arena = {0};

	for (size_t i = 0; i < v->n && v->keeps; i++)
		keep_version(v, i, &arena);
	as_arena_release(&arena);
	as_git_close(v->git);
	as_spawner_close(v->spawner);
	as_scratch_close(&v->scratch);
	as_carry_release(&v->carry);
	*v = (struct as_versions){.scratch = {.lock = -1}};
}
