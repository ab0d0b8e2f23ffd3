/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_PAPERS_DIVISIVE_PARTS_H
#define AS_PAPERS_DIVISIVE_PARTS_H

/* What the files of the energy statistic share, and nobody else includes. */

#include "stat/dist/changes/seeking.h"

/* Those of the values in hand that are in the left part, by rank: how many, and their sum. */
struct as_divisive_node {
	double sum, count;
};

/* Room for segments of up to `room` values. */
struct as_divisive {
	struct as_seek_ranks ranks;
	double *v;                   /* the values in hand in their order, their median taken out */
	double *all;                 /* of each the sum of distances to all of them */
	uint32_t *rank;              /* of each, from 0 */
	struct as_divisive_node *tree; /* of Fenwick; room + 1 */
	double total;                /* sum of the distances of all pairs */
	size_t n;
};

/* AS_ERR_MEM. */
AS_MUST_CHECK enum as_status as_divisive_init(struct as_divisive *e, size_t room,
	struct as_arena *a);

/* Takes n values in hand, 1 .. room. */
void as_divisive_take(struct as_divisive *e, const double *x, size_t n);

/* Q of all splits of the values in hand in the order `order`, a permutation of 0 .. n - 1 (NULL:
 * their own), with at least `least` >= 2 on each side: the largest, and its place from 1, into
 * best; into q, where it is not NULL, those of the splits by their place. */
struct as_split as_divisive_best(struct as_divisive *e, const uint32_t *order, size_t least,
	double *q);

#endif
