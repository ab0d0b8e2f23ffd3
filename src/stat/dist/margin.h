/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_MARGIN_H
#define AS_STAT_DIST_MARGIN_H

/* "Not worse by more than" (methods-quantiles.md 5): the other burden of proof, for one gate and for
 * several together. */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

enum as_margin_state {
	AS_MARGIN_OPEN = 0, /* not shown */
	AS_MARGIN_SHOWN,    /* hi <= limit */
	AS_MARGIN_WORSE,    /* lo > limit */
};

/* One gate by the interval of its comparison; limit in the unit of the ends, > 0 on their scale of
 * "no difference". Ends that are no numbers show nothing. */
enum as_margin_state as_margin(double lo, double hi, double limit);

/* A comparison and its limit, both on the log scale, larger being worse. */
struct as_margin_gate {
	double mean, se; /* se > 0; mean NaN: nothing is known, and both p are 1 */
	double df;       /* >= 1 */
	double limit;
};

struct as_margin_verdict {
	double p_worse, p_within;           /* one-sided; their sum is 1 */
	double worse_adjusted, within_adjusted; /* by Holm */
	bool worse;        /* adjusted, at alpha / 2 */
	bool within;       /* adjusted: may be claimed of this one alone */
	bool within_alone; /* without correction: a part of the joint sentence */
};

/*
 * as_margins - n gates together (5.2)
 *
 *   alpha  two-sided, in (0, 1): each side at half of it
 *   out    n verdicts
 *   joint  none is worse by more than its limit: every one within by itself, an
 *          intersection-union test (Berger 1982), so its error is that of the weakest gate
 *
 * AS_ERR_ARG: n = 0, or numbers out of range; outputs untouched. O(n^2).
 */
AS_MUST_CHECK enum as_status as_margins(const struct as_margin_gate *gates, size_t n, double alpha,
	struct as_margin_verdict *out, bool *joint);

#endif
