/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "serve/work.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "serve/limits.h"

enum { LENIENCE = 5 }; /* of threads of AS_LANE_DATA, as nice(1) has it */

static const size_t most_threads[AS_LANES] = {
	[AS_LANE_PAGES] = AS_MOST_PAGE_THREADS, [AS_LANE_DATA] = AS_MOST_DATA_THREADS};

struct lane {
	struct as_workers *all;
	struct as_work *waiting, *running; /* the first that came first */
	size_t threads, idle;
	pthread_cond_t more;
};

struct as_workers {
	pthread_mutex_t lock; /* of all that follows */
	pthread_cond_t gone; /* a thread is */
	struct lane lane[AS_LANES];
	struct as_work *done;
	size_t threads;
	bool ends;
	int wake;
};

static void append(struct as_work **list, struct as_work *w)
{
	while (*list)
		list = &(*list)->next;
	w->next = NULL;
	*list = w;
}

static bool take_out(struct as_work **list, struct as_work *w)
{
	while (*list && *list != w)
		list = &(*list)->next;
	if (!*list)
		return false;
	*list = w->next;
	return true;
}

/* The first of the client of whom the fewest run. */
static struct as_work *next_of(const struct lane *l)
{
	struct as_work *best = NULL;
	size_t fewest = SIZE_MAX;

	for (struct as_work *w = l->waiting; w && fewest; w = w->next) {
		size_t n = 0;
		for (const struct as_work *r = l->running; r; r = r->next)
			n += !strcmp(r->client, w->client);
		if (n < fewest) {
			best = w;
			fewest = n;
		}
	}
	return best;
}

static void *work(void *data)
{
	struct lane *l = data;
	struct as_workers *all = l->all;
	const uint64_t one = 1;

	if (l == &all->lane[AS_LANE_DATA])
		(void)!nice(LENIENCE); /* of this thread alone, as Linux has it */
	(void)pthread_mutex_lock(&all->lock);
	while (!all->ends) {
		struct as_work *w = next_of(l);
		if (!w) {
			l->idle++;
			(void)pthread_cond_wait(&l->more, &all->lock);
			l->idle--;
			continue;
		}
		(void)take_out(&l->waiting, w);
		append(&l->running, w);
		(void)pthread_mutex_unlock(&all->lock);
		w->run(w);
		(void)pthread_mutex_lock(&all->lock);
		(void)take_out(&l->running, w);
		append(&all->done, w);
		(void)!write(all->wake, &one, sizeof one);
	}
	all->threads--;
	(void)pthread_cond_signal(&all->gone);
	(void)pthread_mutex_unlock(&all->lock);
	return NULL;
}

/* One more thread; false: it cannot be had. Signals are those of the thread that speaks HTTP. */
static bool begin(struct lane *l)
{
	pthread_t thread;
	sigset_t all, were;

	(void)sigfillset(&all);
	(void)pthread_sigmask(SIG_SETMASK, &all, &were);
	const bool good = !pthread_create(&thread, NULL, work, l);
	(void)pthread_sigmask(SIG_SETMASK, &were, NULL);
	if (!good)
		return false;
	(void)pthread_detach(thread);
	l->threads++;
	l->all->threads++;
	return true;
}

enum as_status as_workers_new(int wake, struct as_workers **out, struct as_err *err)
{
	struct as_workers *all = calloc(1, sizeof *all);

	if (!all)
		return as_fail_memory(err);
	all->wake = wake;
	if (pthread_mutex_init(&all->lock, NULL) || pthread_cond_init(&all->gone, NULL)) {
		free(all);
		return as_fail_memory(err);
	}
	bool good = true;
	for (size_t i = 0; i < AS_LANES; i++) {
		all->lane[i].all = all;
		good = good && !pthread_cond_init(&all->lane[i].more, NULL);
	}
	/* one of each is there from the beginning: what cannot begin is told before somebody asks */
	(void)pthread_mutex_lock(&all->lock);
	for (size_t i = 0; i < AS_LANES; i++)
		good = good && begin(&all->lane[i]);
	(void)pthread_mutex_unlock(&all->lock);
	if (!good) {
		if (as_workers_rest(all))
			as_workers_free(all);
		return as_fail(err, AS_ERR_SYS, "cannot begin a thread that answers requests");
	}
	*out = all;
	return AS_OK;
}

void as_workers_add(struct as_workers *all, struct as_work *w)
{
	struct lane *l = &all->lane[w->lane];

	(void)pthread_mutex_lock(&all->lock);
	append(&l->waiting, w);
	size_t waiting = 0;
	for (const struct as_work *v = l->waiting; v; v = v->next)
		waiting++;
	if (waiting > l->idle && l->threads < most_threads[w->lane])
		(void)begin(l); /* where there is none the others do it */
	(void)pthread_cond_signal(&l->more);
	(void)pthread_mutex_unlock(&all->lock);
}

struct as_work *as_workers_take(struct as_workers *all)
{
	(void)pthread_mutex_lock(&all->lock);
	struct as_work *w = all->done;
	if (w)
		all->done = w->next;
	(void)pthread_mutex_unlock(&all->lock);
	return w;
}

bool as_workers_drop(struct as_workers *all, struct as_work *w)
{
	(void)pthread_mutex_lock(&all->lock);
	const bool good = take_out(&all->lane[w->lane].waiting, w);
	(void)pthread_mutex_unlock(&all->lock);
	return good;
}

bool as_workers_rest(struct as_workers *all)
{
	struct timespec until;

	(void)clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec++;
	(void)pthread_mutex_lock(&all->lock);
	all->ends = true;
	for (size_t i = 0; i < AS_LANES; i++)
		(void)pthread_cond_broadcast(&all->lane[i].more);
	while (all->threads)
		if (pthread_cond_timedwait(&all->gone, &all->lock, &until))
			break;
	const bool rest = !all->threads;
	(void)pthread_mutex_unlock(&all->lock);
	return rest;
}

void as_workers_free(struct as_workers *all)
{
	if (!all)
		return;
	for (size_t i = 0; i < AS_LANES; i++)
		(void)pthread_cond_destroy(&all->lane[i].more);
	(void)pthread_cond_destroy(&all->gone);
	(void)pthread_mutex_destroy(&all->lock);
	free(all);
}
