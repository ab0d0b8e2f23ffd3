/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_RESULTS_IMPORT_SIBLING_H
#define AS_CLI_RESULTS_IMPORT_SIBLING_H

/* Tools that spread what they know of one benchmark over several files of one folder. */

#include <stdbool.h>

#include "format/native/data.h"

/* Whether another file beside this one, of that format, has the same values and more. */
bool as_sibling_replaces(const struct as_data_format *format, const char *file);

/* Name the only benchmark of x, which was read from a file without names, by the file beside it that
 * has its name. It stays as it is where there is none, or none that can be read. AS_ERR_MEM. */
enum as_status as_sibling_name(const char *file, struct as_experiment *x,
	struct as_err *err) AS_MUST_CHECK;

#endif
