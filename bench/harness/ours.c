/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libassay: nothing, and chains of additions. */
#include <assay.h>

#include "chain.h"

ASSAY_BENCH(empty)
{
	assay_loop (state)
		;
}

#define CHAIN(n) \
	ASSAY_BENCH(chain##n) \
	{ \
		uint64_t x = 1; \
		assay_loop (state) \
			x = chain(x, n); \
		assay_keep(x); \
	}

CHAIN(1)
CHAIN(100)
CHAIN(10000)

ASSAY_MAIN()
