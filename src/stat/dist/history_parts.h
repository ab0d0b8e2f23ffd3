/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_HISTORY_PARTS_H
#define AS_STAT_DIST_HISTORY_PARTS_H

/* What the files of the clean detector share, and nobody else includes. Symbols are those of
 * methods-history.md 2.2. */

#include "stat/dist/history.h"

/* A value and where it stood, for sorting. */
struct as_placed {
	double v;
	uint32_t at;
};

/* Room for one series, and normal scores by rank of the two lengths used last. */
struct as_ranks {
	struct as_placed *sorted, *other; /* n each */
	double *scores;                   /* n: of the interval in hand */
	double *z;                        /* n: what is ranked, where it is not y itself */
	/* scores of ranks 1 .. length, by the parity of the length */
	double *table[2];
	size_t table_n[2];                /* their lengths; 0: none */
	size_t room;                      /* n */
};

/* For intervals of up to n places. AS_ERR_MEM. */
AS_MUST_CHECK enum as_status as_ranks_init(struct as_ranks *r, size_t n, struct as_arena *a);

/* Normal scores of x[0 .. n), n <= room, into r->scores, their mean taken out; the sorted values
 * stay in r->sorted. Gives A, their sum of squares over n - 1; 0 where all values are equal, or n
 * is 1. */
double as_ranks_score(struct as_ranks *r, const double *x, size_t n);

/* Ascending, equal ones in their order. */
void as_ranks_sort(struct as_ranks *r, const double *x, size_t n);

/* The series in hand. */
struct as_seeking {
	const double *x;  /* n values as they are */
	const double *y;  /* m values prewhitened */
	const double *u;  /* m weights 1 / s of them; NULL: alike */
	const double *w;  /* n weights 1 / s^2 of x; NULL: alike */
	size_t n, m;
	size_t off;       /* n - m: a split of y before j is one of x before j + off */
	double c;
	struct as_ranks ranks;
	double *clipped;  /* n */
	double *scratch;  /* n */
};

/* A split with its statistic; t is 0 where there is none. */
struct as_split {
	double t;
	size_t at;
};

/* T of y in [from, to), with the place of its first maximum (step 3). */
struct as_split as_seek_best(struct as_seeking *s, struct as_span span);

/* T of y in [from, to) at the split before place `at`; 0 with fewer than 2 places on a side. */
double as_seek_at(struct as_seeking *s, struct as_span span, size_t at);

/* The split of x in [from, to) by least squares of clipped values, begun from `at` (step 5). */
size_t as_seek_locate(struct as_seeking *s, struct as_span span, size_t at);

#endif
