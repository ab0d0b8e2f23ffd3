/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_QUANTILES_SCREEN_H
#define AS_REPORT_QUANTILES_SCREEN_H

#include "model/kept/experiment.h"
#include "model/quantiles.h"
#include "report/draw/terminal.h"

/* The screen of `assay show --quantiles`: a row a quantile and command, with its interval and by
 * how much it differs from the reference. False: out of memory. */
bool as_report_quantiles(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_quantiles *q);

#endif
