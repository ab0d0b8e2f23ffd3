/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/serve/kept/known.h"

#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
	STAMP = 64,
	WAIT_ANEW_MS = 100,
	WAIT_FIRST_MS = 3000,
	LARGE = 128 << 10,
	AT_ONCE = 1 << 15, /* results that are looked at together: some 15 MB */
	LENIENCE = 5, /* of the thread, as nice(1) has it: who asks goes first */
	ARENAS = 1, /* of malloc: further ones would grow by a page at a time, and keep what threads that rest have freed */
	NAMES_AT_ONCE = 10000, /* that are parameters of a statement, of which PostgreSQL takes 65535 */
};

/* What was found at a time. */
struct known_found {
	struct as_known_all all; /* first */
	struct as_arena arena;
	struct as_history_asked *asked;
	size_t held; /* by so many */
	char stamp[STAMP];
	enum as_status st;
	struct as_err err;
};

struct as_known {
	const struct as_cli *cli;
	const char *path;
	const struct as_rename *renames; /* n_renames */
	size_t n_renames;
	pthread_mutex_t lock; /* of all that follows */
	pthread_cond_t ended;
	struct known_found *shown; /* NULL: nothing yet */
	unsigned times;
	bool owes; /* somebody was shown what is no longer so, or nothing */
	pthread_t thread;
	bool runs; /* the thread is to be joined */
	struct known_found *made; /* by the thread */
	struct known_found *before; /* shown when it began; NULL: nothing was */
	char wanted[STAMP]; /* what it looks for */
};

enum as_status as_known_new(
	const struct as_cli *cli, const char *path, struct as_known **out, struct as_err *err)
{
	struct as_known *k = calloc(1, sizeof *k);
	pthread_condattr_t steady;

#ifdef M_MMAP_THRESHOLD
	/* what it takes to look, and what was known before, goes back to the system when it is freed */
	(void)mallopt(M_MMAP_THRESHOLD, LARGE);
	(void)mallopt(M_ARENA_MAX, ARENAS);
#endif
	if (!k || pthread_condattr_init(&steady)) {
		free(k);
		return as_fail_memory(err);
	}
	(void)pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
	const bool good =
		!pthread_mutex_init(&k->lock, NULL) && !pthread_cond_init(&k->ended, &steady);
	(void)pthread_condattr_destroy(&steady);
	if (!good) {
		free(k);
		return as_fail_memory(err);
	}
	k->cli = cli;
	k->path = path;
	*out = k;
	return AS_OK;
}

void as_known_show_renamed(struct as_known *k, const struct as_rename *r, size_t n)
{
	k->renames = r;
	k->n_renames = n;
}

void as_known_shrink(void)
{
#ifdef M_MMAP_THRESHOLD /* of glibc, as this is */
	(void)malloc_trim(0);
#endif
}

/* One holds it no longer; with the lock held, or when nothing else runs. */
static void found_free(struct known_found *f)
{
	if (!f || --f->held)
		return;
	as_arena_release(&f->arena);
	free(f);
}

/* ---- looking ---- */

/* Counts that several calls make. */
static void add_counts(struct as_history *to, const struct as_history *from)
{
	to->dirty += from->dirty;
	to->untold += from->untold;
	to->elsewhere += from->elsewhere;
	to->before += from->before;
	to->unnamed += from->unnamed;
}

/* The benchmarks of `some`: outlines of their series, and their versions. */
static enum as_status look_at(struct known_found *f, struct as_store *store,
	const struct as_store_history *some, struct as_outlines *o, struct as_err *err)
{
	struct as_arena room = {0};
	struct as_history h = {0}, *all = &f->all.history;
	enum as_status st = as_history_of_some(store, f->asked, some, &room, &h, err);

	for (size_t i = 0; !st && i < h.n; i++) {
		struct as_history_drawn drawn;
		st = as_history_levels(&h.series[i], &room, &drawn, err);
		if (st)
			break;
		as_outline_add(o, &h.series[i], drawn.levels, drawn.n_levels);
		as_known_versions_add(&f->all.versions, o, &h.series[i]);
		f->all.points += h.series[i].n_points;
	}
	if (!st) {
		add_counts(&h, all);
		*all = h;
	}
	as_arena_release(&room);
	return st;
}

