/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_COMPARING_DETECTOR_H
#define AS_STAT_DIST_COMPARING_DETECTOR_H

/* Ways to tell a change between two groups of unit means that do not come in blocks (methods.md
 * 3.3); detectors.def lists them. Each is one entry with the same interface, so that a user can
 * name it, resample with it, and see its error rates beside the others'. Blocks have an analysis of
 * their own: as_paired_log_ratio. */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "stat/dist/comparing/rank.h"
#include "stat/dist/comparing/ratio.h"

/* One number for each top-level unit of a subject. Borrowed. */
struct as_sample {
	const double *x;
	size_t r;
};

enum as_change {
	AS_CHANGE_NONE = 0, /* none can be shown */
	AS_CHANGE_MORE,     /* new is larger */
	AS_CHANGE_LESS,
};

struct as_detection {
	enum as_change change;
	bool has_p;
	double p;
	/* What new / old can be, where the method has such a set and it is an interval. */
	bool has_ratio;
	double ratio, lo, hi;
	bool no_interval;  /* its set of ratios is no interval, so that it says nothing */
	double confidence; /* of [lo, hi]; may differ a little from the one asked for */
};

/* What all comparisons of a run of them share. Begin with {.confidence = ...}. */
struct as_detecting {
	double confidence;       /* in (0, 1) */
	bool change_only;        /* ratios are not wanted where they are dear */
	/* Made when it is first needed, kept for the next groups of the same sizes; to be released. */
	struct as_rank_law law;
};

void as_detecting_release(struct as_detecting *how);

struct as_detector {
	const char *name;  /* on the command line */
	const char *title; /* on a screen */
	const char *about; /* one sentence for help */
	size_t least;      /* units a side */
	enum as_status (*detect)(const struct as_sample *old, const struct as_sample *new,
		struct as_detecting *how, struct as_detection *out, struct as_err *err);
};

enum as_detector_index {
#define AS_DETECTOR(symbol, name, title, about, least) AS_DETECTOR_##symbol,
#include "stat/dist/comparing/detectors.def"
#undef AS_DETECTOR
	AS_DETECTORS,
};

extern const struct as_detector as_detectors[AS_DETECTORS];

/*
 * as_detect - apply one detector
 *
 * AS_ERR_DATA with words: fewer than its least units on a side, a value that is not finite, or,
 * where a ratio is taken, one that is not positive. AS_ERR_ARG: a confidence outside (0, 1). out
 * untouched on failure.
 */
AS_MUST_CHECK enum as_status as_detect(const struct as_detector *d, const struct as_sample *old,
	const struct as_sample *new, struct as_detecting *how, struct as_detection *out,
	struct as_err *err);

#endif
