/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_TABLED_TABLED_PARTS_H
#define AS_ANALYSE_TABLED_TABLED_PARTS_H

/* The functions that add rows, one for each table; nobody but the files of this folder includes
 * it. */

#include "analyse/tabled/tabled_make.h"

typedef enum as_status as_tabled_fill(struct as_tabled *t, const struct as_place *of,
	struct as_err *err);

as_tabled_fill as_tabled_impact, as_tabled_levels, as_tabled_alarms, as_tabled_dimension,
	as_tabled_estimators, as_tabled_correlation;

/* A row that begins with the name of the subject. */
void as_tabled_begin(struct as_tabled *t, const struct as_place *of);

#endif
