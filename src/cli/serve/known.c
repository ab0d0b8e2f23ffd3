/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/serve/known.h"

#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STAMP = 64, WAIT_ANEW_MS = 200, WAIT_FIRST_MS = 3000, LARGE = 128 << 10 };

/* What was found at a time. */
struct known_found {
	struct as_arena arena;
	struct as_history history;
	char stamp[STAMP];
	enum as_status st;
	struct as_err err;
};

struct as_known {
	const struct as_cli *cli;
	const char *path;
	struct known_found *shown; /* NULL: nothing yet */
	unsigned times;
	bool owes; /* somebody was shown what is no longer so, or nothing */
	pthread_t thread;
	bool runs; /* the thread is to be joined */
	pthread_mutex_t lock;
	pthread_cond_t ended;
	struct known_found *made; /* by the thread; of the lock */
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

static void found_free(struct known_found *f)
{
	if (f)
		as_arena_release(&f->arena);
	free(f);
}

/* Everything of it is in memory of f; the connection is the thread's own. */
static enum as_status look(const struct as_known *k, struct known_found *f, struct as_err *err)
{
	struct as_cli cli = *k->cli;
	struct as_history_asked *asked = as_arena_alloc(&f->arena, sizeof *asked);
	struct as_store *store = NULL;
	enum as_status st = asked ? AS_OK : as_fail_memory(err);

	cli.arena = &f->arena;
	if (!st)
		st = as_history_select(&cli, asked, err);
	if (!st && k->shown && !k->shown->st)
		asked->how.before = &k->shown->history;
	if (!st)
		st = as_store_open(k->path, AS_STORE_READ, &store, err);
	if (!st)
		st = as_history_of_store(store, asked, &f->arena, &f->history, err);
	as_store_close(store);
	return st;
}

static void *work(void *data)
{
	struct as_known *k = data;
	struct known_found *f = k->made;

	f->st = look(k, f, &f->err);
	(void)pthread_mutex_lock(&k->lock);
	memcpy(f->stamp, k->wanted, sizeof f->stamp);
	(void)pthread_cond_signal(&k->ended);
	(void)pthread_mutex_unlock(&k->lock);
	return NULL;
}

static bool has_ended(struct as_known *k)
{
	(void)pthread_mutex_lock(&k->lock);
	const bool ended = k->made && *k->made->stamp;
	(void)pthread_mutex_unlock(&k->lock);
	return ended;
}

/* What has been found takes the place of what was; where looking failed what was stays. */
static void take(struct as_known *k)
{
	if (!k->runs || !has_ended(k))
		return;
	(void)pthread_join(k->thread, NULL);
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

void as_known_tend(struct as_known *k, const char *stamp)
{
	take(k);
	if (k->runs || is_known(k, stamp))
		return;
	k->made = calloc(1, sizeof *k->made);
	if (!k->made)
		return;
	(void)snprintf(k->wanted, sizeof k->wanted, "%s", stamp);
	k->runs = !pthread_create(&k->thread, NULL, work, k);
	if (!k->runs) {
		free(k->made);
		k->made = NULL;
	}
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
	(void)pthread_mutex_lock(&k->lock);
	while (k->made && !*k->made->stamp)
		if (pthread_cond_timedwait(&k->ended, &k->lock, &until))
			break;
	(void)pthread_mutex_unlock(&k->lock);
}

unsigned as_known_times(const struct as_known *k)
{
	return k->times;
}

enum as_status as_known_history(
	struct as_known *k, const char *stamp, const struct as_history **out, struct as_err *err)
{
	as_known_tend(k, stamp);
	if (!is_known(k, stamp))
		wait_a_moment(k, k->shown ? WAIT_ANEW_MS : WAIT_FIRST_MS);
	as_known_tend(k, stamp);
	k->owes = k->owes || !is_known(k, stamp);
	*out = k->shown && !k->shown->st ? &k->shown->history : NULL;
	if (!k->shown || !k->shown->st)
		return AS_OK;
	if (err)
		*err = k->shown->err;
	return k->shown->st;
}

void as_known_free(struct as_known *k)
{
	if (!k)
		return;
	take(k);
	if (k->runs)
		return;
	found_free(k->shown);
	(void)pthread_mutex_destroy(&k->lock);
	(void)pthread_cond_destroy(&k->ended);
	free(k);
}
