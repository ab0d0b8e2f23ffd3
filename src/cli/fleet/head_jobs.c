/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of lines: "asked NUMBER MACHINE" before a job is submitted, "job NUMBER ID" when its id is known,
 * "lost NUMBER". Where assay was killed between the first two, the job is looked for by its name. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/num.h"
#include "base/text.h"
#include "cli/files.h"
#include "cli/fleet/head.h"

enum { HALF = 16, UUID_KEPT = 28, MACHINES_MOST = 65536 };

const char *as_head_folder(const char *directory, const char *uuid, struct as_arena *a)
{
	return as_arena_printf(a, "%s/.assay-fleet-%.*s", directory, (int)HALF, uuid);
}

static enum as_status grow(struct as_fleet_head *h, struct as_err *err)
{
	const size_t cap = h->cap ? 2 * h->cap : 8;
	struct as_head_machine *v = realloc(h->v, cap * sizeof *v);

	if (!v)
		return as_fail_memory(err);
	h->v = v;
	h->cap = cap;
	return AS_OK;
}

/* The number comes first: folders in /tmp are named by the first half. */
static const char *uuid_of(const struct as_fleet_head *h, size_t i)
{
	return as_arena_printf(h->cli->arena, "%04zx%.*s", i, (int)UUID_KEPT, h->uuid);
}

enum as_status as_head_add(struct as_fleet_head *h, const char *machine, struct as_err *err)
{
	struct as_arena *a = h->cli->arena;
	const size_t i = h->n;
	enum as_status st = h->n < h->cap ? AS_OK : grow(h, err);

	if (!st && i >= MACHINES_MOST)
		return as_fail(err, AS_ERR_USAGE, "cannot measure on more than %d machines",
			(int)MACHINES_MOST);
	if (st)
		return st;
	struct as_head_machine m = {.job.machine = machine,
		.job.name = as_arena_printf(a, "assay-%.*s-%zu", (int)HALF, h->uuid, i),
		.job.log = as_arena_printf(a, "%s/%04zu.log", h->folder, i),
		.uuid = uuid_of(h, i),
		.result = as_arena_printf(a, "%s/%04zu.json", h->folder, i),
		.request = as_arena_printf(a, "%s/%04zu.request", h->folder, i)};
	if (!m.job.name || !m.job.log || !m.uuid || !m.result || !m.request || !m.job.machine)
		return as_fail_memory(err);
	h->v[h->n++] = m;
	return AS_OK;
}

/* One line; false where it is none of ours, as the last of one that was killed. */
static bool take_line(struct as_fleet_head *h, char *line, enum as_status *st, struct as_err *err)
{
	char *number = strchr(line, ' ');
	int64_t i = 0;

	if (!number)
		return false;
	*number++ = '\0';
	char *word = strchr(number, ' ');
	if (word)
		*word++ = '\0';
	if (!as_parse_i64(number, 0, MACHINES_MOST - 1, &i))
		return false;
	if (!strcmp(line, "asked") && (size_t)i == h->n && word && *word) {
		*st = as_head_add(h, as_arena_strdup(h->cli->arena, word), err);
		return true;
	}
	if ((size_t)i >= h->n)
		return false;
	if (!strcmp(line, "lost"))
		h->v[i].state = AS_HEAD_LOST;
	else if (!strcmp(line, "job") && word && strlen(word) < AS_FLEET_ID &&
		!word[strspn(word, "0123456789")])
		memcpy(h->v[i].job.id, word, strlen(word) + 1);
	else
		return false;
	return true;
}

/* A last line without its end was not written: the job of it was not started. */
static enum as_status read_jobs(struct as_fleet_head *h, const char *path, struct as_err *err)
{
	struct as_text t = {0};
	enum as_status st = as_file_in_all(&t, path, err);
	char *copy = st ? NULL : as_arena_strdup(h->cli->arena, as_text_str(&t));

	as_text_release(&t);
	if (st || !copy)
		return st ? st : as_fail_memory(err);
	for (char *line = copy, *end; !st && (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		if (!take_line(h, line, &st, err))
			return as_fail(err, AS_ERR_DATA,
				"cannot go on with '%.300s': it is not what assay has written",
				path);
	}
	return st;
}

/* The folder is gone where all had come: then their results are in the store. */
static enum as_status recall_kept(struct as_fleet_head *h, struct as_err *err)
{
	enum as_status st = AS_OK;
	int64_t id = 0;

	for (bool more = h->store != NULL; more && !st;) {
		const char *uuid = uuid_of(h, h->n);
		struct as_experiment *x = NULL;
		more = uuid && !as_store_find(h->store, uuid, &id, NULL);
		if (!more)
			break;
		st = as_store_get(h->store, id, &x, err);
		if (!st)
			st = as_head_add(h, as_arena_strdup(h->cli->arena,
				x->machine.host ? x->machine.host : "unknown"), err);
		as_experiment_free(x);
	}
	return st;
}

enum as_status as_head_open_jobs(struct as_fleet_head *h, struct as_err *err)
{
	const char *path = as_arena_printf(h->cli->arena, "%s/jobs", h->folder);
	enum as_status st = AS_OK;

	if (!path)
		return as_fail_memory(err);
	if (h->goes_on && !access(path, F_OK))
		st = read_jobs(h, path, err);
	else
		st = recall_kept(h, err);
	if (st)
		return st;
	h->jobs = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0644);
	return h->jobs < 0 ? as_fail(err, AS_ERR_SYS, "cannot write down jobs in '%.300s'", path)
			   : AS_OK;
}

static enum as_status note(struct as_fleet_head *h, const char *what, size_t i, const char *word,
	struct as_err *err)
{
	struct as_text t = {0};

	as_text_addf(&t, "%s %zu", what, i);
	if (word)
		as_text_addf(&t, " %s", word);
	as_text_char(&t, '\n');
	enum as_status st = as_text_finish(&t, err);
	const size_t n = t.len;
	if (!st && (write(h->jobs, as_text_str(&t), n) != (ssize_t)n || fdatasync(h->jobs)))
		st = as_fail(err, AS_ERR_SYS, "cannot write down jobs in '%.300s'", h->folder);
	as_text_release(&t);
	return st;
}

enum as_status as_head_note_asked(struct as_fleet_head *h, size_t i, struct as_err *err)
{
	return note(h, "asked", i, h->v[i].job.machine, err);
}

enum as_status as_head_note_job(struct as_fleet_head *h, size_t i, struct as_err *err)
{
	return note(h, "job", i, h->v[i].job.id, err);
}

void as_head_note_lost(struct as_fleet_head *h, size_t i)
{
	const enum as_status st = note(h, "lost", i, NULL, NULL);

	(void)st; /* who goes on finds that out again */
}
