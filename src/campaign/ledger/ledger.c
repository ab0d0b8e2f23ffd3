/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "campaign/ledger/ledger.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json/json.h"
#include "base/vec.h"
#include "campaign/ledger/ledger_file.h"
#include "campaign/ledger/ledger_text.h"
#include "run/scratch.h"

struct as_ledger *as_ledger_alloc(const char *folder, const char *uuid)
{
	struct as_ledger *l = calloc(1, sizeof *l);

	if (!l)
		return NULL;
	l->fd = -1;
	memcpy(l->uuid, uuid, AS_LEDGER_UUID);
	l->folder = as_arena_strdup(&l->a, folder);
	l->path = as_arena_printf(&l->a, "%s/%s" AS_LEDGER_SUFFIX, folder, l->uuid);
	if (l->folder && l->path)
		return l;
	as_ledger_release(l);
	return NULL;
}

void as_ledger_release(struct as_ledger *l)
{
	if (!l)
		return;
	if (l->fd >= 0)
		close(l->fd);
	free(l->facts);
	free(l->pieces);
	free(l->begun);
	as_arena_release(&l->a);
	free(l);
}

bool as_ledger_keep_fact(struct as_ledger *l, const char *name, const char *value)
{
	const struct as_ledger_fact f = {as_arena_strdup(&l->a, name),
		as_arena_strdup(&l->a, value)};

	return f.name && f.value && AS_PUSH(l->facts, l->n_facts, l->cap_facts, f);
}

bool as_ledger_keep_piece(struct as_ledger *l, const struct as_ledger_piece *p)
{
	struct as_ledger_piece own = *p;
	struct as_ledger_uuid uuid;

	own.name = as_arena_strdup(&l->a, p->name);
	own.begun = true;
	memcpy(uuid.of, p->uuid, sizeof uuid.of);
	return own.name && AS_PUSH(l->begun, l->n_begun, l->cap_begun, uuid) &&
		AS_PUSH(l->pieces, l->n_pieces, l->cap_pieces, own);
}

const struct as_ledger_head *as_ledger_head_of(const struct as_ledger *l)
{
	return &l->head;
}

const char *as_ledger_uuid(const struct as_ledger *l)
{
	return l->uuid;
}

bool as_ledger_goes_on(const struct as_ledger *l)
{
	return l->claimed;
}

size_t as_ledger_pieces(const struct as_ledger *l)
{
	return l->n_pieces;
}

const struct as_ledger_piece *as_ledger_nth(const struct as_ledger *l, size_t i)
{
	return &l->pieces[i];
}

bool as_ledger_has(const struct as_ledger *l, const char *uuid)
{
	for (size_t i = 0; i < l->n_begun; i++)
		if (!strcmp(l->begun[i].of, uuid))
			return true;
	return false;
}

static bool copy_head(struct as_ledger *l, const struct as_ledger_head *head)
{
	struct as_ledger_head *to = &l->head;
	bool good = true;

	to->kind = as_arena_strdup(&l->a, head->kind);
	to->directory = as_arena_strdup(&l->a, head->directory);
	to->settings = as_arena_array(&l->a, head->n_settings + 1, sizeof *to->settings);
	to->n_settings = head->n_settings;
	for (size_t i = 0; to->settings && i < head->n_settings && good; i++) {
		size_t n = 0;
		while (head->settings[i][n])
			n++;
		const char **v = to->settings[i] = as_arena_array(&l->a, n + 1, sizeof *v);
		for (size_t k = 0; v && k < n && good; k++)
			good = (v[k] = as_arena_strdup(&l->a, head->settings[i][k])) != NULL;
		good = good && v;
	}
	return good && to->kind && to->directory && to->settings;
}

enum as_status as_ledger_new(const char *folder, const struct as_ledger_head *head,
	struct as_ledger **out, struct as_err *err)
{
	struct as_arena a = {0};
	const char *uuid = as_scratch_uuid(&a);
	struct as_ledger *l = uuid ? as_ledger_alloc(folder, uuid) : NULL;
	bool good = l && copy_head(l, head);

	as_arena_release(&a);
	if (!good) {
		as_ledger_release(l);
		return as_fail_memory(err);
	}
	*out = l;
	return AS_OK;
}

/* ---- the file ---- */

