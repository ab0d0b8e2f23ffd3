/* SPDX-License-Identifier: MIT */
#ifndef AS_BASE_VEC_H
#define AS_BASE_VEC_H

/* Growing arrays on the heap. A vector is three fields of any struct: a pointer, a count and a
 * capacity; as_grow makes room in it, free() ends it. */

#include <stdbool.h>
#include <stddef.h>

/*
 * as_grow - room for at least `need` elements of `size` bytes in *data
 *
 *   data   address of the pointer (NULL when empty); it may move
 *   cap    its capacity in elements
 *
 * Capacity at least doubles, so that n pushes cost O(n). New elements are not initialised.
 * Returns false when out of memory; *data and *cap are then untouched.
 */
bool as_grow(void *data, size_t *cap, size_t need, size_t size);

/* Push value onto the vector (p, n, cap); false when out of memory. */
#define AS_PUSH(p, n, cap, value) \
	((n) < (cap) || as_grow(&(p), &(cap), (n) + 1, sizeof *(p)) ? ((p)[(n)++] = (value), true) \
								    : false)

#endif
