/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_KEPT_THINNED_H
#define AS_MODEL_KEPT_THINNED_H

/* What stays of iterations that were thinned: of each execution the numbers that every mean, interval and
 * verdict goes through (methods-machines.md E), and of all together what was seen of them then. */

#include "model/kept/experiment.h"

/* Of the iterations of an execution that count, in their order: 0 where there are none. */
enum as_thinned_sum {
	AS_SUM_COUNT,   /* how many they are */
	AS_SUM_FIRST,   /* the first one */
	AS_SUM_OFFSET,  /* of their mean from it */
	AS_SUM_SQUARES, /* of their distances from the mean */
	AS_SUM_LEAST,
	AS_SUM_MOST,
	AS_SUM_TICK,    /* the smallest difference of two that differ; 0: none do */
	AS_SUM_ZEROS,   /* how many are 0 */
	/* The logarithm of the typical one, and the squares around it on that scale (methods-typical.md 4); NaN
	 * and 0 where one has no logarithm. Results thinned before 2026-11 do not have them. */
	AS_SUM_TYPICAL,
	AS_SUM_TYPICAL_SQUARES,
	AS_SUMS
};

/* Of all that were measured. */
enum as_thinned_whole {
	AS_WHOLE_DATE,  /* when it was done: seconds since 1970 */
	AS_WHOLE_Q1,
	AS_WHOLE_MEDIAN,
	AS_WHOLE_Q3,
	AS_WHOLE_COST,  /* seconds an iteration takes; of the pilot: the next */
	AS_WHOLE_COST_PILOT,
	AS_WHOLE_JUDGED, /* how they went in time (analyse/diagnose/judge/judged_kept.h): from here on */
	AS_WHOLE_STEP = AS_WHOLE_JUDGED + 27, /* of the clock, as the iterations show it; 0: none shows */
	AS_WHOLE_MODES, /* how many kinds of values were seen; 0: of one alone */
	AS_WHOLE
};

struct as_thinned {
	size_t metric;
	struct as_packed sum[AS_SUMS]; /* of each execution, doubles */
	double whole[AS_WHOLE];
};

/* What stays of a metric of a subject; NULL: its iterations are there, or it never had any. */
const struct as_thinned *as_subject_thinned(const struct as_subject *s, size_t metric);

/* Those of a metric, zeroed, which must not have some yet. NULL when out of memory. */
struct as_thinned *as_subject_add_thinned(struct as_subject *s, size_t metric);

/* It has typical values. */
bool as_thinned_is_typical(const struct as_thinned *t);

double as_thinned_at(const struct as_thinned *t, enum as_thinned_sum which, size_t execution);

/* The first subject of which iterations were thinned; NULL: there is none. */
const struct as_subject *as_experiment_thinned(const struct as_experiment *x);

/* AS_ERR_REFUSED: "cannot WHAT: the iterations of 'SUBJECT' were thinned on 2026-11-02, ...". */
enum as_status as_thinned_refuse(const struct as_subject *s, struct as_err *err, const char *fmt,
	...) AS_PRINTF(3, 4);

#endif
