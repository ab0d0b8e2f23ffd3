/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_PLAN_AMOUNT_H
#define AS_PLAN_AMOUNT_H

/* Parts of a request that say how much is measured. */

#include <stdbool.h>
#include <stdint.h>

#include "model/metric.h"

/* How much is measured. */
struct as_amount {
	uint32_t warmup;         /* -w; default 1 */
	uint32_t runs;           /* -r; 0: planned */
	uint32_t min_runs;       /* -m; 0: none */
	uint32_t max_runs;       /* -M; 0: none */
	int64_t min_time_ns;     /* --min-benchmarking-time, of each subject; 0: none */
	uint32_t iterations;     /* --iterations; default 20 */
	bool iterations_given;
	uint32_t drop;           /* --drop NUM */
	bool drop_given;         /* else the dimensioning finds how long the warm-up is */
	uint32_t stage1;         /* --stage1; 0: what fits into 1 s */
	int64_t budget_ns;       /* --budget; default 10 s a subject, for stage 2 */
	bool budget_given;
	uint64_t seed;           /* --seed, or from the clock */
	uint32_t first_round;    /* number of the first round; above 0 in an extension */
	uint32_t first_execution; /* number that each program's first one is told; as above */
	uint32_t first_order;    /* the first place in the order; above 0 in an extension */
	bool dry_run;            /* --dry-run: plan, and measure nothing for the result */
};

/* What plans are made from. */
struct as_dimensioning {
	double cost_s[AS_MODEL_LEVELS]; /* --cost; NaN: measured */
	uint32_t min_top;               /* --min-top; 0: 5 */
	double kappa;                   /* --kappa (methods.md 6.3) */
	bool round_up;                  /* --integers ceil */
};

#endif
