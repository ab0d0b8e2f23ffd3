/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_PICTURE_CHART_MAKE_H
#define AS_ANALYSE_PICTURE_CHART_MAKE_H

/* What the makers of charts share. */

#include "analyse/estimate/observed.h"
#include "analyse/picture/picture_make.h"
#include "model/picture/chart.h"

/* A chart of n empty frames for p; NULL: out of memory. */
struct as_frame *as_chart_frames(struct as_picture *p, size_t n, size_t columns);

/* One more layer of n marks, all NaN, without texts; NULL: out of memory. */
struct as_layer *as_frame_add(
	struct as_picture *p, struct as_frame *f, enum as_mark mark, enum as_tone tone, size_t n);

/* Dots of n points, or of so many evenly spread over them, which is said of those of the first frame;
 * x NULL: their numbers, from 1. NULL: out of memory. */
struct as_layer *as_frame_add_dots(struct as_picture *p, struct as_frame *f, const double *x,
	const double *y, size_t n);

/* Height counts nothing by itself, and the highest is 1. False: out of memory. */
bool as_chart_bare(struct as_picture *p, struct as_frame *f);

/* The same with room for n texts. */
struct as_layer *as_frame_add_named(
	struct as_picture *p, struct as_frame *f, enum as_mark mark, enum as_tone tone, size_t n);

/* An axis of values of a metric. */
struct as_chart_axis as_axis_of(
	const struct as_experiment *x, size_t metric, double from, double to);

/* Which of n sorted values a frame spans: all of them, but for those that lie further from the
 * quartiles than 6 times the distance between these. The marks of those stand at the border. */
struct as_spanned {
	size_t first, last;
};
struct as_spanned as_spanned_of(const double *sorted, size_t n);

/* Whether an axis can tell the two apart: they differ by more than rounding, as of logarithms. */
bool as_chart_apart(double from, double to);

/* An axis over these, with some room at both ends; an amount begins at no less than 0 if `amount`. */
void as_axis_span(struct as_chart_axis *a, const double *sorted, size_t n, bool amount);

/* One more note of a chart. */
void as_chart_note(struct as_picture *p, struct as_charted_words note);

/* All values in an order that the experiment's seed draws, in memory of p; NULL: out of memory. */
double *as_chart_reordered(
	const struct as_experiment *x, const struct as_observed *o, struct as_picture *p);

/* Have it span value, too. */
void as_axis_reach(struct as_chart_axis *a, double value);

/* Maker of a picture; AS_ERR_DATA with words where there is nothing to be drawn. */
typedef enum as_status as_chart_maker(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *p, struct as_err *err);

as_chart_maker as_chart_intervals, as_chart_values, as_chart_curves, as_chart_clouds,
	as_chart_trials, as_chart_iterations, as_chart_lags, as_chart_levels, as_chart_matrix,
	as_chart_quantiles, as_chart_slow, as_chart_scatter, as_chart_estimates, as_chart_by_load,
	as_chart_cost, as_chart_alarms, as_chart_acf, as_chart_course, as_chart_layout,
	as_chart_complexity, as_chart_per_n, as_chart_strata;

#endif
