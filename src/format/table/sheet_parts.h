/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_TABLE_SHEET_PARTS_H
#define AS_FORMAT_TABLE_SHEET_PARTS_H

/* What the parts of the table's reader share. Internal to format/sheet_*.c. */

#include "format/table/csv.h"
#include "format/export/labels.h"
#include "model/kept/experiment.h"

/* Columns that are no levels, by what they mean. */
enum as_sheet_column {
	AS_SHEET_SUBJECT,
	AS_SHEET_METRIC,
	AS_SHEET_VALUE,
	AS_SHEET_UNIT,
	AS_SHEET_BETTER,
	AS_SHEET_ROLE,
	AS_SHEET_ENDING,
	AS_SHEET_ROUND,
	AS_SHEET_ORDER,
	/* Of the software, where the table has a date and one of the others; else they are levels. */
	AS_SHEET_VERSION,
	AS_SHEET_COMMIT,
	AS_SHEET_DATE,
	AS_SHEET_COLUMNS_KNOWN,
	AS_SHEET_WRITTEN = AS_SHEET_VERSION, /* columns before it are written */
};

/* The first line: what stands where. */
struct as_sheet_head {
	size_t n;                                /* columns */
	size_t column[AS_SHEET_COLUMNS_KNOWN];   /* number from 1; 0: there is none */
	/* levels of the tree are bottom .. bottom + n_levels - 1 */
	size_t bottom, n_levels;
	size_t level[AS_TREE_LEVELS];            /* column of each of them, from 0 */
	const char *level_name[AS_TREE_LEVELS];  /* in the arena of the experiment */
};

/* The name of a column that is no level. */
const char *as_sheet_column_name(enum as_sheet_column c);

/* What the lowest column of n_levels is: the level of iterations; or that of executions if it is
 * alone, of that name, or of the name of what executions belong to. */
size_t as_sheet_bottom(const char *lowest, size_t n_levels);

/* The head from the record in c; names go into a. */
enum as_status as_sheet_head(const struct as_csv *c, struct as_arena *a, struct as_sheet_head *out,
	struct as_err *err) AS_MUST_CHECK;

/* One byte for each unit, as far as any was set. */
struct as_marks {
	uint8_t *v;
	size_t n, cap;
};
enum { AS_MARK_NONE = 255 };

/* One number for each execution, as far as any was set. */
struct as_numbers {
	uint32_t *v;
	size_t n, cap;
};

struct as_sheet_level {
	struct as_units units;
	struct as_marks role, ending;
};

struct as_sheet_metric {
	uint32_t name;     /* number of its text */
	/* number of the unit's text in the line before, and what is kept of it */
	uint32_t unit;
	const char *kept;
	double scale;
	size_t level;
	enum as_better better;
	bool says_better;
	double *values; /* one for each unit, NaN where there is none */
	size_t n, cap;
};

/* A version of the software. */
struct as_sheet_version {
	uint32_t commit, name; /* numbers of texts, those of "" for none */
	int64_t date_ns;
	bool whole; /* the commit has all its digits */
};

/* The whole table, units numbered over all subjects. */
struct as_sheet {
	struct as_csv csv;
	struct as_sheet_head head;
	struct as_experiment *x;
	struct as_labels texts;
	struct as_units versions; /* the commit's text is the parent, that of the name the label */
	struct as_sheet_version *version;
	size_t cap_versions;
	struct as_units subjects; /* of the version, or of the one parent 0, by text */
	uint32_t *subject_text;   /* of each of them */
	size_t cap_subjects;
	struct as_sheet_level level[AS_TREE_LEVELS];
	struct as_numbers round, order; /* of executions */
	struct as_sheet_metric *metric;
	size_t n_metrics, cap_metrics;
	uint32_t *metric_of; /* number + 1 of the metric with a text as name, by text; 0: none */
	size_t n_metric_of, cap_metric_of;
};

/* One line after the head. */
enum as_status as_sheet_row(struct as_sheet *t, struct as_err *err) AS_MUST_CHECK;

/* Which version the line is of; 0 where there are none. */
enum as_status as_sheet_version(
	struct as_sheet *t, uint32_t *out, struct as_err *err) AS_MUST_CHECK;

/* The version of subject i to the experiment. AS_ERR_MEM. */
enum as_status as_sheet_set_version(struct as_sheet *t, size_t i, struct as_err *err) AS_MUST_CHECK;

/* All lines are read: fill t->x. */
enum as_status as_sheet_finish(struct as_sheet *t, struct as_err *err) AS_MUST_CHECK;

#endif
