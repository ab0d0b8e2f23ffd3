/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What git knows of versions that are not put into folders. */
#include "campaign/versions/versions.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

/* The current folder lies in a working tree, as far as can be told without git. */
static bool in_a_tree(void)
{
	char path[PATH_MAX + sizeof "/.git"];

	if (!getcwd(path, PATH_MAX))
		return false;
	for (size_t n = strlen(path);; n--) {
		memcpy(path + n, "/.git", sizeof "/.git");
		if (!access(path, F_OK))
			return true;
		while (n && path[n - 1] != '/')
			n--;
		if (!n)
			return false;
	}
}

void as_version_here(struct as_arena *a, struct as_version *out)
{
	struct as_versions v = {.scratch = {.lock = -1}};

	*out = (struct as_version){0};
	if (!in_a_tree())
		return;
	enum as_status st = as_versions_ask(&v, a, NULL);
	if (!st)
		st = as_git_here(v.git, a, out, NULL);
	if (st)
		*out = (struct as_version){0};
	as_versions_close(&v);
}

enum as_status as_version_named(const char *name, struct as_arena *a, struct as_version *out,
	bool *found, struct as_err *err)
{
	struct as_versions v = {.scratch = {.lock = -1}};
	struct as_revision r = {0};
	struct as_err why = {0};

	*found = false;
	if (!in_a_tree())
		return AS_OK;
	enum as_status st = as_versions_ask(&v, a, &why);
	if (!st)
		st = as_git_revision(v.git, name, a, &r, &why);
	as_versions_close(&v);
	if (st == AS_ERR_USAGE)
		return AS_OK;
	if (st && err)
		*err = why;
	if (st)
		return st;
	*out = r.version;
	*found = true;
	return AS_OK;
}

enum as_status as_version_history(struct as_version_line *h, struct as_arena *a,
	struct as_err *err)
{
	struct as_versions v = {.scratch = {.lock = -1}};
	struct as_revision r = {0};
	struct as_err why = {0};

	h->found = false;
	if (!in_a_tree())
		return AS_OK;
	enum as_status st = as_versions_ask(&v, a, &why);
	h->found = !st;
	if (!st)
		st = as_git_first_parents(v.git, h->until, h->merged, a, &h->commits, &why);
	if (!st && h->since)
		st = as_git_revision(v.git, h->since, a, &r, &why);
	if (!st && h->since)
		st = as_git_behind(v.git, r.version.commit,
			h->commits.v[h->commits.n - 1].id, &h->behind, &why);
	as_versions_close(&v);
	if (!h->found && st == AS_ERR_USAGE)
		return AS_OK;
	if (st && err)
		*err = why;
	if (!st && h->since)
		h->from = r.version;
	return st;
}

enum as_status as_version_reached(const char *commit, struct as_arena *a, bool *out,
	struct as_err *err)
{
	struct as_versions v = {.scratch = {.lock = -1}};
	enum as_status st = as_versions_ask(&v, a, err);

	if (!st)
		st = as_git_reached(v.git, commit, out, err);
	as_versions_close(&v);
	return st;
}

enum as_status as_version_bisecting(struct as_arena *a, struct as_git_bisect *out,
	struct as_err *err)
{
	struct as_versions v = {.scratch = {.lock = -1}};
	enum as_status st = as_versions_ask(&v, a, err);

	if (!st)
		st = as_git_bisecting(v.git, a, out, err);
	as_versions_close(&v);
	return st;
}

enum as_status as_version_leads(const char *older, const char *newer, struct as_arena *a, bool *out,
	struct as_err *err)
{
	struct as_versions v = {.scratch = {.lock = -1}};
	enum as_status st = as_versions_ask(&v, a, err);

	if (!st)
		st = as_git_leads(v.git, older, newer, out, err);
	as_versions_close(&v);
	return st;
}

enum as_status as_version_touched(const char *before, const char *after, struct as_arena *a,
	const char *const **paths, struct as_err *err)
{
	struct as_versions v = {.scratch = {.lock = -1}};
	enum as_status st = as_versions_ask(&v, a, err);

	if (!st)
		st = as_git_touched(v.git, before, after, a, paths, err);
	as_versions_close(&v);
	return st;
}
