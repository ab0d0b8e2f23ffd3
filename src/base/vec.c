/* SPDX-License-Identifier: MIT */
#include "base/vec.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Whoever writes beyond what was asked for is seen by a sanitizer in the build for fuzzing, where there
 * is no more; what is large is moved seldom there, too. */
#ifdef AS_FUZZ
enum { EXACT = 256 };
#else
enum { EXACT = 0 };
#endif

bool as_grow(void *data, size_t *cap, size_t need, size_t size)
{
	void *old, *p;
	size_t n = *cap ? *cap : 8;

	if (need <= *cap)
		return true;
	if (need <= EXACT)
		n = need;
	while (n < need) {
		if (n > SIZE_MAX / 2)
			return false;
		n *= 2;
	}
	if (n > SIZE_MAX / 2 / size)
		return false;
	memcpy(&old, data, sizeof old); /* data is the address of some T *; this is its value */
	p = realloc(old, n * size);
	if (!p)
		return false;
	memcpy(data, &p, sizeof p);
	*cap = n;
	return true;
}
