/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_JOINED_EXTEND_H
#define AS_MODEL_JOINED_EXTEND_H

/* Putting what was measured later to an experiment of the same plan (design.md 4.8). */

#include "model/kept/experiment.h"

enum as_extension {
	AS_EXTEND_ROUNDS = 0,  /* more executions in the session it ended in */
	AS_EXTEND_SESSION = 1, /* a unit of level session, with all that lies below it */
};

/*
 * as_experiment_extend - x becomes the whole of x and of more
 *
 *   more   the same subjects in the same order, carried out by as_extension_request (run/run_extend.h),
 *          so that its rounds and places go on where those of x end; unchanged
 *
 * x gets the uuid of more and names what it was in `extends`; it keeps its label, command line and
 * beginning, and takes the machine's state and the end from more. With AS_EXTEND_SESSION the units
 * of x, where it has no sessions yet, are first made those of its first one. Its plan is then one
 * of fixed counts. Nothing is left out: warm-ups and failed units come, too.
 *
 * AS_ERR_DATA with the end of a sentence, x untouched: the two do not fit together ("its criterion
 * is time and not wall"). AS_ERR_MEM: x is good for as_experiment_free alone.
 */
enum as_status as_experiment_extend(struct as_experiment *x, const struct as_experiment *more,
	enum as_extension how, struct as_err *err) AS_MUST_CHECK;

/* Sessions that the units of x come from without being units of a level: 1, and one more for each
 * that began in the middle of its plan (model/kept/session.h). Of more than one an interval does not
 * hold for a session, and not beyond them. */
size_t as_experiment_stretches(const struct as_experiment *x);

/* Seconds from its begin to its end, by the clock on the wall. 0: not known, as of a table of
 * somebody else's, or of one that did not run in one piece. */
double as_experiment_elapsed_s(const struct as_experiment *x);

/* When the session began that x ended in: x->started_ns unless there were several. */
int64_t as_experiment_session_began(const struct as_experiment *x);

/* Sessions that some subject has as units; 1 where they are no level. */
size_t as_experiment_sessions(const struct as_experiment *x);

#endif
