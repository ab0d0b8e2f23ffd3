/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_GIT_GIT_H
#define AS_GIT_GIT_H

/* Versions of the user's software. Folder git: asks the user's own git, through the spawner, what
 * there is, and puts revisions into folders of assay's own. It changes nothing in the repository:
 * no reference, object, index, or worktree entry of it is written.
 *
 *	as_git_open(&(struct as_git_place){spawner, directory, scratch}, &g, err);
 *	as_git_revision(g, "HEAD~1", arena, &base, err);
 *	as_git_snapshot(g, arena, &head, err);
 *	as_git_tree_open(g, &base, folder, arena, &tree, err);
 *	for each build: as_git_tree_clean(&tree, err);
 *	as_git_close(g);
 */

#include "base/arena.h"
#include "model/answer/history/history.h"
#include "model/kept/version.h"
#include "run/spawner/spawner.h"

struct as_git;

struct as_git_place {
	struct as_spawner *spawner; /* nothing may be queued in it during a call */
	const char *directory;      /* in the repository; absolute */
	const char *scratch; /* an empty folder for what is needed while it is open; absolute,
	                               without ':' and newlines */
};

/* What can be put into a folder. */
struct as_revision {
	struct as_version version;
	const char *tree;    /* git's name of its content; equal trees are equal files */
	bool snapshot;       /* its objects are in assay's own folder, not in the repository */
};

/*
 * as_git_open - find git, and the repository that directory lies in
 *
 * AS_ERR_USAGE: there is no git in PATH, directory is in no repository, the repository is not to be
 * trusted (git's words say which), or a path has a newline in it. AS_ERR_SYS: git cannot be run.
 * Starts git four times, about 3 ms each.
 */
enum as_status as_git_open(const struct as_git_place *place, struct as_git **out,
	struct as_err *err) AS_MUST_CHECK;
void as_git_close(struct as_git *g); /* Takes NULL. What is in scratch stays. */

/* The root of the working tree; NULL where there is none (a bare repository). */
const char *as_git_top(const struct as_git *g);

/* Where directory lies below the root: "" or "sub/folder/". */
const char *as_git_prefix(const struct as_git *g);

/*
 * as_git_revision - the commit that a name stands for
 *
 * AS_ERR_USAGE when it stands for none: the sentence has the name, and what would help in a shallow
 * clone. The name may be anything, also one that begins with '-'.
 */
enum as_status as_git_revision(struct as_git *g, const char *name, struct as_arena *a,
	struct as_revision *out, struct as_err *err) AS_MUST_CHECK;

/* What is checked out: its commit (NULL before the first one), whether there are changes that are
 * not committed. Files that git does not know are none, as for `git describe --dirty`. In a large
 * tree that cannot be told within two seconds: changes are unknown. */
