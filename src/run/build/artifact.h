/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_BUILD_ARTIFACT_H
#define AS_RUN_BUILD_ARTIFACT_H

/* The files a build makes, and their copies: every build's artifacts are kept aside, so that all
 * builds can take part in every round.
 *
 *	as_artifacts_init(&a, directory, copies, paths, n, err);
 *	as_artifacts_room(&a, builds, err);           before the first build: if the size is known
 *	for each build k:
 *		as_artifacts_look(&a, err);
 *		... the build runs ...
 *		as_artifacts_changed(&a, err);
 *		as_artifacts_keep(&a, k, arena, &build, err);
 *		as_artifacts_room(&a, builds - k - 1, err);
 *	as_artifacts_words(&a, k, words, arena, &argv, err);
 *	as_artifacts_release(&a);                     removes the copies
 *
 * Copies of build k lie in COPIES/b0000 (k in four digits), at the paths they have in the user's
 * directory: paths are of equal length for all k, because the length of argv moves the stack. Of
 * several subjects each needs a COPIES of its own, and those have to be of equal length too. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "base/arena.h"
#include "model/kept/subject.h"
#include "probe/probe.h"

enum { AS_ARTIFACTS_BUILDS = 10000 };

/* A file as it was at one moment. */
struct as_artifact_state {
	bool there;
	uint64_t device, inode;
	int64_t bytes;
	struct timespec written, changed; /* mtime, ctime */
	char hash[AS_HASH_HEX];
};

struct as_artifact {
	const char *path;   /* as given, without "./" */
	const char *kept;   /* of its copy, below COPIES/b0000 */
	struct as_artifact_state before;
};

struct as_artifacts {
	struct as_artifact *v;
	size_t n;
	const char *directory, *copies;
	const char *root; /* where libraries of theirs may lie; NULL: directory */
	uint32_t kept;  /* one more than the greatest k that was kept */
	int64_t bytes;  /* of all of them when last seen; 0: not known yet */
	bool cloned;    /* the last copies share their blocks with the originals */
	bool stays;     /* as_artifacts_release leaves the copies where they are */
	bool untouched; /* as_artifacts_changed failed because a file was not built anew */
	struct as_arena arena;
};

/*
 * as_artifacts_init - what a build makes
 *
 *   directory  the user's; absolute
 *   copies     where copies go: an existing directory that nobody else writes into; absolute
 *   paths      n >= 1 of them, of files, relative to directory or absolute; they need not be there
 *
 * Strings are copied; the same path twice is taken once. AS_ERR_USAGE: a path is empty or ends in a
 * slash, programs cannot be started in copies (mounted noexec), or copies is not there. Nothing is
 * made before as_artifacts_keep.
 */
enum as_status as_artifacts_init(struct as_artifacts *out, const char *directory,
	const char *copies, const char *const *paths, size_t n, struct as_err *err) AS_MUST_CHECK;

/* Remove the copies made so far, and give memory back. Takes {0}. */
void as_artifacts_release(struct as_artifacts *a);

/*
 * as_artifacts_default - the artifact of a build for which none was named
 *
 * The first word of the command (or the path that PATH gave for it) if it stands for a file in or
 * below the user's directory: relative with a slash, or absolute and below it, or the bare name of
 * a file in it. It need not be there yet if it has a slash. NULL: none.
 */
const char *as_artifacts_default(const char *directory, const char *word, struct as_arena *a);

/* Remember the files as they are now: call it right before a build. Takes as long as hashing them;
 * up to 20 ms more where they are so new that a change right after would leave the same time. */
enum as_status as_artifacts_look(struct as_artifacts *a, struct as_err *err) AS_MUST_CHECK;

/*
 * as_artifacts_changed - whether the build has made all of them, anew
 *
 * AS_ERR_BENCH when one is missing, is a directory or another thing that is no file, is a symbolic
 * link that leads nowhere, is empty, cannot be read, or is still the one that was there before (its
 * times, inode, size, and content); a->untouched tells the last case, and the sentence names
 * make -B. A symbolic link to a file is that file.
 */
