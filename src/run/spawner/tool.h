/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_SPAWNER_TOOL_H
#define AS_RUN_SPAWNER_TOOL_H

/* Running a compiler or a linker for assay's own purposes, by the spawner, and waiting for it. */

#include "base/arena.h"
#include "run/spawner/spawner.h"

/* The file that execvp would start for a name without a slash; NULL if PATH has none. */
const char *as_program_in_path(const char *name, struct as_arena *a);

/* Register a tool that runs in assay's directory and environment. Its output is kept; errors says
 * what becomes of what it writes to standard error. */
enum as_status as_tool_prepare(struct as_spawner *s, const char *path, enum as_stream_kind errors,
	uint32_t *id, struct as_err *err) AS_MUST_CHECK;

/*
 * as_tool_run - run it with these words, the first of them its name, and wait for its end
 *
 *   out   how it ended, with its output until the next run; for as_tool_went_well
 *
 * Nothing else may be queued. It is ended after a minute. AS_ERR_INTERRUPTED when the user asked to
 * stop; else what as_spawner_wait says.
 */
enum as_status as_tool_run(struct as_spawner *s, uint32_t id, const char *const *argv,
	struct as_launched *out, struct as_err *err) AS_MUST_CHECK;

/* The same for any launch of a command that was prepared elsewhere; name is for the sentence. */
enum as_status as_tool_launch(struct as_spawner *s, const struct as_launch *launch,
	const char *name, struct as_launched *out, struct as_err *err) AS_MUST_CHECK;

/* It ran, and ended with status 0. */
bool as_tool_went_well(const struct as_launched *r);

/* The last of what it wrote, at most 400 bytes, as part of a sentence. */
const char *as_tool_words(const struct as_launched *r, struct as_arena *a);

#endif