/* Some at a time, as many as have their share of results. Where most lie in rows of their own it takes less
 * to read all of them at once. */
static enum as_status look_at_all(struct known_found *f, struct as_store *store,
	struct as_outlines *o, struct as_err *err)
{
	struct as_store_history some = f->asked->rows;
	struct as_store_benchmarks b = {.n = 0};
	struct as_arena room = {0};
	enum as_status st = as_store_benchmarks(store, &room, &b, err);

	if (!st && b.packed <= AT_ONCE)
		st = look_at(f, store, &some, o, err);
	size_t each = b.packed > AT_ONCE ? 1 + b.n * AT_ONCE / b.packed : b.n;
	each = each < NAMES_AT_ONCE ? each : NAMES_AT_ONCE;
	for (size_t i = 0; !st && b.packed > AT_ONCE && i < b.n; i += each) {
		some.names = b.name + i;
		some.n_names = b.n - i < each ? b.n - i : each;
		st = look_at(f, store, &some, o, err);
	}
	as_arena_release(&room);
	return st;
}

/* Everything of it is in memory of f; the connection is the thread's own. */
static enum as_status look(const struct as_known *k, struct known_found *f, struct as_err *err)
{
	struct as_outlines o = {.arena = &f->arena, .interns = {.arena = &f->arena}};
	struct as_cli cli = *k->cli;
	struct as_store *store = NULL;
	enum as_status st;

	f->asked = as_arena_alloc(&f->arena, sizeof *f->asked);
	cli.arena = &f->arena;
	st = f->asked ? as_history_select(&cli, f->asked, err) : as_fail_memory(err);
	if (!st && k->before && !k->before->st)
		f->asked->how.before = &k->before->all.history;
	if (!st)
		st = as_store_open(k->path, AS_STORE_READ, &store, err);
	if (!st)
		as_store_show_renamed(store, k->renames, k->n_renames);
	if (!st)
		st = look_at_all(f, store, &o, err);
	as_store_close(store);
	const bool room = as_known_versions_end(&f->all.versions, &o);
	if (!as_outlines_end(&o, &f->all.history) || !room)
		st = st ? st : as_fail_memory(err);
	if (f->asked)
		f->asked->how.before = NULL;
	return st ? st : as_history_merge(&f->all.history, &f->arena, err);
}

/* ---- beside who asks ---- */

static void *work(void *data)
{
	struct as_known *k = data;
	struct known_found *f = k->made;

	(void)!nice(LENIENCE); /* of this thread alone, as Linux has it */
	f->st = look(k, f, &f->err);
	(void)pthread_mutex_lock(&k->lock);
	memcpy(f->stamp, k->wanted, sizeof f->stamp);
	(void)pthread_cond_broadcast(&k->ended);
	(void)pthread_mutex_unlock(&k->lock);
	return NULL;
}

/* What has been found takes the place of what was; where looking failed what was stays. */
static void take_known(struct as_known *k)
{
	if (!k->runs || !*k->made->stamp)
		return;
	(void)pthread_join(k->thread, NULL); /* it has nothing to do any more */
	found_free(k->before);
	k->before = NULL;
	k->runs = false;
	struct known_found *f = k->made;
	k->made = NULL;
	if (f->st && k->shown && !k->shown->st) {
		found_free(f); /* it is looked for again */
		return;
	}
	found_free(k->shown);
	k->shown = f;
	k->times += k->owes;
	k->owes = false;
}

static bool is_known(const struct as_known *k, const char *stamp)
{
	return k->shown && !strcmp(k->shown->stamp, stamp);
}

/* With the lock held. */
static void tend(struct as_known *k, const char *stamp)
{
	take_known(k);
	if (k->runs || is_known(k, stamp))
		return;
	k->made = calloc(1, sizeof *k->made);
	if (!k->made)
		return;
	k->made->held = 1;
	k->before = k->shown;
	if (k->before)
		k->before->held++;
	(void)snprintf(k->wanted, sizeof k->wanted, "%s", stamp);
	k->runs = !pthread_create(&k->thread, NULL, work, k);
	if (!k->runs) {
		found_free(k->made);
		found_free(k->before);
		k->made = k->before = NULL;
	}
}

