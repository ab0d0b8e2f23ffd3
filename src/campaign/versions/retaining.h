/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CAMPAIGN_VERSIONS_RETAINING_H
#define AS_CAMPAIGN_VERSIONS_RETAINING_H

/* Which experiments of a store may lose values, and which are still wanted (methods-machines.md E). */

#include "model/answer/history/history.h"
#include "model/answer/listing.h"
#include "model/kept/alert.h"

enum { AS_RETAIN_LEAST = 30 }; /* versions of each series, the newest, that are never touched */

enum as_retained {
	AS_RETAIN_GO,      /* nothing holds it */
	AS_RETAIN_PINNED,
	AS_RETAIN_LABELLED,
	AS_RETAIN_NEW,     /* a version of it is among the newest, or it is */
	AS_RETAIN_WANTED,  /* it is near a change, an alert, or links sessions */
	AS_RETAIN_APART,   /* it is part of no history */
	AS_RETAIN_YOUNG,   /* it began too late for --older-than */
	AS_RETAINED
};

struct as_retaining {
	const struct as_history_rows *rows; /* of all metrics of the store */
	const struct as_history *histories; /* what is found in them, by each order of versions */
	size_t n_histories;
	const struct as_alert *alerts;
	size_t n_alerts;
	size_t newest;     /* so many versions of each series stay; AS_RETAIN_LEAST at least */
	int64_t before_ns; /* only what began before; INT64_MAX: all */
	/* All its values are to go, not its iterations alone: then what is near a change or an alert
	 * (five versions to either side) stays, too, and what no history has. */
	bool whole;
	bool labelled, pinned; /* those, too */
};

/*
 * as_retain_choose - what may become of each experiment
 *
 *   l, n   all experiments of the store, the one put last first
 *   out    n of them, in the same order
 *
 * AS_ERR_MEM. Cost: that of sorting the names of versions.
 */
enum as_status as_retain_choose(const struct as_retaining *r, const struct as_listing *l, size_t n,
	enum as_retained *out, struct as_err *err) AS_MUST_CHECK;

#endif
