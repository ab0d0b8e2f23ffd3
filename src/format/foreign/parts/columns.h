/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_FOREIGN_PARTS_COLUMNS_H
#define AS_FORMAT_FOREIGN_PARTS_COLUMNS_H

/* Tables of other tools, with a line that names their columns: which column means what, as paths.h
 * has it for JSON. Columns that no row names are left alone. */

#include "format/foreign/parts/gather.h"
#include "format/native/data.h"

enum as_column_is {
	AS_COLUMN_KEY, /* a part of the subject's name; behind `name` and = where it has one; `unit`
			 * goes without saying */
	AS_COLUMN_COMMIT, /* of the program that was measured */
	AS_COLUMN_VERSION, /* another name of its version */
	AS_COLUMN_DATE, /* of the version */
	AS_COLUMN_EXECUTION, /* the execution's number or name */
	AS_COLUMN_ITERATION, /* its number; where there is none, each line is one */
	AS_COLUMN_METRIC_NAME, /* what the value is of: `name` is what counts, others stand beside it */
	AS_COLUMN_VALUE, /* the value */
	AS_COLUMN_CENTRE, /* the one number that the tool made of all values */
	AS_COLUMN_UNIT, /* of the value */
	AS_COLUMN_INNER, /* iterations that the value is of */
	AS_COLUMN_METRIC, /* another number of the iteration, `name` in `unit`; NULL: as the value */
	AS_COLUMN_FAILED, /* anything but nothing, false and 0: it does not count, for that reason */
	AS_COLUMN_IS_FAILED, /* false: what AS_COLUMN_FAILED says is why it was left out on purpose */
	AS_COLUMN_IS,
};

/* column may end with *: any that begins so, one for each such row, named by the rest. */
struct as_column_row {
	const char *column;
	enum as_column_is is;
	const char *name, *unit;
};

struct as_columns {
	const char *tool;
	const char *head; /* what the line that names the columns begins with */
	const struct as_column_row *rows; /* n_rows */
	size_t n_rows;
	const char *unit; /* of values, without a column for it; NULL: there has to be one */
	const char *
		skip; /* ends of names, between blanks, of lines that are made of others; or NULL */
	bool executions, per_inner, sorted; /* as struct as_gather_how has them */
	bool of_unit; /* a table of nobody, whose rows are found by the names of its columns */
	/* of such a one, the column of its values, in `unit` where there is one; NULL: the one that is named by a
	 * unit */
	const char *value;
	bool lines; /* it was made of lines of JSON, which have no columns in words */
};

/* Whether a file that begins so is of these columns: 95, or 0. Lines with # before its head count
 * for nothing. */
int as_columns_probe(const struct as_columns *c, const struct as_head *head);

/* Whether a table has exactly one column that is named by a unit (ms, time_ms, "time (ms)"), and none that ours
 * has: 80, or 0. */
int as_columns_of_unit_probe(const struct as_columns *c, const struct as_head *head);

enum as_status as_columns_read(const struct as_columns *c, const struct as_source *from,
	const char *name, struct as_experiment **out, struct as_err *err) AS_MUST_CHECK;

#define AS_COLUMNS_FORMAT(id, words, end) AS_DATA_OF(as_columns, table, id, words, end)

#endif