void as_known_tend(struct as_known *k, const char *stamp)
{
	(void)pthread_mutex_lock(&k->lock);
	tend(k, stamp);
	(void)pthread_mutex_unlock(&k->lock);
}

static void wait_a_moment(struct as_known *k, long ms)
{
	struct timespec until;

	(void)clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += ms / 1000;
	until.tv_nsec += ms % 1000 * 1000000;
	if (until.tv_nsec >= 1000000000) {
		until.tv_nsec -= 1000000000;
		until.tv_sec++;
	}
	while (k->made && !*k->made->stamp)
		if (pthread_cond_timedwait(&k->ended, &k->lock, &until))
			break;
}

unsigned as_known_times(struct as_known *k)
{
	(void)pthread_mutex_lock(&k->lock);
	const unsigned times = k->times;
	(void)pthread_mutex_unlock(&k->lock);
	return times;
}

enum as_status as_known_history(
	struct as_known *k, const char *stamp, const struct as_known_all **out, struct as_err *err)
{
	enum as_status st = AS_OK;

	(void)pthread_mutex_lock(&k->lock);
	tend(k, stamp);
	if (!is_known(k, stamp))
		wait_a_moment(k, k->shown ? WAIT_ANEW_MS : WAIT_FIRST_MS);
	tend(k, stamp);
	k->owes = k->owes || !is_known(k, stamp);
	*out = k->shown && !k->shown->st ? &k->shown->all : NULL;
	if (*out) {
		k->shown->held++;
	} else if (k->shown) {
		st = k->shown->st;
		if (err)
			*err = k->shown->err;
	}
	(void)pthread_mutex_unlock(&k->lock);
	return st;
}

void as_known_release(struct as_known *k, const struct as_known_all *all)
{
	if (!all)
		return;
	(void)pthread_mutex_lock(&k->lock);
	found_free((struct known_found *)(uintptr_t)all);
	(void)pthread_mutex_unlock(&k->lock);
}

/* What was said of it among all benchmarks. */
static void judge_as(struct as_newest *to, const struct as_newest *all)
{
	const size_t reference = to->reference, beside = to->rerun.beside;

	*to = *all;
	to->reference = reference;
	to->rerun.beside = beside;
}

/* That series alone, of those of its name. */
static enum as_status keep_one(
	struct as_history *h, const struct as_history_series *of, struct as_err *err)
{
	char wanted[AS_PAGE_KEY_BYTES], own[AS_PAGE_KEY_BYTES];
	size_t i = 0;

	as_page_series_key(of, wanted);
	for (; i < h->n; i++) {
		as_page_series_key(&h->series[i], own);
		if (!strcmp(wanted, own))
			break;
	}
	if (i == h->n)
		return as_fail(
			err, AS_ERR_USAGE, "%.200s has been removed meanwhile", of->name);
	h->series += i;
	h->n = 1;
	h->n_together = 0;
	if (h->series->made_of == of->made_of)
		judge_as(&h->series->newest, &of->newest);
	return AS_OK;
}

enum as_status as_known_read(const struct as_known_all *all, struct as_store *store,
	const struct as_history_series *of, struct as_arena *a, struct as_history *out,
	struct as_err *err)
{
	struct as_history_asked asked = *((const struct known_found *)all)->asked;

	asked.how.before = &all->history;
	asked.rows.names = of ? &of->name : NULL;
	asked.rows.n_names = of != NULL;
	const enum as_status st =
		as_history_of_some(store, &asked, &asked.rows, a, out, err);
	return st || !of ? st : keep_one(out, of, err);
}

void as_known_free(struct as_known *k)
{
	if (!k)
		return;
	take_known(k);
	if (k->runs)
		return;
	found_free(k->shown);
	(void)pthread_mutex_destroy(&k->lock);
	(void)pthread_cond_destroy(&k->ended);
	free(k);
}
