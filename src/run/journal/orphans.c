/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/journal/orphans.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/vec.h"

/* Those of one folder, while they are looked for. */
struct orphans_search {
	const struct as_orphan_kind *kind;
	struct as_orphan *v;
	size_t n, cap;
};

/* 32 hex digits and the suffix */
static bool uuid_of(const char *name, const char *suffix, char uuid[static AS_ORPHAN_UUID + 1])
{
	if (strspn(name, "0123456789abcdef") != AS_ORPHAN_UUID ||
		strcmp(name + AS_ORPHAN_UUID, suffix) != 0)
		return false;
	memcpy(uuid, name, AS_ORPHAN_UUID);
	uuid[AS_ORPHAN_UUID] = '\0';
	return true;
}

/* Open one of this user that nobody is writing, and lock it; -1 if it is none. */
static int open_in(int folder, const char *name, struct stat *sb)
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

int as_orphan_open(const char *folder, const char *uuid, const struct as_orphan_kind *kind,
	struct stat *sb)
{
	char path[PATH_MAX];
	int n = snprintf(path, sizeof path, "%s/%s%s", folder, uuid, kind->suffix);

	return n > 0 && n < PATH_MAX ? open_in(AT_FDCWD, path, sb) : -1;
}

static int newest_first(const void *a, const void *b)
{
	const struct as_orphan *x = a, *y = b;

	return x->written_ns < y->written_ns ? 1 : x->written_ns > y->written_ns ? -1
		: strcmp(x->uuid, y->uuid);
}

/* Look at one; false when out of memory. */
static bool look_at(struct orphans_search *s, int folder, const char *name)
{
	struct as_orphan o = {0};
	struct stat sb;
	int fd = uuid_of(name, s->kind->suffix, o.uuid) ? open_in(folder, name, &sb) : -1;

	if (fd < 0)
		return true;
	o.written_ns = (int64_t)sb.st_mtim.tv_sec * 1000000000 + sb.st_mtim.tv_nsec;
	if (s->kind->look)
		s->kind->look(fd, &sb, &o);
	close(fd);
	return AS_PUSH(s->v, s->n, s->cap, o);
}

bool as_orphans_in_use(const char *folder, const struct as_orphan_kind *kind)
{
	char uuid[AS_ORPHAN_UUID + 1];
	bool found = false;
	struct dirent *e;
	struct stat sb;
	DIR *d = opendir(folder);

	while (d && !found && (e = readdir(d))) {
		if (!uuid_of(e->d_name, kind->suffix, uuid))
			continue;
		int fd = open_in(dirfd(d), e->d_name, &sb);
		found = fd < 0;
		if (fd >= 0)
			close(fd);
	}
	if (d)
		closedir(d);
	return found;
}

enum as_status as_orphans_find(const char *folder, const struct as_orphan_kind *kind,
	struct as_arena *a, struct as_orphan **out, size_t *n, struct as_err *err)
{
	struct orphans_search s = {.kind = kind};
	bool memory = true;
	struct dirent *e;
	DIR *d = opendir(folder);

	if (!d && errno != ENOENT && errno != ENOTDIR && errno != EACCES)
		return as_fail(err, AS_ERR_SYS, "cannot look for journals in '%s'", folder);
	while (d && memory && (e = readdir(d)))
		memory = look_at(&s, dirfd(d), e->d_name);
	if (d)
		closedir(d);
	struct as_orphan *copy = memory ? as_arena_array(a, s.n + 1, sizeof *copy) : NULL;
	if (copy && s.n) {
		memcpy(copy, s.v, s.n * sizeof *copy);
		qsort(copy, s.n, sizeof *copy, newest_first);
	}
	free(s.v);
	if (!copy)
		return as_fail_memory(err);
	*out = copy;
	*n = s.n;
	return AS_OK;
}
