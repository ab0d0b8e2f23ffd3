/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/num.h"
#include "base/text.h"
#include "store/sqlite.h"

/* Asking by fcntl would need to open the file, and closing it again would drop SQLite's locks. */
int64_t as_store_lock_holder(const char *path, const char *kind)
{
	char file[96], line[256];
	struct stat st;
	int64_t pid = 0;

	if (stat(path, &st) != 0)
		return 0;
	snprintf(file, sizeof file, " %02x:%02x:%llu ", major(st.st_dev), minor(st.st_dev),
		(unsigned long long)st.st_ino);
	FILE *f = fopen("/proc/locks", "re");
	while (f && !pid && fgets(line, sizeof line, f)) {
		char *at = strstr(line, file);
		if (!at || !strstr(line, kind))
			continue;
		*at = '\0';
		const char *number = strrchr(line, ' ');
		if (!number || !as_parse_i64(number + 1, 1, INT32_MAX, &pid))
			pid = 0;
	}
	if (f)
		fclose(f);
	return pid;
}

/* " (process 4711, 'assay')", or nothing; true: it is this one. */
static bool name_holder(const char *path, char *out, size_t size)
{
	char shm[AS_STORE_PATH_BYTES], comm[64] = "", file[64];
	int64_t pid;

	snprintf(shm, sizeof shm, "%s-shm", path);
	pid = as_store_lock_holder(shm, " WRITE "); /* with WAL, the writer's lock is there */
	if (!pid)
		pid = as_store_lock_holder(path, " WRITE ");
	out[0] = '\0';
	if (!pid || pid == getpid())
		return pid != 0;
	snprintf(file, sizeof file, "/proc/%lld/comm", (long long)pid);
	FILE *f = fopen(file, "re");
	if (f && fgets(comm, sizeof comm, f))
		comm[strcspn(comm, "\n")] = '\0';
	if (f)
		fclose(f);
	snprintf(out, size, " (process %lld%s%s%s)", (long long)pid, *comm ? ", '" : "", comm,
		*comm ? "'" : "");
	return false;
}

/* SQLite takes a file system that cannot lock for a lock that another has. A file without a name beside
 * the store tells: opening the store's own would drop locks when it is closed. errno; 0: it locks. */
static int lockless(const struct as_store *s)
{
	char folder[AS_STORE_PATH_BYTES];

	snprintf(folder, sizeof folder, "%s", s->path);
	char *slash = strrchr(folder, '/');
	if (slash)
		*slash = '\0';
	int fd = open(!slash ? "." : slash == folder ? "/" : folder, O_RDWR | O_TMPFILE | O_CLOEXEC,
		0600);
	const int why = fd >= 0 ? as_store_lock_error(fd) : 0;
	if (fd >= 0)
		close(fd);
	return why;
}

static enum as_status fail_locked(const struct as_store *s, struct as_err *err)
{
	char holder[128];

	if (name_holder(s->path, holder, sizeof holder))
		return as_fail(err, AS_ERR_STORE,
			"cannot %s '%s': another connection of this same program has kept it "
			"locked for %g s; try again, or %s",
			s->doing, s->path, s->wait_ms / 1e3, s->instead);
	const int why = *holder ? 0 : lockless(s);
	if (why)
		return as_store_fail_lockless(s->doing, s->path, why, err);
	return as_fail(err, AS_ERR_STORE,
		"cannot %s '%s': another program%s has kept it locked for %g s; try again when "
		"that has ended, or %s",
		s->doing, s->path, holder, s->wait_ms / 1e3, s->instead);
}

bool as_store_quick_check(struct as_store *s, char *out, size_t size)
{
	sqlite3_stmt *check = NULL;
	bool good = false;

	if (sqlite3_prepare_v2(s->db, "PRAGMA quick_check(1)", -1, &check, NULL) == SQLITE_OK &&
		sqlite3_step(check) == SQLITE_ROW) {
		const char *found = (const char *)sqlite3_column_text(check, 0);
		good = found && !strcmp(found, "ok");
		if (found && !good)
			snprintf(out, size, "%.200s", found);
	}
	for (char *p = out; *p; p++)
		if (*p == '\n')
			*p = ' ';
	sqlite3_finalize(check);
	return good;
}

