/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_COMPARE_FLEET_PLAN_SCREEN_H
#define AS_REPORT_COMPARE_FLEET_PLAN_SCREEN_H

/* How many machines are worth it: assay plan --machines. */

#include "model/answer/planned/fleet_plan.h"
#include "report/draw/terminal.h"

void as_report_fleet_plan(struct as_text *t, const struct as_style *style,
	const struct as_fleet_plan *f);

#endif
