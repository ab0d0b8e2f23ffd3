/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_FOREIGN_FOREIGN_H
#define AS_FORMAT_FOREIGN_FOREIGN_H

/* What JSON seems to be by the members that stand in its first bytes, in whatever order: a scan
 * that takes JSON that is cut off, or slightly wrong, as it comes.
 *
 * A member has a path: $ for an object at the top, @ for a list, then the names of members, [] for
 * the elements of a list: "$.benchmarks.[].runs". At most four of them are looked at. */

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* The first bytes of a file. */
struct as_head {
	const char *bytes;
	size_t n;
	struct as_text paths; /* of the members that stand in them, each once, with a 0 behind it */
};

/* bytes are borrowed. A path that there is no memory for is not found. */
void as_head_init(struct as_head *h, const char *bytes, size_t n);
void as_head_release(struct as_head *h);

/* Whether a member with that path stands in them, or one of those that | divides; a * in it is any one name. */
bool as_head_has(const struct as_head *h, const char *path);

/* Whose data these bytes seem to be, in words: "pyperf's JSON"; NULL: nobody's that is known. Text
 * that is no JSON is known by how it begins. */
const char *as_foreign_title(const char *bytes, size_t n);

/* The same by the first bytes alone, as of a table whose first line is one tool's; NULL. */
const char *as_foreign_begins(const char *bytes, size_t n);

#endif
