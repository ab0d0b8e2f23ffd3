/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CAMPAIGN_VERSIONS_VERSIONS_H
#define AS_CAMPAIGN_VERSIONS_VERSIONS_H

/* Versions that are measured together, each in a folder of its own meanwhile: the two of `assay
 * diff`, or some of a series. */

#include <stdbool.h>

#include "base/arena.h"
#include "git/git.h"
#include "run/build/carry.h"
#include "run/build/checkout.h"
#include "run/build/kept_tree.h"
#include "run/scratch.h"

enum as_side_of_diff { AS_BASE, AS_HEAD, AS_SIDES };

/* What is done to a version's folder before each build. */
struct as_version_tree {
	struct as_git_tree tree;
	const struct as_carry *carry;
	const char *aside; /* where what is carried waits meanwhile */
	bool fresh;        /* nothing was run in it since its files were written */
};

struct as_versions {
	struct as_spawner *spawner; /* for git */
	struct as_scratch scratch;
	struct as_git *git;
	size_t n; /* AS_SIDES, or those of a series */
	struct as_revision *revisions;
	struct as_carry carry;
	struct as_version_tree *trees;
	struct as_checkout *checkouts;
	bool keeps; /* large ones stay for the next comparison */
	const char **names; /* "HEAD~1 (1a2b3c4)", "working tree" */
};

/*
 * as_versions_open - find the versions, and put their files into folders
 *
 *   base   a revision; NULL: the merge base with the main branch
 *   head   a revision; NULL: the working tree with all that is not committed
 *   uuid   names the folder, which the same one names again; NULL: any
 *   a      where strings are made
 *
 * They lie in assay's temporary folder: nothing in the user's repository is changed, and nothing
 * remains, but what large versions leave for the next comparison (run/build/kept_tree.h), where
 * out->keeps is set. What git's variables say in the environment is for the user's repository, not for what
 * is built: they are taken out of it. Release with as_versions_close, also on failure.
 *
 * AS_ERR_USAGE: no git, no repository, no such revision, or the two have the same files; the
 * sentence names both. AS_ERR_SYS.
 */
enum as_status as_versions_open(const char *base, const char *head, const char *uuid,
	struct as_arena *a, struct as_versions *out, struct as_err *err) AS_MUST_CHECK;

/* The same of n commits, in their order; two may have the same files. AS_ERR_USAGE: one that git
 * does not have. */
enum as_status as_versions_open_these(const char *const *commits, size_t n, const char *uuid,
	struct as_arena *a, struct as_versions *out, struct as_err *err) AS_MUST_CHECK;

/* Put files that git ignores into the folders of all, by n patterns relative to the current folder
 * (run/build/carry.h). AS_ERR_USAGE: a bare repository, too. */
enum as_status as_versions_carry(struct as_versions *v, const char *const *patterns, size_t n,
	struct as_arena *a, struct as_err *err) AS_MUST_CHECK;

/* What is checked out in the current folder; {0} where git does not say. Costs nothing outside of a
 * git tree; in one, about ten starts of git, and two seconds at most. */
void as_version_here(struct as_arena *a, struct as_version *out);

/* The commit that a name stands for in the repository of the current folder; *found is false where
 * there is none, nor a repository or git. */
enum as_status as_version_named(const char *name, struct as_arena *a, struct as_version *out,
	bool *found, struct as_err *err) AS_MUST_CHECK;

struct as_version_line {
	const char *until, *since; /* revisions; since NULL: none */
	bool merged;               /* commits of merged branches, too */
	struct as_commits commits; /* that lead to until */
	struct as_version from;    /* the commit of since */
	size_t behind; /* commits along first parents that led to until, and not to since */
	bool found;
};

/*
 * as_version_history - the commits that lead to `until` in the repository of the current folder
 *
 *   h   in: until and since; out: the rest
 *
 * found is false, and nothing else is touched, where there is no repository, or no git.
 * AS_ERR_USAGE: a name that is no commit.
 */
enum as_status as_version_history(struct as_version_line *h, struct as_arena *a,
	struct as_err *err) AS_MUST_CHECK;

/* The files that differ between two commits of the repository of the current folder, as of
 * as_git_touched. */
enum as_status as_version_touched(const char *before, const char *after, struct as_arena *a,
	const char *const **paths, struct as_err *err) AS_MUST_CHECK;

/* Whether some branch or tag of the repository of the current folder leads to a commit. */
enum as_status as_version_reached(const char *commit, struct as_arena *a, bool *out,
	struct as_err *err) AS_MUST_CHECK;

/* as_git_bisecting, and as_git_leads, of the repository of the current folder. */
enum as_status as_version_bisecting(struct as_arena *a, struct as_git_bisect *out,
	struct as_err *err) AS_MUST_CHECK;
enum as_status as_version_leads(const char *older, const char *newer, struct as_arena *a, bool *out,
	struct as_err *err) AS_MUST_CHECK;

/* What it takes to ask git about the current folder. To be closed, also on failure. */
enum as_status as_versions_ask(struct as_versions *v, struct as_arena *a, struct as_err *err)
	AS_MUST_CHECK;

/* Remove the folders. Takes a zeroed one. */
void as_versions_close(struct as_versions *v);

#endif
