/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"
#include "store/sql/sql.h"
#include "store/sqlite.h"

const char *as_store_network(long type)
{
	static const struct {
		unsigned long type;
		const char *name;
	} known[] = {
		{0x6969, "NFS"},
		{0x517b, "SMB"},
		{0xff534d42, "CIFS"},
		{0xfe534d42, "SMB"},
		{0x01021997, "9P"},
		{0x65735546, "FUSE"},
		{0x5346414f, "AFS"},
		{0x6b414653, "AFS"},
		{0x73757245, "Coda"},
		{0x00c36400, "Ceph"},
		{0x0bd00bd0, "Lustre"},
		{0x47504653, "GPFS"},
		{0x19830326, "BeeGFS"},
		{0x7461636f, "OCFS2"},
		{0x01161970, "GFS2"},
		{0x00006c6f, "VirtualBox"},
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (known[i].type == ((unsigned long)type & 0xffffffff))
			return known[i].name;
	return NULL;
}

int as_store_connect(struct as_store *s, const char *file, int flags)
{
	sqlite3 *db = NULL;

	as_sql_forget(s);
	sqlite3_close(s->db);
	s->alone = false;
	/* No connection is used by two threads, and nobody asks what memory SQLite has: without locks
	 * and counts for either it does a tenth less. */
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	int rc = sqlite3_open_v2(file, &db, flags | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOMUTEX,
		NULL);
	s->db = db;
	if (rc != SQLITE_OK)
		return rc;
	/* The schema in the file is not trusted: no trigger, no view, no extension of it acts. */
	sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(s->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(s->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
	sqlite3_db_config(s->db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
	sqlite3_db_config(s->db, SQLITE_DBCONFIG_ENABLE_FKEY, 1, NULL);
	sqlite3_limit(s->db, SQLITE_LIMIT_ATTACHED, 0);
	sqlite3_busy_timeout(s->db, s->wait_ms);
	return as_sql_exec(s, "PRAGMA cell_size_check = ON");
}

/* Something of a file that SQLite keeps beside the store was left there: the store is not complete
 * without it. */
static bool left_beside(const struct as_store *s, const char *suffix)
{
	char *path = sqlite3_mprintf("%s%s", s->file, suffix);
	struct stat st;
	bool left = !path || (stat(path, &st) == 0 && st.st_size > 0);

	sqlite3_free(path);
	return left;
}

/* What a writer leaves beside the store is there, but nobody who has it open: it was killed, or the
 * machine went down. Opening makes the store whole from it. */
static bool is_orphaned(const struct as_store *s)
{
	return (left_beside(s, "-wal") || left_beside(s, "-journal")) &&
		!as_store_lock_holder(s->file, " POSIX ");
}

/* What holds after kill -9 and power cuts, the disk permitting, is looked at once after each: who
 * adds to a damaged file may lose more. Reading goes on, so that the rest can be saved. */
static enum as_status look_after_crash(struct as_store *s, bool write, struct as_err *err)
{
	char found[256] = "it cannot be read";

	if (!s->orphaned || as_store_quick_check(s, found, sizeof found))
		return AS_OK;
	if (write)
		return as_fail(err, AS_ERR_STORE,
			"cannot open '%s': it was being written when its writer died, and is "
			"damaged (%s); `assay store copy NEW.db` saves what can be read: then move "
			"it away",
			s->path, found);
	sqlite3_snprintf(sizeof s->note, s->note,
		"the store was being written when its writer died, and is damaged (%s); `assay "
		"store verify` says more, and `assay store copy NEW.db` saves what can be read",
		found);
	return AS_OK;
}

/* A directory that cannot be written has no room for the files that WAL keeps beside the store.
 * Where nothing was left there, the store is complete and does not need them. */
static int connect_immutable(struct as_store *s)
{
	struct as_text uri;
	int rc = SQLITE_CANTOPEN;

	as_text_init(&uri);
	as_text_add(&uri, "file:");
	for (const char *p = s->file; *p; p++)
		as_text_addf(&uri, isalnum((unsigned char)*p) || *p == '/' ? "%c" : "%%%02x",
			(unsigned char)*p);
	as_text_add(&uri, "?immutable=1");
	if (!uri.failed && !left_beside(s, "-wal") && !left_beside(s, "-journal"))
		rc = as_store_connect(s, uri.data, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
	as_text_release(&uri);
	return rc;
}

/* SQLite would make the files of WAL beside a store that may only be read: in this user's name, with the
 * store's mode, and could not remove them, so that nobody else could write it any more. Nobody writes
 * now, or they would be there. */
static bool would_litter(const struct as_store *s)
{
	char *shm = sqlite3_mprintf("%s-shm", s->file);
	const bool litter = shm && access(s->file, W_OK) != 0 && access(shm, F_OK) != 0 &&
		!left_beside(s, "-wal") && !left_beside(s, "-journal");

	sqlite3_free(shm);
	return litter;
}

/* A disk that is full has no room for SQLite's index of the WAL, which others share: alone, it is
 * kept in memory. Nobody else is there, or the index would be. */
static int connect_alone(struct as_store *s)
{
	int rc = as_store_connect(s, s->file, SQLITE_OPEN_READWRITE);

	s->alone = rc == SQLITE_OK;
	return rc == SQLITE_OK ? as_sql_exec(s, "PRAGMA locking_mode = EXCLUSIVE") : rc;
}

static bool is_full(const struct as_store *s, int rc)
{
	int error = sqlite3_system_errno(s->db);

	return (rc & 0xff) == SQLITE_FULL ||
		((rc & 0xff) == SQLITE_IOERR && (error == ENOSPC || error == EDQUOT));
}

/* Whether SQLite can read the file at all, WAL included. */
static int try_reading(struct as_store *s)
{
	return as_sql_exec(s, "SELECT count(*) FROM sqlite_schema");
}

static enum as_status open_for_reading(struct as_store *s, struct as_err *err)
{
	/* Not READONLY: whoever closes last removes the files beside the store, which needs to
	 * write. SQLite falls back to reading where it may not. */
	s->orphaned = is_orphaned(s);
	int rc = would_litter(s) ? connect_immutable(s)
				 : as_store_connect(s, s->file, SQLITE_OPEN_READWRITE);

	if (rc == SQLITE_OK)
		rc = try_reading(s);
	if ((rc & 0xff) == SQLITE_CANTOPEN || (rc & 0xff) == SQLITE_READONLY) {
		int again = connect_immutable(s);
		rc = again == SQLITE_OK ? try_reading(s) : rc;
	} else if (rc != SQLITE_OK && is_full(s, rc)) {
		rc = connect_alone(s);
		rc = rc == SQLITE_OK ? try_reading(s) : rc;
	}
	if (rc != SQLITE_OK)
		return as_sqlite_fail(s, rc, err);
	enum as_status st = as_store_schema(s, false, AS_STORE_KIND_STORE, err);
	rc = st ? SQLITE_OK : as_sql_exec(s, "PRAGMA query_only = ON");
	if (rc != SQLITE_OK)
		return as_sqlite_fail(s, rc, err);
	return st ? st : look_after_crash(s, false, err);
}

/* The journal's mode, WAL or DELETE, if it is not that already. Changing it needs the file alone,
 * and SQLite does not always wait for that itself. */
static enum as_status set_journal(struct as_store *s, bool wal, struct as_err *err)
{
	const struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
	const char *want = wal ? "wal" : "delete";
	char sql[64];
	int rc = SQLITE_OK;

	sqlite3_snprintf(sizeof sql, sql, "PRAGMA journal_mode = %s", want);
	for (int waited = 0; waited <= s->wait_ms; waited += 10) {
		sqlite3_stmt *q = NULL;
		rc = sqlite3_prepare_v2(s->db, sql, -1, &q, NULL);
		if (rc == SQLITE_OK)
			rc = sqlite3_step(q);
		bool done = rc == SQLITE_ROW &&
			!sqlite3_stricmp((const char *)sqlite3_column_text(q, 0), want);
		sqlite3_finalize(q);
		if (done)
			return AS_OK;
		if (rc != SQLITE_ROW && (rc & 0xff) != SQLITE_BUSY)
			break;
		clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL);
	}
	return as_sqlite_fail(s, rc == SQLITE_ROW ? SQLITE_BUSY : rc, err);
}

static enum as_status open_for_writing(struct as_store *s, struct as_err *err)
{
	struct statfs fs;

	s->orphaned = is_orphaned(s);
	int rc = as_store_connect(s, s->file, SQLITE_OPEN_READWRITE);

	/* Where opening fails for whatever reason, SQLite tries to read alone. */
	if (rc == SQLITE_OK && sqlite3_db_readonly(s->db, "main") == 1 && !access(s->file, W_OK))
		rc = as_store_connect(s, s->file, SQLITE_OPEN_READWRITE);
	if (rc == SQLITE_OK)
		rc = sqlite3_db_readonly(s->db, "main") == 1 ? SQLITE_READONLY : try_reading(s);
	if (rc != SQLITE_OK)
		return as_sqlite_fail(s, rc, err);
	const char *network = statfs(s->file, &fs) == 0 ? as_store_network((long)fs.f_type) : NULL;
	if (network)
		sqlite3_snprintf(sizeof s->note, s->note,
			"the store lies on a network file system (%s): its journal is of the kind "
			"that works there (journal_mode=DELETE), and writing takes longer",
			network);
	enum as_status st = look_after_crash(s, true, err);
	if (!st)
		st = as_store_schema(s, true, AS_STORE_KIND_STORE, err);
	if (!st && s->kind == AS_STORE_KIND_EXPORT)
		return as_fail(err, AS_ERR_STORE,
			"cannot keep results in '%s': it is an exported file of one experiment, "
			"which stays as it is; name another store with --store",
			s->path);
	if (!st)
		st = set_journal(s, !network, err);
	/* What is kept is put onto the disk by as_store_settle: with NORMAL SQLite writes to the WAL,
	 * and only a checkpoint waits for the disk. Without a WAL each transaction does. */
	rc = st || network ? SQLITE_OK : as_sql_exec(s,
		"PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536");
	return rc == SQLITE_OK ? st : as_sqlite_fail(s, rc, err);
}

/* What can be said of a path before SQLite sees it. */
static enum as_status look_at(const char *path, enum as_store_mode mode, struct as_err *err)
{
	struct stat st;

	if (mode == AS_STORE_WRITE) {
		enum as_status made = as_store_make_file(path, err);
		if (made)
			return made;
	}
	if (stat(path, &st) != 0 && errno == ENOENT)
		return as_fail(err, AS_ERR_STORE,
			"cannot open '%s': there is no such file; `assay run` makes a store, and "
			"--store names another",
			path);
	if (stat(path, &st) != 0)
		return as_fail(err, AS_ERR_STORE,
			"cannot open '%s': %s; look at the permissions of its directory, or name "
			"another store with --store",
			path, strerror(errno));
	if (!S_ISREG(st.st_mode))
		return as_fail(err, AS_ERR_STORE,
			"cannot open '%s': it is %s, not a store of assay; name another with "
			"--store",
			path, S_ISDIR(st.st_mode) ? "a directory" : "no regular file");
	if (st.st_size == 1) /* which SQLite takes for an empty one */
		return as_fail(err, AS_ERR_STORE,
			"cannot open '%s': it is not a store of assay (not even an SQLite file); "
			"name another with --store",
			path);
	return AS_OK;
}

enum as_status as_sqlite_open(struct as_store *s, enum as_store_mode mode, struct as_err *err)
{
	const enum as_status st = look_at(s->path, mode, err);

	if (st)
		return st;
	return mode == AS_STORE_WRITE ? open_for_writing(s, err) : open_for_reading(s, err);
}
