/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_SPAWNER_SPAWNED_BESIDE_H
#define AS_RUN_SPAWNER_SPAWNED_BESIDE_H

/* Where the programs lie that assay starts to help it. */

#include <limits.h>

#include "base/err.h"

struct as_helper {
	const char *name;     /* "assay-spawn" */
	const char *variable; /* that names it: "ASSAY_SPAWN" */
	const char *built;    /* its folder in the build tree, from that of assay: "/../spawn" */
	const char *purpose;  /* for the sentence: "starts and times the commands" */
};

/*
 * as_beside - the path of a helper
 *
 * What its variable names, or else the first that is there of: the folder of the running program,
 * ../libexec/assay and the build tree from there, the libexec folder given at configuration. Never
 * the current folder. AS_ERR_SYS when it is in none of them, or the variable names no program.
 */
enum as_status as_beside(const struct as_helper *helper, char out[static PATH_MAX],
	struct as_err *err) AS_MUST_CHECK;

#endif
