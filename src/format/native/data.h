/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_NATIVE_DATA_H
#define AS_FORMAT_NATIVE_DATA_H

/* Files of data: experiments with all their values. To add a format: write a `const struct
 * as_data_format as_data_x`, add AS_DATA(x) to formats.def and the file to format/meson.build. What
 * is read is recognised by its first bytes; `assay import`, `show` and `compare` take it then. */

#include "base/stream.h"
#include "format/foreign/foreign.h"
#include "model/kept/experiment.h"

enum { AS_DATA_PROBED = 65536 }; /* bytes a format may look at to know its own */

struct as_data_format {
	const char *name;      /* "json" */
	const char *summary;   /* one line, lower case, no stop */
	const char *extension; /* usual end of a file's name, with its point */
	/* How surely a file that begins so (which is all of it, below AS_DATA_PROBED bytes) is of this
	 * format: 0 not at all, 100 without doubt. */
	int (*probe)(const struct as_head *head);
	/* Read one experiment, freed by the caller with as_experiment_free; name is for words. */
	enum as_status (*read)(const struct as_source *from, const char *name,
		struct as_experiment **out, struct as_err *err);
	/* Write one; NULL for a format that is only read. */
	enum as_status (*write)(const struct as_experiment *x, const struct as_sink *to,
		struct as_err *err);
	/* Much that is no result looks like it: such a file is read where it is named, and left
	 * alone where it lies in a folder. */
	bool only_named;
	/* A table of nobody in particular, by the names of its columns: what begins as another tool's files do is
	 * theirs, whatever columns it has. */
	bool guess;
};

/* Defines as_data_ID, a format that is only read, of what KIND_probe and KIND_read make of `table`. */
#define AS_DATA_OF(kind, table, id, words, end) \
	static int probe_##id(const struct as_head *head) \
	{ \
		return kind##_probe(&table, head); \
	} \
	static enum as_status read_##id(const struct as_source *from, const char *name, \
		struct as_experiment **out, struct as_err *err) \
	{ \
		return kind##_read(&table, from, name, out, err); \
	} \
	const struct as_data_format as_data_##id = {.name = #id, \
		.summary = words, \
		.extension = end, \
		.probe = probe_##id, \
		.read = read_##id}

#define AS_DATA(name) extern const struct as_data_format as_data_##name;
#include "format/export/formats.def"

/* All of them, in the order of formats.def. */
extern const struct as_data_format *const as_data_formats[];
extern const size_t as_data_formats_known;

/* The format that files of this name have by their end; NULL if none has it. */
const struct as_data_format *as_data_of_name(const char *file);

/*
 * as_data_read - an experiment from a file of any format that is known
 *
 * A byte order mark is skipped. AS_ERR_DATA if it is of no format there is, with what it looks like
 * (format/foreign/foreign.h), or else with the formats there are.
 */
enum as_status as_data_read(const struct as_source *from, const char *name,
	struct as_experiment **out, struct as_err *err) AS_MUST_CHECK;

/* The format that a file is of, for who looks through a folder: NULL where it is of none for sure,
 * or of one that is read only where it is named. */
enum as_status as_data_recognise(const struct as_source *from, const struct as_data_format **out,
	struct as_err *err) AS_MUST_CHECK;

/* The same of a file that is of this format, whatever it looks like; NULL: as it looks. */
enum as_status as_data_read_as(const struct as_data_format *format, const struct as_source *from,
	const char *name, struct as_experiment **out, struct as_err *err) AS_MUST_CHECK;

/* The column of a table that has its values, and their unit; NULL: the one that the column's name says. */
struct as_value_column {
	const char *name, *unit;
};

/*
 * as_data_read_column - the same of a table, whatever else its columns' names say
 *
 * A table with a line that names its columns, or lines of JSON. AS_ERR_DATA: it is none, has no such column, or
 * its unit is not known. AS_ERR_USAGE: there is no such unit.
 */
enum as_status as_data_read_column(const struct as_value_column *c, const struct as_source *from,
	const char *name, struct as_experiment **out, struct as_err *err) AS_MUST_CHECK;

/* The format of that name. AS_ERR_USAGE, with those that there are. */
enum as_status as_data_named(const char *name, const struct as_data_format **out,
	struct as_err *err) AS_MUST_CHECK;

#endif
