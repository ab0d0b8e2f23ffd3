/* SPDX-License-Identifier: MIT */
#ifndef AS_SPAWN_CHILD_H
#define AS_SPAWN_CHILD_H

/* Making a process and reading the clock in it right before execve. */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "spawn/wire/protocol.h"

enum { AS_CHILD_STACK_BYTES = 64 * 1024 };

struct as_child_plan {
	const char *path;
	const char *const *argv, *const *envp;
	const char *cwd; /* or NULL */
	bool fixed_addresses;
	const char *group; /* the entrance of a control group (protocol.h), or NULL */
	const struct as_isolation *isolation;
	volatile pid_t *noted; /* receives its pid before it does anything else; may be NULL */
	int fd[3];       /* what becomes its 0, 1 and 2; -1 leaves it the spawner's own */
	void *stack;     /* AS_CHILD_STACK_BYTES, used until execve */
};

struct as_child {
	pid_t pid; /* leader of a process group of its own; 0 if there is none */
	int64_t begin_ns;
	enum as_launch_step step; /* what failed; there is then nothing to wait for */
	int error;
	int group_error; /* why it did not go into its group; 0: it did */
};

/* Returns when the child has become the program, or has failed. The child starts with an empty
 * signal mask, and dies if the spawner does. */
struct as_child as_child_start(const struct as_child_plan *plan);

#endif
