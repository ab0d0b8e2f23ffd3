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

void as_journal_mark_salvaged(struct as_journal *j, const struct as_recorded *rec)
{
	if (rec && ftruncate(j->fd, (off_t)rec->good_bytes))
		return;
	if (rec)
		j->whole = rec->good_bytes;
	as_journal_end_frame(j, as_journal_open_frame(j, AS_FRAME_SALVAGED));
	as_journal_write_out(j);
}

const char *as_journal_error(const struct as_journal *j)
{
	return j && (j->failed || j->retry_ns) ? j->error : NULL;
}

bool as_journal_is_whole(struct as_journal *j)
{
	if (!j || j->fd < 0)
		return false;
	as_journal_write_out(j);
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
	as_journal_write_out(j);
	if (j->fd >= 0 && !as_journal_has_units(j))
		as_journal_remove(j);
	else
		release(j);
}
