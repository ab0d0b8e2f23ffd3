/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts of figures: as gnuplot reads them, and how much room they take. */
#include <math.h>

#include "report/draw/layout.h"
#include "report/figure/figure_parts.h"

void as_figure_quote(struct as_text *t, const char *s)
{
	as_text_char(t, '\'');
	for (; *s; s++)
		if (*s == '\'')
			as_text_add(t, "''");
		else
			as_text_char(t, *s == '\n' ? ' ' : *s);
	as_text_char(t, '\'');
}

void as_figure_quote_flat(struct as_text *t, struct as_text *body)
{
	as_layout_flat(body, 0);
	as_figure_quote(t, as_text_str(body));
	as_text_release(body);
}

/* gnuplot takes a tick's name for a format. */
void as_figure_quote_tick(struct as_text *t, struct as_text *name)
{
	struct as_text plain = {0};

	as_layout_flat(name, 0);
	for (const char *s = as_text_str(name); *s; s++)
		if (*s == '%')
			as_text_add(&plain, "%%");
		else
			as_text_char(&plain, *s);
	as_figure_quote(t, as_text_str(&plain));
	as_text_release(&plain);
	as_text_release(name);
}

struct as_text as_figure_said(const struct as_style *style, const struct as_charted_words *w)
{
	struct as_text t = {0};

	as_charted_add(&t, style, w);
	as_layout_flat(&t, 0);
	return t;
}

double as_figure_text_wide(const char *s, double em)
{
	return (double)as_layout_width(s) * AS_FIGURE_LETTER * em;
}

double as_figure_at(const struct as_chart_axis *a, double v)
{
	return a->log ? (log(v) - log(a->from)) / (log(a->to) - log(a->from))
		      : (v - a->from) / (a->to - a->from);
}
