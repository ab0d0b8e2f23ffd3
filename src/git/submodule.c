/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "git/git_internal.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define GITLINK "160000 "

enum { DEPTH = 8, COMMIT = 64 };

/* What the index says of a submodule. */
struct submodule_link {
	char commit[COMMIT + 1];
	const char *path;
};

/* One entry of `ls-files --stage -z`: "160000 COMMIT STAGE\tPATH". */
static bool read_link(const char *entry, struct submodule_link *out)
{
	const char *rest = strncmp(entry, GITLINK, sizeof GITLINK - 1) ? NULL
		: entry + sizeof GITLINK - 1;
	size_t n = rest ? strcspn(rest, " ") : 0;
	const char *tab = rest ? strchr(rest, '\t') : NULL;

	if (!tab || !n || n > COMMIT)
		return false;
	memcpy(out->commit, rest, n);
	out->commit[n] = '\0';
	out->path = tab + 1;
	return true;
}

/* The repository of the submodule in the user's working tree. */
static enum as_status open_sub(struct as_git *g, const char *path, struct as_git **out,
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

static enum as_status fill(struct as_git *g, const struct submodule_link *l, struct as_arena *a,
	const struct as_git_tree *t, struct as_git_tree *out, struct as_err *err)
{
	const char *folder = as_arena_printf(a, "%s/%s", t->folder, l->path);
	struct as_git *sub = NULL;
	struct as_revision r;
	struct as_err why = {0};
	enum as_status st = folder ? open_sub(g, l->path, &sub, err) : as_fail_memory(err);

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

/* The submodules among what the index holds; *n of them, in a. */
static enum as_status find_links(struct as_git *g, struct as_arena *a,
	struct submodule_link **out, size_t *n,
	struct as_err *err)
{
	struct submodule_link l;

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

/* Those of the index, as a call finds it. */
static enum as_status list(struct as_git *g, const struct as_git_call *call, struct as_arena *a,
	struct submodule_link **links, size_t *n, struct as_err *err)
{
	static const char *const ask[] = {"ls-files", "--stage", "-z", NULL};
	enum as_status st = as_git_must(g, call, ask, "look for submodules", err);

	*links = NULL;
	return st ? st : find_links(g, a, links, n, err);
}

enum as_status as_git_fill_submodules(struct as_git *g, const char *const *env, struct as_arena *a,
	struct as_git_tree *t, struct as_err *err)
{
	const struct as_git_call call = {.folder = t->folder, .env = env};
	struct submodule_link *links;
	size_t n = 0;
	enum as_status st = list(g, &call, a, &links, &n, err);

	if (!st && n && !(t->subs = as_arena_array(a, n, sizeof *t->subs)))
		st = as_fail_memory(err);
	for (size_t i = 0; i < n && !st; i++) {
		st = fill(g, &links[i], a, t, &t->subs[i], err);
		t->n_subs += !st;
	}
	return st;
}

/* ---- the working tree ---- */

/* What is checked out in a submodule becomes what the index says of it. One that is not there stays
 * as it was. */
static enum as_status take_link(struct as_git *g, const struct as_git_call *call,
	const struct submodule_link *l, struct as_err *err)
{
	static const char *const ask[] = {"rev-parse", "--verify", "--quiet", "HEAD", NULL};
	struct as_git *sub = NULL;
	enum as_status st = open_sub(g, l->path, &sub, NULL);

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
	struct submodule_link *links;
	size_t n = 0;
	enum as_status st = list(g, call, a, &links, &n, err);
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
	st = open_sub(g, path, &sub, NULL);
	v->changes = AS_CHANGES_UNKNOWN;
	if (st)
		return st == AS_ERR_USAGE ? AS_OK : st;
	st = as_git_look(sub, a, v, err);
	if (!st && v->changed && !(v->changed = as_arena_printf(a, "%s/%s", path, v->changed)))
		st = as_fail_memory(err);
	return st;
}

enum as_status as_git_look_below(struct as_git *g, struct as_arena *a, struct as_version *v,
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
