/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json/json_read.h"
#include "base/num.h"
#include "base/text.h"
#include "base/vec.h"
#include "campaign/ledger/ledger_file.h"

enum {
	BYTES_MAX = 64 << 20, /* of a file: more is none of ours */
	SETTINGS_MAX = 1000000,
	TEXTS_MAX = 1000,     /* of a setting */
};

/* ---- a line ---- */

/* What a line may say; each has some of it. */
struct ledger_read_line {
	struct as_arena *a;
	int64_t version, piece; /* -1: not this line */
	const char *kind, *directory, *fact, *value;
	struct as_ledger_piece p;
	const char ***settings; /* on the heap until they are taken */
	size_t n_settings, cap_settings;
};

static char *read_bytes(struct ledger_read_line *l, struct as_json_reader *r)
{
	struct as_text t = {0};

	as_json_enter(r, '[');
	while (as_json_element(r))
		as_text_char(&t, (char)as_json_read_int(r, 1, 255));
	char *s = t.failed ? NULL : as_arena_strdup(l->a, as_text_str(&t));
	as_text_release(&t);
	return s;
}

static char *read_text(struct ledger_read_line *l, struct as_json_reader *r)
{
	char *s = as_json_peek(r) == AS_JSON_ARRAY
		? read_bytes(l, r) : as_arena_strdup(l->a, as_json_read_string(r, NULL));

	if (!s)
		as_json_no_memory(r);
	return s;
}

static void read_settings(struct ledger_read_line *l, struct as_json_reader *r)
{
	as_json_enter(r, '[');
	while (as_json_element(r)) {
		const char *texts[TEXTS_MAX + 1];
		size_t n = 0;
		as_json_enter(r, '[');
		while (as_json_element(r)) {
			char *s = read_text(l, r);
			if (n == TEXTS_MAX)
				as_json_bad(r, "expected at most %d texts", TEXTS_MAX);
			else
				texts[n++] = s;
		}
		const char **row = as_arena_array(l->a, n + 1, sizeof *row);
		if (row && n)
			memcpy(row, texts, n * sizeof *row);
		if (!row || l->n_settings == SETTINGS_MAX ||
			!AS_PUSH(l->settings, l->n_settings, l->cap_settings, row))
			as_json_no_memory(r);
	}
}

static void read_uuid(struct ledger_read_line *l, struct as_json_reader *r)
{
	const char *s = as_json_read_string(r, NULL);

	if (strlen(s) == AS_LEDGER_UUID && strspn(s, "0123456789abcdef") == AS_LEDGER_UUID)
		memcpy(l->p.uuid, s, AS_LEDGER_UUID);
	else
		as_json_bad(r, "expected %d hex digits", (int)AS_LEDGER_UUID);
}

static void read_member(struct ledger_read_line *l, const char *key, struct as_json_reader *r)
{
	if (!strcmp(key, "campaign"))
		l->version = as_json_read_int(r, 0, INT32_MAX);
	else if (!strcmp(key, "piece"))
		l->piece = as_json_read_int(r, 0, INT32_MAX);
	else if (!strcmp(key, "kind"))
		l->kind = read_text(l, r);
	else if (!strcmp(key, "directory"))
		l->directory = read_text(l, r);
	else if (!strcmp(key, "settings"))
		read_settings(l, r);
	else if (!strcmp(key, "fact"))
		l->fact = read_text(l, r);
	else if (!strcmp(key, "value"))
		l->value = read_text(l, r);
	else if (!strcmp(key, "name"))
		l->p.name = read_text(l, r);
	else if (!strcmp(key, "uuid"))
		read_uuid(l, r);
	else if (!strcmp(key, "seed"))
		l->p.seed = strtoull(as_json_read_string(r, NULL), NULL, 10);
	else if (!strcmp(key, "budget_ns"))
		l->p.budget_ns = as_json_read_int(r, 0, INT64_MAX);
	else
		as_json_skip(r);
}

