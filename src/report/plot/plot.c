/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/plot/plot.h"

#include <math.h>

#include "report/draw/layout.h"
#include "say/charted.h"
#include "say/say_words.h"
#include "report/plot/panel.h"
#include "report/plot/plot_parts.h"

enum {
	ROWS = 12,      /* of a frame */
	BESIDE_MIN = 70, /* columns from which on two do */
	NAME_MAX_SHARE = 3, /* of the width that a name takes */
};

/* What is drawn with. */
struct pen {
	const struct as_style *style;
	const struct as_experiment *x;
	const struct as_picture *p;
	struct as_scale scale; /* of the metric */
	struct as_arena *arena;
	struct as_text *t;
};

/* What the values are. */
static void add_head(struct pen *d)
{
	const struct as_picture *p = d->p;
	const bool one = as_pictures[p->kind].of == AS_OF_SUBJECT;
	struct as_text body = {0}, metric = {0}, values = {0}, name = {0};

	as_metric_label_add(&metric, &d->x->metrics[p->metric]);
	if (one) {
		as_count_add(&values, p->observed, as_picture_noun(p));
		as_name_add(&name, d->style, d->x->subjects[p->subject].name,
			as_style_width(d->style) / 2);
	}
	as_say(&body, d->style, PICTURE_HEAD, AS_PAINT_STRONG, as_pictures[p->kind].name, &metric,
		one ? &values : NULL, one ? &name : NULL, one ? p->execution : 0,
		as_pictures[p->kind].help);
	as_layout_body(d->t, d->style, "", 0, &body);
}

static void label_values(const struct pen *d, struct as_panel *panel)
{
	const struct as_picture *p = d->p;
	double range = p->y_to - p->y_from;

	as_panel_label(panel->top, d->scale, p->y_to, range, true);
	as_panel_label(panel->middle, d->scale, (p->y_to + p->y_from) / 2, range, false);
	as_panel_label(panel->bottom, d->scale, p->y_from, range, false);
}

static void label_sizes(const struct pen *d, struct as_panel *panel)
{
	double range = d->p->x_to - d->p->x_from;

	as_panel_label(panel->left, d->scale, d->p->x_from, range, false);
	as_panel_label(panel->right, d->scale, d->p->x_to, range, true);
}

/* Make room for the drawing: what is left of `columns` beside the labels. */
static bool open_canvas(const struct pen *d, struct as_panel *panel, size_t columns)
{
	const struct as_picture *p = d->p;

	panel->label = as_panel_label_width(panel);
	size_t taken = panel->label + 1;
	if (!as_canvas_init(&panel->canvas, d->style, d->arena,
		    columns > taken + 8 ? columns - taken : 8, ROWS))
		return false;
	panel->canvas.x_from = p->x_from;
	panel->canvas.x_to = p->x_to;
	panel->canvas.y_from = p->y_from;
	panel->canvas.y_to = p->y_to;
	return true;
}

static void add_panels(const struct pen *d, const struct as_panel *a, const struct as_panel *b)
{
	as_panel_add(d->t, d->style, a, b);
}

static bool draw_bars(const struct pen *d)
{
	const struct as_picture *p = d->p;
	struct as_panel panel = {0};

	as_panel_count(panel.top, p->y_to);
	as_panel_count(panel.bottom, 0);
	label_sizes(d, &panel);
	if (!open_canvas(d, &panel, as_style_width(d->style)))
		return false;
	struct as_canvas *c = &panel.canvas;
	for (size_t i = 0; i < c->wide; i++) {
		double x = ((double)i + 0.5) / (double)c->wide;
		double high = p->y[(size_t)(x * (double)p->n)];
		if (high > 0)
			as_canvas_stroke(c, p->x_from + x * (p->x_to - p->x_from), 0, high);
	}
	add_panels(d, &panel, NULL);
	return true;
}

