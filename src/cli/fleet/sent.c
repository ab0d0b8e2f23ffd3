/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/fleet/sent.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/files.h"
#include "cli/results/result.h"
#include "format/native/data.h"
#include "run/build/copy_file.h"

/* ---- the head ---- */

static enum as_status make(const char *path, struct as_err *err)
{
	if (!path)
		return as_fail_memory(err);
	return mkdir(path, 0755) && access(path, W_OK)
		? as_fail(err, AS_ERR_SYS, "cannot make the folder '%.300s' for machines", path)
		: AS_OK;
}

enum as_status as_send_versions(const struct as_checkout *v, size_t n, const char *folder,
	struct as_arena *a, struct as_err *err)
{
	const char *trees = as_arena_printf(a, "%s/trees", folder);
	const char *where = as_arena_printf(a, "%s/trees/below", folder);
	enum as_status st = make(trees, err);

	for (size_t i = 0; i < n && !st; i++) {
		const char *to = as_arena_printf(a, "%s/%04zu", trees, i);
		st = to ? as_copy_tree(v[i].folder, to, err) : as_fail_memory(err);
	}
	if (st || !n || !where)
		return st || where ? st : as_fail_memory(err);
	const char *below = v[0].cwd + strlen(v[0].place);
	return as_write_file(where, below, strlen(below), "the folder of the command", err);
}

const char *as_sent_builds(const char *folder, struct as_arena *a)
{
	return as_arena_printf(a, "%s/builds", folder);
}

enum as_status as_send_builds(struct as_experiment *x, const char *folder, struct as_arena *a,
	struct as_err *err)
{
	const char *path = as_arena_printf(a, "%s/builds.json", folder);
	struct as_file_out f;
	enum as_status st = path ? as_file_out_open(&f, path, "what was built", err)
				 : as_fail_memory(err);

	if (st)
		return st;
	const struct as_sink sink = as_file_out_sink(&f);
	st = as_data_native.write(x, &sink, err);
	const enum as_status closed = as_file_out_close(&f, !st, st ? NULL : err);
	return st ? st : closed;
}

/* ---- a machine ---- */

static enum as_status take_builds(const struct as_request *r, const char *folder,
	struct as_arena *a, struct as_sent *out, struct as_err *err)
{
	const char *path = as_arena_printf(a, "%s/builds.json", folder);
	struct as_store *none = NULL;
	bool built = false;

	for (size_t i = 0; i < r->what.n_commands; i++)
		built = built || r->what.commands[i].build;
	if (!built)
		return AS_OK;
	out->made.folder = as_sent_builds(folder, a);
	if (!path || !out->made.folder)
		return as_fail_memory(err);
	enum as_status st = as_result_read_file(NULL, path, &none, &out->x, err);
	out->made.x = out->x;
	return st;
}

/* Nothing is built here. */
static enum as_status clean(void *context, struct as_err *err)
{
	(void)context, (void)err;
	return AS_OK;
}

static enum as_status has(void *context, const char *path, bool *there, struct as_err *err)
{
	(void)context, (void)path, (void)err;
	*there = false;
	return AS_OK;
}

static enum as_status take_version(size_t i, const char *folder, const struct as_sent *s,
	struct as_arena *a, struct as_checkout *out, struct as_err *err)
{
	const char *from = as_arena_printf(a, "%s/trees/%04zu", folder, i);
	const char *around = as_arena_printf(a, "%s/%04zu", s->scratch.path, i);
	const char *to = as_arena_printf(a, "%s/%04zu/tree", s->scratch.path, i);

	*out = (struct as_checkout){.folder = to,
		.place = as_arena_printf(a, "%s/at/tree", s->scratch.path),
		.clean = clean, .has = has};
	if (!from || !to || !out->place)
		return as_fail_memory(err);
	enum as_status st = make(around, err);
	return st ? st : as_copy_tree(from, to, err);
}

/* The folder of the command below that of its version. */
static enum as_status place(struct as_checkout *v, size_t n, const char *folder, struct as_arena *a,
	struct as_err *err)
{
	const char *path = as_arena_printf(a, "%s/trees/below", folder);
	struct as_text below = {0};
	enum as_status st = path ? as_file_in_all(&below, path, err) : as_fail_memory(err);

	for (size_t i = 0; i < n && !st; i++) {
		v[i].cwd = as_arena_printf(a, "%s%s", v[i].place, as_text_str(&below));
		st = v[i].cwd ? AS_OK : as_fail_memory(err);
	}
	as_text_release(&below);
	return st;
}

static enum as_status take_versions(const struct as_request *r, const char *folder,
	struct as_arena *a, struct as_run_context *with, struct as_sent *out, struct as_err *err)
{
	const char *uuid = as_scratch_uuid(a);
	size_t n = 0;

	for (size_t i = 0; i < r->what.n_commands; i++)
		if (r->what.commands[i].checkout > n)
			n = r->what.commands[i].checkout;
	if (!n)
		return AS_OK;
	struct as_checkout *v = as_arena_array(a, n, sizeof *v);
	if (!v || !uuid)
		return as_fail_memory(err);
	enum as_status st = as_scratch_open(&out->scratch, uuid, err);
	if (!st)
		st = make(as_arena_printf(a, "%s/at", out->scratch.path), err);
	for (size_t i = 0; i < n && !st; i++)
		st = take_version(i, folder, out, a, &v[i], err);
	with->checkouts = v;
	return st ? st : place(v, n, folder, a, err);
}

enum as_status as_sent_take(const struct as_request *r, const char *folder, struct as_arena *a,
	struct as_run_context *with, struct as_sent *out, struct as_err *err)
{
	*out = (struct as_sent){.scratch = {.lock = -1}};
	enum as_status st = take_builds(r, folder, a, out, err);

	with->made = out->made.x ? &out->made : NULL;
	return st ? st : take_versions(r, folder, a, with, out, err);
}

void as_sent_close(struct as_sent *s)
{
	as_scratch_close(&s->scratch);
	as_experiment_free(s->x);
	s->x = NULL;
}
