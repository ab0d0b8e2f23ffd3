/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/draw/draw.h"

#include <math.h>

#include "report/draw/layout.h"

void as_spark_add(struct as_text *t, const struct as_style *style, const unsigned *bins, size_t n)
{
	const struct as_symbols *y = as_symbols(style);
	unsigned most = 0;
	size_t last = 0;

	for (size_t i = 0; i < n; i++) {
		most = bins[i] > most ? bins[i] : most;
		last = bins[i] ? i + 1 : last;
	}
	as_paint(t, style, AS_PAINT_DRAWN);
	for (size_t i = 0; i < last; i++) {
		/* The fullest bin has the highest level, a bin with one value the lowest. */
		size_t level = (size_t)ceil((double)bins[i] / most * (double)y->n_levels);
		as_text_add(t, bins[i] ? y->levels[level - 1] : AS_TIE);
	}
	as_paint_end(t, style);
}

void as_course_add(struct as_text *t, const struct as_style *style, const double *v, size_t n,
	struct as_course_scale scale, size_t columns)
{
	const struct as_symbols *y = as_symbols(style);
	double span = scale.hi - scale.lo;

	columns = columns < n ? columns : n;
	as_paint(t, style, AS_PAINT_DRAWN);
	for (size_t i = 0; i < columns; i++) {
		size_t from = i * n / columns, to = (i + 1) * n / columns;
		double sum = 0;
		for (size_t k = from; k < to; k++)
			sum += v[k];
		double share = span > 0 ? (sum / (double)(to - from) - scale.lo) / span : 0.5;
		double level = floor(fmin(fmax(share, 0), 1) * (double)y->n_levels);
		as_text_add(t,
			y->levels[level < (double)y->n_levels ? (size_t)level : y->n_levels - 1]);
	}
	as_paint_end(t, style);
}

void as_bar_add(struct as_text *t, const struct as_style *style, double share, size_t columns)
{
	const struct as_symbols *y = as_symbols(style);

	if (!(share > 0))
		return;
	share = share > 1 ? 1 : share;
	size_t parts = (size_t)round(share * (double)(columns * y->n_parts));
	parts = parts ? parts : 1;
	as_paint(t, style, AS_PAINT_DRAWN);
	as_text_repeat(t, y->parts[y->n_parts - 1], parts / y->n_parts);
	if (parts % y->n_parts)
		as_text_add(t, y->parts[parts % y->n_parts - 1]);
	as_paint_end(t, style);
}

void as_progress_bar_add(struct as_text *t, const struct as_style *style, double share,
	size_t columns)
{
	const struct as_symbols *y = as_symbols(style);
	double done = share > 0 ? floor((share > 1 ? 1 : share) * (double)columns) : 0;

	as_paint(t, style, AS_PAINT_DRAWN);
	as_text_repeat(t, y->parts[y->n_parts - 1], (size_t)done);
	as_paint_end(t, style);
	as_text_repeat(t, y->track, columns - (size_t)done);
}
