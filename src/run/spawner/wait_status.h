/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_SPAWNER_WAIT_STATUS_H
#define AS_RUN_SPAWNER_WAIT_STATUS_H

/* The one place that decodes a wait status, and that says in words why a launch failed. */

#include "base/err.h"
#include "model/kept/ending.h"
#include "spawn/wire/protocol.h"

struct as_ended {
	enum as_ending ending; /* never AS_ENDED_REPORT: that is for those who read the report */
	int code;              /* exit status, signal number or errno, as ending.h says; else 0 */
};

/* Of a wait status alone. */
struct as_ended as_status_ended(int status);

/* How a launch ended. Cancelled comes before stopped at the terminal (SIGTTIN), that before timed
 * out, and that before the status: a child that was told to end has not run to its end, whatever
 * status it gave. */
struct as_ended as_launched_ended(const struct as_launched *r);

/*
 * as_launch_starved - whether the machine, not the program, is why a launch never ran
 *
 * No process, or no pipe for its output, could be made: limits on processes, memory or open files.
 * AS_OK: it was not so. Else AS_ERR_SYS, and *err says it of `what` ("the --prepare command ':'"),
 * with how it can be gone on with (`next`: ", and assay run --resume goes on", or "").
 */
enum as_status as_launch_starved(const struct as_launched *r, const char *what, const char *next,
	struct as_err *err) AS_MUST_CHECK;

/* What was launched. */
struct as_launch_subject {
	const char *name;                   /* the command as the user wrote it, or its name */
	const struct as_command_spec *spec; /* as it was prepared; argv[0] names the program */
	int64_t timeout_ns;                 /* what --timeout said; 0: nothing */
	/* it has told nothing, so that taking its failure as fine is no help */
	bool in_vain;
	bool unheard;                       /* what it printed was neither kept nor shown */
};

/*
 * as_launch_explain - fill *err with the sentence that says why a launch never ran, or how it
 * failed
 *
 *   r      its result, with an ending other than AS_ENDED_OK
 *
 * "cannot run './x': it is a directory; ...": a missing file, a directory, a file that is not
 * executable, a script whose interpreter is missing, a file of no known kind and a missing working
 * directory are told apart by looking at the file system now. "'exit 3' failed: it ended with exit
 * status 3; ...": with what it printed last in err->output, where that was captured.
 * Returns AS_ERR_BENCH.
 */
enum as_status as_launch_explain(const struct as_launch_subject *what, const struct as_launched *r,
	struct as_err *err);

/* What to do where the loader did not find a library that the program is linked with, which it says
 * itself; NULL: that is not why it failed. */
const char *as_launch_unloaded(const struct as_launched *r);

/* The same for the first build of a command: "the build 'make' failed: it ended with exit status 2;
 * nothing was measured". timeout_ns is what --build-timeout said. Returns AS_ERR_BENCH. */
enum as_status as_build_explain(const char *command, int64_t timeout_ns,
	const struct as_launched *r, struct as_err *err);

#endif
