/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/results/import/import_read.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/share_out.h"
#include "format/table/sheet.h"
#include "model/joined/table.h"

/* How many of the files, from the first on: one or more, where there are any. */
static size_t batch_of(char *const *files, size_t n)
{
	int64_t bytes = 0;
	size_t k = 0;
	struct stat st;

	while (k < n && k < AS_IMPORT_AT_ONCE && bytes <= AS_IMPORT_BYTES) {
		/* of what is no file there is no size: it is read alone */
		bytes += !stat(files[k], &st) && S_ISREG(st.st_mode) ? (int64_t)st.st_size
								     : AS_IMPORT_BYTES + 1;
		k += bytes <= AS_IMPORT_BYTES || !k;
	}
	return k;
}

/* What is all of one version that is no commit has its name, by which histories have it. */
static void name_version(struct as_experiment *x)
{
	const struct as_version *v = x->n_subjects ? &x->subjects[0].version : NULL;

	if (v && !x->label && !v->commit)
		x->label = v->label;
}

/* One of several versions becomes as many; x is taken over. */
static enum as_status divide(struct as_experiment *x, struct as_import_read *r,
	struct as_experiment ***out)
{
	struct as_err why = {0};
	enum as_status st = AS_OK;

	if (x->table ? !as_experiment_has_table_facts(x) : as_sheet_has_versions(x)) {
		st = as_sheet_divide(x, out, &r->n, &why);
		if (st)
			as_fail(&r->why, st, "cannot keep '%.300s': %s", r->file, why.msg);
	} else {
		name_version(x);
		*out = calloc(1, sizeof **out);
		if (*out)
			(*out)[r->n++] = x;
		else
			st = as_fail_memory(&r->why);
	}
	if (st)
		as_experiment_free(x);
	return st;
}

/* The experiments are taken over; all of them or none. */
static enum as_status summarise(struct as_experiment **v, struct as_import_read *r)
{
	enum as_status st = AS_OK;

	r->v = calloc(r->n + 1, sizeof *r->v);
	if (!r->v)
		st = as_fail_memory(&r->why);
	for (size_t i = 0; i < r->n; i++) {
		if (st)
			as_experiment_free(v[i]);
		else
			st = as_result_init_kept(&r->v[i], v[i], &r->why);
	}
	return st;
}

static char *copy(const char *s, bool *memory)
{
	char *out = s ? strdup(s) : NULL;

	*memory = *memory || (s && !out);
	return out;
}

static void read_one(const struct as_args *args, struct as_import_read *r)
{
	struct as_experiment *x = NULL, **v = NULL;
	struct as_store *from = NULL;
	bool memory = false;

	r->st = as_result_read_quietly(args, r->file, &from, &x, &r->why);
	as_store_close(from);
	if (r->st)
		return;
	r->remarks = from ? NULL : copy(x->remarks, &memory);
	r->unused = copy(x->unused, &memory);
	r->st = divide(x, r, &v);
	if (!r->st)
		r->st = memory ? as_fail_memory(&r->why) : AS_OK;
	if (!r->st)
		r->st = summarise(v, r);
	else
		for (size_t i = 0; v && i < r->n; i++)
			as_experiment_free(v[i]);
	free(v);
}

/* Stores wait: SQLite is set up by one after the other. */
static void read_part(void *context, size_t from, size_t to)
{
	struct as_import_batch *b = context;

	for (size_t i = from; i < to; i++)
		if (!as_result_is_store(b->v[i].file))
			read_one(b->args, &b->v[i]);
}

static void *read_ahead(void *context)
{
	struct as_import_batch *b = context;

	if (b->n > 1)
		as_share_out(b->n, read_part, b);
	else
		read_part(b, 0, b->n);
	return NULL;
}

/* Signals are for the caller's thread. */
static bool start(struct as_import_batch *b)
{
	sigset_t all, before;

	sigfillset(&all);
	if (!b->n || pthread_sigmask(SIG_SETMASK, &all, &before))
		return false;
	const bool started = !pthread_create(&b->thread, NULL, read_ahead, b);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return started;
}

void as_import_begin(struct as_import_batch *b, char *const *files, size_t n)
{
	b->n = batch_of(files, n);
	for (size_t i = 0; i < b->n; i++)
		b->v[i] = (struct as_import_read){.file = files[i]};
	b->ahead = start(b);
}

void as_import_wait(struct as_import_batch *b)
{
	if (b->ahead)
		pthread_join(b->thread, NULL);
	else
		read_ahead(b);
	b->ahead = false;
	for (size_t i = 0; i < b->n; i++)
		if (!b->v[i].st && !b->v[i].v)
			read_one(b->args, &b->v[i]);
}

void as_import_read_release(struct as_import_read *r)
{
	for (size_t i = 0; r->v && i < r->n; i++)
		as_result_release(&r->v[i]);
	free(r->v);
	free(r->remarks);
	free(r->unused);
	*r = (struct as_import_read){0};
}
