/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves in a frame whose heights have no numbers are called above their tops. */
#include <math.h>

#include "report/figure/figure_parts.h"

static const double line_high = 1.25; /* of a row of names; in ems */
static const double curves_high = 1.06; /* where the lowest row is: the highest curve is 1 */
static const double stroke_wide = 3; /* before a name, as its line is drawn; in ems */

struct top {
	struct as_text name;
	double at; /* how far along the frame its middle is: above the top, as far as it stays inside */
	double wide; /* of the name */
	size_t row; /* those that would lie over another stand in rows above */
	const struct as_layer *line;
};

/* Those of all called lines; how many. */
static size_t tops_of(const struct as_figure_frame *f, struct top out[static AS_LAYERS_MAX])
{
	size_t n = 0;

	for (size_t i = 0; i < f->f->n_layers; i++) {
		const struct as_layer *l = &f->f->layer[i];
		size_t top = 0;
		if (!as_figure_has_top(l))
			continue;
		for (size_t k = 0; k < l->n; k++)
			top = l->y[k] > l->y[top] ? k : top;
		out[n++] = (struct top){.name = as_figure_said(f->style, &l->label),
			.line = l,
			.at = as_figure_at(&f->f->x, l->x[top]) * (f->right - f->left)};
	}
	for (size_t k = 0; k < n; k++) {
		out[k].wide = as_figure_text_wide(as_text_str(&out[k].name), f->em);
		const double half = 0.5 * out[k].wide, before = half + (0.3 + stroke_wide) * f->em;
		out[k].at = fmax(before, fmin(f->right - f->left - half, out[k].at));
		for (size_t i = 0; i < k; i++) {
			const double apart = fabs(out[k].at - out[i].at);
			if (apart < 0.6 * (out[k].wide + out[i].wide) + stroke_wide * f->em)
				out[k].row = out[k].row > out[i].row ? out[k].row : out[i].row + 1;
		}
	}
	return n;
}

/* Where that is on the axis, as shown. */
static double shown_at(const struct as_figure_frame *f, double along)
{
	const struct as_chart_axis *x = &f->f->x;

	return (x->from + along / (f->right - f->left) * (x->to - x->from)) / f->x.per;
}

/* A piece of the line before its name, which may stand above another one: data, not an arrow, of
 * which gnuplot's SVG has the dashes of the first one for all. */
static void add_stroke(const struct as_figure_frame *f, const struct top *top, double y)
{
	const double to = top->at - 0.5 * top->wide - 0.3 * f->em;

	as_text_addf(f->t, "$s%zu_%zu << AS_END\n%.8g %.8g\n%.8g %.8g\nAS_END\n", f->number,
		(size_t)(top->line - f->f->layer), shown_at(f, to - stroke_wide * f->em), y,
		shown_at(f, to), y);
}

bool as_figure_has_top(const struct as_layer *l)
{
	return l->label.id && l->mark == AS_MARK_LINE && l->n;
}

double as_figure_tops(const struct as_figure_frame *f, bool add)
{
	struct top top[AS_LAYERS_MAX] = {0};
	const size_t n = tops_of(f, top);
	size_t rows = 0;

	for (size_t i = 0; i < n; i++)
		rows = rows > top[i].row + 1 ? rows : top[i].row + 1;
	/* of the frame, of which the rows are at most two thirds */
	const double share =
		fmin(line_high * f->em / (f->top - f->bottom), 0.67 / (double)(rows ? rows : 1));
	const double row_high = curves_high * share / (1 - share * (double)rows);
	for (size_t i = 0; i < n; i++) {
		if (!add) {
			as_text_release(&top[i].name);
			continue;
		}
		const double y = curves_high + row_high * ((double)top[i].row + 0.5);
		add_stroke(f, &top[i], y);
		as_text_add(f->t, "set label ");
		as_figure_quote_flat(f->t, &top[i].name);
		as_text_addf(f->t, " at %.8g, %.8g center textcolor rgb mute\n",
			shown_at(f, top[i].at), y);
	}
	return row_high * (double)rows;
}
