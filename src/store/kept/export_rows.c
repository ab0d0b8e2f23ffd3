/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of one experiment: a store of its own kind, in one piece. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/sql/sql.h"
#include "store/sqlite.h"

/* Write the experiment into the empty file; words call it path. */
static enum as_status fill_file(const char *file, const char *path, const struct as_experiment *x,
	const struct as_analysis *analysis, struct as_err *err)
{
	struct as_kept kept;
	struct as_store *s = as_store_new(&as_sqlite_engine, file, path);

	if (!s)
		return as_fail_memory(err);
	s->instead = "give --export another name";
	as_store_doing(s, "write");
	int rc = as_store_connect(s, s->file, SQLITE_OPEN_READWRITE);
	/* No journal and no waiting for the disk: a file that did not get ready is thrown away. */
	if (rc == SQLITE_OK)
		rc = as_sql_exec(s, "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF");
	enum as_status st = rc == SQLITE_OK ? AS_OK : as_store_fail(s, rc, err);
	if (!st)
		st = as_store_schema(s, true, AS_STORE_KIND_EXPORT, err);
	if (!st)
		st = as_store_put_kept(s, x, analysis, &kept, err);
	as_store_close(s);
	return st;
}

/* Whether there is nothing of that name, or an export, which may be replaced. */
static enum as_status may_replace(const char *path, struct as_err *err)
{
	struct as_store *s = NULL;
	struct as_err why = {0};
	struct stat st;

	if (stat(path, &st) != 0 && errno == ENOENT)
		return AS_OK;
	enum as_status opened = as_store_open(path, AS_STORE_READ, &s, &why);
	bool is_export = !opened && s->kind == AS_STORE_KIND_EXPORT;
	as_store_close(s);
	if (is_export)
		return AS_OK;
	return as_fail(err, AS_ERR_STORE,
		"cannot export to '%s': %s, and only an earlier export is replaced; give another "
		"name",
		path, opened ? "it is there and no exported experiment" : "it is a store");
}

/* A name beside path that nobody has, and an empty file of it. */
static enum as_status make_temporary(const char *path, char out[static AS_STORE_PATH_BYTES],
	struct as_err *err)
{
	uint32_t number = 0;
	bool random = getrandom(&number, sizeof number, 0) == (ssize_t)sizeof number;
	int n = snprintf(out, AS_STORE_PATH_BYTES, "%s.%08x.tmp", path,
		random ? (unsigned)number : (unsigned)getpid());

	if (n < 0 || n >= AS_STORE_PATH_BYTES)
		return as_fail(err, AS_ERR_USAGE, "cannot export to '%.60s…': the name is too long",
			path);
	/* Shared on purpose, unlike a store: what the umask allows. */
	int fd = open(out, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0)
		return as_fail(err, AS_ERR_STORE,
			"cannot export to '%s': its directory cannot be written (%s); give another "
			"name",
			path, strerror(errno));
	close(fd);
	return AS_OK;
}

/* Bring the file, or the directory that holds path, to the disk. */
static bool sync_file(const char *file)
{
	int fd = open(file, O_RDONLY | O_CLOEXEC);
	bool good = fd >= 0 && fsync(fd) == 0;

	if (fd >= 0)
		close(fd);
	return good;
}

static void sync_directory(const char *path)
{
	char dir[AS_STORE_PATH_BYTES];
	const char *slash = strrchr(path, '/');

	if (!slash)
		sync_file(".");
	else if (snprintf(dir, sizeof dir, "%.*s", (int)(slash - path) + 1, path) > 0)
		sync_file(dir);
}

enum as_status as_store_export(const struct as_experiment *x, const struct as_analysis *analysis,
	const char *path, struct as_err *err)
{
	char temporary[AS_STORE_PATH_BYTES];
	enum as_status st = may_replace(path, err);

	if (!st)
		st = make_temporary(path, temporary, err);
	if (st)
		return st;
	st = fill_file(temporary, path, x, analysis, err);
	if (!st && (!sync_file(temporary) || rename(temporary, path) != 0))
		st = as_fail(err, AS_ERR_STORE, "cannot export to '%s': %s; give another name",
			path, errno == ENOSPC ? "the disk is full" : strerror(errno));
	if (st)
		unlink(temporary);
	else
		sync_directory(path);
	return st;
}

enum as_status as_store_export_try(const char *path, struct as_err *err)
{
	char temporary[AS_STORE_PATH_BYTES];
	enum as_status st = may_replace(path, err);

	if (!st)
		st = make_temporary(path, temporary, err);
	if (!st)
		unlink(temporary);
	return st;
}

enum as_status as_store_rescue(const char *folder, const struct as_experiment *x,
	const struct as_analysis *analysis, char path[static AS_STORE_PATH_BYTES],
	struct as_err *err)
{
	char name[AS_STORE_PATH_BYTES];
	struct stat st;

	for (int i = 0; i < 1000; i++) {
		char number[16] = "";
		if (i)
			snprintf(number, sizeof number, "-%d", i);
		if (snprintf(name, sizeof name, "%s/assay-%.12s%s.assay", folder,
			    x->uuid ? x->uuid : "unnamed", number) >= AS_STORE_PATH_BYTES)
			return as_fail(err, AS_ERR_USAGE, "cannot export to '%.60s…': the name is "
				"too long", folder);
		if (lstat(name, &st) != 0 && errno == ENOENT)
			break;
	}
	enum as_status status = as_store_export(x, analysis, name, err);
	if (!status)
		memcpy(path, name, sizeof name);
	return status;
}
