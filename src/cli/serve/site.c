/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/serve/site.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* ---- the store ---- */

/* Of the file and of what was written behind it. */
static void read_stamp(const char *path, char *out, size_t room)
{
	struct stat file = {0}, log = {0};
	char behind[AS_STORE_PATH_BYTES + 8];

	(void)snprintf(behind, sizeof behind, "%s-wal", path);
	if (stat(path, &file) < 0)
		file = (struct stat){0};
	if (stat(behind, &log) < 0)
		log = (struct stat){0};
	const unsigned long long v[] = {(unsigned long long)file.st_ino,
		(unsigned long long)file.st_mtim.tv_sec * 1000000000ULL +
			(unsigned long long)file.st_mtim.tv_nsec,
		(unsigned long long)file.st_size, (unsigned long long)log.st_size,
		(unsigned long long)log.st_mtim.tv_sec * 1000000000ULL +
			(unsigned long long)log.st_mtim.tv_nsec};
	unsigned long long hash = 14695981039346656037ULL; /* FNV-1a */
	for (size_t i = 0; i < sizeof v / sizeof v[0]; i++)
		hash = (hash ^ v[i]) * 1099511628211ULL;
	(void)snprintf(out, room, "%016llx", hash);
}

static void forget(struct as_site *s)
{
	as_store_close(s->store);
	s->store = NULL;
	as_arena_release(&s->arena);
	s->history = (struct as_history){0};
	s->has_history = false;
}

/* Of a store that is no file: the experiment put last. */
static enum as_status read_newest(struct as_site *s, char *out, size_t room, struct as_err *err)
{
	const struct as_store_query newest = {.limit = 1};
	struct as_arena a = {0};
	struct as_listing *l = NULL;
	size_t n = 0;
	enum as_status st = as_store_list(s->store, &newest, &a, &l, &n, err);

	if (!st)
		(void)snprintf(
			out, room, "%lld-%.32s", n ? (long long)l->id : 0LL, n ? l->uuid : "");
	as_arena_release(&a);
	return st;
}

/* What the store is now; false: it does not say so. */
static bool look(struct as_site *s, char *out, size_t room)
{
	if (!as_store_is_address(s->place.path))
		read_stamp(s->place.path, out, room);
	else if (!s->store || read_newest(s, out, room, NULL))
		return false;
	return true;
}

const char *as_site_stamp(void *site)
{
	struct as_site *s = site;
	char stamp[sizeof s->stamp];

	/* the page that is asked for then opens it anew */
	if (look(s, stamp, sizeof stamp))
		memcpy(s->now, stamp, sizeof s->now);
	return s->now;
}

enum as_status as_site_refresh(struct as_site *s, struct as_err *err)
{
	char stamp[sizeof s->stamp];

	if (s->store && look(s, stamp, sizeof stamp) && !strcmp(stamp, s->stamp))
		return AS_OK;
	forget(s);
	enum as_status st = as_store_open(s->place.path, AS_STORE_READ, &s->store, err);
	/* opening may have touched it */
	if (!st && !look(s, s->stamp, sizeof s->stamp))
		st = as_fail(err, AS_ERR_STORE, "the store does not say what it holds");
	memcpy(s->now, s->stamp, sizeof s->now);
	return st;
}

enum as_status as_site_open(struct as_cli *cli, struct as_site *out, struct as_err *err)
{
	*out = (struct as_site){.cli = cli};
	enum as_status st =
		as_store_locate(as_args_value(cli->args, AS_OPT_STORE), &out->place, err);

	if (!st)
		st = as_site_refresh(out, err);
	if (st)
		as_site_close(out);
	return st;
}

void as_site_close(struct as_site *s)
{
	forget(s);
}

enum as_status as_site_history(struct as_site *s, const struct as_history **out, struct as_err *err)
{
	struct as_cli cli = *s->cli;
	struct as_history_asked *asked = as_arena_alloc(&s->arena, sizeof *asked);
	enum as_status st = asked ? AS_OK : as_fail_memory(err);

	*out = &s->history;
	if (st || s->has_history)
		return st;
	cli.arena = &s->arena;
	st = as_history_select(&cli, asked, err);
	if (!st)
		st = as_history_of_store(s->store, asked, &s->arena, &s->history, err);
	s->has_history = !st;
	return st;
}
