/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_LISTING_H
#define AS_MODEL_LISTING_H

/* One line of `assay list`: what is known of an experiment without reading its tree. The store
 * reads it from columns alone; report/ writes it. A number that does not exist is NaN. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/plan.h"

struct as_listing {
	int64_t id;        /* in its store */
	const char *uuid;  /* 32 hex digits */
	const char *label; /* NULL if none */
	const char *note;  /* NULL if none */
	bool pinned;
	int64_t started_ns, ended_ns; /* CLOCK_REALTIME */
	int64_t session;
	const char *host;
	enum as_outcome outcome;
	size_t n_subjects;
	const char *subject;   /* name of the first */
	const char *criterion; /* name of the metric the numbers are of */
	const char *unit;      /* of the numbers: "ns", "bytes", "count", or the program's own */
	double mean, lo, hi;   /* of the first subject; lo and hi NaN without an interval */
	size_t n_top;          /* units at the top of its tree */
};

#endif
