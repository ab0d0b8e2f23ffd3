/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STORE_KEPT_PACKED_SUMMARIES_H
#define AS_STORE_KEPT_PACKED_SUMMARIES_H

/* Summaries of neighbours as bytes. Most numbers of a summary follow from a few of them, nearly: the ends of
 * an interval from its middle and width, widths from standard deviations, a mean of whole numbers is a
 * whole number divided by how many there are. What is kept is how far they are from that, so that they come
 * back bit by bit, whatever they are. */

#include "model/answer/summary.h"
#include "store/sql/packed_rows.h"

/* What the store has of n summaries. */
void as_summaries_add(struct as_text *out, const struct as_summary *y, size_t n);

/* The same back; members that the store has not stay as they are. False: out of memory. */
bool as_summaries_take(struct as_row_bytes *in, unsigned schema, struct as_summary *y, size_t n);

#endif