static bool draw_line(const struct pen *d)
{
	const struct as_picture *p = d->p;
	struct as_panel panel = {0};
	struct as_text body = {0};

	label_sizes(d, &panel);
	if (!open_canvas(d, &panel, as_style_width(d->style)))
		return false;
	for (size_t i = 0; i < p->n; i++) {
		double before = p->y[i ? i - 1 : 0];
		as_canvas_stroke(&panel.canvas, p->x[i], p->y[i],
			before > p->y[i] ? fmin(before, p->y_to) : p->y[i]);
		if (i + 1 < p->n && p->y[i + 1] > p->y[i])
			as_canvas_stroke(&panel.canvas, p->x[i], p->y[i], p->y[i + 1]);
	}
	add_panels(d, &panel, NULL);
	as_say(&body, d->style, PICTURE_MODES, p->modes);
	as_layout_body(d->t, d->style, "", 0, &body);
	return true;
}

/* "a execution 1, b execution 3": what the letters stand for. */
static void add_legend(const struct pen *d)
{
	const struct as_picture *p = d->p;
	struct as_text body = {0};

	for (size_t k = 0; k < p->n_curves; k++) {
		as_text_add(&body, k ? ", " : "");
		as_paint_of(&body, d->style, k);
		as_text_add(&body, as_canvas_letter(k + 1));
		as_paint_end(&body, d->style);
		as_text_addf(&body, AS_TIE "%s", p->name[k]);
	}
	if (p->n_groups > p->n_curves)
		as_say(&body, d->style, PICTURE_CURVES, p->n_curves, p->n_groups);
	as_layout_body(d->t, d->style, "", 0, &body);
}

/* One curve, and its letter at its top. */
static void add_curve(const struct pen *d, struct as_canvas *c, size_t k)
{
	const struct as_picture *p = d->p;
	const double *x = p->x + k * p->n, *y = p->y + k * p->n;
	/* what a curve has of the axis is no news */
	const double least = p->y_to / (double)(2 * c->high);
	size_t top = 0;

	c->pen = (unsigned char)(k + 1);
	for (size_t i = 0; i < p->n; i++) {
		double before = y[i ? i - 1 : 0], after = y[i + 1 < p->n ? i + 1 : i];
		if (y[i] > least)
			as_canvas_stroke(c, x[i], y[i],
				fmax(y[i], fmin(fmax(before, after), p->y_to)));
		top = y[i] > y[top] ? i : top;
	}
	as_canvas_put_over(c, x[top], y[top], as_canvas_letter(k + 1));
}

static bool draw_curves(const struct pen *d)
{
	const struct as_picture *p = d->p;
	struct as_panel panel = {0};

	label_sizes(d, &panel);
	if (!open_canvas(d, &panel, as_style_width(d->style)))
		return false;
	for (size_t k = 0; k < p->n_curves; k++)
		add_curve(d, &panel.canvas, k);
	add_panels(d, &panel, NULL);
	add_legend(d);
	return true;
}

/* One frame of points. */
static bool fill_points(const struct pen *d, struct as_panel *panel, const char *title,
	const double *x, const double *y, size_t columns)
{
	panel->title = title;
	label_values(d, panel);
	if (d->p->kind == AS_PICTURE_LAG) {
		label_sizes(d, panel);
	} else {
		as_panel_count(panel->left, d->p->x_from);
		as_panel_count(panel->right, d->p->x_to);
	}
	if (!open_canvas(d, panel, columns))
		return false;
	for (size_t i = 0; i < d->p->n; i++)
		as_canvas_dot(&panel->canvas, fmin(d->p->x_to, fmax(d->p->x_from, x[i])),
			fmin(d->p->y_to, fmax(d->p->y_from, y[i])));
	return true;
}

static bool draw_points(const struct pen *d)
{
	const struct as_picture *p = d->p;
	struct as_panel in_time = {0}, other = {0};
	size_t width = as_style_width(d->style);
	bool beside = width >= BESIDE_MIN;
	size_t each = beside ? (width - AS_PANEL_GAP) / 2 : width;

	if (!fill_points(d, &in_time, "in the order of time", p->x, p->y, each) ||
		!fill_points(d, &other, "in random order", p->other_x, p->other, each))
		return false;
	add_panels(d, &in_time, beside ? &other : NULL);
	if (!beside)
		add_panels(d, &other, NULL);
	return true;
}

