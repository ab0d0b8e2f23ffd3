/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/layout/object_cache.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "run/spawner/tool.h"

enum { LEAST_BYTES = 64 << 20, LINE_BYTES = 4096 };

/* All but the last part may be there; the last is ours. */
static bool make_folders(char *path)
{
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		bool ok = !mkdir(path, 0700) || errno == EEXIST;
		*slash = '/';
		if (!ok)
			return false;
	}
	return !mkdir(path, 0700) || errno == EEXIST;
}

/* A folder that others can write into would let them choose what is measured. */
static bool is_ours(const char *path)
{
	struct stat sb;

	return !lstat(path, &sb) && S_ISDIR(sb.st_mode) && sb.st_uid == geteuid() &&
		!(sb.st_mode & (S_IWGRP | S_IWOTH)) && !access(path, R_OK | W_OK | X_OK);
}

/* NULL when out of memory; "" where no variable names a place. */
static char *folder_of_user(const char *name, struct as_arena *a)
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (cache && *cache == '/')
		return as_arena_printf(a, "%s/assay/%s", cache, name);
	if (home && *home == '/')
		return as_arena_printf(a, "%s/.cache/assay/%s", home, name);
	return as_arena_printf(a, "%s", "");
}

const char *as_cache_folder(const char *name, bool make, struct as_arena *a)
{
	char *folder = folder_of_user(name, a);

	if (!folder || !*folder || (make && !make_folders(folder)))
		return NULL;
	return is_ours(folder) ? folder : NULL;
}

/* Half of what is free is left to others. */
static int64_t room_in(const char *path, int64_t wanted)
{
	struct statvfs vfs;

	if (statvfs(path, &vfs))
		return wanted;
	const double half = (double)vfs.f_bavail * (double)vfs.f_frsize / 2;
	return half < (double)wanted ? (int64_t)half : wanted;
}

/* Why there is none; NULL: there is. *room is how much it may hold. */
static const char *trouble(const char *ccache, char *folder, int64_t bytes, int64_t *room,
	struct as_arena *a)
{
	if (!bytes)
		return "none, as asked for";
	if (!ccache)
		return "none: ccache is not installed, so that each build compiles everything "
		       "anew; apt install ccache, or dnf install ccache";
	if (!*folder)
		return "none: neither XDG_CACHE_HOME nor HOME names a folder for it";
	if (!make_folders(folder) || !is_ours(folder))
		return as_arena_printf(a, "none: '%s' cannot be used, or is not this user's alone; "
			"set XDG_CACHE_HOME to a folder that is", folder);
	*room = room_in(folder, bytes);
	if (*room < LEAST_BYTES && *room < bytes)
		return as_arena_printf(a, "none: the disk of '%s' is nearly full; set "
			"XDG_CACHE_HOME to a folder with more room", folder);
	return NULL;
}

enum as_status as_object_cache_open(int64_t bytes, const char *scratch, struct as_arena *a,
	struct as_object_cache *out, struct as_err *err)
{
	const char *ccache = as_program_in_path("ccache", a);
	char *folder = folder_of_user("objects", a);
	int64_t room = bytes;

	*out = (struct as_object_cache){.log = NULL};
	if (!folder)
		return as_fail_memory(err);
	out->words = trouble(ccache, folder, bytes, &room, a);
	if (out->words)
		return AS_OK;
	const char *log = as_arena_printf(a, "%s/ccache.log", scratch);
	const char *const env[] = {as_arena_printf(a, "ASSAY_CCACHE=%s", ccache),
		as_arena_printf(a, "ASSAY_CCACHE_DIR=%s", folder),
		as_arena_printf(a, "ASSAY_CCACHE_MAXSIZE=%" PRId64 "Ki", room >> 10),
		/* Nothing of /etc/ccache.conf, which may be sloppy about what counts. */
		"ASSAY_CCACHE_CONFIGPATH=/dev/null",
		as_arena_printf(a, "ASSAY_CCACHE_STATSLOG=%s", log ? log : "")};

	_Static_assert(sizeof env / sizeof *env < AS_OBJECT_CACHE_WORDS, "too many variables");
	for (size_t i = 0; i < sizeof env / sizeof *env; i++)
		if (!env[i])
			return as_fail_memory(err);
	memcpy(out->env, env, sizeof env);
	out->log = log;
	out->words = as_arena_printf(a, "ccache, in %s", folder);
	return log && out->words ? AS_OK : as_fail_memory(err);
}

struct as_object_counts as_object_cache_counts(const struct as_object_cache *c)
{
	struct as_object_counts n = {0};
	char line[LINE_BYTES];
	FILE *f = c->log ? fopen(c->log, "re") : NULL;

	while (f && fgets(line, sizeof line, f)) {
		line[strcspn(line, "\n")] = '\0';
		n.found += !strcmp(line, "direct_cache_hit") ||
			!strcmp(line, "preprocessed_cache_hit");
		n.compiled += !strcmp(line, "cache_miss") || !strcmp(line, "recache");
	}
	if (f)
		fclose(f);
	return n;
}
