/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/build/artifact.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "run/build/artifact_path.h"
#include "run/build/copy_file.h"
#include "run/build/identity.h"

/* Times of files move in ticks of at most this: a change within one leaves the same time. */
#define TICK_NS 20000000

/* ---- life ---- */

static enum as_status check_copies(const char *copies, struct as_err *err)
{
	struct statvfs vfs;
	struct stat sb;

	if (stat(copies, &sb) || statvfs(copies, &vfs))
		return as_fail_sys(err, errno, "cannot keep builds in '%s'", copies);
	if (!S_ISDIR(sb.st_mode))
		return as_fail(err, AS_ERR_USAGE, "cannot keep builds in '%s': it is not a folder",
			copies);
	if (vfs.f_flag & ST_NOEXEC)
		return as_fail(err, AS_ERR_USAGE,
			"cannot keep builds in '%s': no program can be started there (it is "
			"mounted noexec); name another folder in TMPDIR",
			copies);
	return AS_OK;
}

static enum as_status add_path(struct as_artifacts *a, const char *path, struct as_err *err)
{
	size_t n = strlen(path);
	char *plain;

	if (!n || path[n - 1] == '/')
		return as_fail(err, AS_ERR_USAGE,
			"cannot take '%s' as an artifact: it is not the name of a file; name a "
			"file that the build makes",
			path);
	plain = as_artifact_path_plain(a->directory, path, &a->arena);
	if (!plain)
		return as_fail_memory(err);
	for (size_t i = 0; i < a->n; i++)
		if (!strcmp(a->v[i].path, plain))
			return AS_OK;
	a->v[a->n].path = plain;
	a->v[a->n].kept = as_artifact_path_kept(plain, &a->arena);
	if (!a->v[a->n].kept)
		return as_fail_memory(err);
	a->n++;
	return AS_OK;
}

enum as_status as_artifacts_init(struct as_artifacts *out, const char *directory,
	const char *copies, const char *const *paths, size_t n, struct as_err *err)
{
	struct as_artifacts a = {0};
	enum as_status st = check_copies(copies, err);

	if (st)
		return st;
	a.directory = as_arena_strdup(&a.arena, directory);
	a.copies = as_arena_strdup(&a.arena, copies);
	a.v = as_arena_array(&a.arena, n, sizeof *a.v);
	if (!a.directory || !a.copies || !a.v)
		st = as_fail_memory(err);
	for (size_t i = 0; i < n && !st; i++)
		st = add_path(&a, paths[i], err);
	if (st)
		as_arena_release(&a.arena);
	else
		*out = a;
	return st;
}

void as_artifacts_release(struct as_artifacts *a)
{
	char folder[PATH_MAX];

	for (uint32_t k = 0; k < a->kept && !a->stays; k++)
		if (as_artifact_folder(a, k, folder))
			as_remove_tree(folder);
	as_arena_release(&a->arena);
	*a = (struct as_artifacts){0};
}

/* ---- before and after a build ---- */

/* Where an artifact lies in the user's directory; false when that is too long. */
static bool original(const struct as_artifacts *a, const struct as_artifact *f,
	char out[static PATH_MAX])
{
	int n = *f->path == '/' ? snprintf(out, PATH_MAX, "%s", f->path)
				: snprintf(out, PATH_MAX, "%s/%s", a->directory, f->path);

	return n > 0 && n < PATH_MAX;
}

static struct as_artifact_state state_of(const struct stat *sb)
{
	return (struct as_artifact_state){.there = true, .device = sb->st_dev, .inode = sb->st_ino,
		.bytes = sb->st_size, .written = sb->st_mtim, .changed = sb->st_ctim};
}

static bool same_time(struct timespec x, struct timespec y)
{
	return x.tv_sec == y.tv_sec && x.tv_nsec == y.tv_nsec;
}

/* What the file system says of both is the same; the content may still differ. */
static bool same_state(const struct as_artifact_state *x, const struct as_artifact_state *y)
{
	return x->there && y->there && x->device == y->device && x->inode == y->inode &&
		x->bytes == y->bytes && same_time(x->written, y->written) &&
		same_time(x->changed, y->changed);
}

/* Nanoseconds from then until now, or more than a tick if they are far apart. */
static int64_t age_ns(struct timespec then)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	if (now.tv_sec - then.tv_sec > 1 || then.tv_sec - now.tv_sec > 1)
		return 2 * TICK_NS;
	return (now.tv_sec - then.tv_sec) * (int64_t)1000000000 + (now.tv_nsec - then.tv_nsec);
}

/* Wait until a change would leave another time than this. */
static void let_time_pass(struct timespec then)
{
	int64_t age = age_ns(then);

	if (age >= 0 && age < TICK_NS) {
		struct timespec rest = {.tv_nsec = (long)(TICK_NS - age)};
		while (clock_nanosleep(CLOCK_MONOTONIC, 0, &rest, &rest) == EINTR)
			;
	}
}

enum as_status as_artifacts_look(struct as_artifacts *a, struct as_err *err)
{
	char path[PATH_MAX];
	struct stat sb;

