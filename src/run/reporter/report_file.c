/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/reporter/reporter.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/num.h"
#include "base/vec.h"
#include "run/reporter/report_parse.h"

enum { BUFFER_BYTES = 64 * 1024, OPEN_FOLDERS = 16 };

/* Files of a report: path itself and path.<pid>, in the order of the process ids. */
struct files {
	int64_t *pids; /* 0 stands for path itself */
	size_t n, cap;
};

static int by_pid(const void *x, const void *y)
{
	int64_t a, b;

	memcpy(&a, x, sizeof a);
	memcpy(&b, y, sizeof b);
	return (a > b) - (a < b);
}

/* Whether name belongs to the report called base, and whose it is. */
static bool is_sibling(const char *name, const char *base, int64_t *pid)
{
	size_t n = strlen(base);

	if (strncmp(name, base, n) != 0)
		return false;
	if (!name[n]) {
		*pid = 0;
		return true;
	}
	return name[n] == '.' && isdigit((unsigned char)name[n + 1]) && name[n + 1] != '0' &&
		as_parse_i64(name + n + 1, 1, INT64_MAX, pid);
}

static enum as_status list(const char *path, struct as_arena *a, struct files *out,
	struct as_err *err)
{
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
	const char *folder = slash ? as_arena_strndup(a, path, (size_t)(slash + 1 - path)) : ".";
	enum as_status st = AS_OK;
	DIR *d = NULL;
	struct dirent *e;
	int64_t pid;

	if (!folder)
		return as_fail_memory(err);
	d = opendir(folder);
	if (!d)
		return as_fail(err, AS_ERR_SYS, "cannot look for the report '%s' in its folder",
			path);
	while (!st && (errno = 0, e = readdir(d)))
		if (is_sibling(e->d_name, base, &pid) && !AS_PUSH(out->pids, out->n, out->cap, pid))
			st = as_fail_memory(err);
	if (!st && errno)
		st = as_fail(err, AS_ERR_SYS, "cannot look for the report '%s' in its folder",
			path);
	if (out->n)
		qsort(out->pids, out->n, sizeof *out->pids, by_pid);
	closedir(d);
	return st;
}

static const char *file_name(const char *path, int64_t pid, struct as_arena *a)
{
	return pid ? as_arena_printf(a, "%s.%lld", path, (long long)pid) : as_arena_strdup(a, path);
}

/* What messages call it: its path is that of a file that is gone when they are read. */
static const char *shown_name(int64_t pid, struct as_arena *a)
{
	return pid ? as_arena_printf(a, "process %lld", (long long)pid) : "";
}

static enum as_status too_large(struct as_err *err)
{
	return as_fail(err, AS_ERR_DATA,
		"it has over %zu MiB, the limit; report fewer iterations, or the mean of several "
		"as one with n=",
		AS_REPORT_MAX_BYTES >> 20);
}

/* Whatever the program put there must not block, lead elsewhere or be endless. */
static enum as_status open_report(const char *file, int *out, struct as_err *err)
{
	struct stat sb;
	int fd = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);

	if (fd < 0 && errno != ELOOP && errno != ENXIO)
		return as_fail(err, AS_ERR_SYS, "cannot open the report '%s'", file);
	bool regular = fd >= 0 && !fstat(fd, &sb) && S_ISREG(sb.st_mode);
	if (regular && sb.st_size <= (off_t)AS_REPORT_MAX_BYTES) {
		*out = fd;
		return AS_OK;
	}
	if (fd >= 0)
		close(fd);
	if (regular)
		return too_large(err);
	return as_fail(err, AS_ERR_DATA,
		"it is not a regular file; append lines to the file that $ASSAY_REPORT names");
}

static enum as_status read_file(struct as_report_parser *p, const char *file, const char *name,
	struct as_err *err)
{
	char buffer[BUFFER_BYTES];
	enum as_status st;
	size_t held = 0, used = 0;
	ssize_t got = 1;
	int fd = -1;

	st = open_report(file, &fd, err);
	if (st)
		return st;
	as_report_parser_begin(p, name);
	while (!st && got) {
		got = read(fd, buffer + held, sizeof buffer - held);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0) {
			st = as_fail(err, AS_ERR_SYS, "cannot read the report '%s'", file);
			break;
		}
		held += (size_t)got;
		p->bytes += (size_t)got;
		if (p->bytes > AS_REPORT_MAX_BYTES)
			st = too_large(err);
		else
			st = as_report_parser_feed(p, buffer, held, !got, &used, err);
		held -= used;
		memmove(buffer, buffer + used, held);
		used = 0;
	}
	close(fd);
	return st;
}

enum as_status as_reporter_read(const char *path, enum as_combine combine, struct as_report *out,
	struct as_err *err)
{
	struct as_report_parser p = {.combine = combine};
	struct as_arena *a = &p.report.arena;
	struct files f = {0};
	enum as_status st = list(path, a, &f, err);

	for (size_t i = 0; !st && i < f.n; i++) {
		const char *file = file_name(path, f.pids[i], a);
		const char *name = shown_name(f.pids[i], a);
		st = file && name ? read_file(&p, file, name, err) : as_fail_memory(err);
	}
	if (!st)
		st = as_report_parser_finish(&p, out, err);
	as_text_release(&p.coming.held);
	if (st)
		as_report_release(&p.report);
	free(f.pids);
	return st;
}

static int remove_one(const char *path, const struct stat *sb, int type, struct FTW *where)
{
	(void)sb;
	(void)type;
	(void)where;
	return remove(path);
}

/* Whatever a program has put there. */
static bool remove_tree(const char *path)
{
	return !nftw(path, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS) || errno == ENOENT;
}

enum as_status as_reporter_remove(const char *path, struct as_err *err)
{
	struct as_arena a = {0};
	struct files f = {0};
	enum as_status st = list(path, &a, &f, err);

	for (size_t i = 0; !st && i < f.n; i++) {
		const char *file = file_name(path, f.pids[i], &a);
		if (!file)
			st = as_fail_memory(err);
		else if (unlink(file) && errno != ENOENT && !remove_tree(file))
			st = as_fail(err, AS_ERR_SYS, "cannot remove the report '%s'", file);
	}
	free(f.pids);
	as_arena_release(&a);
	return st;
}
