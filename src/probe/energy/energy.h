/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_PROBE_ENERGY_ENERGY_H
#define AS_PROBE_ENERGY_ENERGY_H

/* Energy that the processor counts (RAPL): by the files of powercap, or by perf's PMU "power",
 * whichever can be read and moves.
 *
 * What is counted is all that the machine does, not one program. Counters move in steps of about a
 * millisecond and begin anew at 0 when they are full. Untested on hardware. */

#include <stdint.h>

#include "probe/probe.h"

enum {
	AS_ENERGIES = 5, /* rows of energies.def */
	AS_ENERGY_PARTS = 32, /* sockets, or dies of them */
	AS_ENERGY_PATH = 112,
	AS_ENERGY_STEPS =
		20, /* an execution lasts so many steps of the counter, or has no value: with
	                                 one missing at either end it is known to 10 % */
	/* so long a counter has to move in, while a processor is busy */
	AS_ENERGY_TRIAL_NS = 100000000,
};

/* Read one at least this often, so that it cannot begin anew twice in between: half of the least
 * range there is, 65 kJ, in this time is 3 kW. */
#define AS_ENERGY_FOLLOW_NS INT64_C(10000000000)

extern const struct as_metric as_energy_metrics[AS_ENERGIES];

/* Opens a counter of a PMU for all that runs on one processor: its descriptor, or -1 with errno. */
typedef int as_energy_opener(uint32_t pmu, uint64_t event, int cpu);
int as_energy_open_event(uint32_t pmu, uint64_t event, int cpu);

enum as_energy_source { AS_ENERGY_POWERCAP, AS_ENERGY_PERF };

/* The counter of one socket. */
struct as_energy_part {
	char path[AS_ENERGY_PATH]; /* for messages; of powercap also what is read */
	int fd;                    /* of perf; else -1 */
	/* the largest value before it begins anew at 0; 0: it does not */
	int64_t range;
	int64_t last;              /* -1: not known */
};

/* One domain over all sockets. */
struct as_energy {
	const struct as_probe_root *root;
	size_t row;
	enum as_energy_source source;
	double scale;    /* joules of a count */
	struct as_energy_part part[AS_ENERGY_PARTS];
	size_t n;
	int64_t step_ns; /* how often it moves, about, by the trial */
	double joules;   /* since it was opened */
	/* how often a reading has failed: what was counted around it is not known */
	size_t breaks;
};

/*
 * as_energy_open - find a counter of a domain that can be read and moves
 *
 *   row   of as_energy_metrics
 *   out   keeps root; to be closed with as_energy_close
 *
 * Computes for 0.1 s, to see it move. False: reason says why not, and what would make it so; *out
 * is untouched.
 */
bool as_energy_open(const struct as_probe_root *root, size_t row, as_energy_opener *opener,
	struct as_energy *out, char reason[static AS_PROBE_REASON]);

void as_energy_close(struct as_energy *e);

/*
 * as_energy_read - joules since it was opened
 *
 * False, with a clause in reason (which may be NULL), where it cannot be read, holds no number or
 * goes backwards; the difference of two readings is good if e->breaks is the same at both. Reads
 * one small file a socket.
 */
bool as_energy_read(struct as_energy *e, double *joules, char *reason);

/* "powercap, 2 sockets" */
void as_energy_say(const struct as_energy *e, char *out, size_t size);

/* energy_parts.c: the counters of a domain, not yet tried. False with the reason. *found: the
 * machine has something of the kind, so that the reason is worth telling. */
bool as_energy_by_powercap(struct as_energy *e, bool *found, char reason[static AS_PROBE_REASON]);
bool as_energy_by_perf(struct as_energy *e, as_energy_opener *opener, bool *found,
	char reason[static AS_PROBE_REASON]);

#endif
