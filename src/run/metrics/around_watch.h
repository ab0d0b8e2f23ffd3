/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_METRICS_AROUND_WATCH_H
#define AS_RUN_METRICS_AROUND_WATCH_H

/* The surroundings of executions as metrics of theirs.
 *
 * A window lies between two readings, which are made while nothing is measured. It is one execution
 * that lasts 50 ms or more, or as many shorter ones as fill 50 ms, with what lies between them; the
 * last one of them has the values. So starting programs is not held up, and reading takes no more
 * than a two-hundredth of the time: where a reading takes long (/proc/stat of a large machine),
 * windows are longer. */

#include <stdint.h>

#include "model/kept/experiment.h"
#include "probe/around_read.h"

enum { AS_AROUND_VALUES = 10, AS_AROUND_NAMED = 8 };

/* What a window says of its executions, in the units of metrics.def; NaN: not known. */
struct as_around_values {
	struct {
		enum as_metric_id metric;
		double value;
	} v[AS_AROUND_VALUES];
};

/* Nothing known. */
struct as_around_values as_around_nothing(void);

/* What two readings say of the time between them. */
struct as_around_span {
	struct as_around_reading before, after;
	double ns;         /* from one to the other; > 0 */
	double own_ns;     /* processor time that assay and what it started have used in it */
	double biggest_ns; /* that of the biggest of the others; NaN: not known */
};

/* Counters that went backwards say nothing; others that come out below 0, by the kernel's ticks,
 * are 0. */
struct as_around_values as_around_between(const struct as_around_span *s);

/* What the biggest others were called, and what they used in all the windows in which they were the
 * biggest. */
struct as_around_named {
	char name[AS_AROUND_NAME];
	double ns;
};

struct as_surroundings {
	struct as_around source;
	struct as_around_reading since; /* the beginning of the window */
	int64_t since_ns, least_ns;
	double spent_ns; /* by what was started in it and has ended */
	double used_ns;  /* by assay and the spawner, when it began */
	long spawner;    /* its pid */
	struct as_around_named named[AS_AROUND_NAMED];
};

void as_surroundings_open(struct as_surroundings *s, const struct as_probe_root *root,
	enum as_around_extent extent, long spawner);
void as_surroundings_close(struct as_surroundings *s); /* takes one that is all 0 */

/* A window is full when an execution that takes so long has ended: nothing else is to run with it
 * then, so that its end can be read. */
bool as_surroundings_due(const struct as_surroundings *s, int64_t expected_ns);

/* Nothing runs, and an execution that takes so long is to be started: its window begins here if it
 * fills one by itself. INT64_MAX: not known. */
void as_surroundings_before(struct as_surroundings *s, int64_t expected_ns);

/* Something that assay started has ended, which used so much processor time. */
void as_surroundings_spent(struct as_surroundings *s, double ns);

/* An execution has ended, and nothing runs. Where the window is full it ends, and the next one
 * begins. */
struct as_around_values as_surroundings_after(struct as_surroundings *s);

/* The fact AS_FACT_OTHERS, where some process was the biggest: "cc1 12.3 s, ld 0.4 s". */
enum as_status as_surroundings_name(const struct as_surroundings *s, struct as_experiment *x,
	struct as_err *err) AS_MUST_CHECK;

#endif
