/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_BENCH_VALIDITY_LAB_H
#define AS_BENCH_VALIDITY_LAB_H

/* An experiment as assay would have measured it, filled with drawn values: what is judged with it is
 * what the user is told, by the code that decides it. */

#include "analyse/result/analyse.h"
#include "study.h"

struct lab {
	struct as_experiment *x;
	size_t n_levels, r[3];
};

/* `subjects` subjects that shared rounds: n_levels 1 executions alone, 2 executions with iterations,
 * 3 builds, all of which took part in every round; r as in struct forest. */
void lab_open(struct lab *l, size_t subjects, size_t n_levels, const size_t *r);
void lab_close(struct lab *l);

/* Fill a subject with the values of a tree in its own order, times `factor`. */
void lab_fill(struct lab *l, size_t subject, const double *values, double factor);

/* To be released with as_analysis_release. */
void lab_analyse(struct lab *l, struct as_analysis *out);

/* What assay says of the second subject by a metric. */
struct as_comparison says(const struct as_experiment *x, size_t metric);
enum as_verdict_word lab_says(struct lab *l);

/* Slower or faster, by however little. */
bool is_difference(enum as_verdict_word word);

/* assay says of the second subject that it is slower or faster, by however little. */
bool lab_finds(struct lab *l);

/* What is said of a subject's mean wall time: whether it holds `truth`, counted with the half-width over
 * it. */
void count_mean(struct cell *c, const struct as_experiment *x, size_t subject, double truth);

#endif
