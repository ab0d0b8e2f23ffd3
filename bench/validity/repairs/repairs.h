/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_BENCH_VALIDITY_REPAIRS_H
#define AS_BENCH_VALIDITY_REPAIRS_H

/* The study of the rules of methods-repairs.md: experiments of known truth, conducted and judged by
 * the code that `assay` runs. The groups of cells, by rule. */

#include "model/experiment.h"
#include "study.h"

void repairs_alone(struct study *s); /* 1: a mean of dependent executions, a given number */
void repairs_planned(struct study *s); /* 1.8: the same, planned in two stages */
void repairs_sessions(struct study *s); /* 1.7: two stretches compared, unpaired */
void repairs_stages(struct study *s); /* 2: other estimates and metrics after two stages */
void repairs_suites(struct study *s); /* 3: p values after two stages */
void repairs_stored(struct study *s); /* 4: noise profiles */
void repairs_builds(struct study *s); /* 5: builds that take long */
void repairs_clocks(struct study *s); /* 6: coarse clocks */
void repairs_budgets(struct study *s); /* 7: stage 2 cut by the budget */
void repairs_overall(struct study *s); /* 8: overall ratio */
void repairs_typical(struct study *s); /* 9: typical run against mean */

/* What is said of a subject's mean: whether it holds `truth`, counted with the half-width over it. */
void count_mean(struct cell *c, const struct as_experiment *x, size_t subject, double truth);

/* What is said of the second subject by a metric. */
struct as_comparison compared(const struct as_experiment *x, size_t metric);

#endif