/* A line a subject: its name, its interval with the mean in it. */
static void add_range(const struct pen *d, size_t i, const char *name, size_t room, size_t columns)
{
	const struct as_picture *p = d->p;
	double per = (double)(columns - 1) / (p->x_to - p->x_from);
	size_t lo = (size_t)lround((p->lo[i] - p->x_from) * per),
	       hi = (size_t)lround((p->hi[i] - p->x_from) * per);
	size_t mean = (size_t)lround((p->y[i] - p->x_from) * per), n = as_layout_width(name);
	struct as_text line = {0};

	as_text_add(&line, name);
	as_blank(&line, room > n ? room - n : 0);
	as_blank(&line, 1 + lo);
	as_paint(&line, d->style, AS_PAINT_DRAWN);
	for (size_t c = lo; c <= hi; c++) {
		const char *mark = c == mean           ? (d->style->unicode ? "●" : "o")
				   : c == lo           ? (d->style->unicode ? "├" : "[")
				   : c == hi           ? (d->style->unicode ? "┤" : "]")
				   : d->style->unicode ? "─"
						       : "-";
		as_text_add(&line, mark);
	}
	as_paint_end(&line, d->style);
	as_layout_flat(&line, 0);
	as_text_add(d->t, as_text_str(&line));
	as_text_char(d->t, '\n');
	as_text_release(&line);
}

static bool draw_ranges(const struct pen *d)
{
	const struct as_picture *p = d->p;
	size_t width = as_style_width(d->style), room = 0;
	const char **name = as_arena_array(d->arena, p->n, sizeof *name);
	struct as_panel axis = {0};

	if (!name || !as_names(d->arena, d->style, p->name, p->n, width / NAME_MAX_SHARE, name))
		return false;
	for (size_t i = 0; i < p->n; i++)
		room = as_layout_width(name[i]) > room ? as_layout_width(name[i]) : room;
	size_t columns = width - room - 1;
	for (size_t i = 0; i < p->n; i++)
		add_range(d, i, name[i], room, columns);
	label_sizes(d, &axis);
	axis.label = room;
	axis.canvas.columns = columns;
	add_panels(d, &axis, NULL);
	return true;
}

/* What a frame leaves at its border is said. */
static void add_beyond(const struct pen *d)
{
	const struct as_charted_words *note = d->p->chart->note;
	struct as_text body = {0};

	if (note->id == AS_CHARTED_BEYOND)
		as_charted_add(&body, d->style, note);
	if (body.len)
		as_layout_body(d->t, d->style, "", 0, &body);
	as_text_release(&body);
}

static bool draw_chart(const struct pen *d)
{
	return as_plot_chart(d->t, d->style, d->p, d->arena);
}

typedef bool draw_fn(const struct pen *d);

static draw_fn *const forms[] = {
	[AS_FORM_BARS] = draw_bars,
	[AS_FORM_LINE] = draw_line,
	[AS_FORM_CURVES] = draw_curves,
	[AS_FORM_POINTS] = draw_points,
	[AS_FORM_RANGES] = draw_ranges,
	[AS_FORM_CHART] = draw_chart,
	[AS_FORM_STEPS] = NULL, /* report/history draws it */
};

void as_report_picture(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_picture *p)
{
	struct as_style narrow = *style; /* a picture has room where a table has none */
	struct as_arena arena = {0};
	struct pen d = {.style = &narrow, .x = x, .p = p, .arena = &arena, .t = t};
	bool sizes = as_pictures[p->kind].form == AS_FORM_POINTS;

	narrow.least_width = AS_PICTURE_COLUMNS;
	d.scale = as_scale_for(style, x->metrics[p->metric].unit, sizes ? p->y_to : p->x_to,
		(double)NAN);
	add_head(&d);
	draw_fn *draw = forms[as_pictures[p->kind].form];
	if (!draw || !draw(&d))
		t->failed = true;
	if (p->chart && as_pictures[p->kind].form != AS_FORM_CHART)
		add_beyond(&d);
	as_arena_release(&arena);
}
