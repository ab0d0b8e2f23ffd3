/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/vec.h"
#include "run/journal/journal_frames.h"

enum { SALVAGED_BYTES = AS_WIRE_HEAD_BYTES + AS_JOURNAL_HASH_BYTES };

/* 32 hex digits and ".journal" */
static bool uuid_of(const char *name, char uuid[static AS_JOURNAL_UUID + 1])
{
	if (strspn(name, "0123456789abcdef") != AS_JOURNAL_UUID ||
		strcmp(name + AS_JOURNAL_UUID, ".journal") != 0)
		return false;
	memcpy(uuid, name, AS_JOURNAL_UUID);
	uuid[AS_JOURNAL_UUID] = '\0';
	return true;
}

/* Open a journal of this user that nobody is writing, and lock it; -1 if it is none. */
static int open_orphan(int folder, const char *name, struct stat *sb)
{
	int fd = openat(folder, name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);

	if (fd < 0)
		return -1;
	if (!fstat(fd, sb) && S_ISREG(sb->st_mode) && sb->st_uid == geteuid() &&
		!flock(fd, LOCK_EX | LOCK_NB) && !fstat(fd, sb) && sb->st_nlink > 0)
		return fd;
	close(fd);
	return -1;
}

static bool ends_salvaged(int fd, int64_t bytes)
{
	unsigned char end[SALVAGED_BYTES];
	uint32_t n = 0, type = 0;
	uint64_t hash = 0;

	if (bytes < SALVAGED_BYTES ||
		pread(fd, end, sizeof end, (off_t)bytes - SALVAGED_BYTES) != SALVAGED_BYTES)
		return false;
	memcpy(&n, end, sizeof n);
	memcpy(&type, end + sizeof n, sizeof type);
	memcpy(&hash, end + AS_WIRE_HEAD_BYTES, sizeof hash);
	return n == AS_JOURNAL_HASH_BYTES && type == AS_FRAME_SALVAGED &&
		hash == as_journal_hash(type, end, 0);
}

static int newest_first(const void *a, const void *b)
{
	const struct as_orphan *x = a, *y = b;

	return x->written_ns < y->written_ns ? 1 : x->written_ns > y->written_ns ? -1
		: strcmp(x->uuid, y->uuid);
}

/* Look at one; false when out of memory. */
static bool look(int folder, const char *name, struct as_orphan **v, size_t *n, size_t *cap)
{
	struct as_orphan o = {0};
	struct stat sb;
	int fd = uuid_of(name, o.uuid) ? open_orphan(folder, name, &sb) : -1;

	if (fd < 0)
		return true;
	o.salvaged = ends_salvaged(fd, sb.st_size);
	o.written_ns = (int64_t)sb.st_mtim.tv_sec * 1000000000 + sb.st_mtim.tv_nsec;
	close(fd);
	return AS_PUSH(*v, *n, *cap, o);
}

enum as_status as_journal_orphans(const char *folder, struct as_arena *a, struct as_orphan **out,
	size_t *n, struct as_err *err)
{
	struct as_orphan *v = NULL, *copy;
	size_t cap = 0, found = 0;
	bool memory = true;
	struct dirent *e;
	DIR *d = opendir(folder);

	if (!d && errno != ENOENT && errno != ENOTDIR && errno != EACCES)
		return as_fail(err, AS_ERR_SYS, "cannot look for journals in '%s'", folder);
	while (d && memory && (e = readdir(d)))
		memory = look(dirfd(d), e->d_name, &v, &found, &cap);
	if (d)
		closedir(d);
	copy = memory ? as_arena_array(a, found + 1, sizeof *copy) : NULL;
	if (copy && found) {
		memcpy(copy, v, found * sizeof *v);
		qsort(copy, found, sizeof *copy, newest_first);
	}
	free(v);
	if (!copy)
		return as_fail_memory(err);
	*out = copy;
	*n = found;
	return AS_OK;
}

/* What the file holds; one without even a beginning gives nothing, and no error. */
static enum as_status read_all(int fd, int64_t bytes, struct as_recorded *rec, struct as_err *err)
{
	struct as_err why = {0};

	if (!bytes)
		return AS_OK;
	void *p = mmap(NULL, (size_t)bytes, PROT_READ, MAP_PRIVATE, fd, 0);
	if (p == MAP_FAILED)
		return as_fail(err, AS_ERR_SYS, "cannot read a journal");
	enum as_status st = as_journal_parse(p, (size_t)bytes, rec, &why);
	munmap(p, (size_t)bytes);
	if (st && st != AS_ERR_DATA && err)
		*err = why;
	return st == AS_ERR_DATA ? AS_OK : st;
}

enum as_status as_journal_claim(const char *folder, const char *uuid, struct as_journal **out,
	struct as_recorded *rec, struct as_err *err)
{
	char path[PATH_MAX];
	struct as_journal *j = NULL;
	struct stat sb;
	int n = snprintf(path, sizeof path, "%s/%s.journal", folder, uuid);
	int fd = n > 0 && n < PATH_MAX ? open_orphan(AT_FDCWD, path, &sb) : -1;

	*out = NULL;
	if (fd < 0)
		return AS_OK;
	enum as_status st = as_journal_new(folder, NULL, &j, err);
	if (st) {
		close(fd);
		return st;
	}
	j->fd = fd;
	j->claimed = true;
	snprintf(j->uuid, sizeof j->uuid, "%s", uuid);
	j->path = strdup(path);
	st = j->path ? read_all(fd, sb.st_size, rec, err) : as_fail_memory(err);
	if (st) {
		as_journal_close(j);
		return st;
	}
	j->whole = sb.st_size;
	*out = j;
	return AS_OK;
}
