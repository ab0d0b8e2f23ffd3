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

/* What the page has of the same. */
struct as_quantiles_pen {
	const struct as_style *style;
	const struct as_experiment *x;
	const struct as_quantiles *q;
	const char **name; /* of each subject */
};

/* Whose they are, and how sure the intervals are. */
void as_quantiles_head_add(struct as_text *t, const struct as_quantiles_pen *d);

/* "against b": what differences are of; nothing where there are none. */
void as_quantiles_against_add(struct as_text *t, const struct as_quantiles_pen *d);

/* Subject i of a quantile; how its difference is painted. */
enum {
	AS_QUANTILE_VALUE,
	AS_QUANTILE_INTERVAL,
	AS_QUANTILE_DIFFERENCE,
	AS_QUANTILE_UNITS,
	AS_QUANTILE_CELLS
};
enum as_paint as_quantile_cells(const struct as_quantiles_pen *d, const struct as_quantile_row *row,
	size_t i, struct as_text cell[static AS_QUANTILE_CELLS]);

/* Note i of all, which may be empty. */
enum { AS_QUANTILE_NOTES = 3 };
void as_quantiles_note_add(struct as_text *t, const struct as_quantiles_pen *d, size_t i);

#endif
