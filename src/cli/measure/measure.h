/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_MEASURE_MEASURE_H
#define AS_CLI_MEASURE_MEASURE_H

/* Measuring, as verbs do it: where the result goes, its journal, the experiment itself, and all
 * that is done with it.
 *
 *	as_measure_place(cli, plan, &store, err);
 *	as_measure_begin(cli, store, NULL, &e, err);
 *	as_interrupt_catch();
 *	as_measure(cli, &e, store, err);
 */

#include "cli/verb.h"
#include "cli/measure/extend_options.h"
#include "cli/results/result.h"
#include "store/store.h"

/* Where the result will be kept is settled before anything is measured: a run that cannot be kept
 * must not begin. Without a HOME, --export will do, and a plan, which only keeps what it has
 * learnt, does without: *out stays NULL then. */
enum as_status as_measure_place(struct as_cli *cli, bool plan, struct as_store **out,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_measure_begin - a journal for the request beside the store, after what others have left is kept
 *
 *   name   what the experiment is of, in its campaign; NULL: it is none of one
 *
 * Where its campaign is gone on with, e has what there is of it already: seed and budget of then, and its
 * experiment or its journal.
 */
enum as_status as_measure_begin(struct as_cli *cli, struct as_store *store, const char *name,
	struct as_extending *e, struct as_err *err) AS_MUST_CHECK;

/*
 * as_measure - carry out e->request; analyse, keep, show and export what comes of it
 *
 * Raises the exit status of failed executions and of a stop. Where the result could not be kept in
 * the store, it is in a file of the current folder, which the error names. The journal is ended.
 */
enum as_status as_measure(struct as_cli *cli, struct as_extending *e, struct as_store *store,
	struct as_err *err) AS_MUST_CHECK;

/* Where the result is to be one of several on a screen. */
struct as_shower {
	/* In place of as_result_show; the experiment is in the store, if there is one. NULL: no screen. */
	enum as_status (*show)(void *context, struct as_cli *cli, const struct as_result *r,
		struct as_err *err);
	void *context;
	struct as_result *out; /* who has the result when all has been done with it; NULL: nobody */
	bool plans; /* the plan is announced all the same */
	bool histories; /* so is that it is no part of a history, once for all */
	bool brief;     /* of the machines of --on only what goes wrong is told */
};

/* as_measure with a screen of one's own; the plan is not announced then, but where only that or
 * `plans` is asked for. NULL: as_measure. */
enum as_status as_measure_for(struct as_cli *cli, struct as_extending *e, struct as_store *store,
	const struct as_shower *shower, struct as_err *err) AS_MUST_CHECK;

#endif
