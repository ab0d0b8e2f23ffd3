/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_PICTURE_PICTURE_MAKE_H
#define AS_ANALYSE_PICTURE_PICTURE_MAKE_H

/* What pictures of a result show (methods.md 7.3 for lag and order, 9.5 for the density). */

#include "model/answer/history/history.h"
#include "model/answer/study/strata.h"
#include "model/answer/summary.h"
#include "model/kept/experiment.h"
#include "model/picture/picture.h"
#include "model/quantiles.h"

#include <stdint.h>

#define AS_PICTURE_CHOOSES SIZE_MAX

struct as_picture_request {
	enum as_picture_kind kind;
	size_t subject, metric;
	size_t execution; /* as as_observed_open has it */
	const struct as_quantiles *quantiles; /* of AS_PICTURE_QUANTILES; of no other */
	/* of a scatter: the metric across, and the one that shades; AS_PICTURE_CHOOSES: what suits */
	size_t across, shade;
	struct as_strata_asked strata; /* of strata; not asked: what suits */
};

/*
 * as_picture_of - the numbers of one picture
 *
 *   r  any kind but AS_PICTURE_HISTORY
 *   a  the analysis of the metric, for the intervals of all its subjects; no other kind looks at it
 *
 * Densities by execution or by build are of at most eight of them, evenly spread in time. A
 * histogram of n values has 2 n^(1/3) bars, 5 to 40. Orders are drawn with the experiment's seed.
 * O(n log n). AS_ERR_DATA with words: too few values for a picture of that kind (two; five for an
 * acf), or none that differ where nothing could be seen. To be released when AS_OK.
 */
enum as_status as_picture_of(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *out,
	struct as_err *err) AS_MUST_CHECK;

/* One benchmark of a history over its versions. Values far from the others stand at the border. To be
 * released when AS_OK; AS_ERR_MEM. */
enum as_status as_picture_of_series(const struct as_history *h, const struct as_history_series *s,
	struct as_picture *out, struct as_err *err) AS_MUST_CHECK;

/* Sizes of several commands over the same axis, unless one would take less than a fifth of it. */
void as_pictures_align(struct as_picture *v, size_t n);

/* Axes of amounts begin at 0, but for logarithmic ones. */
void as_picture_from_zero(struct as_picture *p);

void as_picture_release(struct as_picture *p); /* takes a zeroed one */

#endif