/* Make the file and lock it. Between the two somebody may take it for an orphan with nothing in it,
 * and remove it, or the folder; then it is made again. */
static bool make_file(struct as_ledger *l)
{
	const int flags = O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW;
	struct stat sb;

	for (int i = 0; i < 100; i++) {
		if (mkdir(l->folder, 0700) && errno != EEXIST)
			return false;
		int fd = open(l->path, flags, 0600);
		if (fd < 0 && errno == ENOENT)
			continue;
		if (fd < 0)
			return false;
		while (flock(fd, LOCK_EX) && errno == EINTR)
			;
		if (!fstat(fd, &sb) && sb.st_nlink) {
			l->fd = fd;
			return true;
		}
		close(fd);
	}
	return false;
}

static enum as_status append(struct as_ledger *l, struct as_text *t, struct as_err *err)
{
	enum as_status st = as_text_finish(t, err);
	const char *bytes = as_text_str(t);
	size_t n = t->len;

	while (!st && n) {
		ssize_t done = write(l->fd, bytes, n);
		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			st = as_fail_sys(err, errno, "cannot write the journal '%s'", l->path);
		bytes += st ? 0 : done;
		n -= st ? 0 : (size_t)done;
	}
	if (!st && fdatasync(l->fd) && errno != EINVAL)
		st = as_fail_sys(err, errno, "cannot write the journal '%s'", l->path);
	as_text_release(t);
	return st;
}

static enum as_status begin_file(struct as_ledger *l, struct as_err *err)
{
	struct as_text t = {0};

	if (l->fd >= 0)
		return AS_OK;
	if (!make_file(l))
		return as_fail(err, AS_ERR_SYS,
			"cannot make the journal '%s', which keeps what was asked for should assay "
			"be killed; look at the permissions of the folder, or name another store "
			"with --store",
			l->path);
	as_ledger_add_head(&t, &l->head);
	for (size_t i = 0; i < l->n_facts; i++)
		as_ledger_add_fact(&t, l->facts[i].name, l->facts[i].value);
	return append(l, &t, err);
}

enum as_status as_ledger_fact(struct as_ledger *l, const char *name, const char *value,
	const char **then, struct as_err *err)
{
	struct as_text t = {0};

	for (size_t i = 0; i < l->n_facts; i++)
		if (!strcmp(l->facts[i].name, name)) {
			*then = l->facts[i].value;
			return AS_OK;
		}
	if (!as_ledger_keep_fact(l, name, value))
		return as_fail_memory(err);
	*then = l->facts[l->n_facts - 1].value;
	if (l->fd < 0)
		return AS_OK;
	as_ledger_add_fact(&t, name, value);
	return append(l, &t, err);
}

static enum as_status begin_new(struct as_ledger *l, struct as_ledger_piece *p, struct as_err *err)
{
	const char *uuid = as_scratch_uuid(&l->a);
	struct as_text t = {0};

	if (!uuid)
		return as_fail_memory(err);
	memcpy(p->uuid, uuid, sizeof p->uuid);
	p->begun = false;
	enum as_status st = begin_file(l, err);
	if (st)
		return st;
	as_ledger_add_piece(&t, l->next, p);
	st = append(l, &t, err);
	l->n_pieces = l->next; /* what followed one of another name is none of it */
	if (!st && !as_ledger_keep_piece(l, p))
		st = as_fail_memory(err);
	return st;
}

enum as_status as_ledger_piece(struct as_ledger *l, struct as_ledger_piece *p, struct as_err *err)
{
	size_t then = l->next;

	/* What came before it then may be no longer wanted, because of what it was. */
	while (then < l->n_pieces && strcmp(l->pieces[then].name, p->name) != 0)
		then++;
	if (then == l->n_pieces) {
		enum as_status st = begin_new(l, p, err);
		l->next += !st;
		return st;
	}
	*p = l->pieces[then];
	l->next = then + 1;
	return AS_OK;
}

void as_ledger_close(struct as_ledger *l)
{
	as_ledger_release(l);
}

void as_ledger_remove(struct as_ledger *l)
{
	if (!l)
		return;
	if (l->fd >= 0)
		unlink(l->path);
	rmdir(l->folder); /* which works when it is empty */
	as_ledger_release(l);
}
