/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts in the terminal: the same frames and marks that figures have (report/figure). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/draw/layout.h"
#include "report/plot/panel.h"
#include "report/plot/plot_parts.h"
#include "say/charted.h"

enum { ROWS = 12, LEAST_WIDE = 36, NAME_SHARE = 3 };

/* What a frame is drawn with. */
struct easel {
	const struct as_style *style;
	const struct as_frame *f;
	struct as_arena *arena;
	struct as_panel panel;
	struct as_scale x, y;
};

/* Linear in the frame, whatever the axis is. */
static double along(const struct as_chart_axis *a, double v)
{
	return a->log ? log(v) : v;
}

static double clamp(const struct as_chart_axis *a, double v)
{
	return along(a, fmin(a->to, fmax(a->from, v)));
}

static struct as_scale scale_of(const struct as_style *style, const struct as_chart_axis *a)
{
	if (a->metric)
		return as_scale_for(
			style, a->metric->unit, fmax(fabs(a->from), fabs(a->to)), (double)NAN);
	return (struct as_scale){.per = a->share ? 0.01 : 1, .unit = a->share ? "%" : ""};
}

static void label_end(char out[static AS_PANEL_LABEL], const struct as_chart_axis *a,
	struct as_scale s, double v, bool unit)
{
	*out = '\0';
	if (a->n_names)
		return;
	if (a->whole)
		as_panel_count(out, ceil(a->from) > v ? ceil(a->from) : floor(v));
	else
		as_panel_label(out, s, v, a->log ? v : a->to - a->from, unit);
}

/* Names of the places of y, each at the row that it is at. */
static bool name_rows(struct easel *e, size_t rows, size_t room)
{
	const struct as_chart_axis *y = &e->f->y;
	const char **row = as_arena_array(e->arena, rows, sizeof *row);

	e->panel.label = 0;
	for (size_t i = 0; row && i < y->n_names; i++) {
		const double up = ((double)i - y->from) / (y->to - y->from) * (double)rows;
		const size_t at = rows - 1 - (size_t)fmin((double)rows - 1, fmax(0, up));
		struct as_text t = {0};
		as_name_add(&t, e->style, y->name[i], room);
		as_layout_flat(&t, 0);
		row[at] = as_arena_strdup(e->arena, as_text_str(&t));
		as_text_release(&t);
		if (!row[at])
			return false;
		const size_t wide = as_layout_width(row[at]);
		e->panel.label = wide > e->panel.label ? wide : e->panel.label;
	}
	e->panel.row = row;
	return row;
}

/* Names of the places of x, each below the column that it is at, as far as there is room. */
static bool name_columns(struct easel *e)
{
	const struct as_chart_axis *x = &e->f->x;
	const size_t columns = e->panel.canvas.columns;
	struct as_text t = {0};
	size_t used = 0;

	for (size_t i = 0; i < x->n_names; i++) {
		const size_t wide = as_layout_width(x->name[i]);
		const size_t at = (size_t)(((double)i - x->from) / (x->to - x->from) *
			(double)columns);
		const size_t from = at > wide / 2 ? at - wide / 2 : 0;
		if (from < used + (used > 0) || from + wide > columns)
			continue;
		as_blank(&t, from - used);
		as_text_add(&t, x->name[i]);
		used = from + wide;
	}
	e->panel.below = as_arena_strdup(e->arena, as_text_str(&t));
	as_text_release(&t);
	return e->panel.below;
}

