/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_TABLE_SHEET_H
#define AS_FORMAT_TABLE_SHEET_H

/* Tables of values in long form, a value a line (docs/formats.md). Columns left of `value` that
 * have no other meaning are the levels of the tree, from its top to its bottom, 1 to 8 of any
 * names; a unit is what has the same labels there. */

#include "base/stream.h"
#include "model/kept/experiment.h"

/*
 * as_sheet_read - an experiment from a table
 *
 *   name  of the table, in words and as its subject's name where it has no such column
 *   out   its `table` is the name; to be freed by as_experiment_free; untouched on failure
 *
 * Units keep the order of their first line. The criterion is `time`, else `wall`, else the first
 * metric. Subjects are compared in rounds where the table has a column `round` and no level above
 * the execution but builds; else they count as measured one after the other (enum as_design).
 *
 * AS_ERR_DATA, with line and column, for whatever is no such table: nothing is guessed, and nothing
 * left out. Memory: about 30 bytes a value of the lowest level while reading. Time: about 10 ns a
 * byte.
 */
enum as_status as_sheet_read(const struct as_source *source, const char *name,
	struct as_experiment **out, struct as_err *err) AS_MUST_CHECK;

/* The same of lines that were numbered on the way, "execution,value" before them: words name the
 * lines as they were without, and a line has one number. */
enum as_status as_sheet_read_plain(const struct as_source *source, const char *name,
	struct as_experiment **out, struct as_err *err) AS_MUST_CHECK;

/* Lines of JSON, an object each, whose members become the columns of a table that `read` gets, with `context`. */
enum as_status as_sheet_read_lines(const struct as_source *from, const char *name,
	enum as_status (*read)(const void *context, const struct as_source *table,
		const char *name, struct as_experiment **out, struct as_err *err),
	const void *context, struct as_experiment **out, struct as_err *err) AS_MUST_CHECK;

/* Its subjects are of several versions: another tool's history, which as_sheet_divide parts too. */
bool as_sheet_has_versions(const struct as_experiment *x);

/*
 * as_sheet_divide - a table as experiments that a store keeps
 *
 *   x    from as_sheet_read; taken over, but on failure
 *   out  n of them, to be freed one by one, and the list by free
 *
 * One for each version (a column `version` or `commit`, and `date`), else x itself. What is not
 * said of how it was measured is kept as unknown. Its uuid is made of its values, so that a table
 * that has got more versions has the old ones as they were. AS_ERR_DATA: more levels than a store
 * has.
 */
enum as_status as_sheet_divide(struct as_experiment *x, struct as_experiment ***out, size_t *n,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_sheet_write - all values of an experiment as a table that as_sheet_read takes
 *
 * One line a value; one without for a unit that has none. Reading it again gives the same trees and
 * values, with their order, rounds, roles and endings. It holds nothing else: the machine, the plan
 * and what is known of builds are in the JSON and in the store. AS_ERR_DATA, and nothing written,
 * for an infinite value.
 */
enum as_status as_sheet_write(const struct as_experiment *x, const struct as_sink *sink,
	struct as_err *err) AS_MUST_CHECK;

#endif
