/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock/clock.h"
#include "run/build/copy_file.h"
#include "run/journal/journal_frames.h"

static const int64_t sync_ns = 1000000000;  /* at most so often */
static const int64_t retry_ns = 1000000000; /* the same, where there was no room */

enum { WAITING_MOST = 8 << 20 }; /* bytes in memory that wait for room on the disk */

static char *joined(const char *folder, const char *uuid, const char *suffix)
{
	size_t n = strlen(folder) + strlen(uuid) + strlen(suffix) + 2;
	char *s = malloc(n);

	if (s)
		snprintf(s, n, "%s/%s%s", folder, uuid, suffix);
	return s;
}

enum as_status as_journal_new(const char *folder, const char *request, struct as_journal **out,
	struct as_err *err)
{
	struct as_journal *j = calloc(1, sizeof *j);

	if (!j)
		return as_fail_memory(err);
	j->fd = -1;
	j->request = request;
	j->folder = strdup(folder);
	if (!j->folder) {
		free(j);
		return as_fail_memory(err);
	}
	*out = j;
	return AS_OK;
}

static void release(struct as_journal *j)
{
	if (j->fd >= 0)
		close(j->fd);
	as_wire_release(&j->out);
	as_wire_release(&j->plan);
	free(j->folder);
	free(j->path);
	free(j->keep);
	free(j);
}

/* ---- frames ---- */

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

static void flush(struct as_journal *j)
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
		flush(j);
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

void as_journal_mark_salvaged(struct as_journal *j, const struct as_recorded *rec)
{
	if (rec && ftruncate(j->fd, (off_t)rec->good_bytes))
		return;
	if (rec)
		j->whole = rec->good_bytes;
	as_journal_end_frame(j, as_journal_open_frame(j, AS_FRAME_SALVAGED));
	flush(j);
}

const char *as_journal_error(const struct as_journal *j)
{
	return j && (j->failed || j->retry_ns) ? j->error : NULL;
}

bool as_journal_is_whole(struct as_journal *j)
{
	if (!j || j->fd < 0)
		return false;
	flush(j);
	return !as_journal_error(j);
}

bool as_journal_has_units(const struct as_journal *j)
{
	return j && j->fd >= 0 && (j->n_units || j->claimed);
}

/* ---- the file ---- */

static bool is_named(int fd)
{
	struct stat sb;

	return !fstat(fd, &sb) && sb.st_nlink > 0;
}

/* Make the file and lock it. Between the two somebody may take it for an orphan with nothing in it,
 * and remove it, or the folder; then it is made again. */
static bool make_file(struct as_journal *j)
{
	for (int i = 0; i < 100; i++) {
		if (mkdir(j->folder, 0700) && errno != EEXIST)
			return false;
		int fd = open(j->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
		if (fd < 0 && errno == ENOENT)
			continue;
		if (fd < 0)
			return false;
		while (flock(fd, LOCK_EX) && errno == EINTR)
			;
		if (is_named(fd)) {
			j->fd = fd;
			return true;
		}
		close(fd);
	}
	return false;
}

static void put_session(struct as_journal *j, const struct as_recorded *rec)
{
	size_t at = as_journal_open_frame(j, AS_FRAME_SESSION);

	as_wire_put_i64(&j->out, as_clock_date());
	as_wire_put_i64(&j->out, rec->elapsed_ns);
	as_journal_end_frame(j, at);
}

static enum as_status go_on(struct as_journal *j, const struct as_experiment *x,
	const struct as_recorded *rec, struct as_err *err)
{
	j->whole = rec->good_bytes;
	j->n_subjects = rec->x->n_subjects;
	if (ftruncate(j->fd, (off_t)j->whole))
		return as_fail(err, AS_ERR_SYS, "cannot go on with the journal '%s'", j->path);
	put_session(j, rec);
	as_journal_put_tags(j);
	as_journal_put_machine(j, &x->machine); /* with this session among its facts */
	return AS_OK;
}

enum as_status as_journal_begin(struct as_journal *j, const struct as_experiment *x,
	const struct as_recorded *rec, struct as_err *err)
{
	enum as_status st = AS_OK;

	if (j->claimed) {
		st = go_on(j, x, rec, err);
	} else {
		snprintf(j->uuid, sizeof j->uuid, "%s", x->uuid);
		j->path = joined(j->folder, j->uuid, ".journal");
		if (!j->path)
			return as_fail_memory(err);
		if (!make_file(j))
			return as_fail(err, AS_ERR_SYS,
				"cannot make the journal '%s', which keeps what is measured should "
				"assay be killed; look at the permissions of the folder, or name "
				"another store with --store", j->path);
		as_wire_put_bytes(&j->out, AS_JOURNAL_MAGIC, AS_JOURNAL_MAGIC_BYTES);
		as_journal_put_tags(j);
		as_journal_put_head(j, x);
		as_journal_put_machine(j, &x->machine);
	}
	if (st)
		return st;
	if (!j->claimed)
		as_journal_plan(j, x);
	as_journal_flush(j);
	j->synced_ns = as_clock_now();
	return AS_OK;
}

const char *as_journal_keep(struct as_journal *j)
{
	if (!j->keep)
		j->keep = joined(j->folder, j->uuid, ".d");
	if (!j->keep || (mkdir(j->keep, 0700) && errno != EEXIST))
		return NULL;
	return j->keep;
}

void as_journal_remove(struct as_journal *j)
{
	if (!j)
		return;
	char *keep = j->path ? joined(j->folder, j->uuid, ".d") : NULL;
	if (keep)
		as_remove_tree(keep);
	/* One that cannot go now says that it has nothing to add. */
	if (j->fd >= 0 && j->path && unlink(j->path))
		as_journal_mark_salvaged(j, NULL);
	rmdir(j->folder); /* which works when it is empty */
	free(keep);
	release(j);
}

void as_journal_close(struct as_journal *j)
{
	if (!j)
		return;
	flush(j);
	if (j->fd >= 0 && !as_journal_has_units(j))
		as_journal_remove(j);
	else
		release(j);
}

