/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_BENCH_VALIDITY_STUDY_H
#define AS_BENCH_VALIDITY_STUDY_H

/* The study of the methods on arrays: numbers are drawn from a truth that is known, the project's
 * own libraries judge them, and how often they are right is counted. A cell is one truth and one
 * way to draw from it; its name is its seed, so no seed can be chosen. Nothing is run again. */

#include <stdbool.h>
#include <stddef.h>

#include "stat/dist/random.h"

enum { STUDY_JUDGES = 24, STUDY_REPLICATIONS = 20000 };

/* What takes long is drawn less often, in all cells of a table: one in so many. Other methods than assay
 * promise nothing here; "shown" is assay in the same experiments. */
enum { STUDY_BESIDE = 20 };

/* How often a judge was right (or, of comparisons, found a difference). */
struct tally {
	const char *judge;
	unsigned hits, n;
	double width;     /* sum of relative half-widths, over n; 0: not an interval */
	/* The range that is promised; high 0: nothing is; low 0 and high 1: that side is free. */
	double low, high;
	double published; /* the rate in methods-blocks.md 3; 0: none */
};

struct study {
	unsigned n; /* replications of a cell, where it has no limit of its own */
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
	unsigned n; /* replications */
	struct tally tallies[STUDY_JUDGES];
	size_t n_tallies;
};

/* Begin a cell of that name (a format); false: it is not wanted now. */
__attribute__((format(printf, 3, 4))) bool cell_open(struct cell *c, struct study *s,
	const char *format, ...);

/* One in `part` of the replications; for make check all of them. */
void cell_share(struct cell *c, unsigned part);

/* Whether replication k is one that other methods judge, too. */
bool cell_beside(const struct cell *c, unsigned k);

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

/* The one rule by which a promise holds: the 99 % binomial interval of its rate (Clopper and Pearson)
 * lies in the range that is promised and half a point around it. Where it only reaches there,
 * nothing is shown; where it lies outside, the promise is broken. */
enum study_word { STUDY_HOLDS, STUDY_OPEN, STUDY_BROKEN };

struct study_rate {
	double lo, hi;
	enum study_word word;
};

struct study_rate study_judge(const struct tally *t);

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
void study_discoveries(struct study *s);
/* methods-repairs.md 1 to 9 */
void study_alone(struct study *s);     /* 1: a mean of dependent executions, a given number */
void study_planned(struct study *s);   /* 1.8: the same, planned in two stages */
void study_stretches(struct study *s); /* 1.7: two stretches compared, unpaired */
void study_stages(struct study *s);    /* 2: other estimates and metrics after two stages */
void study_suites(struct study *s);    /* 3: p values after two stages */
void study_stored(struct study *s);    /* 4: noise profiles */
void study_builds(struct study *s);    /* 5: builds that take long */
void study_clocks(struct study *s);    /* 6: coarse clocks */
void study_budgets(struct study *s);   /* 7: stage 2 cut by the budget */
void study_overall(struct study *s);   /* 8: overall ratio */
void study_typical(struct study *s);   /* 9: typical run against mean */
/* methods-quantiles.md: quantiles, early stops, changes to be seen, several gates */
void study_decisions(struct study *s);
/* the delay model of Chen and Revels; papers/s5.py shows it */
void study_delays(struct study *s);

#endif
