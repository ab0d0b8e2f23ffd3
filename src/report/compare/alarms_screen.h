/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_COMPARE_ALARMS_SCREEN_H
#define AS_REPORT_COMPARE_ALARMS_SCREEN_H

#include "model/answer/study/alarms.h"
#include "report/draw/terminal.h"

/* The screen of `assay aa RESULT`: false alarms of each way of comparing by the number of units,
 * the changes that the default one finds (all of them with `verbose`), and how many units a change
 * takes. */
void as_report_alarms(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_alarms *a);

#endif
