/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/measure/again/waiting.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/journal/journal.h"

const char *as_journals_beside(const char *store, struct as_arena *a)
{
	const char *aside = as_store_aside(store, a);

	return aside ? as_journals_of(aside, a) : NULL;
}

/* Where they wait; NULL for a store that is a file, and when out of memory. */
static const char *folder_of(const char *store, struct as_arena *a)
{
	const char *aside = as_store_is_address(store) ? as_store_aside(store, a) : NULL;

	return aside ? as_arena_printf(a, "%s.waiting", aside) : NULL;
}

bool as_waiting_keep(const char *store, const struct as_result *r,
	char path[static AS_STORE_PATH_BYTES])
{
	struct as_arena a = {0};
	const char *folder = folder_of(store, &a);
	const mode_t was = umask(077);

	const bool kept = folder && (mkdir(folder, 0700) == 0 || access(folder, W_OK) == 0) &&
		!as_store_rescue(folder, r->x, &r->analyses[0], path, NULL);
	umask(was);
	as_arena_release(&a);
	return kept;
}

static int is_kept(const struct dirent *e)
{
	const size_t n = strlen(e->d_name);

	return n > 6 && !strcmp(e->d_name + n - 6, ".assay");
}

bool as_waiting_any(const char *store, struct as_arena *a)
{
	const char *folder = folder_of(store, a);
	struct dirent **v = NULL;
	const int n = folder ? scandir(folder, &v, is_kept, NULL) : 0;

	for (int i = 0; i < n; i++)
		free(v[i]);
	free(v);
	return n > 0;
}

/* One file goes over, unless it has done so before its sender heard of it. */
static enum as_status send_file(struct as_store *to, const char *path, struct as_err *err)
{
	struct as_experiment *x = NULL;
	struct as_store *from = NULL;
	struct as_result r = {0};
	int64_t id = 0;
	enum as_status st = as_store_open(path, AS_STORE_READ, &from, err);

	if (!st)
		st = as_store_find(from, "@last", &id, err);
	if (!st)
		st = as_store_get(from, id, &x, err);
	as_store_close(from);
	if (!st)
		st = as_result_init_kept(&r, x, err);
	if (!st)
		st = as_store_has(to, x->uuid, &id, err);
	if (!st && !id)
		st = as_store_put_surely(to, r.x, &r.analyses[0], err);
	as_result_release(&r);
	if (!st)
		unlink(path);
	return st;
}

enum as_status as_waiting_send(struct as_cli *cli, struct as_store *s, size_t *n,
	struct as_err *err)
{
	const char *folder = folder_of(as_store_path(s), cli->arena);
	struct dirent **v = NULL;
	const int found = folder ? scandir(folder, &v, is_kept, alphasort) : 0;
	enum as_status st = AS_OK;

	*n = 0;
	for (int i = 0; i < found; i++) {
		const char *path = as_arena_printf(cli->arena, "%s/%s", folder, v[i]->d_name);
		if (!st && !path)
			st = as_fail_memory(err);
		if (!st)
			st = send_file(s, path, err);
		*n += !st;
		free(v[i]);
	}
	free(v);
	if (folder)
		rmdir(folder); /* which works when it is empty */
	return st;
}
