/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_RESUMING_H
#define AS_RUN_RESUMING_H

/* Inside of run/: what was measured before an interruption, and whether it is still the same. */

#include "run/conductor.h"

/* replay.c */

/* The unit or hook of that place in the order was done before. */
bool as_conductor_is_recorded(const struct as_conductor *c, uint32_t order);

/* Take the recorded execution or build in the place of a launch. AS_ERR_DATA if it is another. */
enum as_status as_conductor_take_unit(struct as_conductor *c, const struct as_step *step,
	struct as_err *err) AS_MUST_CHECK;

/* What is known of subjects [from, to) besides their units, as far as they are recorded. */
enum as_status as_conductor_take_subjects(struct as_conductor *c, size_t from, size_t to,
	struct as_err *err) AS_MUST_CHECK;

/* There are as many subjects as are recorded, or more where the record ended before it had all. */
enum as_status as_conductor_check_subjects(const struct as_conductor *c,
	struct as_err *err) AS_MUST_CHECK;

/* At the end of a round, before place `order`: the plan as it is now goes to the journal, and the
 * journal to the disk. */
void as_conductor_write_down(struct as_conductor *c, uint32_t order);

/* session.c: the facts of the machine are those of then; its boot and its suspends are those of
 * now. */
enum as_status as_conductor_take_facts(struct as_conductor *c, struct as_err *err) AS_MUST_CHECK;

/* Before the first launch after what was recorded: a fact that says so. */
enum as_status as_conductor_note_resumed(struct as_conductor *c, struct as_err *err) AS_MUST_CHECK;

/* Before each launch: a fact if a session has ended since the last unit, by a suspend or a pause.
 * */
enum as_status as_conductor_note_pause(struct as_conductor *c, uint32_t order, struct as_err *err)
	AS_MUST_CHECK;

/* output_check.c: let the command's check read the output of an execution that ended well. *e is
 * AS_ENDED_REPORT then if it does not like it, and why says so; AS_ENDED_CANCELLED if the user has
 * stopped it. What a launch before this left in as_launched.tail is gone. */
enum as_status as_conductor_check(struct as_conductor *c, const struct as_task *task,
	struct as_ended *e, struct as_err *why, struct as_err *err) AS_MUST_CHECK;

#endif
