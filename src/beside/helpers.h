/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_BESIDE_HELPERS_H
#define AS_BESIDE_HELPERS_H

/* Where the programs lie that assay starts to help it, and the modules that it loads. */

#include <limits.h>
#include <stdbool.h>

#include "base/err.h"

struct as_helper {
	const char *name;     /* "assay-spawn" */
	const char *variable; /* that names it: "ASSAY_SPAWN" */
	const char *built;    /* its folder in the build tree, from that of assay: "/../spawn" */
	const char *purpose;  /* for the sentence: "starts and times the commands" */
	bool module;          /* it is loaded, not started */
};

/*
 * as_beside - the path of a helper
 *
 * What its variable names, or else the first that is there of: the folder of the running program,
 * ../libexec/assay and the build tree from there, the libexec folder given at configuration. Never
 * the current folder. AS_ERR_SYS when it is in none of them, or the variable names nothing
 * that can be used.
 */
enum as_status as_beside(const struct as_helper *helper, char out[static PATH_MAX],
	struct as_err *err) AS_MUST_CHECK;

/* The module by which stores in PostgreSQL are reached. */
extern const struct as_helper as_postgres_helper;

/* Load a module and give what it has under that name; it stays until the program ends. AS_ERR_SYS
 * when it is not there (as_beside), or AS_ERR_DATA when it does not load. */
enum as_status as_beside_load(const struct as_helper *helper, const char *symbol, const void **out,
	struct as_err *err) AS_MUST_CHECK;

#endif
