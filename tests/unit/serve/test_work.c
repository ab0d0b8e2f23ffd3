/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work beside the thread that speaks HTTP. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <poll.h>
#include <semaphore.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <cmocka.h>

#include "serve/limits.h"
#include "serve/work.h"

static sem_t gate, begun;
static int wake;

static struct as_workers *workers(void)
{
	struct as_workers *all = NULL;

	wake = eventfd(0, EFD_NONBLOCK);
	assert_int_equal(as_workers_new(wake, &all, NULL), AS_OK);
	assert_int_equal(sem_init(&gate, 0, 0), 0);
	assert_int_equal(sem_init(&begun, 0, 0), 0);
	return all;
}

static void finish(struct as_workers *all)
{
	assert_true(as_workers_rest(all));
	as_workers_free(all);
	(void)close(wake);
}

static void wait_for_gate(struct as_work *w)
{
	(void)w;
	sem_post(&begun);
	while (sem_wait(&gate))
		;
}

static void pass(struct as_work *w)
{
	(void)w;
}

static struct as_work *take(struct as_workers *all)
{
	struct as_work *w;

	while (!(w = as_workers_take(all))) {
		struct pollfd p = {.fd = wake, .events = POLLIN};
		uint64_t n;
		(void)poll(&p, 1, -1);
		(void)!read(wake, &n, sizeof n);
	}
	return w;
}

static void what_takes_long_keeps_no_page_waiting(void **state)
{
	struct as_workers *all = workers();
	struct as_work slow[AS_MOST_DATA_THREADS + 3], page = {.run = pass, .lane = AS_LANE_PAGES, .client = "a"};
	const size_t n = sizeof slow / sizeof slow[0];

	(void)state;
	for (size_t i = 0; i < n; i++) {
		slow[i] = (struct as_work){.run = wait_for_gate, .lane = AS_LANE_DATA, .client = "a"};
		as_workers_add(all, &slow[i]);
	}
	as_workers_add(all, &page);
	assert_ptr_equal(take(all), &page);
	for (size_t i = 0; i < n; i++)
		sem_post(&gate);
	for (size_t i = 0; i < n; i++)
		assert_non_null(take(all));
	finish(all);
}

static void who_asks_for_much_lets_others_go_first(void **state)
{
	struct as_workers *all = workers();
	struct as_work many[AS_MOST_DATA_THREADS + 2], other = {.run = pass, .lane = AS_LANE_DATA, .client = "b"};
	const size_t n = sizeof many / sizeof many[0];

	(void)state;
	for (size_t i = 0; i < n; i++) {
		many[i] = (struct as_work){.run = wait_for_gate, .lane = AS_LANE_DATA, .client = "a"};
		as_workers_add(all, &many[i]);
	}
	for (size_t i = 0; i < AS_MOST_DATA_THREADS; i++)
		while (sem_wait(&begun))
			;
	as_workers_add(all, &other); /* behind two of the other client */
	sem_post(&gate);
	assert_non_null(take(all));
	assert_ptr_equal(take(all), &other);
	for (size_t i = 1; i < n; i++)
		sem_post(&gate);
	for (size_t i = 1; i < n; i++)
		assert_non_null(take(all));
	finish(all);
}

static void what_nobody_has_begun_can_be_taken_back(void **state)
{
	struct as_workers *all = workers();
	struct as_work many[AS_MOST_DATA_THREADS], one = {.run = pass, .lane = AS_LANE_DATA, .client = "a"};

	(void)state;
	for (size_t i = 0; i < AS_MOST_DATA_THREADS; i++) {
		many[i] = (struct as_work){.run = wait_for_gate, .lane = AS_LANE_DATA, .client = "a"};
		as_workers_add(all, &many[i]);
	}
	for (size_t i = 0; i < AS_MOST_DATA_THREADS; i++)
		while (sem_wait(&begun))
			;
	as_workers_add(all, &one);
	assert_true(as_workers_drop(all, &one));
	assert_false(as_workers_drop(all, &one));
	assert_false(as_workers_drop(all, &many[0]));
	for (size_t i = 0; i < AS_MOST_DATA_THREADS; i++)
		sem_post(&gate);
	for (size_t i = 0; i < AS_MOST_DATA_THREADS; i++)
		assert_ptr_not_equal(take(all), &one);
	finish(all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_takes_long_keeps_no_page_waiting),
		cmocka_unit_test(who_asks_for_much_lets_others_go_first),
		cmocka_unit_test(what_nobody_has_begun_can_be_taken_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
