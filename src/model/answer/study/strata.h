/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ANSWER_STUDY_STRATA_H
#define AS_MODEL_ANSWER_STUDY_STRATA_H

/* Executions divided by a metric of theirs: --by load:80,90,125. */

#include <stdbool.h>
#include <stddef.h>

enum { AS_STRATA_CUTS = 7 }; /* at most */

struct as_strata_asked {
	bool asked;
	size_t by;    /* metric of executions */
	size_t n_cuts;
	double cut[AS_STRATA_CUTS]; /* ascending, in the unit of `by`; none: its quartiles */
};

#endif
