/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/build/named_files.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "probe/probe.h"
#include "run/build/artifact_path.h"

enum { SIDES = 2 };

static bool same(const struct as_named_files *f, const char *name)
{
	const char *const words[] = {name, NULL};
	char path[SIDES][PATH_MAX], hash[SIDES][AS_HASH_HEX];
	bool there[SIDES];

	if (!*name || *name == '/' || as_artifacts_named(f->except, words, NULL, f->arena))
		return true;
	for (int i = 0; i < SIDES; i++) {
		struct stat st;
		int n = snprintf(path[i], PATH_MAX, "%s/%s", f->folders[i], name);

		there[i] = n > 0 && n < PATH_MAX && !stat(path[i], &st) && S_ISREG(st.st_mode);
	}
	if (!there[0] || !there[1])
		return there[0] == there[1];
	return !as_probe_file_hash(path[0], hash[0], NULL) &&
	       !as_probe_file_hash(path[1], hash[1], NULL) && !strcmp(hash[0], hash[1]);
}

bool as_named_files_same(const struct as_named_files *f, const char *text)
{
	if (!text)
		return true;
	if (!same(f, text))
		return false;
	for (size_t n = 0; *text; text += n) {
		text += strspn(text, AS_ENDS_A_NAME);
		n = strcspn(text, AS_ENDS_A_NAME);
		const char *name = as_arena_strndup(f->arena, text, n);
		if (!name || !same(f, name))
			return false;
	}
	return true;
}

static bool is_there(const char *folder, const char *name)
{
	char path[PATH_MAX];
	struct stat st;
	const int n = snprintf(path, sizeof path, "%s/%s", folder, name);

	return n > 0 && n < PATH_MAX && !stat(path, &st);
}

const char *as_named_file_lacking(const char *has, const char *lacks, const char *text,
	struct as_arena *a)
{
	for (size_t n = 0; text && *text; text += n) {
		text += strspn(text, AS_ENDS_A_NAME);
		n = strcspn(text, AS_ENDS_A_NAME);
		const char *name = as_arena_strndup(a, text, n);
		if (name && *name && *name != '/' && is_there(has, name) && !is_there(lacks, name))
			return name;
	}
	return NULL;
}
