/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folders that held another revision before. git writes only the files that differ; which are right
 * as long as nothing else says how a file is written. */
#include "git/git_internal.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run/build/copy_file.h"

/* In the tree's own folder of git: what its files were written by. */
#define RULES "assay-rules"

/* Attributes that are in no revision: what they said then is not known later. */
static bool has_attributes_elsewhere(struct as_git *g)
{
	const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
	const char *const paths[] = {"/etc/gitattributes",
		as_arena_printf(&g->arena, "%s/info/attributes", g->common_dir),
		as_arena_printf(&g->arena, "%s/git/attributes", config ? config : ""),
		as_arena_printf(&g->arena, "%s/.config/git/attributes", home ? home : "")};

	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
		if (!paths[i] || !access(paths[i], F_OK))
			return true;
	return false;
}

/* Settings that decide how a file is written, as one text; NULL where they cannot be told. */
static const char *rules_of(struct as_git *g)
{
	static const char *const ask[] = {"config", "--null", "--get-regexp",
		"^(core\\.(autocrlf|eol|symlinks|filemode|attributesfile|ignorecase)|filter\\..*)$",
		NULL};

	if (has_attributes_elsewhere(g) || as_git_run(g, NULL, ask, NULL))
		return NULL;
	for (size_t i = 0; i < g->answer_bytes; i++)
		if (!g->answer[i])
			g->answer[i] = '\n';
	return as_arena_printf(&g->arena, "%s", as_git_well(g) ? g->answer : "");
}

static const char *rules_path(const struct as_git_tree *t)
{
	return as_arena_printf(&t->git->arena, "%s/" RULES, t->git_dir);
}

static bool put_rules(const struct as_git_tree *t)
{
	const char *path = rules_path(t), *rules = rules_of(t->git);
	FILE *f = path && rules ? fopen(path, "we") : NULL;
	bool well = f && fputs(rules, f) >= 0;

	if (f && fclose(f))
		well = false;
	return well;
}

static bool has_same_rules(const struct as_git_tree *t)
{
	const char *path = rules_path(t), *rules = rules_of(t->git);
	const size_t n = rules ? strlen(rules) : 0;
	char *was = as_arena_alloc(&t->git->arena, n + 1);
	FILE *f = path && rules && was ? fopen(path, "re") : NULL;
	const size_t got = f ? fread(was, 1, n + 1, f) : 0;

	if (f)
		fclose(f);
	return f && got == n && !memcmp(was, rules, n);
}

static bool went_well(struct as_git *g, const struct as_git_call *call, const char *const *words)
{
	return !as_git_run(g, call, words, NULL) && as_git_well(g);
}

static bool write_differences(struct as_git *g, const struct as_revision *r,
	const struct as_git_tree *t, const struct as_git_call *call)
{
	const char *const attributes[] = {"diff-index", "--cached", "--quiet", r->tree, "--",
		":(glob)**/.gitattributes", NULL};
	const char *const read[] = {"read-tree", "--reset", "-u", r->tree, NULL};

	return has_same_rules(t) && !as_git_tree_link(g, r, t, NULL) &&
		went_well(g, call, attributes) && went_well(g, call, read);
}

bool as_git_tree_again(struct as_git *g, const struct as_revision *r, const struct as_git_tree *t,
	const struct as_git_call *call)
{
	const char *left = as_arena_printf(&g->arena, "%s.git", t->folder);

	if (left && !rename(left, t->git_dir) && write_differences(g, r, t, call))
		return true;
	as_remove_tree(t->folder);
	as_remove_tree(t->git_dir);
	return false;
}

enum as_status as_git_tree_leave(const struct as_git_tree *t, const char *folder, bool *left,
	struct as_err *err)
{
	const char *to = as_arena_printf(&t->git->arena, "%s.git", folder);
	struct as_git_tree here = *t;

	*left = false;
	if (!to)
		return as_fail_memory(err);
	if (t->n_subs)
		return AS_OK;
	here.folder = folder;
	enum as_status st = as_git_tree_clean(&here, err);
	*left = !st && put_rules(&here) && !rename(t->git_dir, to);
	return st;
}
