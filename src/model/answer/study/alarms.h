/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ANSWER_STUDY_ALARMS_H
#define AS_MODEL_ANSWER_STUDY_ALARMS_H

/* How often each way of comparing would err on the units of one result: what analyse/study fills
 * (methods.md 10) and report/ and format/ write down. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	AS_ALARM_GROUPS = 12,   /* sizes of groups, at most */
	AS_ALARM_SHIFTS = 8,    /* changes put in, at most; the first is 0 */
	AS_ALARM_DETECTORS = 8, /* ways of comparing, at most */
	AS_ALARM_ESTIMATORS = 8, /* numbers to gate on, at most */
};

/* A way of comparing. Fixed texts. */
struct as_alarm_detector {
	const char *name;  /* on the command line: "welch" */
	const char *title; /* "Welch" */
	const char *about; /* a sentence, without its full stop */
};

struct as_alarm_rate {
	/* share of resamples in which a change was found; NaN: it cannot be applied */
	double rate;
	double error; /* standard error of the draws; nothing is said of the pool itself */
};

/* Gating on one number a side (methods.md 8, 9.6). */
struct as_alarm_gating {
	double rate, error; /* as in struct as_alarm_rate */
	double smallest;    /* the smallest difference that groups of this size tell, as a share */
};

struct as_alarms {
	size_t subject, metric;
	size_t units;      /* at the top: the pool */
	const char *unit;  /* "execution" or "build", or as a table calls it */
	const char *below; /* what one unit alone is judged by, "iteration"; NULL: nothing */
	size_t n_groups, n_shifts, n_detectors;
	size_t group[AS_ALARM_GROUPS]; /* units on each side, ascending */
	double shift[AS_ALARM_SHIFTS];
	struct as_alarm_detector detector[AS_ALARM_DETECTORS]; /* the first is the default */
	struct as_alarm_rate rate[AS_ALARM_GROUPS][AS_ALARM_SHIFTS][AS_ALARM_DETECTORS];
	/* The smallest listed group in which the default detector keeps its level, within two
	 * errors, and finds the shift in 80 % of cases; 0: not with so few units. [0] is not used. */
	size_t enough[AS_ALARM_SHIFTS];
	/* The smallest listed group from which on each way keeps its level, within two errors; 0:
	 * not with so few units. */
	size_t fewest[AS_ALARM_DETECTORS];
	/* Of the estimators that were asked for; none without. A ratio beyond the tolerance is a
	 * change. */
	size_t n_estimators;
	const char *estimator[AS_ALARM_ESTIMATORS], *estimator_title[AS_ALARM_ESTIMATORS];
	struct as_alarm_gating gating[AS_ALARM_GROUPS][AS_ALARM_SHIFTS][AS_ALARM_ESTIMATORS];
	double tolerance;
	bool rough;        /* fewer than 20 units */
	bool independent;
	size_t resamples;
	double confidence;
	uint64_t seed;
};

#endif
