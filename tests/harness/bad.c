/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Benchmarks that do what a benchmark must not; bad.bats calls each by its name. */

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <assay.h>

ASSAY_BENCH(good)
{
	int x = 1;

	assay_loop (state) {
		assay_hide(x);
		assay_keep(x * 3);
	}
}

ASSAY_BENCH(never)
{
	assay_param(state, "absent");
}

ASSAY_BENCH(no_loop)
{
	(void)state;
}

ASSAY_BENCH(twice)
{
	assay_loop (state)
		assay_clobber();
	assay_loop (state)
		assay_clobber();
}

ASSAY_BENCH(leaves)
{
	int left = 10;

	assay_loop (state)
		if (!--left)
			break;
}

static jmp_buf out;

ASSAY_BENCH(jumps)
{
	volatile int left = 10;

	if (setjmp(out))
		return;
	assay_loop (state)
		if (!--left)
			longjmp(out, 1);
}

ASSAY_BENCH(exits)
{
	assay_loop (state)
		exit(0);
}

ASSAY_BENCH(crashes)
{
	assay_loop (state)
		raise(SIGSEGV);
}

ASSAY_BENCH(aborts)
{
	assay_loop (state)
		abort();
}

ASSAY_BENCH(says_why)
{
	assay_loop (state) {
		assay_fail(state, "the answer is %d\033[2J", 41);
		break;
	}
}

static void *use(void *state)
{
	assay_loop ((struct assay_state *)state)
		assay_clobber();
	return NULL;
}

ASSAY_BENCH(two_threads)
{
	pthread_t other;

	if (pthread_create(&other, NULL, use, state))
		abort();
	pthread_join(other, NULL);
	assay_loop (state)
		assay_clobber();
}

ASSAY_BENCH(forks)
{
	pid_t child = 0;

	assay_loop (state) {
		child = fork();
		if (child > 0)
			waitpid(child, NULL, 0);
	}
}

ASSAY_BENCH(forks_well)
{
	assay_loop (state) {
		pid_t child = fork();
		if (!child)
			_exit(0);
		waitpid(child, NULL, 0);
	}
}

ASSAY_BENCH(counter_of_nothing)
{
	assay_loop (state)
		assay_clobber();
	assay_counter(state, "two words", 1, "B", ASSAY_TOTAL);
}

ASSAY_BENCH(negative_bytes)
{
	assay_loop (state)
		assay_clobber();
	assay_bytes(state, -1);
}

ASSAY_REFERENCE(math, exact)
{
	const double x[] = {1, 2};

	assay_loop (state)
		assay_clobber();
	assay_output_doubles(state, x, 2, 0);
}

ASSAY_CANDIDATE(math, near)
{
	const double x[] = {1, 2 + 1e-13};

	assay_loop (state)
		assay_clobber();
	assay_output_doubles(state, x, 2, 1e-12);
}

ASSAY_CANDIDATE(math, off)
{
	const double x[] = {1, 2.5};

	assay_loop (state)
		assay_clobber();
	assay_output_doubles(state, x, 2, 1e-12);
}

ASSAY_CANDIDATE(math, short)
{
	const double x = 1;

	assay_loop (state)
		assay_clobber();
	assay_output_doubles(state, &x, 1, 1e-12);
}

ASSAY_CANDIDATE(math, mute)
{
	assay_loop (state)
		assay_clobber();
}

ASSAY_REFERENCE(silent, reference)
{
	assay_loop (state)
		assay_clobber();
}

ASSAY_CANDIDATE(silent, other)
{
	assay_loop (state)
		assay_clobber();
	assay_output(state, "x", 1);
}

ASSAY_REFERENCE(deadly, alive)
{
	assay_loop (state)
		assay_clobber();
	assay_output(state, "x", 1);
}

ASSAY_CANDIDATE(deadly, dies)
{
	assay_loop (state)
		raise(SIGSEGV);
	assay_output(state, "x", 1);
}

ASSAY_BENCH(fragile)
{
	const int64_t dies = assay_param(state, "dies");

	assay_loop (state)
		if (dies)
			raise(SIGSEGV);
}
ASSAY_LIST(fragile, "dies", 1, 0);

ASSAY_MAIN()
