/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/scratch.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/pidfd.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/num.h"
#include "base/text.h"
#include "run/build/copy_file.h"

#define PREFIX "assay-"
#define LOCK "lock"

enum {
	DIGITS = 16,             /* of the uuid, in a name */
	ENVIRON_BYTES = 1 << 20, /* of a process's environment, as much is looked through */
	TRIES = 500,             /* of a millisecond, to make a folder while others remove it */
	HUNTS = 20,              /* what is killed may have just started something */
};

static const char *temporary(void)
{
	const char *tmp = getenv("TMPDIR");

	return tmp && *tmp ? tmp : "/tmp";
}

/* Lock it; false if somebody was faster, and has removed it. */
static bool lock(struct as_scratch *s, const char *path)
{
	struct stat sb;

	s->lock = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (s->lock < 0)
		return false;
	while (flock(s->lock, LOCK_EX) && errno == EINTR)
		;
	if (!fstat(s->lock, &sb) && sb.st_nlink)
		return true;
	close(s->lock);
	s->lock = -1;
	return false;
}

/* Make folder and lock. Between the two somebody may take it for one that was left, and begin to
 * remove it: then it is made once more. */
static bool make(struct as_scratch *s)
{
	const struct timespec nap = {.tv_nsec = 1000000};
	char path[AS_SCRATCH_BYTES + sizeof LOCK + 1];

	snprintf(path, sizeof path, "%s/" LOCK, s->path);
	for (int i = 0; i < TRIES; i++) {
		bool made = !mkdir(s->path, 0700);
		if (!made && errno != EEXIST)
			return false;
		if (made && lock(s, path))
			return true;
		clock_nanosleep(CLOCK_MONOTONIC, 0, &nap, NULL);
	}
	errno = EEXIST;
	return false;
}

char *as_scratch_uuid(struct as_arena *a)
{
	unsigned char b[16];
	struct as_text t = {0};

	if (getrandom(b, sizeof b, 0) != (ssize_t)sizeof b)
		return NULL;
	for (size_t i = 0; i < sizeof b; i++)
		as_text_addf(&t, "%02x", b[i]);
	char *s = as_arena_strdup(a, as_text_str(&t));
	as_text_release(&t);
	return s;
}

enum as_status as_scratch_open(struct as_scratch *out, const char *uuid, struct as_err *err)
{
	struct as_scratch s = {.lock = -1};

	int n = snprintf(s.path, sizeof s.path, "%s/" PREFIX "%.*s", temporary(), (int)DIGITS,
		uuid);
	if (n < 0 || (size_t)n >= sizeof s.path)
		return as_fail(err, AS_ERR_USAGE,
			"cannot use TMPDIR for reports and builds: its path has %zu bytes, and at "
			"most 1000 will do; name a shorter one",
			strlen(temporary()));
	if (!make(&s))
		return as_fail(err, AS_ERR_SYS,
			"cannot make a folder for reports in '%s'; set TMPDIR to a folder that "
			"can be written",
			temporary());
	*out = s;
	return AS_OK;
}

void as_scratch_close(struct as_scratch *s)
{
	if (!*s->path)
		return;
	as_remove_tree(s->path);
	close(s->lock);
	*s = (struct as_scratch){.lock = -1};
}

/* ---- what was left ---- */

/* Its environment has the mark of that experiment. */
static bool bears(const char *pid, const char *digits, char *room)
{
	char path[64];

	snprintf(path, sizeof path, "/proc/%.20s/environ", pid);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	size_t n = 0, m = sizeof AS_SCRATCH_MARK - 1;
	ssize_t got = 0;

	while (fd >= 0 && n < ENVIRON_BYTES && (got = read(fd, room + n, ENVIRON_BYTES - n)) > 0)
		n += (size_t)got;
	if (fd >= 0)
		close(fd);
	room[n] = '\0';
	for (const char *s = room; s < room + n; s += strlen(s) + 1)
		if (!strncmp(s, AS_SCRATCH_MARK, m) && !strncmp(s + m, digits, DIGITS))
			return true;
	return false;
}

/* By a descriptor, so that a number that was given anew in the meantime is not killed. */
static bool end_if_marked(const char *name, const char *digits, char *room)
{
	int64_t pid = 0;

	if (!as_parse_i64(name, 1, INT_MAX, &pid) || pid == getpid())
		return false;
	int fd = pidfd_open((pid_t)pid, 0);
	if (fd < 0)
		return false;
	bool marked = bears(name, digits, room) && !pidfd_send_signal(fd, SIGKILL, NULL, 0);
	close(fd);
	return marked;
}

static void end_processes(const char *digits)
{
	char *room = malloc(ENVIRON_BYTES + 1);
	bool found = room != NULL;

	for (int i = 0; i < HUNTS && found; i++) {
		DIR *d = opendir("/proc");
		struct dirent *e;

		found = false;
		while (d && (e = readdir(d)))
			if (isdigit((unsigned char)e->d_name[0]) &&
				end_if_marked(e->d_name, digits, room))
				found = true;
		if (d)
			closedir(d);
	}
	free(room);
}

bool as_scratch_is_named(const char *name)
{
	size_t n = sizeof PREFIX - 1;

	return !strncmp(name, PREFIX, n) && strspn(name + n, "0123456789abcdef") == DIGITS &&
		!name[n + DIGITS];
}

/* The lock of a folder that is nobody's, held; -1: it has an owner, or is gone. An owner makes the
 * lock before anything else. Where there is none, its maker was killed, which leaves an empty
 * folder, or it was removed half-way: then we make it, so that nobody else can. */
static int take_folder(int tmp, const char *name, int folder)
{
	const int flags = O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;
	int lock = openat(folder, LOCK, flags);
	struct stat sb;

	if (lock < 0 && errno == ENOENT && unlinkat(tmp, name, AT_REMOVEDIR) &&
		(errno == ENOTEMPTY || errno == EEXIST))
		lock = openat(folder, LOCK, flags | O_CREAT | O_EXCL, 0600);
	if (lock < 0)
		return -1;
	if (!flock(lock, LOCK_EX | LOCK_NB) && !fstat(lock, &sb) && sb.st_nlink)
		return lock;
	close(lock);
	return -1;
}

/* One folder: of this user alone, and its owner dead. True if it was, and something of that name is
 * still there: what was ended just now may have made something while the folder went. */
static bool remove_left(int tmp, const char *name)
{
	int fd = openat(tmp, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), lock = -1;
	char path[PATH_MAX];
	struct stat sb;

	if (fd < 0)
		return false;
	if (!fstat(fd, &sb) && sb.st_uid == geteuid() && !(sb.st_mode & 077) &&
		snprintf(path, sizeof path, "%s/%s", temporary(), name) < PATH_MAX)
		lock = take_folder(tmp, name, fd);
	if (lock >= 0) {
		end_processes(name + sizeof PREFIX - 1);
		as_remove_tree(path);
		close(lock);
	}
	close(fd);
	return lock >= 0 && !faccessat(tmp, name, F_OK, 0);
}

static void sweep(int tmp, const char *name)
{
	const struct timespec nap = {.tv_nsec = 1000000};

	for (int i = 0; i < TRIES && remove_left(tmp, name); i++)
		clock_nanosleep(CLOCK_MONOTONIC, 0, &nap, NULL);
}

void as_scratch_sweep(void)
{
	DIR *d = opendir(temporary());
	struct dirent *e;

	while (d && (e = readdir(d)))
		if (as_scratch_is_named(e->d_name))
			sweep(dirfd(d), e->d_name);
	if (d)
		closedir(d);
}
