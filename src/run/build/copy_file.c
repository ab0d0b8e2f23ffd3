/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/build/copy_file.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <linux/fs.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { BUFFER_BYTES = 64 * 1024, COPY_STEP = 1 << 30, REMOVE_FDS = 16 };

/* "1.5 GB" */
static void size_words(int64_t bytes, char out[static 24])
{
	static const char *const units[] = {"bytes", "kB", "MB", "GB", "TB"};
	double x = (double)bytes;
	size_t i = 0;

	while (x >= 1000 && i < 4) {
		x /= 1000;
		i++;
	}
	snprintf(out, 24, i ? "%.1f %s" : "%.0f %s", x, units[i]);
}

enum as_status as_copy_room(const char *folder, int64_t bytes, const char *what,
	struct as_err *err)
{
	char need[24], have[24], keep[24];
	struct statvfs vfs;
	uint64_t free_bytes;

	if (statvfs(folder, &vfs))
		return as_fail(err, AS_ERR_SYS, "cannot see how much room there is in '%s'",
			folder);
	if (__builtin_mul_overflow((uint64_t)vfs.f_bavail, (uint64_t)vfs.f_frsize, &free_bytes) ||
		free_bytes > INT64_MAX)
		return AS_OK;
	if (bytes <= (int64_t)free_bytes - AS_COPY_RESERVE)
		return AS_OK;
	size_words(bytes, need);
	size_words((int64_t)free_bytes, have);
	size_words(AS_COPY_RESERVE, keep);
	return as_fail_sys(err, ENOSPC,
		"cannot keep %s in '%s': that takes %s, and of the %s that are free there %s have "
		"to stay; make room, name a larger disk in TMPDIR, or ask for fewer builds",
		what, folder, need, have, keep);
}

static enum as_status cannot_write(const char *to, struct as_err *err)
{
	return as_fail(err, AS_ERR_SYS, "cannot write the copy '%s'", to);
}

static enum as_status write_all(int fd, const char *p, size_t n, const char *to, struct as_err *err)
{
	while (n) {
		ssize_t done = write(fd, p, n);
		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return cannot_write(to, err);
		p += done;
		n -= (size_t)done;
	}
	return AS_OK;
}

/* By read and write: where the kernel cannot copy between these files itself. */
static enum as_status copy_by_hand(const int fd[static 2], const char *from, const char *to,
	int64_t *copied, struct as_err *err)
{
	char buffer[BUFFER_BYTES];
	ssize_t got;

	while ((got = read(fd[0], buffer, sizeof buffer)) != 0) {
		enum as_status st;
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return as_fail(err, AS_ERR_SYS, "cannot read '%s' to copy it", from);
		st = write_all(fd[1], buffer, (size_t)got, to, err);
		if (st)
			return st;
		*copied += got;
	}
	return AS_OK;
}

static enum as_status copy_bytes(const int fd[static 2], const char *from, const char *to,
	int64_t *copied, struct as_err *err)
{
	ssize_t got;

	do {
		got = copy_file_range(fd[0], NULL, fd[1], NULL, COPY_STEP, 0);
		if (got > 0)
			*copied += got;
	} while (got > 0 || (got < 0 && errno == EINTR));
	if (got < 0 && (errno == ENOSPC || errno == EDQUOT || errno == EFBIG))
		return cannot_write(to, err);
	/* Not between these file systems, or some that claim to be at the end from the start. */
	return copy_by_hand(fd, from, to, copied, err);
}

static enum as_status fill_copy(const int fd[static 2], const char *from, const char *to,
	const struct stat *sb, bool *cloned, struct as_err *err)
{
	const struct timespec times[2] = {sb->st_atim, sb->st_mtim};
	char folder[PATH_MAX], what[PATH_MAX + 32];
	const char *slash = strrchr(to, '/');
	enum as_status st = AS_OK;
	int64_t copied = 0;

	*cloned = ioctl(fd[1], FICLONE, fd[0]) == 0;
	if (!*cloned) {
		snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - to) : 1,
			slash ? to : ".");
		snprintf(what, sizeof what, "the copy of '%s'", from);
		st = as_copy_room(folder, sb->st_size, what, err);
		if (!st)
			st = copy_bytes(fd, from, to, &copied, err);
		if (!st && copied != sb->st_size)
			st = as_fail(err, AS_ERR_BENCH,
				"cannot copy '%s': it changes while it is copied; is the build "
				"still running in the background?",
				from);
	}
	if (!st && (fchmod(fd[1], sb->st_mode & 07777) || futimens(fd[1], times)))
		st = cannot_write(to, err);
	return st;
}

enum as_status as_copy_file(const char *from, const char *to, bool *cloned, struct as_err *err)
{
	int fd[2] = {open(from, O_RDONLY | O_CLOEXEC | O_NONBLOCK), -1};
	enum as_status st;
	struct stat sb;
	bool shared;

	if (fd[0] < 0 || fstat(fd[0], &sb))
		st = as_fail(err, AS_ERR_BENCH, "cannot copy '%s': %s", from, strerror(errno));
	else if (!S_ISREG(sb.st_mode))
		st = as_fail(err, AS_ERR_BENCH, "cannot copy '%s': it is not a file", from);
	else
		st = AS_OK;
	if (st)
		goto out;
	fd[1] = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd[1] < 0) {
		st = cannot_write(to, err);
		goto out;
	}
	st = fill_copy(fd, from, to, &sb, &shared, err);
	/* Some file systems tell only now that it did not fit. */
	if (close(fd[1]) && !st)
		st = cannot_write(to, err);
	if (st)
		unlink(to);
	else
		*cloned = shared;
out:
	if (fd[0] >= 0)
		close(fd[0]);
	return st;
}

enum as_status as_make_parents(const char *folder, const char *path, struct as_err *err)
{
	char part[PATH_MAX];

	if (strlen(path) >= sizeof part)
		return as_fail(err, AS_ERR_SYS, "cannot make '%s': the path is too long", path);
	for (const char *p = strchr(path + strlen(folder) + 1, '/'); p; p = strchr(p + 1, '/')) {
		snprintf(part, sizeof part, "%.*s", (int)(p - path), path);
		if (mkdir(part, 0755) && errno != EEXIST)
			return as_fail(err, AS_ERR_SYS, "cannot make the folder '%s'", part);
	}
	return AS_OK;
}

static int drop(const char *path, const struct stat *sb, int type, struct FTW *at)
{
	(void)sb;
	(void)type;
	(void)at;
	remove(path);
	return 0;
}

void as_remove_tree(const char *folder)
{
	nftw(folder, drop, REMOVE_FDS, FTW_DEPTH | FTW_PHYS);
}
