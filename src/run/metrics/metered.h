/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_METRICS_METERED_H
#define AS_RUN_METRICS_METERED_H

/* An external power meter that runs along (--meter CMD): its lines, as they come through a FIFO. It
 * is started by metering.c as a hook that leaves it running, so that the spawner ends it with all
 * else. */

#include <stdio.h>

#include "model/kept/experiment.h"
#include "run/metrics/meter.h"
#include "run/scratch.h"

#define AS_METERED_METRIC "energy_meter"
#define AS_METERED_ITERATION AS_METERED_METRIC ":iteration"

extern const struct as_metric as_metered_metric, as_metered_iteration;

struct as_metered {
	/* the fields below are valid, and executions have a value if they can */
	bool on;
	bool ended;         /* it has closed its output */
	int fd;             /* of the FIFO; -1: closed, nothing more comes */
	struct as_meter meter;
	const char *command; /* the user's, for messages */
	double idle_w;      /* NaN: not measured */
	size_t number;      /* of the experiment's metrics */
	/* its last line when it was waited for in vain: not again before another one */
	int64_t waited_ns;
	size_t told_garbled; /* lines that it has been said of that they were left out */
	bool missed;        /* an execution has no value, which is among the facts */
	bool iterations;    /* iterations are asked for, too */
	size_t iteration_number;
	bool iteration_missed;
};

/* Make the FIFO in the folder and open our end, before the meter opens its own. AS_ERR_SYS. */
enum as_status as_metered_open(struct as_metered *m, const struct as_scratch *scratch,
	const char *command, char path[static AS_SCRATCH_BYTES + 16],
	struct as_err *err) AS_MUST_CHECK;

void as_metered_close(struct as_metered *m);

/* Take what has come; never waits. */
void as_metered_read(struct as_metered *m);

/* The next execution begins now, or later. */
void as_metered_next(struct as_metered *m);

/* Wait until a line of that instant or later has come; false where it will not: the meter has
 * ended, is not believed, was silent too long, or the user wants to stop. */
bool as_metered_wait(struct as_metered *m, int64_t ns);

/*
 * as_metered_begin - the first lines, and the power at idle
 *
 * False, with a clause in why, where the meter cannot be used. Takes three lines, and then a second
 * or two usual gaps, if these are longer.
 */
bool as_metered_begin(struct as_metered *m, int64_t idle_ns, char why[static AS_METER_WORDS]);

/* Joules of an execution, after as_metered_wait for its end, or of an iteration of it; NaN with a
 * clause in why. */
double as_metered_joules(const struct as_metered *m, int64_t from_ns, int64_t to_ns, char *why);

/* What is to be said of the metric. */
void as_metered_say(const struct as_metered *m, char *out, size_t size);

#endif
