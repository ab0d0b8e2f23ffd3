/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_PROBE_PROBE_H
#define AS_PROBE_PROBE_H

/* What can be read about the machine, one source of the system a file.
 *
 * A probe states facts once per experiment, or is read around executions, or both. Each says
 * whether it is available here and, if not, why and what would make it so. To add one: a file
 * probe_x.c with a `const struct as_probe as_probe_x`, a line in probes.def, a line in meson.build.
 *
 * Folder probe: reads files of the running system and nothing else. It changes nothing, runs no
 * program and draws no conclusion: that is for analyse/. */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "model/kept/machine.h"
#include "model/kept/metric.h"

/* Where the files lie. Tests read trees of recorded files; {0} is the running system. */
struct as_probe_root {
	const char *root;  /* put before /proc, /sys, ...; NULL or "" for the running system */
	char *const *env;  /* NAME=VALUE, NULL-terminated; NULL for the process's own */
};

/* Facts while they are collected. Private to the probes. */
struct as_probe_facts;

#define AS_PROBE_NO_METRIC AS_METRICS_BUILTIN
#define AS_PROBE_REASON 256

struct as_probe {
	const char *name;
	const char *summary; /* one line, lower case, no stop */

	/* false: writes why, and what would make it so, into reason */
	bool (*available)(const struct as_probe_root *root, char reason[static AS_PROBE_REASON]);

	/* Adds its facts; what cannot be read is "unknown", with the reason. NULL: states none. */
	void (*facts)(struct as_probe_facts *f);

	/* Read around executions: the file and what its bytes (n of them, a 0 follows) mean, in the
	 * metric's unit. metric is AS_PROBE_NO_METRIC for probes that state facts only. */
	enum as_metric_id metric;
	const char *path;
	bool (*parse)(const char *text, double *out);
};

#define AS_PROBE(name) extern const struct as_probe as_probe_##name;
#include "probe/probes.def"
#undef AS_PROBE

/* All of them, in the order of probes.def. */
extern const struct as_probe *const as_probes[];
extern const size_t as_n_probes;

/*
 * as_probe_machine - what machine this is, and in which state
 *
 *   a      holds all strings of *out
 *   out    untouched on failure
 *
 * A fact that cannot be read has the value "unknown (why)"; the reason is not part of the ids.
 * machine_id is made from facts that stay over a reboot, a new kernel and another user only;
 * environment_id from those and AS_FACT_ENVIRONMENT. Fails only for lack of memory. About 1 ms.
 */
enum as_status as_probe_machine(const struct as_probe_root *root, struct as_arena *a,
	struct as_machine *out, struct as_err *err) AS_MUST_CHECK;

/* The value of a fact by name, or NULL. */
const char *as_machine_fact(const struct as_machine *m, const char *name);

/* The machine with one fact more, which is no lasting one, and the environment's id that goes with
 * it; the strings are copied. AS_ERR_MEM. */
enum as_status as_machine_add_fact(struct as_machine *m, struct as_arena *a,
	const struct as_fact *fact, struct as_err *err) AS_MUST_CHECK;

/* A probe that is read again and again: its file stays open. */
struct as_probe_reader {
	const struct as_probe *probe;
	int fd; /* -1 when closed */
};

/*
 * as_probe_open - begin to read a probe that has a metric (as_probe_load, as_probe_steal)
 *
 * AS_ERR_SYS when its file cannot be opened; AS_ERR_DATA when it is not what is expected.
 */
enum as_status as_probe_open(const struct as_probe *probe, const struct as_probe_root *root,
	struct as_probe_reader *out, struct as_err *err) AS_MUST_CHECK;

/*
 * as_probe_read - its value now, in the metric's unit
 *
 * load: the 1-minute load average. steal: ns of processor time, over all processors since boot,
 * that the hypervisor gave to others while this machine had work (take differences; ticks of 10
 * ms). One pread, 5 to 50 us: every 100 ms at most, and outside of timed spans.
 */
enum as_status as_probe_read(const struct as_probe_reader *r, double *out, struct as_err *err)
	AS_MUST_CHECK;

void as_probe_close(struct as_probe_reader *r);

/*
 * as_probe_file_hash - XXH128 of a file's bytes, in 32 hex digits
 *
 * AS_ERR_SYS when it cannot be read, AS_ERR_DATA when it is not a regular file. About 0.1 ms a MB.
 */
#define AS_HASH_HEX 33
enum as_status as_probe_file_hash(const char *path, char hex[static AS_HASH_HEX],
	struct as_err *err) AS_MUST_CHECK;

#endif
