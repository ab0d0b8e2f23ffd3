/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_FOREIGN_PARTS_HARNESS_H
#define AS_FORMAT_FOREIGN_PARTS_HARNESS_H

/* What other harnesses print of their benchmarks, to rows (model/joined/rows.h), and rows to an
 * experiment. */

#include "base/stream.h"
#include "model/joined/rows.h"
#include "model/kept/experiment.h"

/*
 * as_google_rows - the JSON of Google Benchmark (json_schema_version 1, and older)
 *
 * Rows of run_type "iteration", each one repetition; aggregates and what was fitted (BigO, RMS) are
 * left out. The time is real_time, in its time_unit; cpu_time, bytes_per_second, items_per_second
 * and all user counters are values. error_occurred and skipped make a row that failed. Its bare NaN
 * and Infinity are no JSON, and read as null.
 */
enum as_status as_google_rows(const struct as_source *from, struct as_rows *out,
	struct as_err *err) AS_MUST_CHECK;

#define AS_GOOGLE_DEBUG \
	"the library of Google Benchmark was built for debugging, so that its times may be too long"

/*
 * as_go_rows - the text of Go's benchmarks (golang.org/design/14313-benchmark-format)
 *
 * A line "BenchmarkX-8  1000  1234 ns/op  12 B/op" is a row, its name with "-8" as it stands there (as_rows_strip_processors).
 * ns/op is its time, other units are values, with the direction that a line "Unit ns/op
 * better=lower" or the unit itself says. "--- FAIL: BenchmarkX" makes a row that failed. Everything
 * else in the output is left alone.
 */
enum as_status as_go_rows(const struct as_source *from, struct as_rows *out,
	struct as_err *err) AS_MUST_CHECK;

/* The same lines in what go test -json prints of one package or several; line numbers are those of
 * its events. */
enum as_status as_go_json_rows(const struct as_source *from, struct as_rows *out,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_rows_experiment - an experiment with a subject for each benchmark of the rows
 *
 *   hash    of the bytes they were read from, of which the uuid is made
 *   tool    what has written it, and its own name for messages
 *
 * All was measured in one process: each subject has one execution, and its rows are the iterations
 * of it. What failed is an execution that failed, with the reason. AS_ERR_DATA: there is no row.
 */
enum as_status as_rows_experiment(const struct as_rows *rows, const uint64_t hash[2],
	const char *tool, const char *name, struct as_experiment **out,
	struct as_err *err) AS_MUST_CHECK;

/* What is known of an experiment that another tool has made; NULL: it does not say. */
struct as_harness_head {
	const char *tool; /* for good: the version of the experiment points to it */
	const char *program, *host, *date;
	const char *processor; /* with another one it is another machine */
	const char *environment; /* what else nothing is compared across */
	uint64_t hash[2]; /* of the bytes it was read from */
	bool executions; /* it has executions, not iterations of one */
};

/* Fill in the experiment what is not its subjects. False when out of memory. */
bool as_harness_begin(struct as_experiment *x, const struct as_harness_head *h);

/* Its machine alone: that of the tool and the host, so that it is not taken for this one. */
bool as_harness_machine(struct as_experiment *x, const struct as_harness_head *h);

/* A harness whose files are read. */
struct as_harness {
	const char *tool; /* as as_rows_experiment has it */
	const char *title; /* for messages */
	as_rows_reader *rows;
	bool strip_processors; /* its names end with how many there were */
};

/* The experiment in a source; name is for messages. */
enum as_status as_harness_read(const struct as_harness *h, const struct as_source *from,
	const char *name, struct as_experiment **out, struct as_err *err) AS_MUST_CHECK;

#endif
