/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/plot/plot.h"

#include <string.h>

#include "report/draw/layout.h"
#include "report/plot/canvas.h"
#include "report/plot/plot_parts.h"
#include "say/charted.h"
#include "say/number.h"
#include "say/say_words.h"

/* What the values are. */
static void add_head(struct as_text *t, const struct as_style *style, const struct as_experiment *x,
	const struct as_picture *p)
{
	const bool one = as_pictures[p->kind].of == AS_OF_SUBJECT;
	struct as_text body = {0}, metric = {0}, values = {0}, name = {0};

	as_metric_label_add(&metric, &x->metrics[p->metric]);
	if (one) {
		as_count_add(&values, p->observed, as_picture_noun(p));
		as_name_add(&name, style, x->subjects[p->subject].name, as_style_width(style) / 2);
	}
	as_say(&body, style, PICTURE_HEAD, AS_PAINT_STRONG, as_pictures[p->kind].name, &metric,
		one ? &values : NULL, one ? &name : NULL, one ? p->execution : 0,
		as_pictures[p->kind].help);
	as_layout_body(t, style, "", 0, &body);
}

/* Below all frames; the line above them has named a metric. */
struct legend {
	const struct as_style *style;
	const struct as_metric *metric;
};

/* "across: number of the iteration; up: time": what the axes are, and what letters and lines. */
static void add_words(struct as_text *body, const struct legend *g, const char *which,
	const struct as_chart_axis *a)
{
	if (a->n_names || a->unsaid || (!a->words.id && (!a->metric || a->metric == g->metric)))
		return;
	as_text_addf(body, "%s%s: ", body->len ? "; " : "", which);
	if (a->words.id)
		as_charted_add(body, g->style, &a->words);
	else
		as_metric_label_add(body, a->metric);
}

static bool is_alike(const struct as_chart_axis *a, const struct as_chart_axis *b)
{
	return a->words.id == b->words.id && a->metric == b->metric;
}

/* Its letter and the comma after it stand on the same line. */
static void add_label(struct as_text *body, const struct legend *g,
	const struct as_charted_words *label)
{
	enum { BESIDE = 3 };
	const size_t room = as_style_width(g->style) - BESIDE;
	struct as_text t = {0};

	as_charted_add(&t, g->style, label);
	if (t.len > room && !strchr(as_text_str(&t), ' '))
		as_name_add(body, g->style, as_text_str(&t), room);
	else
		as_text_add_n(body, as_text_str(&t), t.len);
	as_text_release(&t);
}

/* Names of the lines of a frame, by their letters, and of its places. */
static void add_lines(struct as_text *body, const struct legend *g, const struct as_frame *f)
{
	size_t pen = 0;

	for (size_t i = 0; i < f->n_layers; i++) {
		const struct as_layer *l = &f->layer[i];
		const bool places = l->text && l->mark >= AS_MARK_AT && l->mark <= AS_MARK_ZONE;
		if (l->label.id)
			as_text_add(body, body->len ? "; " : "");
		if (l->label.id && l->mark < AS_MARK_AT) {
			as_paint_of(body, g->style, pen);
			as_text_add(body, as_canvas_letter(++pen));
			as_paint_end(body, g->style);
			as_text_add(body, AS_TIE);
		}
		if (l->label.id)
			add_label(body, g, &l->label);
		for (size_t j = 0; places && j < l->n; j++)
			if (l->text[j])
				as_text_addf(body, "%s%s", body->len ? "; " : "", l->text[j]);
	}
}

static void add_legend(struct as_text *t, const struct legend *g, const struct as_chart *c)
{
	const struct as_frame *f = c->frame;
	struct as_text body = {0};

	for (size_t k = 0; k < c->n_frames; k++) {
		if (c->n_frames > 1 && k && c->columns > 2)
			break; /* frames of one kind */
		if (!k || !is_alike(&f[k].x, &f->x))
			add_words(&body, g, "across", &f[k].x);
		if (!k || !is_alike(&f[k].y, &f->y))
			add_words(&body, g, "up", &f[k].y);
		add_lines(&body, g, &f[k]);
	}
	if (c->note[0].id) {
		as_text_add(&body, body.len ? "; " : "");
		as_chart_notes_add(&body, g->style, c);
	}
	if (body.len)
		as_layout_body(t, g->style, "", 0, &body);
	as_text_release(&body);
}

void as_report_picture(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_picture *p)
{
	struct as_style narrow = *style; /* a picture has room where a table has none */
	struct as_arena arena = {0};
	const struct legend legend = {.style = &narrow, .metric = &x->metrics[p->metric]};

	narrow.least_width = AS_PICTURE_COLUMNS;
	add_head(t, &narrow, x, p);
	if (!as_plot_chart(t, &narrow, p->chart, &arena))
		t->failed = true;
	add_legend(t, &legend, p->chart);
	as_arena_release(&arena);
}
