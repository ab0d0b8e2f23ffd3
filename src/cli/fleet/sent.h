/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_FLEET_SENT_H
#define AS_CLI_FLEET_SENT_H

/* What the head sends to machines beside a request, in the folder that they share: what was built, once
 * for all, and the files of versions. Each machine copies it to its own disk, where paths are of one length
 * everywhere. */

#include "base/arena.h"
#include "run/context.h"
#include "run/scratch.h"

/* What a machine has got. */
struct as_sent {
	struct as_scratch scratch; /* of versions */
	struct as_made made;
	struct as_experiment *x; /* that builds were made in; NULL: nothing was built */
};

/* The files of n versions, of which nothing lies at its place now; in `folder`. */
enum as_status as_send_versions(const struct as_checkout *v, size_t n, const char *folder,
	struct as_arena *a, struct as_err *err) AS_MUST_CHECK;

/* What was built, whose copies are in the folder of as_sent_builds already. */
enum as_status as_send_builds(struct as_experiment *x, const char *folder, struct as_arena *a,
	struct as_err *err) AS_MUST_CHECK;

/* Where copies of builds go; NULL when out of memory. */
const char *as_sent_builds(const char *folder, struct as_arena *a);

/*
 * as_sent_take - take what r needs of what lies in `folder`, into `with`
 *
 *   out   to be closed after as_conduct, also on failure
 */
enum as_status as_sent_take(const struct as_request *r, const char *folder, struct as_arena *a,
	struct as_run_context *with, struct as_sent *out, struct as_err *err) AS_MUST_CHECK;
void as_sent_close(struct as_sent *s);

#endif
