/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_AROUND_SCREEN_H
#define AS_REPORT_AROUND_SCREEN_H

#include "model/answer/factors.h"
#include "report/draw/terminal.h"

/* What `assay show --factors` says of one subject; y is its summary for the metric. */
void as_report_factors(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_summary *y, const struct as_factors *f);

#endif
