/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_REQUEST_LEVELS_H
#define AS_CLI_REQUEST_LEVELS_H

/* Options that give a number for each of some levels: "build=30m,start=3s". */

#include "cli/line/options.h"
#include "model/kept/metric.h"

enum { AS_LEVEL_NAME_BYTES = 32 };

/* What stands after the =. */
enum as_level_kind {
	AS_LEVEL_NUMBER,  /* any finite number */
	AS_LEVEL_SECONDS, /* a duration from 0 on, in seconds */
	AS_LEVEL_COUNT,   /* a whole number from 1 on */
};

/* From the bottom: the levels assay knows in their order, then others in the order given. "start"
 * is the execution. */
struct as_level_values {
	size_t n;
	struct as_level_value {
		char name[AS_LEVEL_NAME_BYTES];
		double value;
	} v[AS_TREE_LEVELS];
};

/*
 * as_args_levels - read such an option, wherever it was given
 *
 *   known  only the levels assay conducts, iteration to build; else any name, but not one that
 *          looks like a slip of a known one
 *   out    n is 0 where the option was not given
 *
 * AS_ERR_USAGE: no such list, a level that is not known or given twice, too many levels.
 */
enum as_status as_args_levels(const struct as_args *args, enum as_option_id id,
	enum as_level_kind kind, bool known, struct as_level_values *out, struct as_err *err)
	AS_MUST_CHECK;

/* The value of that level; NULL if there is none. */
const double *as_level_value(const struct as_level_values *v, const char *name);

#endif
