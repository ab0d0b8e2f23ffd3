/* SPDX-License-Identifier: GPL-3.0-or-later */
/* To be preloaded: KILL at a chosen instant of what a program does to a file. KILLS names a file with
 * one line `DOING SUFFIX N HOW`: the N-th DOING (write, sync, cut, remove) of a file whose name ends
 * with SUFFIX (.journal, -wal, .db) is the last. HOW is before, torn (half of it is written), or
 * after. What was done goes to the end of the file KILLS.hit. Without a line nobody dies. */
#undef _FILE_OFFSET_BITS /* both names of a function are wanted, whichever a library calls */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct aim {
	char doing[16], suffix[16], how[16];
	long left;
};

static const struct aim *aim_of(const char *doing, const char *path)
{
	static struct aim aim;
	static int known;
	const char *file = getenv("KILLS");
	size_t n = strlen(path);

	if (!known && file) {
		char line[80] = "";
		int fd = (int)syscall(SYS_openat, AT_FDCWD, file, O_RDONLY | O_CLOEXEC);
		ssize_t got = fd >= 0 ? read(fd, line, sizeof line - 1) : -1;
		if (fd >= 0)
			close(fd);
		if (got <= 0 || sscanf(line, "%15s %15s %ld %15s", aim.doing, aim.suffix, &aim.left,
				aim.how) != 4)
			aim.left = 0;
	}
	known = 1;
	size_t m = strlen(aim.suffix);
	if (aim.left <= 0 || strcmp(aim.doing, doing) || n < m || strcmp(path + n - m, aim.suffix))
		return NULL;
	return --aim.left ? NULL : &aim;
}

static const struct aim *aim_at(const char *doing, int fd)
{
	char link[64], path[4096];

	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	ssize_t n = readlink(link, path, sizeof path - 1);
	path[n > 0 ? n : 0] = '\0';
	return aim_of(doing, path);
}

static void die(const struct aim *a)
{
	char path[4096], line[80];

	snprintf(path, sizeof path, "%s.hit", getenv("KILLS"));
	int n = snprintf(line, sizeof line, "%s %s %s\n", a->doing, a->suffix, a->how);
	int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, 0600);
	if (fd >= 0)
		syscall(SYS_write, fd, line, (size_t)n);
	kill(getpid(), SIGKILL);
	pause();
}

/* Before the deed: those who die before, and how much of it is done by those who are torn. */
static size_t begin(const struct aim *a, size_t bytes)
{
	if (a && !strcmp(a->how, "before"))
		die(a);
	return a && !strcmp(a->how, "torn") ? bytes / 2 : bytes;
}

ssize_t pwrite64(int fd, const void *p, size_t bytes, off64_t at)
{
	const struct aim *a = aim_at("write", fd);
	long n = syscall(SYS_pwrite64, fd, p, begin(a, bytes), at);

	if (a)
		die(a);
	return (ssize_t)n;
}

ssize_t pwrite(int fd, const void *p, size_t bytes, off_t at)
{
	return pwrite64(fd, p, bytes, at);
}

int fdatasync(int fd)
{
	const struct aim *a = aim_at("sync", fd);

	begin(a, 0);
	long rc = syscall(SYS_fdatasync, fd);
	if (a)
		die(a);
	return (int)rc;
}

int ftruncate64(int fd, off64_t size)
{
	const struct aim *a = aim_at("cut", fd);

	begin(a, 0);
	long rc = syscall(SYS_ftruncate, fd, size);
	if (a)
		die(a);
	return (int)rc;
}

int ftruncate(int fd, off_t size)
{
	return ftruncate64(fd, size);
}

int unlink(const char *path)
{
	const struct aim *a = aim_of("remove", path);

	begin(a, 0);
	long rc = syscall(SYS_unlinkat, AT_FDCWD, path, 0);
	if (a)
		die(a);
	return (int)rc;
}
