/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "git/git_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* ---- names ---- */

/* What may help, as an end of a sentence: two revisions are words of their own, and a shallow clone
 * lacks some. */
static const char *advice(const struct as_git *g, const char *name)
{
	if (strstr(name, ".."))
		return "; give the two ends of a range as two words, as in assay diff A B";
	return g->shallow ? "; this clone is shallow: git fetch --unshallow brings the rest" : "";
}

/* The last two parts of a URL, or the last of a path: "owner/name", without ".git". A password that
 * stands in a URL is never in them. */
static const char *name_of_url(const char *url, struct as_arena *a)
{
	size_t n = strlen(url), from, slashes = 0;
	bool local = *url == '/' || *url == '.' || !strncmp(url, "file:", 5);

	while (n && url[n - 1] == '/')
		n--;
	if (n > 4 && !strncmp(url + n - 4, ".git", 4))
		n -= 4;
	for (from = n; from && url[from - 1] != ':' && url[from - 1] != '@'; from--)
		if (url[from - 1] == '/' && (local || ++slashes == 2))
			break;
	return as_arena_strndup(a, url + from, n - from);
}

static enum as_status find_project(
	struct as_git *g, struct as_arena *a, const char **out, struct as_err *err)
{
	static const char *const ask[] = {"config", "--get", "remote.origin.url", NULL};
	enum as_status st = as_git_run(g, NULL, ask, err);
	const char *top = g->top ? g->top : g->common_dir;

	if (st)
		return st;
	*out = as_git_well(g) && *g->answer
		       ? name_of_url(g->answer, a)
		       : as_arena_strdup(a, strrchr(top, '/') ? strrchr(top, '/') + 1 : top);
	return *out ? AS_OK : as_fail_memory(err);
}

static enum as_status find_branch(
	struct as_git *g, struct as_arena *a, const char **out, struct as_err *err)
{
	static const char *const ask[] = {"symbolic-ref", "--quiet", "--short", "HEAD", NULL};
	enum as_status st = as_git_run(g, NULL, ask, err);

	*out = NULL;
	if (!st && as_git_well(g) && !(*out = as_arena_strdup(a, g->answer)))
		st = as_fail_memory(err);
	return st;
}

/* ---- commits ---- */

/* Read "commit NUL parents NUL date NUL tree". */
static enum as_status read_commit(struct as_git *g, const char *commit, struct as_arena *a,
	struct as_revision *out, struct as_err *err)
{
	const char *const ask[] = {"log", "-1", "--no-show-signature", "--no-patch", "--no-notes",
		"--format=%H%n%P%n%ct%n%T", "--end-of-options", commit, "--", NULL};
	enum as_status st = as_git_must(g, NULL, ask, "read a commit", err);
	char *line[4] = {st ? NULL : g->answer};

	for (size_t i = 1; i < 4 && line[i - 1]; i++) {
		line[i] = strchr(line[i - 1], '\n');
		if (line[i])
			*line[i]++ = '\0';
	}
	if (!st && !line[3])
		st = as_fail(
			err, AS_ERR_DATA, "cannot understand what git says of commit %s", commit);
	if (st)
		return st;
	out->version.commit = as_arena_strdup(a, line[0]);
	out->version.parents = as_arena_strdup(a, line[1]);
	out->version.date_ns = as_git_date(line[2]);
	out->tree = as_arena_strdup(a, line[3]);
	return out->version.commit && out->version.parents && out->tree ? AS_OK
									: as_fail_memory(err);
}

/* The commit that a name stands for, NULL if none. */
static enum as_status resolve(struct as_git *g, const char *name, struct as_arena *a,
	const char **out, struct as_err *err)
{
	const char *whole = as_arena_printf(a, "%s^{commit}", name);
	const char *const ask[] = {
		"rev-parse", "--verify", "--quiet", "--end-of-options", whole, NULL};

	if (!whole)
		return as_fail_memory(err);
	enum as_status st = as_git_run(g, NULL, ask, err);
	*out = NULL;
	if (!st && as_git_well(g) && *g->answer && !(*out = as_arena_strdup(a, g->answer)))
		st = as_fail_memory(err);
	return st;
}

