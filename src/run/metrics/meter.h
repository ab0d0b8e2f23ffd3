/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_METRICS_METER_H
#define AS_RUN_METRICS_METER_H

/* What an external power meter prints: lines SECONDS WATTS, the first of CLOCK_MONOTONIC, and what
 * energy that makes of a stretch of time. Bytes in, joules out; the process is metered.h's.
 *
 * A meter is believed until a line is of a time that cannot be: then nothing more of it is taken. A
 * line that cannot be understood is left out, and counted. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	AS_METER_LINE = 200,          /* bytes; a longer line is none */
	AS_METER_WORDS = 256,         /* of a reason */
	AS_METER_SAMPLES = 1 << 19,   /* lines that are kept, of one execution */
	/* lines that an execution must last, so that the ends weigh a tenth */
	AS_METER_LEAST = 10,
	AS_METER_GAPS = 15,           /* its usual interval is the median of so many */
	AS_METER_FLOOD = 20000,       /* lines in a second */
	AS_METER_FLOOD_BYTES = 1 << 20,
};

struct as_meter_sample {
	int64_t ns; /* CLOCK_MONOTONIC */
	double watts;
};

struct as_meter {
	struct as_meter_sample *v; /* n of them, each later than the one before */
	size_t n, cap;
	int64_t last_ns;         /* of the last line that was taken; 0: none */
	char line[AS_METER_LINE + 1]; /* what has come of the next one */
	size_t line_bytes;
	size_t lines;            /* taken so far */
	size_t garbled;          /* lines that could not be understood */
	char first_garbled[64];
	int64_t gap[AS_METER_GAPS]; /* sorted: those of the first lines */
	size_t n_gaps;
	int64_t window_ns;       /* when the count of the next two began */
	size_t window_lines, window_bytes;
	bool lost;               /* nothing more is taken */
	char why[AS_METER_WORDS]; /* why; a clause */
};

void as_meter_release(struct as_meter *m);

/* Whether a line is SECONDS WATTS: not negative, with blanks between, and nothing else but blanks.
 * */
bool as_meter_line(const char *line, struct as_meter_sample *out);

/* Take bytes that have come by now_ns (CLOCK_MONOTONIC). False: no memory. */
bool as_meter_feed(struct as_meter *m, const char *bytes, size_t n, int64_t now_ns);

/* Let go of what is not needed for a stretch from then on. */
void as_meter_forget(struct as_meter *m, int64_t before_ns);

/* The usual time between two lines; 0: not known yet. */
int64_t as_meter_gap(const struct as_meter *m);

/* A silence of the meter, or a wait for it, is too long beyond this: 5 usual gaps, 2 s at least. */
int64_t as_meter_patience(const struct as_meter *m);

/*
 * as_meter_joules - the energy from one instant to another
 *
 *   least   lines that must fall in between
 *   why     where it is not known: a clause that says so, AS_METER_WORDS bytes
 *
 * By the trapezoid: power is taken to go straight from each line to the next, also from the last
 * line before the first instant and to the first line after the last one, of which the part inside
 * counts. NaN where there is no line before or after, where the meter was silent for longer than
 * as_meter_patience, or where fewer lines fall in between.
 */
double as_meter_joules(const struct as_meter *m, int64_t from_ns, int64_t to_ns, size_t least,
	char *why);

#endif