static bool open_frame(struct easel *e, size_t columns)
{
	const struct as_chart_axis *x = &e->f->x, *y = &e->f->y;
	const size_t rows =
		!y->n_names || as_chart_axis_bare(y)
			? ROWS
			: y->n_names * (size_t)fmax(1, y->lines);
	struct as_panel *p = &e->panel;

	e->x = scale_of(e->style, x);
	e->y = scale_of(e->style, y);
	if (e->f->title.id) {
		struct as_text title = {0};
		as_charted_add(&title, e->style, &e->f->title);
		as_layout_flat(&title, 0);
		p->title = as_arena_strdup(e->arena, as_text_str(&title));
		as_text_release(&title);
		if (!p->title)
			return false;
	}
	label_end(p->top, y, e->y, y->to, true);
	label_end(p->bottom, y, e->y, y->from, false);
	if (!y->whole)
		label_end(p->middle, y, e->y,
			y->log ? sqrt(y->from * y->to) : (y->from + y->to) / 2, false);
	p->broken_x = as_chart_axis_broken(x);
	p->broken_y = as_chart_axis_broken(y);
	label_end(p->left, x, e->x, x->from, false);
	label_end(p->right, x, e->x, x->to, true);
	p->label = as_panel_label_width(p);
	if (y->n_names && !name_rows(e, rows, columns / NAME_SHARE > 4 ? columns / NAME_SHARE : 4))
		return false;
	const size_t taken = p->label + 1;
	if (!as_canvas_init(&p->canvas, e->style, e->arena,
		    columns > taken + 8 ? columns - taken : 8, rows))
		return false;
	p->canvas.x_from = along(x, x->from);
	p->canvas.x_to = along(x, x->to);
	p->canvas.y_from = along(y, y->from);
	p->canvas.y_to = along(y, y->to);
	return !x->n_names || name_columns(e);
}

/* A line from one point to the next, column by column of dots. */
static void draw_stretch(struct easel *e, const double from[2], const double to[2])
{
	struct as_canvas *c = &e->panel.canvas;
	const double x0 = clamp(&e->f->x, from[0]), x1 = clamp(&e->f->x, to[0]),
		     y0 = clamp(&e->f->y, from[1]), y1 = clamp(&e->f->y, to[1]),
		     wide = (c->x_to - c->x_from) / (double)c->wide,
		     high = (c->y_to - c->y_from) / (double)c->high;
	const double most = fmax(fabs(x1 - x0) / wide, fabs(y1 - y0) / high);
	const size_t n = (size_t)fmin(ceil(most) + 1, 4096);

	for (size_t i = 0; i <= n; i++) {
		const double s = (double)i / (double)n;
		as_canvas_dot(c, x0 + s * (x1 - x0), y0 + s * (y1 - y0));
	}
}

static void draw_line(struct easel *e, const struct as_layer *l, const double *y)
{
	/* what a shaded line has of the axis is no news */
	const double least = l->shaded ? e->f->y.from + (e->f->y.to - e->f->y.from) /
								(double)(2 * e->panel.canvas.high)
				       : -(double)INFINITY;

	for (size_t i = 1; i < l->n; i++)
		if (isfinite(y[i]) && isfinite(y[i - 1]) && isfinite(l->x[i]) &&
			isfinite(l->x[i - 1]) && fmax(y[i], y[i - 1]) > least)
			draw_stretch(
				e, (double[2]){l->x[i - 1], y[i - 1]}, (double[2]){l->x[i], y[i]});
}

static void put_mark(struct easel *e, double x, double y, const char *unicode, const char *ascii)
{
	as_canvas_put_over(&e->panel.canvas, clamp(&e->f->x, x), clamp(&e->f->y, y),
		e->style->unicode ? unicode : ascii);
}

/* How many steps lie from one to before the other. */
static size_t steps(double from, double to, double each)
{
	return to > from && each > 0 ? (size_t)ceil((to - from) / each) : 0;
}

/* A line of characters with its ends. */
static void draw_span(struct easel *e, double lo, double hi, double y)
{
	const struct as_canvas *c = &e->panel.canvas;
	const double each = (c->x_to - c->x_from) / (double)c->columns,
		     from = clamp(&e->f->x, lo), to = clamp(&e->f->x, hi);

	for (size_t k = 0, n = steps(from, to, each); k < n; k++)
		as_canvas_put_over(&e->panel.canvas, from + (double)k * each, clamp(&e->f->y, y),
			e->style->unicode ? "─" : "-");
	put_mark(e, lo, y, "├", "[");
	put_mark(e, hi, y, "┤", "]");
}

