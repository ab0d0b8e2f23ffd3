/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_PREPARE_H
#define AS_RUN_PREPARE_H

/* Commands and hooks, registered with the spawner. */

#include "run/conductor.h"

/* Register commands and hooks of all subjects; cost of the shell if one is used. */
enum as_status as_conductor_prepare(struct as_conductor *c, struct as_err *err) AS_MUST_CHECK;

/* Register everything anew after own.iterations has changed. */
enum as_status as_conductor_prepare_again(struct as_conductor *c, struct as_err *err) AS_MUST_CHECK;

void as_conductor_forget(struct as_conductor *c); /* free what prepare made */

/* A fact for what of the programs has changed since the experiment began. */
enum as_status as_conductor_note_changed(struct as_conductor *c, struct as_err *err) AS_MUST_CHECK;

/* A subject for command i, behind those there are. */
enum as_status as_conductor_add_subject(struct as_conductor *c, size_t i,
	struct as_err *err) AS_MUST_CHECK;

/* The file that the subject's output goes to where that is read. */
enum as_status as_conductor_choose_output(struct as_conductor *c, size_t i, struct as_err *err)
	AS_MUST_CHECK;

/* Subject i starts cell number k of the first benchmark of its program. */
enum as_status as_conductor_share_cell(struct as_conductor *c, size_t i, size_t k,
	struct as_err *err) AS_MUST_CHECK;

/* The words of a build: those of the command, with the kept copies in the place of artifacts. */
enum as_status as_conductor_words_of_build(struct as_conductor *c, size_t i, size_t build,
	struct as_resolved *out, struct as_err *err) AS_MUST_CHECK;

#endif
