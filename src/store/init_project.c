/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/internal.h"

/* A file of these words, unless there is one of that name. */
static bool make_with(const char *path, const char *words)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd < 0)
		return errno == EEXIST;
	bool good = write(fd, words, strlen(words)) == (ssize_t)strlen(words);
	return close(fd) == 0 && good;
}

enum as_status as_store_init_project(const char *directory, char path[static AS_STORE_PATH_BYTES],
	bool *made, struct as_err *err)
{
	char dir[AS_STORE_PATH_BYTES], ignore[AS_STORE_PATH_BYTES], file[AS_STORE_PATH_BYTES];
	struct as_store *s = NULL;
	struct stat st;

	const int n = snprintf(ignore, sizeof ignore, "%s/.assay/.gitignore", directory);
	if (n < 0 || (size_t)n >= sizeof ignore)
		return as_fail(err, AS_ERR_USAGE,
			"cannot make a store in '%.60s…': the path is too long", directory);
	snprintf(dir, sizeof dir, "%s/.assay", directory);
	snprintf(file, sizeof file, "%s/.assay/store.db", directory);
	if ((mkdir(dir, 0700) != 0 && errno != EEXIST) || stat(dir, &st) != 0)
		return as_fail_sys(err, errno, "cannot make the store '%s'", file);
	if (!S_ISDIR(st.st_mode) || st.st_uid != geteuid())
		return as_fail(err, AS_ERR_STORE,
			"cannot make the store '%s': '%s' is %s; move it away, or name a store "
			"with --store",
			file, dir, S_ISDIR(st.st_mode) ? "another user's" : "no directory");
	bool there = access(file, F_OK) == 0;
	if (!make_with(ignore, "*\n"))
		return as_fail_sys(err, errno, "cannot make '%s'", ignore);
	enum as_status status = as_store_open(file, AS_STORE_WRITE, &s, err);
	as_store_close(s);
	if (status)
		return status;
	memcpy(path, file, sizeof file);
	*made = !there;
	return AS_OK;
}
