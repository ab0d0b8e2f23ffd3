/* SPDX-License-Identifier: MIT */
#include "base/vec.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool as_grow(void *data, size_t *cap, size_t need, size_t size)
{
	void *old, *p;
	size_t n = *cap ? *cap : 8;

	if (need <= *cap)
		return true;
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
