/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_PROBE_AROUND_READ_H
#define AS_PROBE_AROUND_READ_H

/* The surroundings of executions: what else goes on on the machine, read between them, again and
 * again.
 *
 * Files stay open. A source that is not there, cannot be understood or gives nonsense is NaN,
 * without a word: what there is to be read, and why not, is for assay doctor to say. */

#include "probe/probe.h"

enum {
	AS_AROUND_PROCESSORS = 64, /* of which frequency and throttling are read */
	AS_AROUND_ZONES = 32,
	AS_AROUND_NAME = 16,       /* bytes of the kernel's name of a process, with the 0 */
};

/* How much is read. Stored nowhere. */
enum as_around_extent {
	AS_AROUND_USUAL = 0, /* what costs next to nothing: load, processor times, frequency */
	AS_AROUND_NONE,
	/* also what has to be looked for: temperature, throttling, processes */
	AS_AROUND_ALL,
};

/* One reading; NaN where there is none. */
struct as_around_reading {
	double load, load_5; /* load averages of 1 and of 5 minutes */
	double run_queue;   /* tasks that ran or wanted to, without the reader */
	double busy_ns;     /* processor time of everybody, over all processors, since boot */
	double steal_ns;    /* the same that the hypervisor gave to others */
	double frequency;   /* Hz, mean of the processors that assay may use */
	double temperature; /* degrees C, of the hottest zone */
	double throttles;   /* times that a processor was slowed down for heat, since boot */
};

/* A process of the last look at all of them. */
struct as_around_process {
	long pid;
	unsigned long long started, ticks;
};

struct as_around {
	struct as_probe_root root;
	enum as_around_extent extent;
	int load, stat; /* -1: not there */
	int frequency[AS_AROUND_PROCESSORS], throttle[AS_AROUND_PROCESSORS], zone[AS_AROUND_ZONES];
	size_t n_frequency, n_throttle, n_zone;
	struct as_around_process *seen; /* n_seen, by pid; on the heap */
	size_t n_seen, cap_seen;
};

/* Open what is there below root (strings borrowed). Cannot fail: what cannot be opened is not
 * there. */
void as_around_open(struct as_around *a, const struct as_probe_root *root,
	enum as_around_extent extent);
void as_around_close(struct as_around *a); /* takes one that is all 0 */

/* Read all that is open. 20 to 50 us on a machine of few processors; /proc/stat of a large one
 * takes a millisecond. */
void as_around_read(const struct as_around *a, struct as_around_reading *out);

/*
 * as_around_biggest - the process that used most processor time since the last look
 *
 *   own   pid of assay: it and what it started itself are not looked at
 *   name  the kernel's name of it, any bytes but 0; "" where nobody used any
 *
 * Returns its time in ns, in ticks of 10 ms; NaN at the first look, where nothing can be read, and
 * with an extent below AS_AROUND_ALL. Processes that began and ended in between are not seen. About
 * 5 us a process.
 */
double as_around_biggest(struct as_around *a, long own, char name[static AS_AROUND_NAME]);

/* The numbers of "0.04 0.03 0.00 1/93 30082" (load, load_5, run_queue) and of "cpu  1 2 3 ..."; false,
 * out untouched, where it is something else. */
bool as_around_parse_load(const char *text, struct as_around_reading *out);
bool as_around_parse_stat(const char *text, double *busy_ns, double *steal_ns);

/* Pid, name, parent, start and processor time of /proc/PID/stat, whose name may hold anything. */
struct as_around_task {
	long pid, parent;
	char name[AS_AROUND_NAME];
	unsigned long long started, ticks;
};
bool as_around_parse_task(const char *text, struct as_around_task *out);

#endif