/* An interval with its estimate in it. */
static void draw_range(struct easel *e, const struct as_layer *l, size_t i)
{
	if (!isfinite(l->x[i]) || !isfinite(l->y[i]))
		return;
	if (l->mark == AS_MARK_RISE)
		draw_stretch(e, (double[2]){l->x[i], l->lo[i]}, (double[2]){l->x[i], l->hi[i]});
	else
		draw_span(e, l->lo[i], l->hi[i], l->y[i]);
	put_mark(e, l->x[i], l->y[i], "●", "o");
}

/* A text of several characters, its middle at (x, y). */
static bool put_text(struct easel *e, double x, double y, const char *s)
{
	const struct as_canvas *c = &e->panel.canvas;
	const double each = (c->x_to - c->x_from) / (double)c->columns;
	const size_t n = as_layout_width(s);
	/* the middle of a character, so that none falls on that of another */
	double at = c->x_from +
		    each * (0.5 + floor((x - c->x_from) / each - ((double)n - 1) / 2));

	while (*s) {
		size_t bytes = 1;
		while ((s[bytes] & 0xc0) == 0x80)
			bytes++;
		const char *one = as_arena_strndup(e->arena, s, bytes);
		if (!one)
			return false;
		as_canvas_put_over(&e->panel.canvas, at, y, one);
		at += each;
		s += bytes;
	}
	return true;
}

static bool draw_places(struct easel *e, const struct as_layer *l)
{
	struct as_canvas *c = &e->panel.canvas;

	for (size_t i = 0; i < l->n; i++) {
		const bool across = l->mark == AS_MARK_LEVEL;
		const size_t cells = across ? c->columns : c->rows;
		const double at =
			across ? clamp(&e->f->y, l->y[i])
			       : clamp(&e->f->x, l->mark == AS_MARK_ZONE ? l->hi[i] : l->x[i]);
		for (size_t k = 0; k < cells; k++) {
			const double s = ((double)k + 0.5) / (double)cells;
			if (across)
				as_canvas_put_under(c, c->x_from + s * (c->x_to - c->x_from), at,
					e->style->unicode ? "┄" : "-");
			else
				as_canvas_put_under(c, at, c->y_from + s * (c->y_to - c->y_from),
					e->style->unicode ? "┆" : "!");
		}
	}
	return true;
}

/* Characters that stand in a place of x, with one between two. */
static size_t place_wide(const struct easel *e)
{
	return (size_t)fmax(
		1, (double)e->panel.canvas.columns / (e->f->x.to - e->f->x.from) - 1);
}

static bool draw_cells(struct easel *e, const struct as_layer *l)
{
	for (size_t i = 0; i < l->n; i++) {
		if (!isfinite(l->x[i]))
			continue;
		struct as_text t = {0};
		as_cell_add(&t, e->style, e->f->x.metric, &l->compared[i], place_wide(e));
		as_layout_flat(&t, 0);
		const bool ok = put_text(e, l->x[i], l->y[i], as_text_str(&t));
		as_text_release(&t);
		if (!ok)
			return false;
	}
	return true;
}

static bool draw_dots(struct easel *e, const struct as_layer *l)
{
	for (size_t i = 0; i < l->n; i++)
		if (isfinite(l->x[i]) && isfinite(l->y[i]))
			as_canvas_dot(&e->panel.canvas, clamp(&e->f->x, l->x[i]),
				clamp(&e->f->y, l->y[i]));
	return true;
}

static bool draw_path(struct easel *e, const struct as_layer *l)
{
	draw_line(e, l, l->y);
	return true;
}

static bool draw_band(struct easel *e, const struct as_layer *l)
{
	draw_line(e, l, l->lo);
	draw_line(e, l, l->hi);
	return true;
}

static bool draw_ranges(struct easel *e, const struct as_layer *l)
{
	for (size_t i = 0; i < l->n; i++)
		draw_range(e, l, i);
	return true;
}

static bool draw_bars(struct easel *e, const struct as_layer *l)
{
	for (size_t i = 0; i < l->n; i++)
		draw_stretch(e, (double[2]){e->f->x.from, l->y[i]}, (double[2]){l->x[i], l->y[i]});
	return true;
}

