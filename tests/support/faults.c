/* SPDX-License-Identifier: GPL-3.0-or-later */
/* To be preloaded: one call that assay makes fails. FAULT is `KIND N`: of KIND memory, the N-th request for
 * memory has no answer; of KIND files, the N-th open, read, write, sync, cut, rename, folder made or lock of
 * something below the folder FAULT_UNDER fails; of KIND locks all locks there do, as on a file system
 * without any. N 0: none fails. At its end, and when the call fails, a line says what was
 * counted: `N NAME PATH` is added to the file FAULT_LOG. Only in a program called assay: what it starts runs
 * as ever. */
#undef _FILE_OFFSET_BITS /* both names of a function are wanted, whichever a library calls */
#undef _FORTIFY_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static bool memory_on, files_on, locks_on;
static long at, counted;
static const char *under, *log_path;
static size_t under_bytes;

/* The C library's own, below the names that are taken here. */
extern void *__libc_malloc(size_t n);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *p, size_t n);

static void note(const char *name, const char *path)
{
	char line[4300];
	int n = snprintf(line, sizeof line, "%ld %s %s\n", counted, name, path);
	int fd = log_path ? (int)syscall(SYS_openat, AT_FDCWD, log_path,
				    O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)
			  : -1;

	if (fd < 0)
		return;
	syscall(SYS_write, fd, line, n < (int)sizeof line ? (size_t)n : sizeof line - 1);
	syscall(SYS_close, fd);
}

__attribute__((constructor)) static void begin(void)
{
	const char *fault = getenv("FAULT");
	char kind[16] = "";

	if (!fault || strcmp(program_invocation_short_name, "assay") != 0 ||
		sscanf(fault, "%15s %ld", kind, &at) != 2)
		return;
	under = getenv("FAULT_UNDER");
	under_bytes = under ? strlen(under) : 0;
	log_path = getenv("FAULT_LOG");
	unsetenv("LD_PRELOAD");
	memory_on = !strcmp(kind, "memory");
	files_on = under && !strcmp(kind, "files");
	locks_on = under && !strcmp(kind, "locks");
}

__attribute__((destructor)) static void end(void)
{
	const bool on = memory_on || files_on;

	memory_on = files_on = false;
	if (on)
		note("calls", "");
}

/* ---- memory ---- */

static bool memory_fails(void)
{
	if (!memory_on || __atomic_add_fetch(&counted, 1, __ATOMIC_RELAXED) != at)
		return false;
	note("memory", "");
	errno = ENOMEM;
	return true;
}

void *malloc(size_t n)
{
	return memory_fails() ? NULL : __libc_malloc(n);
}

void *calloc(size_t n, size_t size)
{
	return memory_fails() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t n)
{
	return memory_fails() ? NULL : __libc_realloc(p, n);
}

/* ---- files ---- */

static bool is_under(int folder, const char *path)
{
	char whole[8192], link[64];
	ssize_t n = 0;

	if (*path == '/') {
		snprintf(whole, sizeof whole, "%s", path);
	} else {
		if (folder == AT_FDCWD)
			snprintf(link, sizeof link, "/proc/self/cwd");
		else
			snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
		n = readlink(link, whole, 4096);
		snprintf(whole + (n > 0 ? n : 0), 4096, "/%s", path);
	}
	return !strncmp(whole, under, under_bytes);
}

static bool fails(const char *name, const char *path, int error)
{
	if (__atomic_add_fetch(&counted, 1, __ATOMIC_RELAXED) != at)
		return false;
	note(name, path);
	errno = error;
	return true;
}

static bool path_fails(const char *name, int folder, const char *path, int error)
{
	return files_on && is_under(folder, path) && fails(name, path, error);
}

/* The file is one of those that count; its path goes to path. */
static bool counts(int fd, char path[static 4096])
{
	char link[64];

	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	ssize_t n = readlink(link, path, 4095);
	path[n > 0 ? n : 0] = '\0';
	return !strncmp(path, under, under_bytes);
}

static bool file_fails(const char *name, int fd, int error)
{
	char path[4096];

	return files_on && counts(fd, path) && fails(name, path, error);
}

static int open_it(int folder, const char *path, int flags, mode_t mode)
{
	if (path_fails("open", folder, path, EMFILE))
		return -1;
	return (int)syscall(SYS_openat, folder, path, flags, mode);
}

#define MODE_OF(flags, last)                                                                       \
	mode_t mode = 0;                                                                           \
	if ((flags) & (O_CREAT | __O_TMPFILE)) {                                                   \
		va_list list;                                                                      \
		va_start(list, last);                                                              \
		mode = va_arg(list, mode_t);                                                       \
		va_end(list);                                                                      \
	}

