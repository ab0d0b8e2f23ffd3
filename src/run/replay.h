/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_REPLAY_H
#define AS_RUN_REPLAY_H

/* Going on with an experiment that has begun: its units are taken as they were measured, and what
 * is missing is measured after them.
 *
 * The conductor runs from its beginning, with the recorded seed; for each execution, build and hook
 * it would start, the recorded one is taken instead while there are any. What the clock decided
 * comes from the record as well. So order, S_0 and plan are those of an uninterrupted run by
 * construction, not by being stored. From the first unit that is missing, programs are started.
 *
 *	struct as_replay replay = {.x = recorded, .next_order = ...};
 *	with.replay = &replay;
 *	as_conduct(&request, &with, observer, &x, err); x has the recorded units, and the new ones
 *
 * The units come from any experiment: a journal that was read (run/journal/journal.h), or one out
 * of the store (for more executions in the same session: x, and the same request with a greater
 * count of runs). The request has to be the one the experiment was conducted with: AS_ERR_DATA
 * where it would do anything else than what was recorded.
 *
 * as_conduct compares the machine, the programs and the tools with the recorded ones, and returns
 * AS_ERR_REFUSED with the differences. The new experiment has the recorded uuid, date and
 * directory. Set-up commands are run again before the first new unit. */

#include "run/journal/journal.h"

struct as_replay {
	const struct as_experiment *x;
	uint32_t next_order;    /* of the first unit or hook that was not done */
	const int64_t *elapsed; /* what the clock said where it decided; none: it decides anew */
	size_t n_elapsed;
	int64_t elapsed_ns;     /* measured so far */
	const struct as_dimension *dimension; /* what was recalled then; NULL: nothing was */
	const struct as_recorded *journal; /* the journal they come from, to be gone on with, too;
					    * NULL: another source */
};

/* A replay of what a journal holds; borrowed. */
struct as_replay as_replay_of(const struct as_recorded *rec);

#endif
