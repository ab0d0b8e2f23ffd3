/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_TABLE_CSV_FIELD_H
#define AS_FORMAT_TABLE_CSV_FIELD_H

/* Fields of tables that leave assay. A spreadsheet calculates a text that begins with =, +, -, @, a tab or a
 * newline, and what it calculates can be anything: such a text gets an apostrophe, the guard, before it, also
 * behind apostrophes that it begins with, so that as_csv_guard tells which are its own. Numbers stay. */

#include <stdbool.h>

#include "base/text.h"

/* Add a text as a field of a table; what needs quotes gets them, and what needs a guard one. */
void as_csv_field_add(struct as_text *t, const char *s);

/* Whether a text would get a guard. */
bool as_csv_wants_guard(const char *s);

/* Bytes of a guard at the beginning of a field that was read: 1 or 0. */
size_t as_csv_guard(const char *s, size_t n);

#endif
