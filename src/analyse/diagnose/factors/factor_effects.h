/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_DIAGNOSE_FACTORS_FACTOR_EFFECTS_H
#define AS_ANALYSE_DIAGNOSE_FACTORS_FACTOR_EFFECTS_H

#include "analyse/diagnose/surround.h"
#include "model/answer/factors.h"
#include "model/answer/summary.h"
#include "model/kept/experiment.h"
#include "stat/dist/series/modes.h"

/*
 * as_analyse_factors - which factor the variation of a subject's executions comes from
 *
 *   y    the subject's summary for the metric: share and impact factor of builds are taken from it
 *
 * A factor's values are groups (many values: quarters by size) of executions, as a level of the
 * tree: its share is that of methods.md 4.6. Whether it matters is decided by random reordering
 * (7.3) at 5 %, after Holm over all factors. Executions of several builds or sessions are taken
 * less the mean of theirs. Where executions depend on those before them, by the test of 7.3 at 1 %,
 * those factors that were recorded and not drawn are decided by turning the series instead (the
 * circular groups of 8), which keeps neighbours together. The seed is that of the plan. AS_ERR_DATA
 * for values that no statistic may take; AS_ERR_MEM. O(factors R n), R = 999 or fewer.
 */
enum as_status as_analyse_factors(const struct as_surrounds *around, const struct as_summary *y,
	struct as_factors *out, struct as_err *err) AS_MUST_CHECK;

/* The same of which mode each execution is in, from 0, in the place of its value; without strata
 * and surroundings that are far out. For modes of executions. */
enum as_status as_factors_of_modes(const struct as_experiment *x, const struct as_summary *y,
	const struct as_modes *modes, struct as_factors *out, struct as_err *err) AS_MUST_CHECK;

#endif
