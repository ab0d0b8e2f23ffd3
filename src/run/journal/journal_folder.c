/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/journal/journal_frames.h"

#define SUFFIX ".journal"

enum { SALVAGED_BYTES = AS_WIRE_HEAD_BYTES + AS_JOURNAL_HASH_BYTES };

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

static void look(int fd, const struct stat *sb, struct as_orphan *o)
{
	o->salvaged = ends_salvaged(fd, sb->st_size);
}

static const struct as_orphan_kind kind = {SUFFIX, look};

enum as_status as_journal_orphans(const char *folder, struct as_arena *a, struct as_orphan **out,
	size_t *n, struct as_err *err)
{
	return as_orphans_find(folder, &kind, a, out, n, err);
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
	struct as_journal *j = NULL;
	struct stat sb;
	int fd = as_orphan_open(folder, uuid, &kind, &sb);

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
	if (asprintf(&j->path, "%s/%s" SUFFIX, folder, uuid) < 0)
		j->path = NULL;
	st = j->path ? read_all(fd, sb.st_size, rec, err) : as_fail_memory(err);
	if (st) {
		as_journal_close(j);
		return st;
	}
	j->whole = sb.st_size;
	*out = j;
	return AS_OK;
}

const char *as_journals_of(const char *store, struct as_arena *a)
{
	char here[PATH_MAX];

	if (*store == '/' || !getcwd(here, sizeof here))
		return as_arena_printf(a, "%s.journals", store);
	return as_arena_printf(a, "%s/%s.journals", here, store);
}
