/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_DIAGNOSE_LEVEL_IMPACT_H
#define AS_ANALYSE_DIAGNOSE_LEVEL_IMPACT_H

/* Impact factors by drawing, of every pair of neighbouring levels (methods.md 1). */

#include "analyse/estimate/view/view.h"
#include "model/answer/summary.h"
#include "model/kept/experiment.h"
#include "stat/dist/influence/impact_draw.h"

/*
 * as_draw_impact - add `drawn` to the levels of a summary
 *
 *   y     as_summarise of a subject of x
 *   want  c and k; NULL, and what is 0 in it: as below
 *
 * The data sets of a level are its units, their values the means of the units of the nearest
 * repeated level below. Units of different parents are not drawn together, so that executions of
 * different builds do not pass for executions. The values are as they were measured: what differs
 * between rounds is in them, which the closed form leaves out where builds share rounds. The seed
 * is the experiment's.
 *
 * At most AS_IMPACT_DRAWS draws of a level, fewer where many values are drawn each time: the median
 * is as exact then. Below 0.1 s for each level. Levels that cannot be told keep draws 0.
 * AS_ERR_DATA as as_summarise, and where no level has that many values to draw; AS_ERR_MEM. y untouched
 * on failure.
 */
enum as_status as_draw_impact(const struct as_experiment *x, struct as_summary *y,
	const struct as_impact_amount *want, struct as_err *err) AS_MUST_CHECK;

/* The same in a view of that subject and metric that is open already, its values in their order. */
enum as_status as_draw_impact_in(const struct as_experiment *x, const struct as_view *v,
	struct as_summary *y, const struct as_impact_amount *want,
	struct as_err *err) AS_MUST_CHECK;

#endif
