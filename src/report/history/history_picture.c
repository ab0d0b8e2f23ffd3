/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A history as a picture: its versions as points, the levels and changes that were found as lines.
 * */
#include <math.h>
#include <stdio.h>

#include "report/draw/layout.h"
#include "say/number.h"
#include "report/history/history_parts.h"
#include "report/plot/panel.h"
#include "report/plot/plot.h"

enum { ROWS = 12 };

/* What is drawn into. */
struct board {
	const struct as_style *style;
	const struct as_history_series *s;
	struct as_canvas *c;
};

static void label_version(char out[static AS_PANEL_LABEL], const struct as_style *style,
	const struct as_history_point *p)
{
	struct as_text t = {0};

	as_history_version_add(&t, style, p);
	as_layout_flat(&t, 0);
	snprintf(out, AS_PANEL_LABEL, "%s",
		as_layout_width(as_text_str(&t)) < AS_PANEL_LABEL / 2 ? as_text_str(&t) : "");
	as_text_release(&t);
}

/* A line across at a level, from point `from` to `to` - 1. */
static void add_level(const struct board *b, size_t from, size_t to, double level)
{
	const struct as_canvas *c = b->c;

	for (size_t i = 0; i < c->columns; i++) {
		double x = c->x_from +
			   ((double)i + 0.5) / (double)c->columns * (c->x_to - c->x_from);
		if (x > (double)from + 0.5 && x < (double)to + 0.5)
			as_canvas_put_under(b->c, x, level, b->style->unicode ? "─" : "-");
	}
}

/* A line from the bottom to the top, before point `at`. */
static void add_place(const struct board *b, size_t at, const char *mark)
{
	const struct as_canvas *c = b->c;

	for (size_t i = 0; i < c->rows; i++)
		as_canvas_put_under(b->c, (double)at + 0.5,
			c->y_from + ((double)i + 0.5) / (double)c->rows * (c->y_to - c->y_from),
			mark);
}

/* The levels of a part, where something changed in it. */
static void add_levels(const struct board *b, size_t part)
{
	const struct as_history_series *s = b->s;
	size_t from = s->parts[part].from;
	double level = (double)NAN;

	for (size_t k = 0; k < s->n_changes; k++) {
		const struct as_history_change *c = &s->changes[k];
		if (c->part != part)
			continue;
		add_level(b, from, c->at, c->before);
		add_place(b, c->at, b->style->unicode ? "┆" : "!");
		from = c->at;
		level = c->after;
	}
	if (isfinite(level))
		add_level(b, from, s->parts[part].to, level);
}

static bool fill_board(const struct board *b)
{
	const struct as_history_series *s = b->s;

	for (size_t i = 0; i < s->n_parts; i++) {
		if (i)
			add_place(b, s->parts[i].from, b->style->unicode ? "║" : "|");
		add_levels(b, i);
	}
	for (size_t i = 0; i < s->n_points; i++)
		as_canvas_dot(b->c, (double)(i + 1), as_history_value(s, i));
	return true;
}

static bool add_picture(struct as_text *t, const struct as_style *style,
	const struct as_history_series *s, bool zero, struct as_arena *arena)
{
	struct as_history_span span = as_history_span(s);
	const struct as_scale scale = as_scale_for(style, s->unit, span.hi, (double)NAN);
	struct as_panel panel = {0};

	span.lo = zero ? fmin(span.lo, 0) : span.lo;
	const double range = span.hi - span.lo;

	as_panel_label(panel.top, scale, span.hi, range, true);
	as_panel_label(panel.middle, scale, (span.lo + span.hi) / 2, range, false);
	as_panel_label(panel.bottom, scale, span.lo, range, false);
	label_version(panel.left, style, as_history_at(s, 0));
	label_version(panel.right, style, as_history_newest(s));
	panel.label = as_panel_label_width(&panel);
	size_t width = as_style_width(style), taken = panel.label + 1;
	if (!as_canvas_init(&panel.canvas, style, arena, width > taken + 8 ? width - taken : 8,
		    ROWS))
		return false;
	panel.broken_y = span.lo > 0;
	panel.canvas.x_from = 0.5;
	panel.canvas.x_to = (double)s->n_points + 0.5;
	panel.canvas.y_from = span.lo;
	panel.canvas.y_to = span.hi;
	fill_board(&(struct board){style, s, &panel.canvas});
	as_panel_add(t, style, &panel, NULL);
	return true;
}

void as_report_history_picture(struct as_text *t, const struct as_style *style,
	const struct as_history *h, size_t most, bool zero)
{
	struct as_style narrow = *style;
	struct as_arena arena = {0};

	narrow.least_width = AS_PICTURE_COLUMNS;
	if (!h->n)
		as_report_history(t, style, h, most);
	for (size_t i = 0; i < h->n && (!most || i < most); i++) {
		const struct as_history_series *s = &h->series[i];
		as_text_add(t, i ? "\n" : "");
		as_history_title_add(t, &narrow, h, s);
		if (!add_picture(t, &narrow, s, zero, &arena))
			t->failed = true;
		as_history_changes_add(t, &narrow, h, s);
		if (as_history_is_quiet(s))
			as_history_quiet_add(t, &narrow, s);
	}
	as_arena_release(&arena);
}