enum as_status as_artifacts_changed(struct as_artifacts *a, struct as_err *err) AS_MUST_CHECK;

/*
 * as_artifacts_room - whether copies of so many builds fit on the disk
 *
 * By the size of the files as they are now, or as they were last seen. AS_OK as well while no size
 * is known, and where copies share blocks. AS_ERR_SYS: they do not fit and leave
 * AS_COPY_RESERVE (copy_file.h) free; the sentence has the sizes. Changes nothing but a->bytes.
 */
enum as_status as_artifacts_room(struct as_artifacts *a, size_t builds, struct as_err *err)
	AS_MUST_CHECK;

/*
 * as_artifacts_keep - copy them aside as those of build k, k < AS_ARTIFACTS_BUILDS
 *
 * Shared blocks where the file system can, else copied, after a look at the room. Modes and times
 * are kept, symbolic links followed. What was kept for k before is replaced.
 *
 *   strings  holds the hashes
 *   out      hash of all artifacts (of the only one: XXH128 of its bytes), code of all of them and
 *            of the libraries beside them (identity.h), layout of the first that is an ELF file,
 *            bytes of all; untouched on failure
 *
 * AS_ERR_SYS: no room, or it cannot be written; AS_ERR_BENCH: a file is not there any more. What
 * was begun is removed on failure.
 */
enum as_status as_artifacts_keep(struct as_artifacts *a, uint32_t k, struct as_arena *strings,
	struct as_build *out, struct as_err *err) AS_MUST_CHECK;

/*
 * as_artifacts_take - take copies that lie in another folder as those of build k
 *
 *   from   has them by the names that they have here
 *   hash   that of as_artifacts_keep when they were made
 *
 * AS_ERR_DATA: they have another one. AS_ERR_SYS: no room. AS_ERR_BENCH: one is not there. What was begun
 * is removed on failure.
 */
enum as_status as_artifacts_take(struct as_artifacts *a, uint32_t k, const char *from,
	const char *hash, struct as_err *err) AS_MUST_CHECK;

/* Move the copies of build k to the folder `to`, if that is not there yet. AS_ERR_SYS. */
enum as_status as_artifacts_give(const struct as_artifacts *a, uint32_t k, const char *to,
	struct as_err *err) AS_MUST_CHECK;

/* The copies of build k are there, and hash is that of as_artifacts_keep; they count as kept then.
 * */
bool as_artifacts_has(struct as_artifacts *a, uint32_t k, const char *hash);

/* Whether all of them lie below the folder root (absolute), as far as their paths say. */
bool as_artifacts_inside(const struct as_artifacts *a, const char *root);

/* A shell takes this path as it is, so that copies can lie there. */
bool as_artifacts_is_plain(const char *path);

/* Whether a command names any of them: by one of its words, or in the text that a shell reads
 * (NULL: none does). If not, its executions would all use what was built last. */
bool as_artifacts_named(const struct as_artifacts *a, const char *const *words, const char *text,
	struct as_arena *arena);

/* The path of build k's copy of what path names ("fft", "./fft", or absolute); path itself if it
 * is no artifact. NULL when out of memory. */
const char *as_artifacts_path(const struct as_artifacts *a, uint32_t k, const char *path,
	struct as_arena *arena);

/* The words of a command, with each that names an artifact replaced by the path of build k's copy.
 * NULL at the end of both. Also for the words `sh -c TEXT`: TEXT is left as it is. */
enum as_status as_artifacts_words(const struct as_artifacts *a, uint32_t k,
	const char *const *words, struct as_arena *arena, const char *const **out,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_artifacts_text - the same for a command that a shell reads ("./fft < input | wc")
 *
 * Replaced is what names an artifact and stands between blanks, quotes, = and shell operators.
 * AS_ERR_USAGE when COPIES has characters in it that a shell would act upon.
 */
enum as_status as_artifacts_text(const struct as_artifacts *a, uint32_t k, const char *text,
	struct as_arena *arena, const char **out, struct as_err *err) AS_MUST_CHECK;

#endif
