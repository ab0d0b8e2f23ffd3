/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_REPORTER_REPORTER_H
#define AS_RUN_REPORTER_REPORTER_H

/* What a program told about itself through $ASSAY_REPORT: the reporter protocol of design.md 6,
 * read strictly. A report that cannot be understood is refused whole, with the line that is wrong:
 * a guess here would be a wrong measurement.
 *
 *	struct as_report r = {0};
 *	as_reporter_read(path, AS_COMBINE_NONE, &r, err);
 *	... r.ns[i], r.role[i] ...
 *	as_report_release(&r);
 *
 * A section is what one process wrote: a file, or a part of one that begins with `assay 1`. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "model/kept/metric.h"

/* Limits; each has a sentence of its own when it is exceeded. */
#define AS_REPORT_LINE_BYTES 4096               /* with its newline */
#define AS_REPORT_MAX_BYTES ((size_t)1 << 30)   /* a file and its siblings together */
#define AS_REPORT_MAX_METRICS 100               /* names of value, execution and build lines */
#define AS_REPORT_MAX_SECTIONS 4096
#define AS_REPORT_MAX_VALUES 100000000          /* announced by `values` lines of an execution */

/* What to do when several processes reported the same benchmark (--combine). */
enum as_combine {
	AS_COMBINE_NONE = 0, /* it is an error */
	AS_COMBINE_SUM,      /* iteration i took the sum of all processes' iterations i */
	AS_COMBINE_MAX,      /* iteration i took as long as the slowest process's iteration i */
	AS_COMBINE_POOL,     /* the iterations of all processes, one process after the other */
};

/* A number of a `value` line. */
struct as_report_value {
	double value;
	size_t iteration; /* which iteration it belongs to */
	size_t metric;    /* index into as_report.metrics */
};

/* Numbers of a `values` line: of iterations that follow one another. */
struct as_report_run {
	size_t metric;           /* index into as_report.metrics */
	size_t iteration;        /* of the first of them */
	size_t n, cap;
	double *v;
};

struct as_report_runs {
	struct as_report_run *list;
	size_t n, cap;
};

/* A metric of the program's own. Times are in ns and sizes (B, kB, MiB, ...) in bytes, whatever
 * unit was reported; other units are the program's. Where no direction was given, less is better
 * for a time, and neither for anything else. */
struct as_report_metric {
	struct as_metric metric; /* level: iteration (`value`), execution or build */
	double value;            /* execution and build metrics; NaN at the iteration level */
	size_t section;          /* private: which one set value */
};

struct as_report {
	size_t n;        /* iterations, warm-ups among them, as reported */
	double *ns;      /* time of each, per operation, >= 0; NaN: only `values` lines have it */
	uint8_t *role;   /* AS_ROLE_MEASURED or AS_ROLE_WARMUP (or _DROPPED, as_report_drop) */
	int64_t *end_ns; /* t=, CLOCK_MONOTONIC; 0 where it was not given; NULL if nowhere */
	int64_t *ops;    /* n=, operations timed together; NULL if 1 everywhere */
	size_t n_warmup; /* `warmup` lines among the n */
	const char *benchmark; /* benchmark=, NULL if none was named */
	struct as_report_metric *metrics;
	size_t n_metrics;
	struct as_report_value *values; /* in the order of iterations */
	size_t n_values;
	struct as_report_runs runs; /* in the order of their lines */
	const char *failed; /* the first `failed` line's text: this execution does not count */
	size_t n_files;     /* files read; 0: the program reported nothing */

	/* private */
	size_t cap_ns, cap_role, cap_end, cap_ops, cap_metrics, cap_values;
	struct as_report_section *sections;
	size_t n_sections, cap_sections;
	struct as_arena arena;
};

/*
 * as_reporter_read - read the report of an execution: path and its siblings path.<pid>
 *
 * File by file, in a stream. No such files: an empty report. A last line without a newline counts if
 * it is complete.
 *
 * AS_ERR_DATA with name, number of the line, what was found and what was expected, for: no header,
 * another version, an unknown word, a number that is none (NaN, infinity), a negative time, no
 * unit, t= that goes back, a name that is assay's own or has two units, a line over 4096 bytes, a
 * NUL, several benchmark names, and the limits above. AS_ERR_MEM. About 0.2 us a line. Also
 * when one of them is not a regular file, or when two processes reported iterations of the same
 * benchmark and combine is AS_COMBINE_NONE; AS_ERR_SYS when one cannot be read. The folder of path
 * is listed: it should be a private one.
 */
enum as_status as_reporter_read(const char *path, enum as_combine combine, struct as_report *out,
	struct as_err *err) AS_MUST_CHECK;

/* Remove path and its siblings, so that nothing of an execution is taken for the next one's. */
enum as_status as_reporter_remove(const char *path, struct as_err *err) AS_MUST_CHECK;

/* --drop: mark the first `drop` iterations AS_ROLE_DROPPED, unless the program sent `warmup`
 * lines of its own (then nothing changes). */
void as_report_drop(struct as_report *r, size_t drop);

/* Takes {0}. */
void as_report_release(struct as_report *r);

/* "sum", "max" or "pool"; false for anything else. NULL is AS_COMBINE_NONE. */
bool as_combine_parse(const char *word, enum as_combine *out);

#endif
