/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ANSWER_SHAPE_H
#define AS_MODEL_ANSWER_SHAPE_H

/* How the values of one subject lie, whatever their order: in several modes, on the grid of a
 * clock. Plain data, filled by analyse/shape. NaN: not known. */

#include <stdbool.h>
#include <stddef.h>

#include "model/answer/factors.h"
#include "model/kept/metric.h"

enum { AS_SHAPE_MODES = 4 };

struct as_shape_mode {
	double mean, share; /* of the units of its level */
};

/* What was seen of one level of the tree. */
struct as_shape_level {
	size_t units; /* 0: not looked at, as it is not repeated or has fewer than 5 */
	size_t hint;  /* modes of its density */
	double p;     /* that what has one mode looks so; NaN: not asked, as there are not two */
	/* of the variance of which mode a unit is in; 0 where nothing is established */
	double share;
};

/* Values in two or more modes, and the level whose units are in one or the other. */
struct as_shape_modes {
	size_t n;        /* 0: none established */
	bool matter;     /* enough is known of them, and they are apart enough, to be shown */
	size_t level;    /* of the summary's, from 0 */
	enum as_level_index index; /* which that is */
	struct as_shape_mode mode[AS_SHAPE_MODES]; /* ascending */
	struct as_shape_level at[AS_TREE_LEVELS];  /* as the summary's levels */
	/* The recorded factor that has most to do with which mode an execution is in. */
	bool explained;
	enum as_factor_id factor;
	size_t factor_metric; /* of AS_FACTOR_AROUND: which */
	double factor_share, factor_p;
};

/* What the clock can tell of a time. */
struct as_shape_clock {
	/* all values are multiples of it, in their unit; 0: of none that shows */
	double step;
	size_t kinds;      /* different values, where there is a step */
	bool coarse;       /* the step is more than the half-width, or 1 % of the mean */
	bool matters;      /* noise does not cross it, or it is a tenth of the mean */
};

struct as_shape {
	struct as_shape_modes modes;
	struct as_shape_clock clock;
};

#endif
