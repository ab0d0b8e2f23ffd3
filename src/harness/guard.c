/* SPDX-License-Identifier: MIT */
#include "harness/guard.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STATUS_FAILED = 5, STACK_BYTES = 64 * 1024 };

static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
static const char *const fatal_names[] = {
	"SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGABRT", "SIGTRAP", "SIGSYS"};

enum { N_FATAL = sizeof fatal / sizeof *fatal };

/* Handlers of signals and of exit() get nothing handed over. */
static const char *volatile guarded_program, *volatile guarded_name;
static volatile bool has_others;
static atomic_uint process;
static bool is_installed;
static char handler_stack[STACK_BYTES];

/* One write(): nothing else may be called in a handler, and lines of threads do not mix. */
static void say(const char *const *parts)
{
	char line[1024];
	size_t n = 0;

	for (; *parts; parts++) {
		size_t more = strlen(*parts);
		if (more > sizeof line - 1 - n)
			more = sizeof line - 1 - n;
		memcpy(line + n, *parts, more);
		n += more;
	}
	line[n++] = '\n';
	ssize_t written = write(STDERR_FILENO, line, n);
	(void)written; /* there is nobody left to tell */
}

static void crashed(int number)
{
	const char *which = "a signal";

	for (size_t i = 0; i < N_FATAL; i++)
		if (fatal[i] == number)
			which = fatal_names[i];
	if (guarded_name)
		say((const char *const[]){guarded_program, ": benchmark '", guarded_name,
			"' crashed (", which, ")",
			has_others ? "; --isolate runs each in a process of its own, so that the "
				     "others still run"
				   : "",
			NULL});
	raise(number); /* SA_RESETHAND: now it does what it always does */
}

static void exited(void)
{
	if (!guarded_name || atomic_load(&process))
		return;
	say((const char *const[]){guarded_program, ": benchmark '", guarded_name,
		"' called exit(): a benchmark returns, and says by assay_fail() what went wrong",
		NULL});
	_exit(STATUS_FAILED);
}

static void forked(void)
{
	atomic_fetch_add(&process, 1);
}

static void install(void)
{
	stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
	struct sigaction act, old;

	is_installed = true;
	pthread_atfork(NULL, NULL, forked);
	atexit(exited);
	memset(&act, 0, sizeof act);
	act.sa_handler = crashed;
	act.sa_flags = (int)SA_RESETHAND | SA_ONSTACK | SA_NODEFER;
	sigemptyset(&act.sa_mask);
	sigaltstack(&stack, NULL);
	for (size_t i = 0; i < N_FATAL; i++)
		if (!sigaction(fatal[i], NULL, &old) && old.sa_handler == SIG_DFL)
			sigaction(fatal[i], &act, NULL);
}

void as_guard_enter(const char *program, const char *name, bool others)
{
	if (!is_installed)
		install();
	guarded_program = program;
	has_others = others;
	guarded_name = name;
}

void as_guard_leave(void)
{
	guarded_name = NULL;
}

unsigned as_guard_process(void)
{
	return atomic_load_explicit(&process, memory_order_relaxed);
}

void as_guard_fork(unsigned before, const char *name)
{
	if (as_guard_process() == before)
		return;
	say((const char *const[]){guarded_program ? guarded_program : "assay", ": benchmark '",
		name, "': a child that it forked came back into the benchmark: end it with _exit()",
		NULL});
	_exit(STATUS_FAILED);
}
