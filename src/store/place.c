/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "store/address.h"
#include "store/internal.h"

static bool is_directory(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool ends_in(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n > m && !strcmp(s + n - m, end);
}

/* a, then b, into a path; false if it is too long. */
static bool join(char out[static AS_STORE_PATH_BYTES], const char *a, const char *b)
{
	int n = snprintf(out, AS_STORE_PATH_BYTES, "%s%s", a, b);

	return n >= 0 && n < AS_STORE_PATH_BYTES;
}

/* Who is let in is libpq's to find out: a password is not kept with what was measured, nor shown to
 * everybody on the machine. */
static enum as_status given_address(const char *given, struct as_store_place *out,
	struct as_err *err)
{
	if (as_address_has_password(given))
		return as_fail(err, AS_ERR_USAGE,
			"cannot use the store in PostgreSQL: its address has a password in it, "
			"which others could read; put it into ~/.pgpass or a service file "
			"(docs/store.md), and leave it out of the address");
	if (!join(out->path, given, ""))
		return as_fail(err, AS_ERR_USAGE,
			"cannot use the store in PostgreSQL: an address may have %d bytes at most",
			AS_STORE_PATH_BYTES - 1);
	return AS_OK;
}

/* A path that the user gave: a file, or a directory to hold one. */
static enum as_status given_path(const char *given, struct as_store_place *out, struct as_err *err)
{
	char dir[AS_STORE_PATH_BYTES];
	struct stat st;
	size_t n = strlen(given);

	if (as_store_is_address(given))
		return given_address(given, out, err);
	bool fits = join(dir, given, "");
	bool is_file = stat(given, &st) == 0
		? !S_ISDIR(st.st_mode)
		: ends_in(given, ".db") || (ends_in(given, ".assay") && !ends_in(given, "/.assay"));

	while (fits && n > 1 && dir[n - 1] == '/')
		dir[--n] = '\0';
	if (fits && is_file)
		fits = join(out->path, given, "");
	else if (fits && (!strcmp(dir, ".assay") || ends_in(dir, "/.assay")))
		fits = join(out->path, dir, "/store.db");
	else if (fits)
		fits = join(out->path, dir, strcmp(dir, "/") ? "/assay.db" : "assay.db");
	if (!fits)
		return as_fail(err, AS_ERR_USAGE,
			"cannot keep results in '%.60s…': a path may have %d bytes at most; name "
			"another with --store",
			given, AS_STORE_PATH_BYTES - 1);
	return AS_OK;
}

/* dir is where a file system begins: nothing above it belongs to the same project. */
static bool is_mount_point(const char *dir, const struct stat *st)
{
	char above[AS_STORE_PATH_BYTES];
	struct statx sx;
	struct stat up;

	if (statx(AT_FDCWD, dir, 0, STATX_INO, &sx) == 0 &&
		(sx.stx_attributes_mask & STATX_ATTR_MOUNT_ROOT))
		return sx.stx_attributes & STATX_ATTR_MOUNT_ROOT;
	return !join(above, dir, "/..") || stat(above, &up) != 0 || up.st_dev != st->st_dev;
}

/* A directory .assay of this user, in the current directory or above; false if there is none. */
static bool find_project(char out[static AS_STORE_PATH_BYTES])
{
	char dir[AS_STORE_PATH_BYTES];
	const char *home = getenv("HOME");
	struct stat st, at_home, project;
	bool has_home = home && *home && stat(home, &at_home) == 0;

	if (!getcwd(dir, sizeof dir))
		return false;
	for (;;) {
		if (stat(*dir ? dir : "/", &st) != 0 || st.st_uid != geteuid())
			return false;
		if (join(out, dir, "/.assay") && stat(out, &project) == 0 &&
			S_ISDIR(project.st_mode) && project.st_uid == geteuid())
			return join(out, dir, "/.assay/store.db");
		if (has_home && st.st_dev == at_home.st_dev && st.st_ino == at_home.st_ino)
			return false;
		char *slash = strrchr(dir, '/');
		if (!slash || !slash[1] || is_mount_point(dir, &st))
			return false;
		*slash = '\0';
	}
}

static enum as_status user_path(struct as_store_place *out, struct as_err *err)
{
	const char *data = getenv("XDG_DATA_HOME");
	const char *home = getenv("HOME");
	bool fits;

	if (data && *data == '/') /* a relative one is to be ignored, says its specification */
		fits = join(out->path, data, "/assay/assay.db");
	else if (home && *home)
		fits = join(out->path, home, "/.local/share/assay/assay.db");
	else
		return as_fail(err, AS_ERR_USAGE,
			"cannot keep results: there is no HOME to keep them in; name a file with "
			"--export, or a store with --store");
	if (!fits)
		return as_fail(err, AS_ERR_USAGE,
			"cannot keep results in HOME: its path is too long; name a store with "
			"--store");
	return AS_OK;
}

enum as_status as_store_locate(const char *given, struct as_store_place *out, struct as_err *err)
{
	const char *variable = getenv("ASSAY_STORE");
	struct as_store_place place = {.origin = AS_STORE_GIVEN};
	enum as_status st = AS_OK;

	if (given && *given) {
		st = given_path(given, &place, err);
	} else if (variable && *variable) {
		place.origin = AS_STORE_ENVIRONMENT;
		st = given_path(variable, &place, err);
	} else if (find_project(place.path)) {
		place.origin = AS_STORE_PROJECT;
	} else {
		place.origin = AS_STORE_USER;
		st = user_path(&place, err);
	}
	if (st)
		return st;
	place.exists = as_store_is_address(place.path) || access(place.path, F_OK) == 0;
	*out = place;
	return AS_OK;
}

/* Every directory above the file. */
static bool make_directories(const char *path)
{
	char dir[AS_STORE_PATH_BYTES];

	if (!join(dir, path, "")) {
		errno = ENAMETOOLONG;
		return false;
	}
	for (char *slash = strchr(dir + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		const int why = mkdir(dir, 0700) ? errno : 0;
		if (why && !is_directory(dir)) {
			errno = why; /* not that of looking whether it is there */
			return false;
		}
		*slash = '/';
	}
	return true;
}

int as_store_lock_error(int fd)
{
	struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};

	if (!fcntl(fd, F_SETLK, &lock) || errno == EAGAIN || errno == EACCES || errno == EINTR)
		return 0;
	return errno;
}

enum as_status as_store_make_file(const char *path, struct as_err *err)
{
	bool good = make_directories(path);
	/* Only a file that is not there is opened: closing one that SQLite has open in this process
	 * would drop its locks. */
	int fd = good ? open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;

	if (fd >= 0) {
		const int why = as_store_lock_error(fd);
		if (why)
			unlink(path);
		close(fd);
		return why ? as_store_fail_lockless("make the store", path, why, err) : AS_OK;
	}
	if (!good || errno != EEXIST)
		return as_fail(err, AS_ERR_STORE,
			"cannot make the store '%s': %s; name another with --store, or a file with "
			"--export",
			path, errno == ENOSPC ? "the disk is full" : strerror(errno));
	return AS_OK;
}

enum as_status as_store_fail_lockless(const char *doing, const char *path, int why,
	struct as_err *err)
{
	return as_fail(err, AS_ERR_STORE,
		"cannot %s '%s': its file system does not lock files (%s), so that two programs "
		"could write at once; name a store on another disk with --store, or mount this one "
		"with locks",
		doing, path, strerror(why));
}

const char *as_store_aside(const char *store, struct as_arena *a)
{
	struct as_store_place user;
	char folder[AS_STORE_PATH_BYTES] = "", name[AS_STORE_PATH_BYTES];

	if (!as_store_is_address(store))
		return as_arena_strdup(a, store);
	if (!user_path(&user, NULL)) {
		*strrchr(user.path, '/') = '\0';
		if (!join(folder, user.path, "/away/") || !join(name, folder, "x") ||
			!make_directories(name))
			*folder = '\0';
	}
	return as_arena_printf(a, "%s%016llx", folder,
		(unsigned long long)XXH3_64bits(store, strlen(store)));
}