	for (size_t i = 0; i < a->n; i++) {
		struct as_artifact_state now = {0};
		if (!original(a, &a->v[i], path))
			return as_fail(err, AS_ERR_USAGE,
				"cannot look at '%s': the path is too long", a->v[i].path);
		if (!stat(path, &sb) && S_ISREG(sb.st_mode)) {
			now = state_of(&sb);
			let_time_pass(now.changed);
			/* One that cannot be read is new if its times are. */
			if (as_probe_file_hash(path, now.hash, NULL))
				now.hash[0] = '\0';
		}
		a->v[i].before = now;
	}
	return AS_OK;
}

static enum as_status missing(const struct as_artifacts *a, const struct as_artifact *f,
	const char *path, struct as_err *err)
{
	char target[PATH_MAX];
	ssize_t n = readlink(path, target, sizeof target);

	if (n >= 0)
		return as_fail(err, AS_ERR_BENCH,
			"cannot keep '%s' of the build: it is a symbolic link to '%.*s', which "
			"leads to no file; name the file itself with --artifact",
			f->path, (int)n, target);
	if (errno != ENOENT && errno != EINVAL)
		return as_fail(err, AS_ERR_BENCH, "cannot keep '%s' of the build: %s", f->path,
			strerror(errno));
	if (f->before.there)
		return as_fail(err, AS_ERR_BENCH,
			"cannot keep '%s' of the build: the build has removed it; name what it "
			"makes with --artifact",
			f->path);
	return as_fail(err, AS_ERR_BENCH,
		"cannot keep '%s' of the build: there is no such file in '%s' after it; name what "
		"it makes with --artifact", f->path, a->directory);
}

static enum as_status check_kind(const struct as_artifact *f, const struct stat *sb,
	struct as_err *err)
{
	if (S_ISDIR(sb->st_mode))
		return as_fail(err, AS_ERR_BENCH,
			"cannot keep '%s' of the build: it is a directory; name the files in it "
			"that are needed, each with --artifact",
			f->path);
	if (!S_ISREG(sb->st_mode))
		return as_fail(err, AS_ERR_BENCH,
			"cannot keep '%s' of the build: it is not a file but a device, a pipe or a "
			"socket", f->path);
	if (!sb->st_size)
		return as_fail(err, AS_ERR_BENCH,
			"cannot keep '%s' of the build: it is empty; did the build stop half-way?",
			f->path);
	return AS_OK;
}

static enum as_status check_changed(struct as_artifacts *a, const struct as_artifact *f,
	struct as_err *err)
{
	char path[PATH_MAX], hash[AS_HASH_HEX];
	struct as_artifact_state now;
	enum as_status st;
	struct stat sb;

	if (!original(a, f, path) || stat(path, &sb))
		return missing(a, f, path, err);
	st = check_kind(f, &sb, err);
	if (st)
		return st;
	now = state_of(&sb);
	if (!same_state(&now, &f->before))
		return AS_OK;
	if (as_probe_file_hash(path, hash, NULL) || strcmp(hash, f->before.hash) != 0)
		return AS_OK;
	a->untouched = true;
	return as_fail(err, AS_ERR_BENCH,
		"cannot keep '%s' of the build: the build left it untouched, so it is the one of "
		"before; let the command build always (make -B), or name what it makes with "
		"--artifact", f->path);
}

/* Sum of the sizes as they are now; left as it was where one is missing. */
static void see_bytes(struct as_artifacts *a)
{
	char path[PATH_MAX];
	int64_t sum = 0;
	struct stat sb;

	for (size_t i = 0; i < a->n; i++) {
		if (!original(a, &a->v[i], path) || stat(path, &sb) || !S_ISREG(sb.st_mode) ||
			__builtin_add_overflow(sum, (int64_t)sb.st_size, &sum))
			return;
	}
	a->bytes = sum;
}

enum as_status as_artifacts_changed(struct as_artifacts *a, struct as_err *err)
{
	enum as_status st = AS_OK;

	a->untouched = false;
	for (size_t i = 0; i < a->n && !st; i++)
		st = check_changed(a, &a->v[i], err);
	if (!st)
		see_bytes(a);
	return st;
}

/* ---- copies ---- */

enum as_status as_artifacts_room(struct as_artifacts *a, size_t builds, struct as_err *err)
{
	char what[128];
	int64_t bytes;

	see_bytes(a);
	if (a->cloned || !a->bytes || !builds)
		return AS_OK;
	bytes = builds > (size_t)(INT64_MAX / a->bytes) ? INT64_MAX : a->bytes * (int64_t)builds;
	snprintf(what, sizeof what, "%zu more build%s of '%.80s'", builds, builds == 1 ? "" : "s",
		a->v[0].path);
	return as_copy_room(a->copies, bytes, what, err);
}