/* Dot by dot of the width, each as high as the column that it is in the middle of. */
static bool draw_columns(struct easel *e, const struct as_layer *l)
{
	struct as_canvas *c = &e->panel.canvas;
	const double foot = fmax(e->f->y.from, fmin(e->f->y.to, 0)),
		     dot = (c->x_to - c->x_from) / (double)c->wide;

	for (size_t i = 0; i < l->n; i++) {
		const double from = l->x[i] - l->half, to = l->x[i] + l->half;
		const double middle = c->x_from + dot * (floor((from - c->x_from) / dot) + 0.5),
			     first = middle < from ? middle + dot : middle;
		if (!(fabs(l->y[i]) > 0))
			continue;
		const bool narrow = to - from < 1.5 * dot;
		const size_t n = narrow ? 1 : steps(first, to, dot);
		for (size_t k = 0; k < n; k++)
			as_canvas_stroke(c, narrow ? l->x[i] : first + (double)k * dot, foot,
				clamp(&e->f->y, l->y[i]));
	}
	return true;
}

static bool draw_ticks(struct easel *e, const struct as_layer *l)
{
	for (size_t i = 0; i < l->n; i++)
		put_mark(e, l->x[i], l->y[i], "━", "=");
	return true;
}

typedef bool draw_mark(struct easel *e, const struct as_layer *l);

static draw_mark *const marks[] = {
	[AS_MARK_DOTS] = draw_dots,
	[AS_MARK_LINE] = draw_path,
	[AS_MARK_BAND] = draw_band,
	[AS_MARK_SPAN] = draw_ranges,
	[AS_MARK_RISE] = draw_ranges,
	[AS_MARK_BAR] = draw_bars,
	[AS_MARK_COLUMN] = draw_columns,
	[AS_MARK_TICK] = draw_ticks,
	[AS_MARK_AT] = draw_places,
	[AS_MARK_LEVEL] = draw_places,
	[AS_MARK_ZONE] = draw_places,
	[AS_MARK_CELL] = draw_cells,
};

/* Where the letter of a line stands: at its end, or at its top where height has no numbers; l->n:
 * nowhere. */
static size_t letter_at(const struct as_frame *f, const struct as_layer *l)
{
	const bool bare = as_chart_axis_bare(&f->y);
	size_t at = l->n;

	for (size_t i = 0; i < l->n; i++)
		if (isfinite(l->y[i]) && (at == l->n || !bare || l->y[i] > l->y[at]))
			at = i;
	return at;
}

/* What each line is called has a letter where there are several: see the legend below. */
static bool fill_easel(struct easel *e)
{
	unsigned char pen = 0;

	for (size_t i = 0; i < e->f->n_layers; i++) {
		const struct as_layer *l = &e->f->layer[i];
		const bool named = l->label.id && l->mark < AS_MARK_AT;
		e->panel.canvas.pen = named && pen < AS_CANVAS_PENS ? ++pen : 0;
		if (!marks[l->mark](e, l))
			return false;
		const size_t at = named ? letter_at(e->f, l) : l->n;
		if (at < l->n)
			as_canvas_put_over(&e->panel.canvas, clamp(&e->f->x, l->x[at]),
				clamp(&e->f->y, l->y[at]), as_canvas_letter(pen));
	}
	return true;
}

bool as_plot_chart(struct as_text *t, const struct as_style *style, const struct as_chart *c,
	struct as_arena *arena)
{
	const size_t width = as_style_width(style);
	const bool beside = c->columns > 1 && width >= 2 * LEAST_WIDE + AS_PANEL_GAP &&
			    (c->columns > 2 || c->frame[0].y.n_names == c->frame[1].y.n_names);
	const size_t each = beside ? (width - AS_PANEL_GAP) / 2 : width;

	for (size_t i = 0; i < c->n_frames; i += beside ? 2 : 1) {
		struct easel e[2];
		const size_t n = beside && i + 1 < c->n_frames ? 2 : 1;
		memset(e, 0, sizeof e);
		for (size_t k = 0; k < n; k++) {
			e[k].style = style;
			e[k].f = &c->frame[i + k];
			e[k].arena = arena;
			if (!open_frame(&e[k], each) || !fill_easel(&e[k]))
				return false;
		}
		as_panel_add(t, style, &e[0].panel, n > 1 ? &e[1].panel : NULL);
	}
	return true;
}