int open(const char *path, int flags, ...)
{
	MODE_OF(flags, flags)
	return open_it(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
	MODE_OF(flags, flags)
	return open_it(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...)
{
	MODE_OF(flags, flags)
	return open_it(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...)
{
	MODE_OF(flags, flags)
	return open_it(folder, path, flags, mode);
}

int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
int __openat_2(int folder, const char *path, int flags);
int __openat64_2(int folder, const char *path, int flags);

int __open_2(const char *path, int flags)
{
	return open_it(AT_FDCWD, path, flags, 0);
}

int __open64_2(const char *path, int flags)
{
	return open_it(AT_FDCWD, path, flags, 0);
}

int __openat_2(int folder, const char *path, int flags)
{
	return open_it(folder, path, flags, 0);
}

int __openat64_2(int folder, const char *path, int flags)
{
	return open_it(folder, path, flags, 0);
}

/* Reads and writes of streams are the C library's own calls: of these the opening alone can fail here. */
static FILE *stream(const char *path, const char *mode, const char *real)
{
	FILE *(*next)(const char *, const char *);

	if (path_fails("open", AT_FDCWD, path, EMFILE))
		return NULL;
	*(void **)&next = dlsym(RTLD_NEXT, real);
	return next(path, mode);
}

FILE *fopen(const char *path, const char *mode)
{
	return stream(path, mode, "fopen");
}

FILE *fopen64(const char *path, const char *mode)
{
	return stream(path, mode, "fopen64");
}

ssize_t read(int fd, void *p, size_t n)
{
	return file_fails("read", fd, EIO) ? -1 : (ssize_t)syscall(SYS_read, fd, p, n);
}

ssize_t pread64(int fd, void *p, size_t n, off64_t from)
{
	return file_fails("read", fd, EIO) ? -1 : (ssize_t)syscall(SYS_pread64, fd, p, n, from);
}

ssize_t pread(int fd, void *p, size_t n, off_t from)
{
	return pread64(fd, p, n, from);
}

ssize_t __read_chk(int fd, void *p, size_t n, size_t room);
ssize_t __pread_chk(int fd, void *p, size_t n, off_t from, size_t room);
ssize_t __pread64_chk(int fd, void *p, size_t n, off64_t from, size_t room);

ssize_t __read_chk(int fd, void *p, size_t n, size_t room)
{
	return n > room ? (abort(), -1) : read(fd, p, n);
}

ssize_t __pread_chk(int fd, void *p, size_t n, off_t from, size_t room)
{
	return n > room ? (abort(), -1) : pread64(fd, p, n, from);
}

ssize_t __pread64_chk(int fd, void *p, size_t n, off64_t from, size_t room)
{
	return n > room ? (abort(), -1) : pread64(fd, p, n, from);
}

ssize_t write(int fd, const void *p, size_t n)
{
	return file_fails("write", fd, ENOSPC) ? -1 : (ssize_t)syscall(SYS_write, fd, p, n);
}

ssize_t writev(int fd, const struct iovec *v, int n)
{
	return file_fails("write", fd, ENOSPC) ? -1 : (ssize_t)syscall(SYS_writev, fd, v, n);
}

ssize_t pwrite64(int fd, const void *p, size_t n, off64_t to)
{
	return file_fails("write", fd, ENOSPC) ? -1 : (ssize_t)syscall(SYS_pwrite64, fd, p, n, to);
}

ssize_t pwrite(int fd, const void *p, size_t n, off_t to)
{
	return pwrite64(fd, p, n, to);
}

int fsync(int fd)
{
	return file_fails("sync", fd, EIO) ? -1 : (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd)
{
	return file_fails("sync", fd, EIO) ? -1 : (int)syscall(SYS_fdatasync, fd);
}

int ftruncate64(int fd, off64_t n)
{
	return file_fails("cut", fd, EIO) ? -1 : (int)syscall(SYS_ftruncate, fd, n);
}

int ftruncate(int fd, off_t n)
{
	return ftruncate64(fd, n);
}

int rename(const char *from, const char *to)
{
	return path_fails("rename", AT_FDCWD, from, EIO)
		? -1 : (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int renameat(int a, const char *from, int b, const char *to)
{
	return path_fails("rename", a, from, EIO)
		? -1 : (int)syscall(SYS_renameat2, a, from, b, to, 0);
}

int mkdir(const char *path, mode_t mode)
{
	return path_fails("mkdir", AT_FDCWD, path, ENOSPC)
		? -1 : (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

static int control(int fd, int what, void *how)
{
	const bool lock = what == F_SETLK || what == F_SETLKW;
	char path[4096];

	if (lock && locks_on && counts(fd, path)) {
		errno = ENOLCK;
		return -1;
	}
	if (lock && file_fails("lock", fd, EIO))
		return -1;
	return (int)syscall(SYS_fcntl, fd, what, how);
}

int fcntl(int fd, int what, ...)
{
	va_list list;

	va_start(list, what);
	void *how = va_arg(list, void *);
	va_end(list);
	return control(fd, what, how);
}

int fcntl64(int fd, int what, ...)
{
	va_list list;

	va_start(list, what);
	void *how = va_arg(list, void *);
	va_end(list);
	return control(fd, what, how);
}
