/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_GIT_GIT_INTERNAL_H
#define AS_GIT_GIT_INTERNAL_H

/* Inside of git/: running it, and reading what it says. */

#include "git/git.h"

struct as_git {
	struct as_spawner *spawner;
	struct as_arena arena;
	uint32_t command;    /* the spawner's number of git */
	const char *program; /* its path */
	const char *directory, *scratch, *answer_path;
	const char *top, *prefix;            /* top is NULL in a bare repository */
	const char *common_dir, *objects, *index;
	const char *bare; /* a repository that git is told to use though it is bare; NULL: none */
	bool shallow;
	bool disarmed;    /* filters of its own settings are left out */
	char *answer;                        /* of the last call, 0-terminated */
	size_t answer_bytes;
	/* of the last call; its tail is what it complained of */
	struct as_launched last;
	uint32_t trees;                      /* made so far */
	struct as_git *next;                 /* of a submodule, to be closed with this one */
	unsigned depth;                      /* of what it is a submodule of, 0: the user's own */
};

/* What git is told besides its words. {0}: nothing. */
struct as_git_call {
	const char *folder;        /* to be in; NULL: g->directory */
	const char *const *env;    /* NAME=VALUE, NULL at the end; NULL: none */
	int64_t limit_ns;          /* 0: ten minutes */
};

/* guard.c: register git, with an environment that starts nothing. */
enum as_status as_git_prepare(struct as_git *g, struct as_err *err) AS_MUST_CHECK;

/* The same again, without the filters that the repository's own settings name: those of the user's
 * stay. A file that such a filter is for cannot be read or written then, and git says so. */
enum as_status as_git_disarm(struct as_git *g, struct as_err *err) AS_MUST_CHECK;

/* git has refused the folder: *named if it is a bare repository that lies in no other one, which is
 * used from now on. AS_ERR_USAGE: it lies in another one. */
enum as_status as_git_name_bare(struct as_git *g, bool *named, struct as_err *err) AS_MUST_CHECK;

/*
 * as_git_run - run git with these words, and wait
 *
 *   words   NULL at the end; options with a value that comes from outside stand after
 *           --end-of-options or --
 *
 * AS_OK when it ended, in whatever way: as_git_well tells. What it wrote to standard output is
 * g->answer, its last newline taken off; AS_ERR_DATA where that is over 64 MiB.
 */
enum as_status as_git_run(struct as_git *g, const struct as_git_call *call,
	const char *const *words, struct as_err *err) AS_MUST_CHECK;

/* Take the first line off an answer; NULL after the last. */
const char *as_git_next_line(char **rest);

/* Seconds since 1970 as git writes them, in nanoseconds; 0 where those do not fit, before 1677 and
 * after 2262: no date is known then. */
int64_t as_git_date(const char *seconds);

/* The last call ended with status 0. */
bool as_git_well(const struct as_git *g);

/* as_fail, with what the last call complained of at the end: "...; git says: WORDS". */
enum as_status as_git_fail(struct as_git *g, enum as_status code, struct as_err *err,
	const char *fmt, ...) AS_PRINTF(4, 5);

/* One call that has to end well; `what` says for the sentence what was tried. */
enum as_status as_git_must(struct as_git *g, const struct as_git_call *call,
	const char *const *words, const char *what, struct as_err *err) AS_MUST_CHECK;

/* revision.c: as_git_here, of which it is known that the working tree has these files. */
enum as_status as_git_checked_out(struct as_git *g, const char *tree, struct as_arena *a,
	struct as_version *out, struct as_err *err) AS_MUST_CHECK;

/* git_look.c: whether files of the working tree have changed, or of its submodules. */
enum as_status as_git_look(struct as_git *g, struct as_arena *a, struct as_version *v,
	struct as_err *err) AS_MUST_CHECK;

enum { AS_GIT_TREE_ENV = 6 };

/* git_worktree.c: what makes git work in this tree, whatever the user's environment says. */
enum as_status as_git_tree_tell(struct as_git *g, const struct as_git_tree *t,
	const char *env[static AS_GIT_TREE_ENV], struct as_err *err) AS_MUST_CHECK;

/* git_worktree.c: the folder becomes a worktree that the repository does not know of: its own HEAD and
 * index, the rest by commondir (gitrepository-layout(5)). */
enum as_status as_git_tree_link(struct as_git *g, const struct as_revision *r,
	const struct as_git_tree *t, struct as_err *err) AS_MUST_CHECK;

/* git_worktree.c: write what the index of the call's environment holds, and is not there as it is. */
enum as_status as_git_tree_check_out(struct as_git *g, const struct as_git_call *call,
	struct as_err *err) AS_MUST_CHECK;

/* git_tree_again.c: put the revision into the folder of t, if as_git_tree_leave has left it there.
 * False: it has not, or it was of no use; nothing is there any more. */
bool as_git_tree_again(struct as_git *g, const struct as_revision *r, const struct as_git_tree *t,
	const struct as_git_call *call);

/* submodule.c: take the working tree into the index that env names: git add, which would heed the
 * settings of submodules, takes all but them, and then what is checked out in each. */
enum as_status as_git_add_all(struct as_git *g, const struct as_git_call *call,
	struct as_err *err) AS_MUST_CHECK;

enum { AS_GIT_COMMIT = 64 };

/* What the index says of a submodule. */
struct as_git_link {
	char commit[AS_GIT_COMMIT + 1];
	const char *path;
};

/* submodule.c: those of the index, as a call finds it; n of them, in a. */
enum as_status as_git_links(struct as_git *g, const struct as_git_call *call, struct as_arena *a,
	struct as_git_link **links, size_t *n, struct as_err *err) AS_MUST_CHECK;

/* submodule.c: the repository of the submodule in the user's working tree; it is closed with g.
 * AS_ERR_USAGE: none is checked out there. */
enum as_status as_git_open_sub(struct as_git *g, const char *path, struct as_git **out,
	struct as_err *err) AS_MUST_CHECK;

#endif
