/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/plot/panel.h"

#include <stdio.h>
#include <string.h>

#include "report/draw/layout.h"

enum { STEPS = 100 };

void as_panel_label(char out[static AS_PANEL_LABEL], struct as_scale scale, double value,
	double range, bool unit)
{
	struct as_text t = {0};

	as_number_add(&t, scale, value, as_decimals(scale, value, range / STEPS));
	if (unit)
		as_unit_add(&t, scale);
	as_layout_flat(&t, 0);
	snprintf(out, AS_PANEL_LABEL, "%s", as_text_str(&t));
	as_text_release(&t);
}

void as_panel_count(char out[static AS_PANEL_LABEL], double n)
{
	snprintf(out, AS_PANEL_LABEL, "%.0f", n);
}

size_t as_panel_label_width(const struct as_panel *p)
{
	const char *const all[] = {p->top, p->middle, p->bottom};
	size_t most = 0;

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		size_t n = as_layout_width(all[i]);
		most = n > most ? n : most;
	}
	return most;
}

/* Lines of it: title, rows, axis and labels below. */
static size_t panel_lines(const struct as_panel *p)
{
	return (p->title ? 1 : 0) + p->canvas.rows + 2;
}

static void add_right(struct as_text *t, const char *s, size_t columns)
{
	size_t n = as_layout_width(s);

	as_blank(t, columns > n ? columns - n : 0);
	as_text_add(t, s);
}

/* Names of both ends below the axis, or of one if there is no room for two. */
static void add_ends(struct as_text *t, const struct as_panel *p)
{
	size_t room = p->canvas.columns + 1, left = as_layout_width(p->left),
	       right = as_layout_width(p->right);

	as_blank(t, p->label);
	if (p->below) {
		as_text_char(t, ' ');
		as_text_add(t, p->below);
		as_blank(t, p->canvas.columns - as_layout_width(p->below));
		return;
	}
	as_text_add(t, left <= room ? p->left : "");
	left = left <= room ? left : 0;
	if (left + right + 1 <= room)
		add_right(t, p->right, room - left);
	else
		as_blank(t, room - left);
}

static void add_title(struct as_text *t, const struct as_panel *p)
{
	size_t room = p->canvas.columns, n = as_layout_width(p->title);

	as_blank(t, p->label + 1);
	as_text_add(t, n <= room ? p->title : "");
	as_blank(t, n <= room ? room - n : room);
}

static void add_row(struct as_text *t, const struct as_style *style, const struct as_panel *p,
	size_t r)
{
	const size_t last = p->canvas.rows - 1;

	if (p->row) {
		add_right(t, p->row[r] ? p->row[r] : "", p->label);
		as_text_add(t, style->unicode ? "│" : "|");
		as_canvas_row_add(t, style, &p->canvas, r);
		return;
	}
	add_right(t,
		!r                          ? p->top
		: r == last                 ? p->bottom
		: r == last / 2 && last > 3 ? p->middle
					    : "",
		p->label);
	if (p->broken_y && r == last)
		as_text_add(t, style->unicode ? "╪" : "/");
	else
		as_text_add(t, style->unicode ? "│" : "|");
	as_canvas_row_add(t, style, &p->canvas, r);
}

/* Add line i, as wide as the panel: p->label + 1 + canvas.columns columns. */
static void panel_line_add(struct as_text *t, const struct as_style *style,
	const struct as_panel *p, size_t i)
{
	size_t above = p->title ? 1 : 0;

	if (i < above) {
		add_title(t, p);
	} else if (i < above + p->canvas.rows) {
		add_row(t, style, p, i - above);
	} else if (i == above + p->canvas.rows) {
		as_blank(t, p->label);
		as_text_add(t, style->unicode ? "└" : "+");
		if (p->broken_x)
			as_text_add(t, style->unicode ? "╫─" : "//");
		as_text_repeat(t, style->unicode ? "─" : "-",
			p->canvas.columns - (p->broken_x ? 2 : 0));
	} else {
		add_ends(t, p);
	}
}

/* Blanks at the end of a line are of no use to anybody. */
static void trim(struct as_text *t)
{
	while (t->len && t->data[t->len - 1] == ' ')
		t->data[--t->len] = '\0';
}

void as_panel_add(struct as_text *t, const struct as_style *style, const struct as_panel *a,
	const struct as_panel *b)
{
	for (size_t i = 0; i < panel_lines(a); i++) {
		panel_line_add(t, style, a, i);
		if (b) {
			as_blank(t, AS_PANEL_GAP);
			panel_line_add(t, style, b, i);
		}
		trim(t);
		as_text_char(t, '\n');
	}
}
