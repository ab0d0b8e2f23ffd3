/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_ERROR_H
#define AS_CLI_ERROR_H

/* The one place that prints errors: what a verb fails with, by main; and what it goes on after. */

#include "base/err.h"

/* "assay: " and the sentence to standard error, with the system's reason before its advice, and
 * below it the last lines of what a program printed. Nothing in it acts on a terminal. */
void as_error_print(const struct as_err *err);

#endif
