/* SPDX-License-Identifier: MIT */
#include <assert.h>

#include "base/packed/packed.h"

enum { BLOCK = AS_PACKED_BLOCK };

uint64_t as_packed_near(const struct as_packed *p, struct as_packed_near *near, size_t i)
{
	const size_t first = i / BLOCK * BLOCK, left = p->n - first;

	assert(i < p->n);
	if (near->n <= i % BLOCK || near->first != first) {
		near->first = first;
		near->n = left < BLOCK ? left : BLOCK;
		as_packed_read(p, first, near->n, near->v);
	}
	return near->v[i % BLOCK];
}
