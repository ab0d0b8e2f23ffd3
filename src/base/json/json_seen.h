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

/* The hash of a name of n bytes, which is never 0; of two in one. */
uint64_t as_json_hash(const char *name, size_t n);
uint64_t as_json_hash_below(uint64_t above, uint64_t below);

/* Add a name by its hash; *twice: it is there already. False when out of memory. Cost: about one step. */
bool as_json_seen_add(struct as_json_seen *s, uint64_t hash, bool *twice);

#endif
