/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_CONDITIONS_CONDITIONS_H
#define AS_RUN_CONDITIONS_CONDITIONS_H

/* The conditions that executions run under because somebody asked for them: load as a factor, and
 * isolation. They are facts of the environment, so that results under different ones are told
 * apart. */

#include "base/arena.h"
#include "base/err.h"
#include "model/kept/machine.h"
#include "model/settings/setting.h"
#include "spawn/wire/protocol.h"

struct as_conditions {
#define AS_SETTING AS_SETTING_MEMBER
#include "model/settings/conditions.def"
#undef AS_SETTING
};

/* "0-3,6" as bits, which are 64 to a word. False where it is none, or names a processor from
 * AS_SPAWN_CPU_WORDS * 64 on. */
bool as_cpu_list_read(const char *text, uint64_t out[static AS_SPAWN_CPU_WORDS]);

/* State what was asked for among the facts of m; nothing where nothing was. AS_ERR_MEM. */
enum as_status as_conditions_state(const struct as_conditions *c, struct as_arena *a,
	struct as_machine *m, struct as_err *err) AS_MUST_CHECK;

/* The same from an earlier experiment's machine, whose conditions are those of now. AS_ERR_MEM. */
enum as_status as_conditions_carry(const struct as_machine *then, struct as_arena *a,
	struct as_machine *m, struct as_err *err) AS_MUST_CHECK;

/* How long to wait before the execution of that seed, in ns; the same whenever it is asked. */
int64_t as_conditions_draw(const struct as_conditions *c, uint64_t seed);

/* ---- carrying them out ---- */

struct as_spawner;
struct as_cpuset; /* of this process, while it measures */

/*
 * as_isolation_open - find out whether executions can be isolated so, and prepare it
 *
 *   m    for what the machine offers, in words
 *   set  the cpuset that was made for it, NULL if none was asked for; for as_isolation_close
 *   out  for as_command_spec
 *
 * Tries it on a shell that does nothing. AS_ERR_USAGE says which of it cannot be had, why, and what
 * to do; AS_ERR_SYS, AS_ERR_MEM.
 */
enum as_status as_isolation_open(const struct as_conditions *c, struct as_spawner *s,
	const struct as_machine *m, struct as_cpuset **set, struct as_isolation *out,
	struct as_err *err) AS_MUST_CHECK;

/* Remove the cpuset; nothing may be running in it. Takes NULL. */
void as_isolation_close(struct as_cpuset *set);

#endif
