/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_REPORTER_REPORT_PARSE_H
#define AS_RUN_REPORTER_REPORT_PARSE_H

/* The parts of the reporter: lines to a report, and sections of a report to one. Only for
 * run/report*.c. */

#include "base/text.h"
#include "model/kept/subject.h"
#include "run/reporter/reporter.h"

/* What one process wrote. */
struct as_report_section {
	/* the file it stands in, as messages call it; the caller keeps it */
	const char *file;
	size_t line;              /* of its header */
	size_t iteration, n;      /* its iterations: the first, and how many */
	size_t value, n_values;   /* the same for its values */
	size_t run, n_runs;       /* and for its runs of `values` */
};

struct as_report_iteration {
	double ns;           /* NaN: its time is not known */
	int64_t end_ns, ops; /* 0: not said */
};

/* How the numbers stand that a `values` line announces. */
enum as_report_form {
	AS_FORM_TEXT,    /* words, on as many lines as it takes */
	AS_FORM_FLOAT64, /* 8 bytes each, the lowest first, and a newline behind the last */
	AS_FORM_UINT64,
	AS_FORM_HDR, /* one line, a histogram in base64, of so many values */
};

/* Numbers that were announced and are still to come. */
struct as_report_coming {
	bool on;
	enum as_report_form form;
	size_t announced, came, line; /* line: of the announcement */
	double scale;
	struct as_text held; /* of a histogram */
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
	struct as_report_coming coming;
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

/* `values NAME N UNIT [less|more] [as FORM]`: N numbers follow, of iterations from the first on. */
enum as_status as_report_values_line(struct as_report_parser *p, char *rest, struct as_err *err)
	AS_MUST_CHECK;

/* While p->coming.on: take what of the n bytes is announced numbers; *used as above. */
enum as_status as_report_values_feed(struct as_report_parser *p, const char *bytes, size_t n,
	bool last, size_t *used, struct as_err *err) AS_MUST_CHECK;

/* What a line says of a metric. */
struct as_report_metric_line {
	const char *name, *unit;
	enum as_level_index level;
	enum as_better better;
	bool says_better;
	double value;
};

/* The number of the metric a line speaks of, which is added if it is new; a name has one unit,
 * level and direction. */
enum as_status as_report_metric_of(struct as_report_parser *p,
	const struct as_report_metric_line *l, size_t *out, struct as_err *err) AS_MUST_CHECK;

/* "less" or "more"; false for anything else. */
bool as_report_better(const char *word, enum as_better *out);

/* Add an iteration to the section. */
enum as_status as_report_add_iteration(struct as_report_parser *p,
	const struct as_report_iteration *it, enum as_role role, struct as_err *err) AS_MUST_CHECK;

/* The next word of *rest (0-terminated in place), or NULL at the end of the line. */
char *as_report_word(char **rest);

/* A number and its unit from the next two words. */
enum as_status as_report_number(struct as_report_parser *p, char **rest, double *out, char **unit,
	struct as_err *err) AS_MUST_CHECK;

#endif
