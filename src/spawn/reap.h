/* SPDX-License-Identifier: MIT */
#ifndef AS_SPAWN_REAP_H
#define AS_SPAWN_REAP_H

/* What children leave behind. The spawner is subreaper: a process whose parent has ended becomes
 * its child, whatever it did to get away. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Process groups and sessions of what hooks left running, which may live on; {0} is none. */
struct as_reap_kept {
	pid_t *id;
	size_t n, cap;
	bool groups_only; /* the numbers are not those of sessions */
};

void as_kept_release(struct as_reap_kept *k);

/* A new process has this id: if it was noted before, that was of a group long gone. */
void as_kept_forget(struct as_reap_kept *k, pid_t id);

/* After a hook whose process group was `group`: note what it left running. */
void as_kept_note(struct as_reap_kept *k, pid_t group);

/* Kill what an execution left in `group` (0: no group), and every other child that is not kept, and
 * wait for their end; returns how many had to be killed. Two system calls where nothing is left. */
uint32_t as_reap_leftovers(const struct as_reap_kept *k, pid_t group);

/* Take leave of orphans that have ended while `leader` still runs, so that none stays a zombie
 * for a program that waits for its end. The leader's own end is left to be seen. */
void as_reap_orphans(pid_t leader);

/* Send a signal to every child and to its group. */
void as_reap_signal_all(int signal);

/* Take leave of all children that have ended, adding those that died of KILL to *killed if it is
 * not NULL; returns whether any child is left. */
bool as_reap_ended(uint32_t *killed);

#endif
