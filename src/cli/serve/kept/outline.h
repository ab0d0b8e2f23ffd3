/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_SERVE_KEPT_OUTLINE_H
#define AS_CLI_SERVE_KEPT_OUTLINE_H

/* Series without most of their points, as lists show them: ten thousand benchmarks of a thousand versions
 * have ten million points, and outlines take 3 KB each. */

#include "model/answer/history/history.h"
#include "store/sql/intern.h"

/* Series of several histories on their way into one. */
struct as_outlines {
	struct as_arena *arena; /* of all that they have */
	struct as_interns interns; /* of their texts */
	struct as_history_series *v; /* n of them, on the heap */
	size_t n, cap;
	bool memory; /* there was not enough */
};

/* The text as the outlines have it. */
const char *as_outline_text(struct as_outlines *o, const char *s);

/* A series with all its points; levels are those that pictures of it draw. */
void as_outline_add(struct as_outlines *o, const struct as_history_series *s,
	const struct as_history_level_drawn *levels, size_t n_levels);

/* All of them, in memory of the arena, into h; false: out of memory. */
bool as_outlines_end(struct as_outlines *o, struct as_history *h);

#endif
