/* SPDX-License-Identifier: MIT */
#ifndef AS_SPAWN_TELL_H
#define AS_SPAWN_TELL_H

/* Results on their way to assay.
 *
 * Waking assay costs the launch after it some 50 us in a guest: processors are woken, and the
 * program is placed beside it. For one that takes longer than AS_SPAWN_SHORT_US that is nothing,
 * and each result is written as soon as it is there. Before the launch of one that was shorter the
 * last time, results may be held back, for at most AS_SPAWN_HOLD_US, to be written together.
 * Nothing is held back while there is nothing to do. Should the program take longer this time, they
 * are written while it runs, after AS_SPAWN_LATEST_MS: a timer that is set for less costs more than
 * the waking (15 us in a guest, where it is the next one of the processor and has to be programmed
 * each time). */

#include "spawn/state.h"

/* Put a result with the others to be told. */
void as_tell(struct as_spawn *sp, const struct as_launched *result);

/* Write all there is to tell. Blocks while assay is not reading. */
void as_tell_now(struct as_spawn *sp);

/* Before a launch of `next`: write all there is, unless it may be held back. */
void as_tell_before(struct as_spawn *sp, const struct as_prepared *next);

/* When what is held back must be told even though a child runs; INT64_MAX when nothing is. */
int64_t as_tell_due(const struct as_spawn *sp);

/* Tell what is due, while a child runs: never blocks; if assay is not reading, it is due later. */
void as_tell_if_due(struct as_spawn *sp, int64_t now);

#endif
