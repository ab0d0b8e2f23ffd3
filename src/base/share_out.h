/* SPDX-License-Identifier: MIT */
#ifndef AS_BASE_SHARE_OUT_H
#define AS_BASE_SHARE_OUT_H

/* Work in parts, on as many processors as there are to run on. */

#include <stddef.h>

/* One part: [from, to) of the whole. */
typedef void as_part(void *context, size_t from, size_t to);

/* Calls work on parts that together are [0, n), several at a time, and returns when all are done.
 * What a part does must neither touch another's nor depend on where parts begin. Where no thread
 * can be had, all is done by the caller. */
void as_share_out(size_t n, as_part *work, void *context);

#endif
