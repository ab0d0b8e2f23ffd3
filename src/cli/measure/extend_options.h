/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_MEASURE_EXTEND_OPTIONS_H
#define AS_CLI_MEASURE_EXTEND_OPTIONS_H

/* `assay run --extend RESULT`: more units of an experiment that is there already. */

#include "cli/verb.h"
#include "run/context.h"
#include "run/run_extend.h"
#include "run/replay.h"

struct as_extending {
	struct as_experiment *old; /* what is extended; NULL: nothing is */
	const char *name;          /* the word that named it */
	enum as_extension how;
	struct as_request request; /* what to measure */
	struct as_run_context with;
	/* Of a campaign that is gone on with: what is in the store of it, or in its journal. */
	struct as_experiment *done; /* all of it is there; NULL: it is to be measured */
	struct as_recorded rec;
	struct as_replay replay;
};

/*
 * as_extending_open - read the experiment, and find out what more of it means now
 *
 * Commands and settings are those of the request that is kept with it. Release with
 * as_extending_close.
 *
 * AS_ERR_USAGE: options or words beside --extend that cannot stand there, an experiment that cannot
 * be extended here and now. AS_ERR_REFUSED: machine, environment, program or, where it is built,
 * the toolchain are not the same; all that differs is named.
 */
enum as_status as_extending_open(struct as_cli *cli, struct as_extending *out, struct as_err *err)
	AS_MUST_CHECK;

/*
 * as_extending_join - put what was measured to the experiment
 *
 *   x   in: what as_conduct gave; out: the whole, in place of it. The caller frees it.
 *
 * Where the two do not fit together x stays as it is, an experiment of its own, and the words say
 * so.
 */
enum as_status as_extending_join(struct as_extending *e, struct as_experiment **x,
	struct as_err *err) AS_MUST_CHECK;

void as_extending_close(struct as_extending *e); /* takes a zeroed one */

#endif
