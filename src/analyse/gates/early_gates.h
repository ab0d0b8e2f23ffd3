/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_GATES_EARLY_GATES_H
#define AS_ANALYSE_GATES_EARLY_GATES_H

/* Whether measuring may end at a look (methods-quantiles.md 4.1, 5.2). */

#include "analyse/gates/gates_together.h"
#include "model/kept/experiment.h"

/*
 * as_early_settled - whether the looks that x has come to settle its gates
 *
 *   gates  n of them, on every comparison with the reference; one on a metric that x has not is open
 *   among  alpha is dealt out among so many, in this experiment and others; 0: among these
 *
 * AS_ERR_DATA for values that no statistic may take, AS_ERR_MEM.
 */
enum as_status as_early_settled(const struct as_experiment *x, const struct as_gate *gates,
	size_t n, size_t among, bool *out, struct as_err *err) AS_MUST_CHECK;

/*
 * as_early_would - adds after how many rounds looks would have settled n gates that had none
 *
 *   v      judged, of shared rounds, all of them measured
 *   among  as above
 *   out    all rounds where no look would have settled them sooner; nothing where they are too few for looks, or not
 *          of that kind
 */
void as_early_would(const struct as_gated *v, size_t n, const struct as_gates_among *among,
	struct as_early_saving *out);

#endif