static enum as_status keep_one(const struct as_artifacts *a, const struct as_artifact *f,
	const char *folder, bool *cloned, struct as_err *err)
{
	char from[PATH_MAX], to[PATH_MAX];
	int n = snprintf(to, sizeof to, "%s/%s", folder, f->kept);
	enum as_status st;

	if (!original(a, f, from) || n >= PATH_MAX)
		return as_fail(err, AS_ERR_SYS, "cannot copy '%s': the path is too long", f->path);
	st = as_make_parents(a->copies, to, err);
	return st ? st : as_copy_file(from, to, cloned, err);
}

static const char *some_hash(const char *hash, struct as_arena *strings, enum as_status *st,
	struct as_err *err)
{
	const char *copy = *hash ? as_arena_strdup(strings, hash) : NULL;

	if (*hash && !copy && !*st)
		*st = as_fail_memory(err);
	return copy;
}

static enum as_status fill_build(const struct as_artifacts *a, const struct as_identity *is,
	struct as_arena *strings, struct as_build *out, struct as_err *err)
{
	enum as_status st = AS_OK;
	struct as_build b = {
		.hash = some_hash(is->hash, strings, &st, err),
		.code = some_hash(is->code, strings, &st, err),
		.layout = some_hash(is->layout, strings, &st, err),
		.bytes = a->bytes,
	};

	if (!st)
		*out = b;
	return st;
}

static enum as_status keep_all(struct as_artifacts *a, const char *folder, struct as_identity *out,
	struct as_err *err)
{
	bool all_cloned = true, cloned = false;
	enum as_status st = AS_OK;

	for (size_t i = 0; i < a->n && !st; i++) {
		st = keep_one(a, &a->v[i], folder, &cloned, err);
		all_cloned = all_cloned && cloned;
	}
	if (!st)
		st = as_identity_of(a, folder, out, err);
	if (!st)
		a->cloned = all_cloned;
	return st;
}

bool as_artifacts_has(struct as_artifacts *a, uint32_t k, const char *hash)
{
	char folder[PATH_MAX], found[AS_HASH_HEX];

	if (!hash || k >= AS_ARTIFACTS_BUILDS || !as_artifact_folder(a, k, folder) ||
		as_identity_hash(a, folder, found, NULL) || strcmp(hash, found) != 0)
		return false;
	if (a->kept <= k)
		a->kept = k + 1;
	return true;
}

enum as_status as_artifacts_keep(struct as_artifacts *a, uint32_t k, struct as_arena *strings,
	struct as_build *out, struct as_err *err)
{
	char folder[PATH_MAX];
	struct as_identity is;
	enum as_status st;

	if (k >= AS_ARTIFACTS_BUILDS || !as_artifact_folder(a, k, folder))
		return as_fail(err, AS_ERR_ARG, "cannot keep build %" PRIu32 ": at most %d fit", k,
			AS_ARTIFACTS_BUILDS);
	see_bytes(a);
	as_remove_tree(folder);
	if (a->kept <= k)
		a->kept = k + 1;
	st = keep_all(a, folder, &is, err);
	if (!st)
		st = fill_build(a, &is, strings, out, err);
	if (st)
		as_remove_tree(folder);
	return st;
}

static enum as_status take_all(const struct as_artifacts *a, const char *from, const char *folder,
	struct as_err *err)
{
	char path[PATH_MAX], to[PATH_MAX];
	bool cloned = false;
	enum as_status st = AS_OK;

	for (size_t i = 0; i < a->n && !st; i++) {
		if (snprintf(path, sizeof path, "%s/%s", from, a->v[i].kept) >= PATH_MAX ||
			snprintf(to, sizeof to, "%s/%s", folder, a->v[i].kept) >= PATH_MAX)
			return as_fail(err, AS_ERR_SYS, "cannot copy '%s': the path is too long",
				a->v[i].path);
		st = as_make_parents(a->copies, to, err);
		if (!st)
			st = as_copy_file(path, to, &cloned, err);
	}
	return st;
}

enum as_status as_artifacts_take(struct as_artifacts *a, uint32_t k, const char *from,
	const char *hash, struct as_err *err)
{
	char folder[PATH_MAX];

	if (k >= AS_ARTIFACTS_BUILDS || !as_artifact_folder(a, k, folder))
		return as_fail(err, AS_ERR_ARG, "cannot take build %" PRIu32 ": at most %d fit", k,
			AS_ARTIFACTS_BUILDS);
	as_remove_tree(folder);
	enum as_status st = take_all(a, from, folder, err);
	if (!st && !as_artifacts_has(a, k, hash))
		st = as_fail(err, AS_ERR_DATA,
			"cannot take build %" PRIu32 " from '%.200s': its files are not what was "
			"built",
			k + 1, from);
	if (st)
		as_remove_tree(folder);
	return st;
}

enum as_status as_artifacts_give(const struct as_artifacts *a, uint32_t k, const char *to,
	struct as_err *err)
{
	char folder[PATH_MAX];
	struct stat sb;

	if (!as_artifact_folder(a, k, folder) || !stat(to, &sb))
		return AS_OK;
	if (!rename(folder, to))
		return AS_OK;
	return as_fail(err, AS_ERR_SYS, "cannot put build %" PRIu32 " into '%s'", k + 1, to);
}
