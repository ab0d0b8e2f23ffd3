/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/build/artifact_path.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"

/* What a shell takes as it is. */
#define PLAIN "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+./%@:,"

static char *take_text(struct as_text *t, struct as_arena *a)
{
	char *out = t->failed ? NULL : as_arena_strdup(a, as_text_str(t));

	as_text_release(t);
	return out;
}

/* Add the parts of path to t, but "." and empty ones; ".." as up. */
static void add_parts(struct as_text *t, const char *path, const char *up)
{
	while (*path) {
		size_t n = strcspn(path, "/");
		bool is_up = n == 2 && !memcmp(path, "..", 2);
		if (n && !(n == 1 && *path == '.')) {
			if (t->len && t->data[t->len - 1] != '/')
				as_text_char(t, '/');
			as_text_add_n(t, is_up ? up : path, is_up ? strlen(up) : n);
		}
		path += n;
		path += *path == '/';
	}
}

char *as_artifact_path_plain(const char *directory, const char *path, struct as_arena *a)
{
	size_t n = strlen(directory);
	struct as_text t = {0};

	while (n > 1 && directory[n - 1] == '/')
		n--;
	if (!strncmp(path, directory, n) && path[n] == '/')
		path += n;
	else if (*path == '/')
		as_text_char(&t, '/');
	add_parts(&t, path, "..");
	return take_text(&t, a);
}

char *as_artifact_path_kept(const char *plain, struct as_arena *a)
{
	struct as_text t = {0};

	if (*plain == '/')
		as_text_add(&t, "%root");
	add_parts(&t, plain, "%up");
	return take_text(&t, a);
}

bool as_artifact_folder(const struct as_artifacts *a, uint32_t k, char out[static PATH_MAX])
{
	int n = snprintf(out, PATH_MAX, "%s/b%04" PRIu32, a->copies, k);

	return n > 0 && n < PATH_MAX;
}

const char *as_artifacts_default(const char *directory, const char *word, struct as_arena *a)
{
	char *plain = *word ? as_artifact_path_plain(directory, word, a) : NULL;
	char path[PATH_MAX];
	struct stat sb;

	if (!plain || !*plain || *plain == '/' || word[strlen(word) - 1] == '/')
		return NULL;
	if (strchr(word, '/'))
		return plain;
	if (snprintf(path, sizeof path, "%s/%s", directory, word) >= PATH_MAX || stat(path, &sb) ||
		!S_ISREG(sb.st_mode))
		return NULL;
	return plain;
}

/* How many folders a path leads below where it begins; negative: above. -1 where it ever was. */
static int depth_of(const char *path)
{
	int depth = 0;

	while (*path && depth >= 0) {
		const size_t n = strcspn(path, "/");
		if (n == 2 && !memcmp(path, "..", 2))
			depth--;
		else if (n && !(n == 1 && *path == '.'))
			depth++;
		path += n;
		path += *path == '/';
	}
	return depth;
}

/* Below the root, by the folder that paths are relative to and the path itself. */
static bool is_inside(const char *root, const char *directory, const char *path)
{
	const size_t n = strlen(root);
	char whole[PATH_MAX];
	const int length = *path == '/' ? snprintf(whole, sizeof whole, "%s", path)
					: snprintf(whole, sizeof whole, "%s/%s", directory, path);

	return length < PATH_MAX && !strncmp(whole, root, n) && whole[n] == '/' &&
		depth_of(whole + n) > 0;
}

bool as_artifacts_inside(const struct as_artifacts *a, const char *root)
{
	for (size_t i = 0; i < a->n; i++)
		if (!is_inside(root, a->directory, a->v[i].path))
			return false;
	return true;
}

bool as_artifacts_is_plain(const char *path)
{
	return !path[strspn(path, PLAIN)];
}

static const struct as_artifact *find_artifact(const struct as_artifacts *a, const char *plain)
{
	for (size_t i = 0; i < a->n; i++)
		if (!strcmp(a->v[i].path, plain))
			return &a->v[i];
	return NULL;
}

static bool is_named_by(const struct as_artifacts *a, const char *path, struct as_arena *arena)
{
	char *plain = path ? as_artifact_path_plain(a->directory, path, arena) : NULL;

	return plain && *plain && path[strlen(path) - 1] != '/' && find_artifact(a, plain);
}

bool as_artifacts_named(const struct as_artifacts *a, const char *const *words, const char *text,
	struct as_arena *arena)
{
	for (size_t i = 0; words[i]; i++)
		if (is_named_by(a, words[i], arena))
			return true;
	for (size_t n = 0; text && *text; text += n) {
		text += strspn(text, AS_ENDS_A_NAME);
		n = strcspn(text, AS_ENDS_A_NAME);
		if (is_named_by(a, as_arena_strndup(arena, text, n), arena))
			return true;
	}
	return false;
}

const char *as_artifacts_path(const struct as_artifacts *a, uint32_t k, const char *path,
	struct as_arena *arena)
{
	char *plain = as_artifact_path_plain(a->directory, path, arena);
	const struct as_artifact *f = plain ? find_artifact(a, plain) : NULL;
	char folder[PATH_MAX];

	if (!plain)
		return NULL;
	if (!f || path[strlen(path) - 1] == '/' || !as_artifact_folder(a, k, folder))
		return path;
	return as_arena_printf(arena, "%s/%s", folder, f->kept);
}

enum as_status as_artifacts_words(const struct as_artifacts *a, uint32_t k,
	const char *const *words, struct as_arena *arena, const char *const **out,
	struct as_err *err)
{
	const char **v;
	size_t n = 0;

	while (words[n])
		n++;
	v = as_arena_array(arena, n + 1, sizeof *v);
	if (!v)
		return as_fail_memory(err);
	for (size_t i = 0; i < n; i++) {
		v[i] = as_artifacts_path(a, k, words[i], arena);
		if (!v[i])
			return as_fail_memory(err);
	}
	*out = v;
	return AS_OK;
}

/* Add a name of a shell's text to t: the copy's path if it names an artifact. */
static enum as_status add_name(struct as_text *t, const struct as_artifacts *a, uint32_t k,
	const char *name, struct as_arena *arena, struct as_err *err)
{
	const char *path = as_artifacts_path(a, k, name, arena);

	if (!path)
		return as_fail_memory(err);
	if (path != name && path[strspn(path, PLAIN)])
		return as_fail(err, AS_ERR_USAGE,
			"cannot put the copy '%s' in the place of '%s': a shell would not take "
			"that path as it is; name a folder without special characters in TMPDIR",
			path, name);
	as_text_add(t, path);
	return AS_OK;
}

enum as_status as_artifacts_text(const struct as_artifacts *a, uint32_t k, const char *text,
	struct as_arena *arena, const char **out, struct as_err *err)
{
	enum as_status st = AS_OK;
	struct as_text t = {0};

	while (*text && !st) {
		size_t n = strcspn(text, AS_ENDS_A_NAME);
		char *name = n ? as_arena_strndup(arena, text, n) : NULL;
		if (name)
			st = add_name(&t, a, k, name, arena, err);
		else if (n)
			st = as_fail_memory(err);
		text += n;
		if (*text)
			as_text_char(&t, *text++);
	}
	if (!st)
		st = as_text_finish(&t, err);
	const char *all = st ? NULL : as_arena_strdup(arena, as_text_str(&t));
	if (all)
		*out = all;
	else if (!st)
		st = as_fail_memory(err);
	as_text_release(&t);
	return st;
}
