/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ANSWER_HOLDINGS_H
#define AS_MODEL_ANSWER_HOLDINGS_H

/* What a store holds, in figures: the store counts it, report/ writes it. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct as_holdings {
	const char *path;
	/* whose it is, or what named it: "yours", "this project's"; NULL: not said */
	const char *of;
	int64_t bytes;  /* of the file, with what has not been brought into it yet */
	int64_t schema, newest_schema; /* that of the file, and the newest this program knows */
	bool exported;  /* a file of one experiment, not a store */
	size_t n_experiments, n_sessions;
	size_t n_labelled, n_pinned;
	size_t n_profiles; /* noise profiles */
	/* when the first and the last one began; 0 if there are none */
	int64_t oldest_ns, newest_ns;
};

#endif
