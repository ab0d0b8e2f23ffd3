/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_BENCH_VALIDITY_STUDY_H
#define AS_BENCH_VALIDITY_STUDY_H

/* The study of the methods on arrays: numbers are drawn from a truth that is known, the project's
 * own libraries judge them, and how often they are right is counted. A cell is one truth and one
 * way to draw from it; its name is its seed, so no seed can be chosen. Nothing is run again. */

#include <stdbool.h>
#include <stddef.h>

#include "stat/dist/random.h"

enum { STUDY_JUDGES = 24, STUDY_REPLICATIONS = 4000 };

/* How often a judge was right (or, of comparisons, found a difference). */
struct tally {
	const char *judge;
	unsigned hits, n;
	double width;     /* sum of relative half-widths, over n; 0: not an interval */
	double low, high; /* the range that is promised; high 0: nothing is */
	double published; /* the rate in methods-blocks.md 3; 0: none */
};

struct study {
	unsigned n;           /* replications of a cell */
	unsigned part, parts; /* cells part, part + parts, part + 2 parts ... of those selected */
	bool tap;             /* only promises, for make check */
	char **names;         /* of cells, or beginnings of them up to a slash; none: all */
	size_t n_names;
	unsigned cells;       /* seen so far */
	unsigned promises, broken;
};

/* One cell in work. */
struct cell {
	struct study *study;
	char name[96];
	struct tally tallies[STUDY_JUDGES];
	size_t n_tallies;
};

/* Begin a cell of that name (a format); false: it is not wanted now. */
__attribute__((format(printf, 3, 4))) bool cell_open(struct cell *c, struct study *s,
	const char *format, ...);

/* Random numbers of replication k. */
struct as_random cell_random(const struct cell *c, unsigned k);

/* The tally of a judge, made at its first use. `judge` is kept as it is. */
struct tally *cell_tally(struct cell *c, const char *judge);

/* Count one verdict, or one interval by its relative half-width. */
void cell_count(struct cell *c, const char *judge, bool hit);
void cell_count_interval(struct cell *c, const char *judge, bool hit, double half_width);

/* Promise a range for a judge that has been used. */
void cell_promise(struct cell *c, const char *judge, double low, double high);

/* Print its rows. */
void cell_close(struct cell *c);

/* Whether the 99.9 % binomial interval of hits of n (Clopper and Pearson) reaches into [low, high]. */
bool study_holds(unsigned hits, unsigned n, double low, double high);

/* What cannot happen ends the program with words: a half-done study is none. */
__attribute__((noreturn, format(printf, 1, 2))) void study_fail(const char *format, ...);

/* The groups of cells. */
void study_intervals(struct study *s);
void study_apart(struct study *s);
void study_blocks(struct study *s);
void study_looks(struct study *s);
void study_sessions(struct study *s);
void study_steady(struct study *s);
void study_modes(struct study *s);
void study_peers(struct study *s);
void study_others(struct study *s);
void study_histories(struct study *s);

#endif