/* False: it is no line of a ledger. */
static bool read_line(struct ledger_read_line *l, const char *bytes, size_t n)
{
	struct as_bytes from = {bytes, n};
	const struct as_source source = as_source_of(&from);
	struct as_json_reader *r = as_json_reader_new(&source, "a campaign");
	const char *key = NULL;

	if (!r)
		return false;
	as_json_enter(r, '{');
	while (as_json_member(r, &key)) {
		char own[16];
		snprintf(own, sizeof own, "%s", key);
		read_member(l, own, r);
	}
	as_json_read_end(r);
	bool good = !as_json_reader_finish(r, NULL);
	as_json_reader_free(r);
	return good;
}

static bool take_head(struct as_ledger *to, const struct ledger_read_line *l)
{
	if (l->version != AS_LEDGER_VERSION || !l->kind || !l->directory)
		return false;
	to->head = (struct as_ledger_head){.kind = l->kind, .directory = l->directory,
		.settings = as_arena_array(&to->a, l->n_settings + 1, sizeof *l->settings),
		.n_settings = l->n_settings};
	if (to->head.settings && l->n_settings)
		memcpy(to->head.settings, l->settings, l->n_settings * sizeof *l->settings);
	return to->head.settings != NULL;
}

/* One that was begun anew takes the place of what was begun then, and of all that followed. */
static bool take_piece(struct as_ledger *to, const struct ledger_read_line *l)
{
	if (!l->p.name || !*l->p.uuid || l->piece > (int64_t)to->n_pieces)
		return false;
	to->n_pieces = (size_t)l->piece;
	return as_ledger_keep_piece(to, &l->p);
}

static bool take_line(struct as_ledger *to, const char *bytes, size_t n)
{
	struct ledger_read_line l = {.a = &to->a, .version = -1, .piece = -1};
	bool good = read_line(&l, bytes, n);

	if (good && !to->head.kind)
		good = take_head(to, &l);
	else if (good && l.piece >= 0)
		good = take_piece(to, &l);
	else if (good && l.fact && l.value)
		good = as_ledger_keep_fact(to, l.fact, l.value);
	free(l.settings);
	return good;
}

bool as_ledger_parse(struct as_ledger *l, const char *bytes, size_t n, size_t *good)
{
	const char *end;

	*good = 0;
	while ((end = memchr(bytes + *good, '\n', n - *good))) {
		if (!take_line(l, bytes + *good, (size_t)(end - bytes) - *good))
			break;
		*good = (size_t)(end - bytes) + 1;
	}
	return l->head.kind != NULL;
}

/* ---- files ---- */

static const struct as_orphan_kind kind = {.suffix = AS_LEDGER_SUFFIX};

/* All bytes of a file; NULL where that is not possible. */
static char *read_file(int fd, size_t n)
{
	char *bytes = n <= BYTES_MAX ? malloc(n + 1) : NULL;
	size_t got = 0;

	while (bytes && got < n) {
		ssize_t k = pread(fd, bytes + got, n - got, (off_t)got);
		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0) {
			free(bytes);
			return NULL;
		}
		got += (size_t)k;
	}
	return bytes;
}

enum as_status as_ledger_claim(const char *folder, const char *uuid, struct as_ledger **out,
	struct as_err *err)
{
	struct as_ledger *l = as_ledger_alloc(folder, uuid);
	struct stat sb;
	size_t good = 0;

	*out = NULL;
	if (!l)
		return as_fail_memory(err);
	l->fd = as_orphan_open(folder, uuid, &kind, &sb);
	char *bytes = l->fd >= 0 ? read_file(l->fd, (size_t)sb.st_size) : NULL;
	bool whole = bytes && as_ledger_parse(l, bytes, (size_t)sb.st_size, &good);
	free(bytes);
	l->claimed = true;
	/* What is torn would hide what is written after it. */
	if (whole && !ftruncate(l->fd, (off_t)good) && lseek(l->fd, 0, SEEK_END) >= 0)
		*out = l;
	else
		as_ledger_release(l);
	return AS_OK;
}

enum as_status as_ledger_orphans(const char *folder, struct as_arena *a, struct as_orphan **out,
	size_t *n, struct as_err *err)
{
	return as_orphans_find(folder, &kind, a, out, n, err);
}

bool as_ledgers_in_use(const char *folder)
{
	return as_orphans_in_use(folder, &kind);
}
