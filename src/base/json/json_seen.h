/* SPDX-License-Identifier: MIT */
#ifndef AS_BASE_JSON_JSON_SEEN_H
#define AS_BASE_JSON_JSON_SEEN_H

/* The names that one object of JSON has had so far, as hashes of 64 bits, so that none stands there
 * twice. {0} is empty. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct as_json_seen {
	uint64_t *slot; /* 0: free; a power of two of them, at most half taken */
	size_t n, cap;
};

void as_json_seen_release(struct as_json_seen *s);

/* None, for the next object. */
void as_json_seen_clear(struct as_json_seen *s);

/* Add a name; *twice: it is there already. False when out of memory. Cost: about one step. */
bool as_json_seen_add(struct as_json_seen *s, const char *name, size_t n, bool *twice);

#endif
