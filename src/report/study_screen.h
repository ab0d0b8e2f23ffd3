/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_STUDY_SCREEN_H
#define AS_REPORT_STUDY_SCREEN_H

#include "model/answer/study.h"
#include "model/kept/experiment.h"
#include "report/draw/terminal.h"

/* The screen of `assay show --estimators`: each estimator with how much it varies by the number of
 * executions it is taken of, and how many of these tell a difference. */
void as_report_study(struct as_text *t, const struct as_style *style, const struct as_experiment *x,
	const struct as_study *s);

#endif
