/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_REPORTER_REPORT_PARSE_H
#define AS_RUN_REPORTER_REPORT_PARSE_H

/* The parts of the reporter: lines to a report, and sections of a report to one. Only for
 * run/report*.c. */

#include "run/reporter/reporter.h"

/* What one process wrote. */
struct as_report_section {
	/* the file it stands in, as messages call it; the caller keeps it */
	const char *file;
	size_t line;              /* of its header */
	size_t iteration, n;      /* its iterations: the first, and how many */
	size_t value, n_values;   /* the same for its values */
};

struct as_report_parser {
	struct as_report report; /* what was read so far */
	enum as_combine combine;
	const char *file; /* being read, as messages call it; "" for the only one */
	size_t line;      /* of it, from 1 */
	bool in_section;  /* the file's header was seen */
	bool unfinished;  /* the line has no newline */
	int64_t last_t;   /* t= of the section's iteration before, 0 if none */
	size_t bytes;     /* of all files */
};

/*
 * as_report_parser_feed - read the complete lines among the n bytes
 *
 * *used receives how many bytes that were. With last, what stands after the last newline is wrong.
 * file and line of the parser are the caller's to set when a file begins.
 */
enum as_status as_report_parser_feed(struct as_report_parser *p, const char *bytes, size_t n,
	bool last, size_t *used, struct as_err *err) AS_MUST_CHECK;

/* Begin another file. */
void as_report_parser_begin(struct as_report_parser *p, const char *file);

/* Make one report of the sections, or say why that cannot be; gives it to *out. */
enum as_status as_report_parser_finish(struct as_report_parser *p, struct as_report *out,
	struct as_err *err) AS_MUST_CHECK;

/* "line N of FILE: found 'FOUND', expected WANTED" as AS_ERR_DATA; without FILE where that is "".
 * */
enum as_status as_report_bad(const struct as_report_parser *p, struct as_err *err,
	const char *found, const char *wanted);

/* The same of what is described, not quoted: "found the end of the line". */
enum as_status as_report_odd(const struct as_report_parser *p, struct as_err *err,
	const char *found, const char *wanted);

/* The lines of a metric: `value`, `execution`, `build`; rest is what follows the word. */
enum as_status as_report_metric_line(struct as_report_parser *p, enum as_level_index level,
	char *rest, struct as_err *err) AS_MUST_CHECK;

/* The next word of *rest (0-terminated in place), or NULL at the end of the line. */
char *as_report_word(char **rest);

/* A number and its unit from the next two words. */
enum as_status as_report_number(struct as_report_parser *p, char **rest, double *out, char **unit,
	struct as_err *err) AS_MUST_CHECK;

#endif
