/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/share_out.h"

enum { MANY = 1000 };

/* A byte of its own for each place: parts that overlapped would be seen. */
static void count(void *context, size_t from, size_t to)
{
	unsigned char *done = context;

	for (size_t i = from; i < to; i++)
		done[i]++;
}

static void assert_each_once(size_t n)
{
	unsigned char done[MANY + 1] = {0};

	as_share_out(n, count, done);
	for (size_t i = 0; i <= MANY; i++)
		assert_int_equal(done[i], i < n);
}

static void each_place_is_done_once(void **state)
{
	(void)state;
	for (size_t n = 0; n <= MANY; n += 1 + n / 7)
		assert_each_once(n);
}

static void compare_thread(void *context, size_t from, size_t to)
{
	const pthread_t *caller = context;

	(void)from;
	(void)to;
	assert_true(pthread_equal(*caller, pthread_self()));
}

static void on_one_processor_the_caller_does_all(void **state)
{
	pthread_t self = pthread_self();
	cpu_set_t before, one;
	size_t cpu = 0;

	(void)state;
	assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
	while (!CPU_ISSET(cpu, &before))
		cpu++;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
	as_share_out(MANY, compare_thread, &self);
	assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_place_is_done_once),
		cmocka_unit_test(on_one_processor_the_caller_does_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
