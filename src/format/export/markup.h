/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_EXPORT_MARKUP_H
#define AS_FORMAT_EXPORT_MARKUP_H

/* hyperfine's table "Command, Mean, Min, Max, Relative" in some markup, and under it what its ± is
 * and the confidence intervals, which hyperfine has not.
 *
 * The table is of the criterion if that is a time, else of wall. Mean and Relative carry a standard
 * deviation, as in hyperfine: it is the spread of executions, and never shrinks with more of them.
 * */

#include "format/export/export.h"

/* How a markup language writes it. */
struct as_markup {
	const char *begin;      /* before the table */
	const char *row_begin;  /* before the first cell of a row */
	const char *separator;  /* between the first cell and the others */
	const char *separators; /* between the others */
	const char *row_end;
	const char *rule;       /* after the row of headings */
	const char *end;        /* after the table */
	const char *note_begin; /* before the paragraph under it */
	const char *percent;    /* its sign; NULL: as it is */
	/* Add a name as code, so that nothing in it acts; cell: in the table, where a bar would. */
	void (*add_name)(struct as_text *t, const char *name, bool cell);
};

void as_markup_write(const struct as_export *e, const struct as_markup *m, struct as_text *t);

#endif
