/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/build/copy_file.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEEPEST = 200 };

static enum as_status fail(const char *path, struct as_err *err)
{
	return as_fail_sys(err, errno, "cannot copy '%.300s'", path);
}

static enum as_status copy_link(const char *from, const char *to, struct as_err *err)
{
	char target[PATH_MAX];
	const ssize_t n = readlink(from, target, sizeof target - 1);

	if (n < 0)
		return fail(from, err);
	target[n] = '\0';
	return symlink(target, to) ? fail(to, err) : AS_OK;
}

static enum as_status copy_folder(const char *from, const char *to, int depth, struct as_err *err);

static enum as_status copy_any(const char *from, const char *to, int depth, struct as_err *err)
{
	bool cloned = false;
	struct stat sb;

	if (lstat(from, &sb))
		return fail(from, err);
	if (S_ISLNK(sb.st_mode))
		return copy_link(from, to, err);
	if (S_ISREG(sb.st_mode))
		return as_copy_file(from, to, &cloned, err);
	if (!S_ISDIR(sb.st_mode)) /* a socket or a pipe is no part of it */
		return AS_OK;
	enum as_status st = copy_folder(from, to, depth + 1, err);
	if (!st && chmod(to, sb.st_mode & 07777))
		st = fail(to, err);
	return st;
}

static enum as_status copy_entries(DIR *d, const char *from, const char *to, int depth,
	struct as_err *err)
{
	char below[PATH_MAX], beside[PATH_MAX];
	enum as_status st = AS_OK;

	for (const struct dirent *e = readdir(d); e && !st; e = readdir(d)) {
		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
			continue;
		if (snprintf(below, sizeof below, "%s/%s", from, e->d_name) >= PATH_MAX ||
			snprintf(beside, sizeof beside, "%s/%s", to, e->d_name) >= PATH_MAX)
			return as_fail(err, AS_ERR_SYS,
				"cannot copy '%.300s': a path in it is too long", from);
		st = copy_any(below, beside, depth, err);
	}
	return st;
}

static enum as_status copy_folder(const char *from, const char *to, int depth, struct as_err *err)
{
	if (depth > DEEPEST)
		return as_fail(err, AS_ERR_SYS, "cannot copy '%.300s': folders lie too deep", from);
	if (mkdir(to, 0700))
		return fail(to, err);
	DIR *d = opendir(from);
	if (!d)
		return fail(from, err);
	const enum as_status st = copy_entries(d, from, to, depth, err);
	closedir(d);
	return st;
}

enum as_status as_copy_tree(const char *from, const char *to, struct as_err *err)
{
	return copy_any(from, to, 0, err);
}