static enum as_status fail_corrupt(struct as_store *s, struct as_err *err)
{
	char found[256];

	snprintf(found, sizeof found, "%s", sqlite3_errmsg(s->db));
	as_store_quick_check(s, found, sizeof found);
	return as_fail(err, AS_ERR_STORE,
		"cannot %s '%s': the file is damaged (%s); put back a copy of it, or move it away "
		"so that a new one is made",
		s->doing, s->path, found);
}

/* last is errno as it was when SQLite came back: it forgets the number when a COMMIT fails, but no
 * other call that it makes then can leave one of these. */
static enum as_status fail_io(const struct as_store *s, int last, struct as_err *err)
{
	int sys = sqlite3_system_errno(s->db);

	if (last == ENOSPC || last == EDQUOT || last == EFBIG || last == EIO)
		sys = last;
	if (sys == ENOSPC || sys == EDQUOT)
		return as_fail(err, AS_ERR_STORE, "cannot %s '%s': %s; free some space, or %s",
			s->doing, s->path,
			sys == ENOSPC ? "the disk is full" : "your disk quota is used up",
			s->instead);
	if (sys == EFBIG)
		return as_fail(err, AS_ERR_STORE,
			"cannot %s '%s': the file may not grow further (see `ulimit -f`); raise "
			"the limit, or %s",
			s->doing, s->path, s->instead);
	return as_fail(err, AS_ERR_STORE,
		"cannot %s '%s': the disk does not let it be read or written (%s); look at the "
		"disk, or %s",
		s->doing, s->path, sys ? strerror(sys) : sqlite3_errmsg(s->db), s->instead);
}

/* Where a file could not be made, SQLite tries to read it alone, and remembers that it is not there: not why.
 * Too many files of this process or of the system can be seen from outside. */
static const char *why_not_open(const struct as_store *s)
{
	int sys = sqlite3_system_errno(s->db);

	if (sys != ENOENT)
		return sys ? strerror(sys) : sqlite3_errmsg(s->db);
	int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	sys = fd < 0 ? errno : 0;
	if (fd >= 0)
		close(fd);
	return sys ? strerror(sys) : "the system did not say why";
}

static enum as_status fail_open(const struct as_store *s, struct as_err *err)
{

	return as_fail(err, AS_ERR_STORE,
		"cannot %s '%s': it, or a file SQLite keeps beside it, cannot be opened (%s); look "
		"at the permissions of the file and of its directory, or %s",
		s->doing, s->path, why_not_open(s), s->instead);
}

enum as_status as_sqlite_fail(struct as_store *s, int rc, struct as_err *err)
{
	int last = errno;

	switch (rc & 0xff) {
	case SQLITE_NOMEM:
		return as_fail_memory(err);
	case SQLITE_FULL:
		return as_fail(err, AS_ERR_STORE,
			"cannot %s '%s': the disk is full; free some space, or %s", s->doing,
			s->path, s->instead);
	case SQLITE_READONLY:
		return as_fail(err, AS_ERR_STORE,
			"cannot %s '%s': the file or its directory is read-only; make both "
			"writable, or %s",
			s->doing, s->path, s->instead);
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
	case SQLITE_PROTOCOL:
		return fail_locked(s, err);
	case SQLITE_NOTADB:
		return as_fail(err, AS_ERR_STORE,
			"cannot %s '%s': it is not a store of assay (not even an SQLite file); "
			"name another with --store",
			s->doing, s->path);
	case SQLITE_CORRUPT:
		/* It says so of a file, too, that the disk does not let it read. */
		if (last == EIO)
			return fail_io(s, last, err);
		return fail_corrupt(s, err);
	case SQLITE_ERROR: /* our SQL is right: a table or column is not there */
		return fail_corrupt(s, err);
	case SQLITE_IOERR:
		return fail_io(s, last, err);
	case SQLITE_CANTOPEN:
	case SQLITE_PERM:
	case SQLITE_AUTH:
		return fail_open(s, err);
	default:
		return as_fail(err, AS_ERR_STORE, "cannot %s '%s': %s (SQLite code %d)", s->doing,
			s->path, sqlite3_errmsg(s->db), rc);
	}
}
