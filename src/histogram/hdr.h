/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_HISTOGRAM_HDR_H
#define AS_HISTOGRAM_HDR_H

/* Histograms of the HdrHistogram family in their V2 encodings, as their logs have them: base64 of
 * zlib of counts (HISTFAAA...). Written from the format that HdrHistogram's sources describe.
 *
 * Folder histogram: bytes to buckets to values. No files. */

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/* Values of [low, low + width), all of which the histogram takes for one. */
struct as_hdr_bucket {
	double low, width;
	uint64_t count; /* > 0 */
};

struct as_hdr {
	struct as_hdr_bucket *buckets; /* rising */
	size_t n, cap;
	uint64_t total; /* of all counts */
};

/*
 * as_hdr_decode - a histogram from the n characters of its base64
 *
 *   out   {0}; untouched on failure
 *
 * Values are whole numbers of whatever unit was recorded. AS_ERR_DATA with "it is no HdrHistogram
 * ...": what is wrong, for other characters, other encodings (V0, V1, of doubles), bytes that are
 * missing or too many, counts that together are over 2^63, places beyond the largest value.
 * AS_ERR_MEM. At most 16 MiB of counts are unpacked.
 */
enum as_status as_hdr_decode(const char *text, size_t n, struct as_hdr *out, struct as_err *err)
	AS_MUST_CHECK;

/*
 * as_hdr_values - the total of them: each bucket's middle as often as it was counted
 *
 *   out   room for h->total
 *
 * A histogram has forgotten when its values came. They are in an order that is always the same and
 * like one of chance, so that the first of them are a sample of all: those of a sorted order would
 * be the smallest.
 */
void as_hdr_values(const struct as_hdr *h, double *out);


void as_hdr_release(struct as_hdr *h); /* takes {0} */

#endif
