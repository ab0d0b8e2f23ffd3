/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_SPAWNER_SPAWNER_H
#define AS_RUN_SPAWNER_SPAWNER_H

/* assay's end of assay-spawn, which starts and times every child (spawn/wire/protocol.h has the types).
 *
 * Launches are queued, and answered in the order of queueing, one result each. Queue some ahead, so
 * that the spawner never waits for assay: two or three, and a dozen of what takes less than
 * AS_SPAWN_SHORT_US. Each result comes as soon as its child has ended, but those of programs known
 * to be shorter than AS_SPAWN_SHORT_US come several at a time, AS_SPAWN_HOLD_US late at most.
 *
 *	as_spawner_open(&s, err);
 *	as_spawner_prepare(s, &spec, &id, err);
 *	as_spawner_launch(s, &(struct as_launch){.command = id, .token = 1}, err);
 *	do as_spawner_wait(s, 100000000, &result, &got, err); while (!got);
 *	as_spawner_close(s);
 *
 * One thread at a time. No call blocks on a running child, except as_spawner_wait for as long as
 * it is told, and as_spawner_close for the seconds that ending the children may take. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "spawn/wire/protocol.h"

struct as_spawner;

/*
 * as_spawner_open - start assay-spawn
 *
 * Looked for in this order: $ASSAY_SPAWN, the directory of the running program,
 * ../libexec/assay and ../spawn (the build tree) from there, the libexec folder given at
 * configuration. The process is started at once, before assay's memory grows.
 *
 * AS_ERR_SYS when it is not found, cannot be started, or is not of this version.
 */
enum as_status as_spawner_open(struct as_spawner **out, struct as_err *err) AS_MUST_CHECK;

/* The words of assay-seat (run/build/seat.c), for a spawner whose children see `folder` at `place`. */
struct as_spawn_seat {
	const char *program;
	char *folder, *place, *directory;
};

/* The same in a seat; NULL: in none. Errors as above; where there can be no seat it ends before it has
 * answered. */
enum as_status as_spawner_open_in(const struct as_spawn_seat *seat, struct as_spawner **out,
	struct as_err *err) AS_MUST_CHECK;

/* End what is left: the running child at once, what hooks left running by TERM and, after the
 * grace, KILL. Returns when the spawner has ended. Takes NULL. */
void as_spawner_close(struct as_spawner *s);

/*
 * as_spawner_prepare - register a command; spec is copied
 *
 * *id is for as_launch.command. Whether the command can be started shows only at its launch.
 * AS_ERR_ARG for a spec without path or words, or beyond the limits of protocol.h; AS_ERR_SYS when
 * the spawner is known to have died (as_spawner_wait finds out).
 */
enum as_status as_spawner_prepare(struct as_spawner *s, const struct as_command_spec *spec,
	uint32_t *id, struct as_err *err) AS_MUST_CHECK;

/* Queue a launch; it is copied. AS_ERR_ARG for an unknown command or values beyond the limits of
 * protocol.h; AS_ERR_SYS when the spawner is known to have died. About 2 us. */
enum as_status as_spawner_launch(struct as_spawner *s, const struct as_launch *launch,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_spawner_wait - the next result, or nothing when the time is over
 *
 *   timeout_ns   0 looks without waiting, negative waits as long as it takes
 *   out          the result if *got
 *   got          false with AS_OK: nothing yet, because the time is over, a signal came, or
 *                no launch is queued
 *
 * AS_ERR_SYS when the spawner has died: the message says how, and what was running; every call
 * after that says the same. AS_ERR_DATA when what it sent cannot be understood.
 */
enum as_status as_spawner_wait(struct as_spawner *s, int64_t timeout_ns, struct as_launched *out,
	bool *got, struct as_err *err) AS_MUST_CHECK;

/* Launches queued and not yet answered. The oldest of them is the one that runs. */
size_t as_spawner_pending(const struct as_spawner *s);

/* The process it is. */
long as_spawner_pid(const struct as_spawner *s);

/* Cancel every launch queued so far: the running child gets TERM and, after the grace, KILL; a
 * second call while it still runs kills at once; those that wait never run. All are answered, with
 * `cancelled` set. Launches queued later run as usual (a cleanup hook). Safe to call at any time,
 * but not from a signal handler. */
void as_spawner_cancel(struct as_spawner *s);

#endif
