/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_JOINED_ROWS_H
#define AS_MODEL_JOINED_ROWS_H

/* What a tool of another kind prints of its benchmarks: Google Benchmark's JSON, the text of Go's
 * benchmarks. A row is one measurement of one benchmark in one process, the mean of so many
 * iterations that were timed together. format/ reads them from bytes; run/ and the importers make
 * trees of them. */

#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/stream.h"
#include "model/joined/texts.h"
#include "model/kept/machine.h"
#include "model/kept/metric.h"

enum {
	AS_ROWS_NAME_BYTES = 1000,  /* of the name of a benchmark */
	AS_ROWS_METRICS = 100,      /* values of one row */
	AS_ROWS_FACTS = 12,
	AS_ROWS_REMARKS = 4,
};

/* A number beside the time: a counter of the user's, bytes per second, B/op. */
struct as_row_value {
	const char *name, *unit; /* as as_unit_kept has it; equal ones are the same text */
	enum as_better better;
	double value; /* finite */
};

struct as_row {
	const char *benchmark; /* equal ones are the same text of the rows, */
	uint32_t number;       /* of this number */
	double ns;          /* time of one iteration, 0 or more; NaN: it says none */
	int64_t n;          /* iterations it is the mean of, from 1 */
	const char *failed; /* why the harness says that it does not count; NULL: it does */
	bool skipped;       /* that is why it was left out on purpose */
	size_t value, n_values; /* its values among those of all */
};

/* A mean that a file says of repetitions that have another one. */
struct as_row_mean {
	const char *benchmark;
	double said_ns, own_ns;
	size_t repetitions;
};

/* What the values at one place of all rows were last called, and what became of that: mostly they
 * are called so again. */
struct as_row_kind {
	const char *name, *unit; /* as the file has them; NULL: there was none yet */
	struct as_row_value kept;
	double scale;
	bool is_time; /* it is kept in ns */
};

struct as_rows {
	struct as_row *v; /* in the order of measuring */
	size_t n, cap;
	struct as_row_value *values;
	size_t n_values, cap_values;
	const char *date, *host, *program; /* as the file has them; NULL: it does not say */
	const char *unused; /* parts of the file that nothing is made of, in the arena; NULL: none */
	size_t n_odd, odd_line; /* lines that are none of the tool's, and the number of the first */
	const char *odd; /* which is this, as far as it is shown */
	struct as_row_mean odd_mean; /* the first such */
	size_t n_odd_means;
	size_t n_none; /* numbers of the file that are none, as "NaN" */
	/* where it was measured: of the machine, with another of which it is another machine, or of the environment */
	struct as_fact facts[AS_ROWS_FACTS]; /* n_facts */
	size_t n_facts;
	const char *remarks[AS_ROWS_REMARKS]; /* n_remarks sentences, without a stop, in the arena */
	size_t n_remarks;
	struct as_row_kind kind[AS_ROWS_METRICS];
	struct as_labels texts; /* of names and units */
	struct as_arena arena;
};

/* Reads all rows of a source into *out, which is {0} before. AS_ERR_DATA with the place; out is
 * released then. */
typedef enum as_status as_rows_reader(const struct as_source *from, struct as_rows *out,
	struct as_err *err);

void as_rows_release(struct as_rows *r);

/* Append a row without values; benchmark is copied. NULL when out of memory. */
struct as_row *as_rows_add(struct as_rows *r, const char *benchmark);

/* Call one of them otherwise. False when out of memory. */
bool as_rows_rename(struct as_rows *r, struct as_row *row, const char *benchmark, size_t length);

/*
 * as_rows_value - a value more of the row that was added last
 *
 * Converted to the unit that is kept. A value that is not finite is left out, as is one beyond
 * AS_ROWS_METRICS. A name that assay has a metric of gets "reported_" before it; a better direction
 * for a time is less. False when out of memory.
 */
bool as_rows_value(struct as_rows *r, const char *name, double value, const char *unit,
	enum as_better better);

/* Keep a fact; a sentence for who reads the result. Those beyond the room there is are left out. False when out of
 * memory. */
bool as_rows_fact(struct as_rows *r, enum as_fact_kind kind, const char *name, const char *value);
bool as_rows_remark(struct as_rows *r, const char *sentence);

/* Take the number of processors, "-8", which Go prints behind names, away from all of them if all
 * that did not fail have the same, which is then a fact of the environment. False when out of memory. */
bool as_rows_strip_processors(struct as_rows *r);

/* name is `benchmark`, or that and a number of processors. */
bool as_rows_is_of(const char *name, const char *benchmark);

/* The benchmarks of the rows, each once, in their order, in a: *n of them; NULL when out of memory.
 * */
const char **as_rows_names(const struct as_rows *r, struct as_arena *a, size_t *n);

#endif