enum as_status as_git_revision(struct as_git *g, const char *name, struct as_arena *a,
	struct as_revision *out, struct as_err *err)
{
	struct as_revision r = {.version = {.changes = AS_CHANGES_NONE}};
	const char *commit = NULL;
	enum as_status st = resolve(g, name, a, &commit, err);

	if (!st && !commit)
		return as_fail(err, AS_ERR_USAGE,
			"cannot find the revision '%s' in '%s': it names no "
			"commit%s",
			name, g->top ? g->top : g->common_dir, advice(g, name));
	if (!st)
		st = read_commit(g, commit, a, &r, err);
	if (!st)
		st = find_project(g, a, &r.version.project, err);
	if (!st && !(r.version.label = as_arena_strdup(a, name)))
		st = as_fail_memory(err);
	if (!st)
		*out = r;
	return st;
}

/* ---- what is checked out ---- */

enum as_status as_git_here(
	struct as_git *g, struct as_arena *a, struct as_version *out, struct as_err *err)
{
	return as_git_checked_out(g, NULL, a, out, err);
}

enum as_status as_git_checked_out(struct as_git *g, const char *tree, struct as_arena *a,
	struct as_version *out, struct as_err *err)
{
	struct as_revision r = {0};
	const char *commit = NULL;
	enum as_status st = resolve(g, "HEAD", a, &commit, err);

	if (!st && commit)
		st = read_commit(g, commit, a, &r, err);
	if (!st)
		st = find_project(g, a, &r.version.project, err);
	if (!st)
		st = find_branch(g, a, &r.version.branch, err);
	if (!st && tree)
		r.version.changes =
			r.tree && !strcmp(r.tree, tree) ? AS_CHANGES_NONE : AS_CHANGES_SOME;
	else if (!st && g->top)
		st = as_git_look(g, a, &r.version, err);
	if (!st)
		*out = r.version;
	return st;
}

/* ---- the main branch ---- */

/* The first of these that is there. */
static enum as_status find_main(struct as_git *g, struct as_arena *a, const char **name,
	const char **commit, struct as_err *err)
{
	static const char *const candidates[] = {"refs/remotes/origin/HEAD", "refs/heads/main",
		"refs/heads/master", "refs/heads/trunk", "refs/heads/develop"};
	static const char *const shown[] = {"origin/HEAD", "main", "master", "trunk", "develop"};
	enum as_status st = AS_OK;

	*commit = NULL;
	for (size_t i = 0; i < 5 && !st && !*commit; i++) {
		*name = shown[i];
		st = resolve(g, candidates[i], a, commit, err);
	}
	return st;
}

enum as_status as_git_fork_point(
	struct as_git *g, struct as_arena *a, struct as_revision *out, struct as_err *err)
{
	const char *name = NULL, *commit = NULL, *top = g->top ? g->top : g->common_dir;
	enum as_status st = find_main(g, a, &name, &commit, err);

	if (st)
		return st;
	if (!commit)
		return as_fail(err, AS_ERR_USAGE,
			"cannot choose what to compare with: '%s' has no branch main, master, "
			"trunk or develop, and no origin; name a revision, as in assay diff HEAD~1",
			top);
	const char *const ask[] = {"merge-base", "--", "HEAD", commit, NULL};
	st = as_git_run(g, NULL, ask, err);
	if (st)
		return st;
	if (!as_git_well(g) || !*g->answer)
		return as_fail(err, AS_ERR_USAGE,
			"cannot choose what to compare with: HEAD and %s of '%s' "
			"have no commit in common%s; name a revision, as in assay diff HEAD~1",
			name, top, advice(g, ""));
	const char *base = as_arena_strdup(a, g->answer), *head = NULL;
	const char *label = as_arena_printf(a, "merge base with %s", name);
	if (!base || !label)
		return as_fail_memory(err);
	st = resolve(g, "HEAD", a, &head, err);
	if (!st)
		st = as_git_revision(g, base, a, out, err);
	if (!st) /* on the main branch itself */
		out->version.label = head && !strcmp(head, base) ? "HEAD" : label;
	return st;
}
