/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_INSTANT_H
#define AS_FORMAT_INSTANT_H

/* Instants as ISO 8601 has them, in UTC with nanoseconds: 2026-08-18T10:00:00.123456789Z. Any
 * 64-bit number of nanoseconds since 1970 has exactly one such text (from 1677 to 2262), and back.
 * */

#include <stdbool.h>
#include <stdint.h>

enum { AS_INSTANT_LENGTH = 30 };

void as_instant_text(int64_t ns, char out[static AS_INSTANT_LENGTH + 1]);

/* The whole of s, in exactly this form; false (out untouched) if it is another or no such day. */
bool as_instant_parse(const char *s, int64_t *out);

/* The same in forms that others write: a day, 2026-08-18; a time of it, 2026-08-18T10:00:00 with T
 * or a blank, perhaps with a fraction, which is not kept, and Z or +02:00, else UTC. */
bool as_instant_read(const char *s, int64_t *out);

#endif
