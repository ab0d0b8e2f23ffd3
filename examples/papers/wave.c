/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wave - time steps of a wave over a square, each in parallel where that is asked for
 *
 *	wave [THREADS]
 *
 * Stands for SeisMod, the seismic modelling of M. Haveraaen and H. Hundvebakke, "Some Statistical
 * Performance Estimation Techniques for Dynamic Machines" (2001): the wave equation by finite
 * differences, a stencil of five points. One iteration is 10 steps from a hill in the middle; at its
 * end the wave is the same seen from each side, and the same as that of the first iteration, to the bit. */

#include <pthread.h>

#include "../layout/iterations.h"

enum { SIDE = 257, STEPS = 10, THREADS_MAX = 64 };

struct square {
	double at[SIDE][SIDE];
};

struct wave {
	struct square *now, *before;
	double first; /* the sum over the square after the first iteration */
	unsigned threads;
	pthread_barrier_t barrier;
};

struct worker {
	struct wave *wave;
	pthread_t thread;
	unsigned number;
};

static void swap(struct wave *w)
{
	struct square *next = w->before;

	w->before = w->now;
	w->now = next;
}

/* Lines from .. to - 1 of the next state, over the state before. */
static void step(const struct square *now, struct square *next, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		for (size_t k = 1; k + 1 < SIDE; k++) {
			/* in this order, so that neither side comes first */
			double round = (now->at[i - 1][k] + now->at[i + 1][k]) +
				(now->at[i][k - 1] + now->at[i][k + 1]);
			next->at[i][k] = 1.5 * now->at[i][k] - next->at[i][k] +
				0.125 * round;
		}
}

static void work(struct wave *w, unsigned number)
{
	const size_t inner = SIDE - 2;
	const size_t from = 1 + inner * number / w->threads, to = 1 + inner * (number + 1) / w->threads;

	for (size_t i = 0; i < STEPS; i++) {
		step(w->now, w->before, from, to);
		if (w->threads > 1)
			pthread_barrier_wait(&w->barrier);
		if (!number)
			swap(w);
		if (w->threads > 1)
			pthread_barrier_wait(&w->barrier);
	}
}

static void *worker_main(void *context)
{
	const struct worker *me = context;

	work(me->wave, me->number);
	return NULL;
}

static void begin(struct wave *w)
{
	const size_t middle = SIDE / 2;

	memset(w->now, 0, sizeof *w->now);
	for (size_t i = 0; i < 9; i++)
		for (size_t k = 0; k < 9; k++)
			w->now->at[middle - 4 + i][middle - 4 + k] =
				(double)(i * (8 - i) * k * (8 - k)) / 256;
	memcpy(w->before, w->now, sizeof *w->now);
}

/* The same from above and below, from left and right. */
static bool is_right(struct wave *w)
{
	const struct square *x = w->now;
	double sum = 0;

	for (size_t i = 0; i < SIDE; i++)
		for (size_t k = 0; k < SIDE; k++) {
			const double v = x->at[i][k], from_below = x->at[SIDE - 1 - i][k];
			const double from_right = x->at[i][SIDE - 1 - k];
			if (v < from_below || v > from_below || v < from_right || v > from_right)
				return false;
			sum += v * v;
		}
	if (!(w->first > 0))
		w->first = sum;
	return sum > 0 && !(sum < w->first || sum > w->first);
}

static bool iteration(void *context)
{
	struct wave *w = context;
	struct worker workers[THREADS_MAX];
	unsigned started = 1;

	begin(w);
	part_begins();
	for (; started < w->threads; started++) {
		workers[started].wave = w;
		workers[started].number = started;
		if (pthread_create(&workers[started].thread, NULL, worker_main, &workers[started]))
			abort(); /* those that wait for each other would wait for ever */
	}
	work(w, 0);
	while (started-- > 1)
		pthread_join(workers[started].thread, NULL);
	part_ends();
	return is_right(w);
}

int main(int argc, char **argv)
{
	char *end = NULL;
	unsigned long threads = argc == 2 ? strtoul(argv[1], &end, 10) : 1;
	struct wave w = {.now = malloc(sizeof *w.now), .before = malloc(sizeof *w.before)};
	int status = 1;

	if (argc > 2 || (end && *end) || threads < 1 || threads > THREADS_MAX) {
		fprintf(stderr, "usage: wave [THREADS], at most %d\n", THREADS_MAX);
		status = 2;
	} else if (w.now && w.before &&
		!pthread_barrier_init(&w.barrier, NULL, (unsigned)threads)) {
		w.threads = (unsigned)threads;
		status = iterate("wave", iteration, &w);
		pthread_barrier_destroy(&w.barrier);
	} else {
		fprintf(stderr, "wave: out of memory\n");
	}
	free(w.now);
	free(w.before);
	return status;
}
