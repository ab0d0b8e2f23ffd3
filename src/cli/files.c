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
		status = as_fail(err, AS_ERR_SYS,
			"cannot write %s to '%.300s': the folder '%.300s' takes no files", what,
			path, directory);
	free(directory);
	return status;
}

/* ---- out ---- */

static enum as_status cannot_write(const struct as_file_out *f, struct as_err *err)
{
	return as_fail(err, AS_ERR_SYS, "cannot write %s to '%.300s'", f->what, f->path);
}

/* Through a link, to the file it names: renaming would replace the link. */
static char *real_target(const char *path)
{
	char *target = realpath(path, NULL);

	return target ? target : strdup(path);
}

static bool open_beside(struct as_file_out *f)
{
	struct as_text name = {0};

	f->target = real_target(f->path);
	as_text_addf(&name, "%s.XXXXXX", f->target ? f->target : "");
	f->fd = f->target && !name.failed ? mkstemp(name.data) : -1;
	if (f->fd < 0) {
		as_text_release(&name);
		return false;
	}
	f->temporary = name.data;
	mode_t mask = umask(0);
	umask(mask);
	return fchmod(f->fd, 0666 & ~mask) == 0;
}

/* Leave no trace. */
static void undo(struct as_file_out *f)
{
	if (f->fd >= 0)
		close(f->fd);
	if (f->temporary)
		unlink(f->temporary);
	free(f->target);
	free(f->temporary);
	*f = (struct as_file_out){.fd = -1, .path = f->path, .what = f->what};
}

enum as_status as_file_out_open(struct as_file_out *f, const char *path, const char *what,
	struct as_err *err)
{
	struct stat st;
	bool ok;

	*f = (struct as_file_out){.fd = -1, .path = path, .what = what};
	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) {
		f->fd = open(path, O_WRONLY | O_CLOEXEC);
		ok = f->fd >= 0;
	} else {
		ok = open_beside(f);
	}
	if (ok)
		return AS_OK;
	enum as_status status = cannot_write(f, err);
	undo(f);
	return status;
}

enum as_status as_try_writing(const char *path, const char *what, struct as_err *err)
{
	struct as_file_out f;
	struct stat sb;
	enum as_status st = as_check_writable(path, what, err);

	if (st || (!stat(path, &sb) && !S_ISREG(sb.st_mode))) /* opening a pipe waits */
		return st;
	st = as_file_out_open(&f, path, what, err);
	return st ? st : as_file_out_close(&f, false, err);
}

static enum as_status write_out(void *to, const char *bytes, size_t n, struct as_err *err)
{
	const struct as_file_out *f = to;

	while (n) {
		ssize_t done = write(f->fd, bytes, n);
		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return cannot_write(f, err);
		bytes += done;
		n -= (size_t)done;
	}
	return AS_OK;
}

struct as_sink as_file_out_sink(struct as_file_out *f)
{
	return (struct as_sink){.write = write_out, .to = f};
}

enum as_status as_file_out_close(struct as_file_out *f, bool keep, struct as_err *err)
{
	enum as_status st = AS_OK;

	if (keep && f->temporary && (fsync(f->fd) < 0 || rename(f->temporary, f->target) < 0)) {
		st = cannot_write(f, err);
	} else if (keep) {
		free(f->temporary);
		f->temporary = NULL; /* it has the other name now */
		if (close(f->fd) < 0)
			st = cannot_write(f, err);
		f->fd = -1;
	}
	undo(f);
	return st;
}

enum as_status as_write_file(const char *path, const char *bytes, size_t n, const char *what,
	struct as_err *err)
{
	struct as_file_out f;
	enum as_status st = as_file_out_open(&f, path, what, err);

	if (st)
		return st;
	st = write_out(&f, bytes, n, err);
	enum as_status closed = as_file_out_close(&f, !st, st ? NULL : err);
	return st ? st : closed;
}

/* ---- in ---- */

const char *as_file_in_name(const char *path)
{
	return strcmp(path, "-") != 0 ? path : "standard input";
}

enum as_status as_file_in_open(struct as_file_in *f, const char *path, struct as_err *err)
{
	*f = (struct as_file_in){.name = as_file_in_name(path)};
	f->fd = f->name != path ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	return f->fd >= 0 ? AS_OK : as_fail(err, AS_ERR_SYS, "cannot read '%.300s'", path);
}

static enum as_status read_in(void *from, char *to, size_t room, size_t *n, struct as_err *err)
{
	const struct as_file_in *f = from;
	ssize_t got;

	do
		got = read(f->fd, to, room);
	while (got < 0 && errno == EINTR);
	*n = got < 0 ? 0 : (size_t)got;
	return got < 0 ? as_fail(err, AS_ERR_SYS, "cannot read '%.300s'", f->name) : AS_OK;
}

struct as_source as_file_in_source(struct as_file_in *f)
{
	return (struct as_source){.read = read_in, .from = f};
}

void as_file_in_close(struct as_file_in *f)
{
	if (f->fd > STDIN_FILENO)
		close(f->fd);
	f->fd = -1;
}

enum as_status as_file_in_all(struct as_text *t, const char *path, struct as_err *err)
{
	struct as_file_in f;
	char piece[16384];
	size_t n = 0;
	enum as_status st = as_file_in_open(&f, path, err);

	if (st)
		return st;
	const struct as_source from = as_file_in_source(&f);
	do {
		st = from.read(from.from, piece, sizeof piece, &n, err);
		if (!st)
			as_text_add_n(t, piece, n);
	} while (!st && n);
	as_file_in_close(&f);
	return st ? st : as_text_finish(t, err);
}
