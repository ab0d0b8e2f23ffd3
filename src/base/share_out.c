/* SPDX-License-Identifier: MIT */
#include "base/share_out.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>

enum {
	HELPERS_MOST = 7,
	PARTS_EACH = 8, /* so that whoever is held up leaves his to others */
};

struct whole {
	as_part *work;
	void *context;
	size_t n, part;
	atomic_size_t next;
};

static void *take_parts(void *context)
{
	struct whole *w = context;
	size_t from;

	while ((from = atomic_fetch_add(&w->next, w->part)) < w->n)
		w->work(w->context, from, w->n - from < w->part ? w->n : from + w->part);
	return NULL;
}

static size_t processors(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof set, &set) == 0 ? (size_t)CPU_COUNT(&set) : 1;
}

/* Signals are for the thread that has handlers in mind. */
static size_t start(pthread_t *threads, size_t n, struct whole *w)
{
	sigset_t all, before;
	size_t started = 0;

	sigfillset(&all);
	if (pthread_sigmask(SIG_SETMASK, &all, &before))
		return 0;
	while (started < n && !pthread_create(&threads[started], NULL, take_parts, w))
		started++;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return started;
}

void as_share_out(size_t n, as_part *work, void *context)
{
	const size_t all = processors(), helpers = all - 1 < HELPERS_MOST ? all - 1 : HELPERS_MOST;
	struct whole w = {.work = work, .context = context, .n = n,
		.part = n / ((helpers + 1) * PARTS_EACH) + 1};
	pthread_t threads[HELPERS_MOST];
	const size_t started = start(threads, helpers, &w);

	take_parts(&w);
	for (size_t i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
}
