/* SPDX-License-Identifier: MIT */
#ifndef AS_HARNESS_GUARD_H
#define AS_HARNESS_GUARD_H

#include <stdbool.h>

/* What a benchmark can do to the process it runs in: crash, exit, fork. Nothing of it is prevented;
 * each is named, so that nobody looks for it in libassay. */

/* As long as the benchmark of this name runs: a fatal signal and exit() are told on standard error,
 * with the name. A signal then does what it would have done; exit() ends with status 5. Handlers
 * that the program has installed for such signals are left alone. program: its name, for the words;
 * others: further benchmarks are to run in this process, which a crash ends. Both names are
 * borrowed until as_guard_leave. */
void as_guard_enter(const char *program, const char *name, bool others);
void as_guard_leave(void);

/* Counts forks: another number than before means another process. One load. */
unsigned as_guard_process(void);

/* In a child that the benchmark has forked (its as_guard_process is not `process`): say so, and end
 * it with status 5. Else nothing. */
void as_guard_fork(unsigned process, const char *name);

#endif
