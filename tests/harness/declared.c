/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Declarations that are refused. DECLARED says which. */

#include <assay.h>

#define ASSAY_TEST_BODY \
	{ \
		assay_loop (state) \
			assay_clobber(); \
	}

#if DECLARED == 1 /* the same name in two groups of words */
ASSAY_BENCH_(first, "same", NULL, ASSAY_PLAIN_)
ASSAY_TEST_BODY
ASSAY_BENCH_(second, "same", NULL, ASSAY_PLAIN_)
ASSAY_TEST_BODY
#elif DECLARED == 2
ASSAY_BENCH_(first, "two words", NULL, ASSAY_PLAIN_)
ASSAY_TEST_BODY
#elif DECLARED == 3
ASSAY_BENCH_(first, "red\033[31m", NULL, ASSAY_PLAIN_)
ASSAY_TEST_BODY
#elif DECLARED == 4
ASSAY_BENCH(copy)
ASSAY_TEST_BODY
ASSAY_RANGE(copy, "size", 64, 8, 2);
#elif DECLARED == 5
ASSAY_BENCH(copy)
ASSAY_TEST_BODY
ASSAY_STEPS(copy, "size", 1, 8, 0);
#elif DECLARED == 6
ASSAY_BENCH(copy)
ASSAY_TEST_BODY
ASSAY_THREADS(copy, 1, 0);
#elif DECLARED == 7
ASSAY_BENCH(copy)
ASSAY_TEST_BODY
ASSAY_LIST(copy, "size", 1, 2);
ASSAY_LIST(copy, "size", 3);
#elif DECLARED == 8
ASSAY_BENCH(copy)
ASSAY_TEST_BODY
ASSAY_STEPS(copy, "size", 1, 1000000, 1);
#elif DECLARED == 9
ASSAY_BENCH(copy)
ASSAY_TEST_BODY
ASSAY_LIST(copy, "a size", 1);
#elif DECLARED == 10 /* a value that occurs twice makes two runs of one name */
ASSAY_BENCH(copy)
ASSAY_TEST_BODY
ASSAY_LIST(copy, "size", 1, 1);
#elif DECLARED == 11
ASSAY_CANDIDATE(sum, fast)
ASSAY_TEST_BODY
#elif DECLARED == 12
ASSAY_REFERENCE(sum, fast)
ASSAY_TEST_BODY
ASSAY_REFERENCE(sum, slow)
ASSAY_TEST_BODY
#elif DECLARED == 13
ASSAY_REFERENCE(sum, fast)
ASSAY_TEST_BODY
ASSAY_CANDIDATE(sum, slow)
ASSAY_TEST_BODY
ASSAY_LIST(sum_slow, "size", 1, 2);
#endif

ASSAY_MAIN()
