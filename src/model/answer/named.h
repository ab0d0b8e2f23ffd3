/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ANSWER_NAMED_H
#define AS_MODEL_ANSWER_NAMED_H

/* What ways of comparing that the user names say, beside the analysis that the design decides on
 * (methods.md 3.3): for information. NaN: there is no such number. */

#include <stdbool.h>
#include <stddef.h>

enum as_named_change {
	AS_NAMED_NONE = 0, /* none can be shown */
	AS_NAMED_MORE,     /* the subject has more of the metric than the reference */
	AS_NAMED_LESS,
	AS_NAMED_CHANGES,
};

struct as_named {
	/* of stat/dist/comparing/detectors.def, or of a way of resampling; static */
	const char *name, *title, *about;
	const char *of; /* what the ratio is of, "median"; NULL: as the way has it */
	size_t subject, reference, metric;
	/* why it says nothing here; "" if it does, and only then the rest holds */
	char refused[200];
	enum as_named_change change;
	double p;
	double ratio, lo, hi; /* what it takes subject / reference to be, with its interval */
	double confidence;    /* of that, and of the answer */
	size_t replicates;    /* resamples; 0: it is none of these */
	bool approximate;     /* there are too few units for what it promises */
	size_t n, n_reference; /* units at the top of each side */
};

#endif
