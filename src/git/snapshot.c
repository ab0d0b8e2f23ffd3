/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "git/git_internal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "run/build/copy_file.h"

static enum as_status make_folder(const char *path, struct as_err *err)
{
	if (!mkdir(path, 0700) || errno == EEXIST)
		return AS_OK;
	return as_fail(err, AS_ERR_SYS,
		"cannot make the folder '%s' for a snapshot of the working tree; "
		"set TMPDIR to a folder that can be written",
		path);
}

/* A place for objects of our own, which also has all of the repository's. */
static enum as_status make_objects(struct as_git *g, struct as_err *err)
{
	static const char *const parts[] = {"objects", "objects/info", "objects/pack"};
	struct as_arena *a = &g->arena;
	enum as_status st = AS_OK;

	for (size_t i = 0; i < 3 && !st; i++) {
		const char *path = as_arena_printf(a, "%s/%s", g->scratch, parts[i]);
		st = path ? make_folder(path, err) : as_fail_memory(err);
	}
	const char *path = st ? NULL : as_arena_printf(a, "%s/objects/info/alternates", g->scratch);
	if (st || !path)
		return st ? st : as_fail_memory(err);
	FILE *f = fopen(path, "we");
	bool well = f && fprintf(f, "%s\n", g->objects) > 0;
	if (f && fclose(f))
		well = false;
	return well ? AS_OK
		    : as_fail(err, AS_ERR_SYS,
			      "cannot write '%s' for a snapshot of the working "
			      "tree",
			      path);
}

/* A merge that is not finished has files with marks of conflict in them. */
static enum as_status refuse_conflicts(struct as_git *g, struct as_err *err)
{
	static const char *const ask[] = {"ls-files", "--unmerged", NULL};
	const struct as_git_call call = {.folder = g->top};
	enum as_status st = as_git_must(g, &call, ask, "look for conflicts", err);

	if (!st && *g->answer)
		st = as_fail(err, AS_ERR_USAGE,
			"cannot take the working tree of '%s': a merge in it is not "
			"finished; resolve its conflicts, or name a revision",
			g->top);
	return st;
}

/* The index remembers what files were like, so that only changed ones are read. */
static enum as_status copy_index(struct as_git *g, const char *to, struct as_err *err)
{
	bool cloned;
	struct stat sb;

	return stat(g->index, &sb) ? AS_OK : as_copy_file(g->index, to, &cloned, err);
}

static enum as_status write_tree(struct as_git *g, const char *index, struct as_arena *a,
	const char **tree, struct as_err *err)
{
	static const char *const write[] = {"write-tree", NULL};
	const char *env[] = {as_arena_printf(&g->arena, "GIT_INDEX_FILE=%s", index),
		as_arena_printf(&g->arena, "GIT_OBJECT_DIRECTORY=%s/objects", g->scratch), NULL};
	const struct as_git_call call = {.folder = g->top, .env = env};

	if (!env[0] || !env[1])
		return as_fail_memory(err);
	enum as_status st = as_git_add_all(g, &call, err);
	if (!st)
		st = as_git_must(g, &call, write, "take the working tree as it is", err);
	if (!st && !(*tree = as_arena_strdup(a, g->answer)))
		st = as_fail_memory(err);
	return st;
}

enum as_status as_git_snapshot(struct as_git *g, struct as_arena *a, struct as_revision *out,
	struct as_err *err)
{
	struct as_revision r = {.snapshot = true};
	const char *index = as_arena_printf(&g->arena, "%s/index", g->scratch);

	if (!index)
		return as_fail_memory(err);
	if (!g->top)
		return as_fail(err, AS_ERR_USAGE,
			"cannot take the working tree of '%s': it is a bare "
			"repository and has none; name two revisions, as in assay diff main~1 main",
			g->common_dir);
	enum as_status st = refuse_conflicts(g, err);
	if (!st)
		st = make_objects(g, err);
	if (!st)
		st = copy_index(g, index, err);
	if (!st)
		st = write_tree(g, index, a, &r.tree, err);
	if (!st)
		st = as_git_checked_out(g, r.tree, a, &r.version, err);
	r.version.label = "working tree";
	if (!st)
		*out = r;
	return st;
}
