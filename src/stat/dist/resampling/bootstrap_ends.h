/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_RESAMPLING_BOOTSTRAP_ENDS_H
#define AS_STAT_DIST_RESAMPLING_BOOTSTRAP_ENDS_H

/* Inside of the bootstrap: from replicates to intervals. */

#include "stat/dist/resampling/bootstrap.h"

/* Is this a way to resample, with this many units on the smaller side? */
AS_MUST_CHECK enum as_status as_bootstrap_check(const struct as_resampling *how, size_t units,
	size_t least, struct as_err *err);

/* Type-7 quantiles at (1 -+ confidence) / 2 of n sorted replicates. */
struct as_ends as_percentile_ends(const double *sorted, size_t n, double confidence);

/* BCa from sorted replicates, the estimate, and its jackknife values (one unit left out each).
 * False, out being the percentile ends, if the jackknife values do not vary. */
bool as_bca_ends(struct as_values sorted, double estimate, struct as_values jackknife,
	double confidence, struct as_ends *out);

/* estimate - q se from sorted studentised replicates. */
struct as_ends as_bootstrap_t_ends(const double *sorted, size_t n, double estimate, double se,
	double confidence);

#endif
