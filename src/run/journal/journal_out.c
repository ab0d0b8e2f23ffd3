/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <xxhash.h>

#include "clock/clock.h"
#include "run/journal/journal_frames.h"

static const int64_t sync_ns = 1000000000;  /* at most so often */
static const int64_t retry_ns = 1000000000; /* the same, where there was no room */

enum { WAITING_MOST = 8 << 20 }; /* bytes in memory that wait for room on the disk */

size_t as_journal_open_frame(struct as_journal *j, enum as_journal_frame type)
{
	size_t at = as_wire_begin(&j->out, type);

	as_wire_put_i64(&j->out, 0); /* the hash comes last */
	return at;
}

void as_journal_end_frame(struct as_journal *j, size_t at)
{
	as_wire_end(&j->out, at);
	if (j->out.failed)
		return;
	unsigned char *body = j->out.data + at + AS_WIRE_HEAD_BYTES;
	size_t n = j->out.len - at - AS_WIRE_HEAD_BYTES - AS_JOURNAL_HASH_BYTES;
	uint32_t type = 0;
	memcpy(&type, j->out.data + at + sizeof type, sizeof type);
	uint64_t hash = as_journal_hash(type, body + AS_JOURNAL_HASH_BYTES, n);
	memcpy(body, &hash, sizeof hash);
}

static void tell(struct as_journal *j, int error, const char *what)
{
	snprintf(j->error, sizeof j->error, "%s: %s", what,
		error == ENOSPC || error == EDQUOT ? "the disk is full"
			: error == EFBIG ? "it may not grow (a limit on the size of files)"
			: strerror(error));
}

static void fail(struct as_journal *j, int error, const char *what)
{
	if (!j->failed)
		tell(j, error, what);
	j->failed = true;
	j->out.len = 0;
}

/* Where there is no room now, there may be some later: what is not written waits in memory. */
static void wait_for_room(struct as_journal *j, int error)
{
	tell(j, error, "it could not be written");
	j->retry_ns = as_clock_now() + retry_ns;
	if (j->out.len > WAITING_MOST)
		fail(j, error, "it could not be written");
}

/* errno, or 0; *done gets how many bytes were written. */
static int write_out(struct as_journal *j, size_t *done)
{
	*done = 0;
	while (*done < j->out.len) {
		ssize_t n = pwrite(j->fd, j->out.data + *done, j->out.len - *done,
			(off_t)j->whole + (off_t)*done);
		if (n > 0)
			*done += (size_t)n;
		else if (n == 0 || errno != EINTR)
			return n == 0 ? ENOSPC : errno;
	}
	return 0;
}

static bool is_waiting(const struct as_journal *j)
{
	return j->retry_ns && j->out.len <= WAITING_MOST && as_clock_now() < j->retry_ns;
}

void as_journal_write_out(struct as_journal *j)
{
	size_t done = 0;

	if (j->failed || j->fd < 0)
		return;
	if (j->out.failed) {
		fail(j, ENOMEM, "a unit could not be put into words");
		return;
	}
	int error = write_out(j, &done);
	if (!error) {
		j->whole += (int64_t)done;
		j->out.len = 0;
		j->retry_ns = 0;
		return;
	}
	/* A torn end that stays would hide what follows it. */
	if (done && ftruncate(j->fd, (off_t)j->whole))
		fail(j, errno, "what was written in part could not be cut off");
	else if (error == ENOSPC || error == EDQUOT || error == EFBIG)
		wait_for_room(j, error);
	else
		fail(j, error, "it could not be written");
}

void as_journal_flush(struct as_journal *j)
{
	if (!is_waiting(j))
		as_journal_write_out(j);
}

uint64_t as_journal_hash(uint32_t type, const unsigned char *contents, size_t n)
{
	return XXH3_64bits_withSeed(contents, n, type);
}

void as_journal_sync(struct as_journal *j)
{
	if (!j || j->failed || j->fd < 0 || as_clock_now() - j->synced_ns < sync_ns)
		return;
	as_journal_flush(j);
	if (!j->failed && !j->retry_ns && fdatasync(j->fd))
		fail(j, errno, "it could not be synced");
	j->synced_ns = as_clock_now();
}
