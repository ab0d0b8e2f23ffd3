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

/* Whether a member with that path stands in these bytes; a * in it is any one name. */
bool as_foreign_has(const char *bytes, size_t n, const char *path);

/* Whose data these bytes seem to be, in words: "pyperf's JSON"; NULL: nobody's that is known. Text
 * that is no JSON is known by how it begins. */
const char *as_foreign_title(const char *bytes, size_t n);

#endif
