/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_PROBE_MACHINE_FACTS_H
#define AS_PROBE_MACHINE_FACTS_H

/* How probes read files and state facts. Only for src/probe. */

#include "probe/probe.h"

struct as_probe_facts {
	const struct as_probe_root *root;
	struct as_arena *arena;
	struct as_fact *v; /* n facts */
	size_t n, cap;
	bool failed; /* out of memory happened */
};

/*
 * as_probe_slurp - the text of a small file of the system
 *
 *   path   from the root: "/proc/loadavg"
 *   buf    receives at most size - 1 bytes and a 0, without white space at its end; "" on failure
 *   why    receives why it cannot be read ("there is no /proc/loadavg"), AS_PROBE_REASON bytes;
 *          NULL if nobody asks
 */
bool as_probe_slurp(const struct as_probe_root *root, const char *path, char *buf, size_t size,
	char *why);

/* Times in the first line of /proc/stat, in ticks over all processors since boot. */
enum as_ticks {
	AS_TICKS_USER, AS_TICKS_NICE, AS_TICKS_SYSTEM, AS_TICKS_IDLE, AS_TICKS_IOWAIT, AS_TICKS_IRQ,
	AS_TICKS_SOFTIRQ, AS_TICKS_STEAL,
	AS_TICKS
};

/* "cpu  user nice system ...": how many of them there are, those from the first; 0 where it is no
 * such line. */
size_t as_parse_ticks(const char *text, double out[static AS_TICKS]);

/* Those in which a processor of this machine worked: not idle, not waiting, not taken from it. */
double as_busy_ticks(const double t[static AS_TICKS]);

/* State a fact; the strings are copied, and bytes that end lines become blanks. */
void as_fact_add(struct as_probe_facts *f, enum as_fact_kind kind, const char *name,
	const char *value);
void as_fact_addf(struct as_probe_facts *f, enum as_fact_kind kind, const char *name,
	const char *fmt, ...) AS_PRINTF(4, 5);

/* State that a fact cannot be known, and why. */
void as_fact_unknown(struct as_probe_facts *f, enum as_fact_kind kind, const char *name,
	const char *why);

/* State the first line of a file, `empty` where that is empty, or that it is unknown. */
void as_fact_file(struct as_probe_facts *f, enum as_fact_kind kind, const char *name,
	const char *path, const char *empty);

/*
 * as_probe_field - the value of "key : value" (or "key=value") among the lines of text
 *
 * Blanks around key and value do not count; the first such line does. Returns false if there is
 * none, or if it does not fit.
 */
bool as_probe_field(const char *text, const char *key, char *out, size_t size);

/* Numbers in a list of the kernel's such as "0-3,8,10-11": how many, or -1 if it is none; the
 * first `size` of them go to out. */
long as_probe_list(const char *text, long *out, size_t size);

/* Whether a file is there; if not, why not and the cure go to reason. */
bool as_probe_has(const struct as_probe_root *root, const char *path, const char *cure,
	char reason[static AS_PROBE_REASON]);

#endif
