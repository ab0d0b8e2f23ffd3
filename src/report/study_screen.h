/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_STUDY_SCREEN_H
#define AS_REPORT_STUDY_SCREEN_H

#include "model/answer/study/study.h"
#include "model/kept/experiment.h"
#include "report/draw/terminal.h"

/* The screen of `assay show --estimators`: each estimator with how much it varies by the number of
 * executions it is taken of, and how many of these tell a difference. */
void as_report_study(struct as_text *t, const struct as_style *style, const struct as_experiment *x,
	const struct as_study *s);

/* The same by the load, a row of each estimator a stratum; chosen: with all sizes that there are, else
 * a choice of them. */
void as_report_studies(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_studies *all, bool chosen);

/* That processor time of one kind varies more than that of both, where it does. */
void as_report_study_kinds(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_study *s);

/* Of what it is. */
void as_report_study_head(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_study *s);

/* Executions that tell a difference, the shift-th, by our rule and by the published one; "-": the
 * estimate has no spread. */
void as_study_needed_add(struct as_text *cell, const struct as_style *style,
	const struct as_study *s, const struct as_study_row *row, size_t shift);

#endif
