/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

enum as_status as_check_readable(const char *path, const char *what, struct as_err *err)
{
	struct stat st;

	if (stat(path, &st) < 0 || access(path, R_OK) < 0)
		return as_fail(err, AS_ERR_SYS, "cannot read '%.300s', %s", path, what);
	if (S_ISDIR(st.st_mode))
		return as_fail_sys(err, EISDIR, "cannot read '%.300s', %s", path, what);
	return AS_OK;
}

/* The directory that path is in; the caller frees it. */
static char *directory_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return strdup(".");
	return slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
}

enum as_status as_check_writable(const char *path, const char *what, struct as_err *err)
{
	struct stat st;
	enum as_status status = AS_OK;

	if (!*path)
		return as_fail(err, AS_ERR_USAGE, "cannot write %s to a file without a name", what);
	if (stat(path, &st) == 0) {
		if (S_ISDIR(st.st_mode))
			return as_fail_sys(err, EISDIR, "cannot write %s to '%.300s'", what, path);
		if (access(path, W_OK) < 0)
			return as_fail(err, AS_ERR_SYS, "cannot write %s to '%.300s'", what, path);
		return AS_OK;
	}
	if (errno != ENOENT)
		return as_fail(err, AS_ERR_SYS, "cannot write %s to '%.300s'", what, path);
	char *directory = directory_of(path);
	if (!directory)
		return as_fail_memory(err);
	if (access(directory, W_OK | X_OK) < 0)
		status = as_fail(err, AS_ERR_SYS, "cannot write %s to '%.300s': there is no writing in '%.300s'",
			what, path, directory);
	free(directory);
	return status;
}

static bool write_and_close(int fd, const char *bytes, size_t n, bool sync)
{
	while (n) {
		ssize_t done = write(fd, bytes, n);
		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			break;
		bytes += done;
		n -= (size_t)done;
	}
	int saved = n || (sync && fsync(fd) < 0) ? errno : 0;
	if (close(fd) < 0 && !saved)
		saved = errno;
	errno = saved;
	return !saved;
}

/* Through a link, to the file it names: renaming would replace the link. */
static char *real_target(const char *path)
{
	char *target = realpath(path, NULL);

	return target ? target : strdup(path);
}

static bool replace_file(const char *path, const char *bytes, size_t n)
{
	char *target = real_target(path);
	struct as_text name = {0};
	bool ok = false;

	as_text_addf(&name, "%s.XXXXXX", target ? target : "");
	int fd = target && !name.failed ? mkstemp(name.data) : -1;
	if (fd >= 0) {
		mode_t mask = umask(0);
		umask(mask);
		ok = fchmod(fd, 0666 & ~mask) == 0;
		ok = write_and_close(fd, bytes, n, true) && ok && rename(name.data, target) == 0;
		if (!ok) {
			int saved = errno;
			unlink(name.data);
			errno = saved;
		}
	}
	free(target);
	as_text_release(&name);
	return ok;
}

enum as_status as_write_file(const char *path, const char *bytes, size_t n, const char *what,
	struct as_err *err)
{
	struct stat st;
	bool ok;

	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) {
		int fd = open(path, O_WRONLY | O_CLOEXEC);
		ok = fd >= 0 && write_and_close(fd, bytes, n, false);
	} else {
		ok = replace_file(path, bytes, n);
	}
	return ok ? AS_OK : as_fail(err, AS_ERR_SYS, "cannot write %s to '%.300s'", what, path);
}