enum as_status as_git_here(struct as_git *g, struct as_arena *a, struct as_version *out,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_git_fork_point - where what is checked out has left the main branch
 *
 * The main branch is what the remote `origin` says is its HEAD, else the local main, master, trunk
 * or develop, the first that is there. out->version.label names it. AS_ERR_USAGE: no such branch,
 * or no common commit; the sentence says what to give instead.
 */
enum as_status as_git_fork_point(struct as_git *g, struct as_arena *a, struct as_revision *out,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_git_first_parents - the commits that led to one, following first parents, the oldest first
 *
 *   tip     a name as of as_git_revision; out->tip is it
 *   merged  those of merged branches, too, each before what has it as a parent
 *
 * At most a million, the newest ones. Takes about 1 s for 10^5 commits. AS_ERR_USAGE: tip names no
 * commit.
 */
enum as_status as_git_first_parents(struct as_git *g, const char *tip, bool merged,
	struct as_arena *a, struct as_commits *out, struct as_err *err) AS_MUST_CHECK;

/* How many commits along first parents led to `new` and not to `old`, both as as_commit.id has them. */
enum as_status as_git_behind(struct as_git *g, const char *old, const char *new, size_t *out,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_git_touched - the files that differ between two commits, by their paths
 *
 *   before, after  as as_commit.id has them
 *   paths          out: NULL at the end; any bytes
 *
 * At most AS_GIT_TOUCHED, the first ones. AS_ERR_USAGE: no such commit.
 */
enum { AS_GIT_TOUCHED = 1000 };
enum as_status as_git_touched(struct as_git *g, const char *before, const char *after,
	struct as_arena *a, const char *const **paths, struct as_err *err) AS_MUST_CHECK;

/* Whether some branch, tag or remote one leads to a commit, of which the name is hexadecimal digits;
 * false, too, where there is no such commit. */
enum as_status as_git_reached(struct as_git *g, const char *commit, bool *out,
	struct as_err *err) AS_MUST_CHECK;

/* What git bisect knows. */
struct as_git_bisect {
	const char *log;   /* all that it was told and has done, as git bisect log says it */
	const char *bad;
	const char **good; /* n_good of them */
	size_t n_good;
	const char *here;  /* the commit that it asks for */
};

/* What the git bisect that goes on asks. AS_ERR_USAGE: none does, or an end is not known. */
enum as_status as_git_bisecting(struct as_git *g, struct as_arena *a, struct as_git_bisect *out,
	struct as_err *err) AS_MUST_CHECK;

/* Whether one commit is the other, or led to it; names as as_commit.id has them. */
enum as_status as_git_leads(struct as_git *g, const char *older, const char *newer, bool *out,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_git_snapshot - the working tree as it is, with changes and with files that are not yet added
 *
 * Ignored files are left out. AS_ERR_USAGE: there is no working tree, or a merge is not finished;
 * AS_ERR_SYS: a file cannot be read. Costs as `git add -A` does.
 */
enum as_status as_git_snapshot(struct as_git *g, struct as_arena *a, struct as_revision *out,
	struct as_err *err) AS_MUST_CHECK;

/* A revision in a folder. */
struct as_git_tree {
	const char *folder;       /* absolute; it may be moved: then change it */
	/* of a submodule: where it lies in the folder of what it belongs to */
	const char *below;
	const char *git_dir;      /* its own: HEAD and index; the rest is the repository's */
	struct as_git *git;       /* whose revision it is; borrowed */
	struct as_git_tree *subs; /* its submodules */
	size_t n_subs;
};

/*
 * as_git_tree_open - put all files of a revision into a new folder
 *
 * Or into one that as_git_tree_leave has left of the same repository: then only what differs is
 * written, as far as that comes to the same.
 *
 * A program that asks git there sees the revision's commit checked out, detached. Submodules are
 * filled from those of the user's working tree. AS_ERR_USAGE: a submodule is not there, or lacks
 * the commit; AS_ERR_SYS: the folder cannot be written.
 */
enum as_status as_git_tree_open(struct as_git *g, const struct as_revision *r, const char *folder,
	struct as_arena *a, struct as_git_tree *out, struct as_err *err) AS_MUST_CHECK;

/*
 * as_git_tree_leave - make it ready for as_git_tree_open of another revision
 *
 *   folder  where it lies now; beside it is FOLDER.git afterwards, which belongs to it
 *   left    false where it is of no use: it has submodules, or attributes of files that are in no
 *           revision say how files are written
 *
 * It is cleaned, and is not to be used any more.
 */
enum as_status as_git_tree_leave(const struct as_git_tree *t, const char *folder, bool *left,
	struct as_err *err) AS_MUST_CHECK;

/* Whether the revision has a file of that path below the folder; what is in submodules does not
 * count. */
enum as_status as_git_tree_has(const struct as_git_tree *t, const char *path, bool *out,
	struct as_err *err) AS_MUST_CHECK;

/* Remove from it all that is not in the revision, what git ignores included, and bring back what
 * was changed: a build that follows starts from nothing. */
enum as_status as_git_tree_clean(const struct as_git_tree *t, struct as_err *err) AS_MUST_CHECK;

#endif
