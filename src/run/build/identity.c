/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/build/identity.h"

#include <fts.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <xxhash.h>

#include "clock/clock.h"
#include "run/build/artifact_path.h"
#include "run/layout/elf_layout.h"
#include "run/scratch.h"

enum { MOST_FILES = 1000000 };

struct identifying {
	const struct as_artifacts *a;
	XXH3_state_t *state; /* of code */
	struct as_identity *out;
	struct as_err *err;
};

static void finish(XXH3_state_t *state, char hex[static AS_HASH_HEX])
{
	XXH128_hash_t h = XXH3_128bits_digest(state);

	snprintf(hex, AS_HASH_HEX, "%016" PRIx64 "%016" PRIx64, h.high64, h.low64);
}

static enum as_status path_of(const char *folder, const struct as_artifact *f,
	char out[static PATH_MAX], struct as_err *err)
{
	if (snprintf(out, PATH_MAX, "%s/%s", folder, f->kept) < PATH_MAX)
		return AS_OK;
	return as_fail(err, AS_ERR_SYS, "cannot read '%s': the path is too long", folder);
}

enum as_status as_identity_hash(const struct as_artifacts *a, const char *folder,
	char hash[static AS_HASH_HEX], struct as_err *err)
{
	XXH3_state_t *state = XXH3_createState();
	enum as_status st = state ? AS_OK : as_fail_memory(err);
	char path[PATH_MAX];

	if (!st)
		XXH3_128bits_reset(state);
	for (size_t i = 0; i < a->n && !st; i++) {
		st = path_of(folder, &a->v[i], path, err);
		if (!st)
			st = as_probe_file_hash(path, hash, err);
		if (!st) {
			XXH3_128bits_update(state, a->v[i].path, strlen(a->v[i].path) + 1);
			XXH3_128bits_update(state, hash, AS_HASH_HEX);
		}
	}
	if (!st && a->n > 1)
		finish(state, hash);
	XXH3_freeState(state);
	return st;
}

/* One file, under a name that is the same wherever it lies. */
static enum as_status take_file(struct identifying *w, const char *name, const char *path)
{
	char whole[AS_HASH_HEX] = "";
	struct as_elf elf = {0};
	enum as_status st = as_elf_layout(path, &elf, w->err);

	if (!st && !*elf.loaded)
		st = as_probe_file_hash(path, whole, w->err);
	if (st)
		return st;
	XXH3_128bits_update(w->state, name, strlen(name) + 1);
	XXH3_128bits_update(w->state, elf.loaded, sizeof elf.loaded);
	XXH3_128bits_update(w->state, whole, sizeof whole);
	if (!*w->out->layout)
		memcpy(w->out->layout, elf.layout, sizeof elf.layout);
	return AS_OK;
}

/* ---- libraries ---- */

static bool is_library(const char *name)
{
	for (const char *at = name; (at = strstr(at, ".so")); at += 3)
		if (at > name && (!at[3] || at[3] == '.'))
			return true;
	return false;
}

/* Folders of git and of assay itself. */
static bool is_skipped(const FTSENT *e)
{
	return !strcmp(e->fts_name, ".git") || as_scratch_is_named(e->fts_name);
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

static enum as_status take_library(struct identifying *w, const FTSENT *e, size_t root)
{
	struct stat sb;

	if (stat(e->fts_path, &sb) || !S_ISREG(sb.st_mode))
		return AS_OK;
	/* One that cannot be read cannot be loaded. */
	char layout[AS_HASH_HEX];
	memcpy(layout, w->out->layout, sizeof layout);
	struct as_err *err = w->err;
	w->err = NULL;
	enum as_status st = take_file(w, e->fts_path + root, e->fts_path);
	w->err = err;
	memcpy(w->out->layout, layout, sizeof layout);
	return st == AS_ERR_MEM ? as_fail_memory(err) : AS_OK;
}

static enum as_status take_libraries(struct identifying *w, const char *folder, bool deep)
{
	char root[PATH_MAX];
	int length = snprintf(root, sizeof root, "%s", folder);
	char *const paths[] = {length < PATH_MAX ? root : NULL, NULL};
	FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR | FTS_NOSTAT | FTS_XDEV, by_name);
	enum as_status st = AS_OK;
	size_t n = 0;
	FTSENT *e;

	if (!tree)
		return as_fail_memory(w->err);
	while (!st && n < MOST_FILES && (e = fts_read(tree))) {
		n++;
		if (e->fts_info == FTS_D && e->fts_level && (!deep || is_skipped(e)))
			fts_set(tree, e, FTS_SKIP);
		else if (e->fts_level && e->fts_info != FTS_D && e->fts_info != FTS_DP &&
			 is_library(e->fts_name))
			st = take_library(w, e, strlen(folder));
	}
	if (n >= MOST_FILES) {
		const int64_t now = as_clock_now();
		XXH3_128bits_update(w->state, &now, sizeof now);
	}
	fts_close(tree);
	return st;
}

static enum as_status take_all(struct identifying *w, const char *folder)
{
	const struct as_artifacts *a = w->a;
	char path[PATH_MAX], number[24];
	enum as_status st = AS_OK;

	for (size_t i = 0; i < a->n && !st; i++) {
		snprintf(number, sizeof number, "%zu", i);
		st = path_of(folder, &a->v[i], path, w->err);
		if (!st)
			st = take_file(w, number, path);
	}
	if (!st)
		st = take_libraries(w, a->root ? a->root : a->directory, true);
	for (size_t i = 0; i < a->n && !st; i++) {
		const char *end = *a->v[i].path == '/' ? strrchr(a->v[i].path, '/') : NULL;
		int n = end ? snprintf(path, sizeof path, "%.*s", (int)(end - a->v[i].path),
				      a->v[i].path)
			    : 0;
		if (n > 0 && n < PATH_MAX)
			st = take_libraries(w, path, false);
	}
	return st;
}

enum as_status as_identity_of(const struct as_artifacts *a, const char *folder,
	struct as_identity *out, struct as_err *err)
{
	struct as_identity found = {.code = AS_BUILD_LOADED};
	struct identifying w = {.a = a, .state = XXH3_createState(), .out = &found, .err = err};
	enum as_status st = w.state ? AS_OK : as_fail_memory(err);

	if (!st) {
		XXH3_128bits_reset(w.state);
		st = take_all(&w, folder);
	}
	if (!st) {
		finish(w.state, found.code + strlen(AS_BUILD_LOADED));
		st = as_identity_hash(a, folder, found.hash, err);
	}
	if (!st)
		*out = found;
	XXH3_freeState(w.state);
	return st;
}

void as_identity_differ(
	const struct as_artifacts *a, const struct as_artifacts *b, uint32_t k, struct as_text *out)
{
	char folders[2][PATH_MAX], one[PATH_MAX], other[PATH_MAX];

	if (!as_artifact_folder(a, k, folders[0]) || !as_artifact_folder(b, k, folders[1]))
		return;
	for (size_t i = 0; i < a->n && i < b->n; i++)
		if (!path_of(folders[0], &a->v[i], one, NULL) &&
			!path_of(folders[1], &b->v[i], other, NULL))
			as_elf_differ(one, other, out);
}
