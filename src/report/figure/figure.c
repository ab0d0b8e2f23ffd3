/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/figure/figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/draw/layout.h"
#include "report/figure/figure_parts.h"
#include "say/say_words.h"

static const struct figure_format {
	const char *end, *terminal, *unit;
	double per_cm, font, lines, em;
} formats[AS_FIGURE_FORMATS] = {
#define AS_FIGURE_FORMAT(id, end, terminal, unit, per_cm, font, lines, em) \
	{end, terminal, unit, per_cm, font, lines, em},
#include "report/figure/figure_formats.def"
#undef AS_FIGURE_FORMAT
};

enum as_figure_format as_figure_format_of(const char *file)
{
	const size_t n = strlen(file);
	size_t i = 0;

	for (; i < AS_FIGURE_FORMATS; i++) {
		const size_t m = strlen(formats[i].end);
		if (n > m && !strcmp(file + n - m, formats[i].end))
			break;
	}
	return (enum as_figure_format)i;
}

static const double row_high = 0.13; /* of a name, beside the highest curve */

/* The first is the ground. */
static const struct figure_tone {
	const char *name, *light, *dark;
} tones[] = {
#define AS_FIGURE_TONE(name, light, dark) {name, light, dark},
#include "report/figure/figure_tones.def"
#undef AS_FIGURE_TONE
};

/* What is written with. */
struct figure_pen {
	struct as_text *t;
	const struct as_style *style;
	const struct as_experiment *x;
	const struct as_picture *p;
	size_t number; /* of the picture */
	double x_from, x_to; /* what all pictures of its kind span */
	struct as_scale scale;
	struct as_figure_place place;
};

static double shown(const struct figure_pen *d, double value)
{
	return value / d->scale.per;
}

/* "time of an iteration (ms)" */
static void quote_metric(const struct figure_pen *d)
{
	struct as_text body = {0};

	as_metric_label_add(&body, &d->x->metrics[d->p->metric]);
	if (*d->scale.unit)
		as_text_addf(&body, " (%s)", d->scale.unit);
	as_figure_quote_flat(d->t, &body);
}

static void add_label(const struct figure_pen *d, const char *axis)
{
	as_text_addf(d->t, "set %slabel ", axis);
	quote_metric(d);
	as_text_add(d->t, " textcolor rgb mute\n");
}

/* Above the frame: whose it is, and of how many. */
static struct as_text title_of(const struct figure_pen *d)
{
	const struct as_picture *p = d->p;
	struct as_text body = {0};

	if (p->chart && p->chart->title.id) {
		as_charted_add(&body, d->style, &p->chart->title);
	} else if (as_pictures[p->kind].of == AS_OF_RESULT) {
		as_text_add(&body, as_pictures[p->kind].help);
	} else {
		as_text_add(&body, d->x->subjects[p->subject].name);
		as_text_add(&body, ": ");
		as_count_add(&body, p->observed, as_picture_noun(p));
		if (p->execution)
			as_text_addf(&body, " of execution %zu", p->execution);
	}
	return body;
}

static void add_title(const struct figure_pen *d)
{
	struct as_text title = title_of(d);

	as_text_add(d->t, "set label 1 ");
	as_figure_quote_flat(d->t, &title);
	as_text_add(d->t, " at graph 0, graph 1 offset 0, 1 left textcolor rgb ink\n");
}

static void span(const struct figure_pen *d, const char *axis, double from, double to)
{
	as_text_addf(d->t, "set %srange [%.10g:%.10g]\n", axis, from, to);
}

/* Sizes along x, the same in all pictures of the kind; an amount has none below 0. */
static void span_sizes(const struct figure_pen *d)
{
	const bool amount = as_metric_is_amount(&d->x->metrics[d->p->metric]);

	span(d, "x", shown(d, amount ? fmax(d->x_from, 0) : d->x_from), shown(d, d->x_to));
}

static void begin_data(const struct figure_pen *d, const char *name)
{
	as_text_addf(d->t, "$%s%zu << AS_END\n", name, d->number);
}

static void end_data(const struct figure_pen *d)
{
	as_text_add(d->t, "AS_END\n");
}

/* Height counts nothing by itself: the axis of values has no ticks there. */
static void without_y(const struct figure_pen *d)
{
	as_text_add(d->t, "set border 0\nunset ytics\nset grid noytics\nset grid xtics\n");
}

static void add_curve(const struct figure_pen *d, size_t k)
{
	const struct as_picture *p = d->p;

	for (size_t i = 0; i < p->n; i++)
		as_text_addf(d->t, "%.10g %.10g\n", shown(d, p->x[k * p->n + i]),
			p->y[k * p->n + i]);
}

static size_t top_of(const struct as_picture *p, size_t k)
{
	const double *y = p->y + k * p->n;
	size_t top = 0;

	for (size_t i = 0; i < p->n; i++)
		top = y[i] > y[top] ? i : top;
	return top;
}

/* How far along the frame, in centimetres, the middle of curve k's name is. */
static double name_at(const struct figure_pen *d, size_t k)
{
	const struct as_picture *p = d->p;
	const double x = p->x[k * p->n + top_of(p, k)];

	return 0.9 * d->place.wide * (x - d->x_from) / (d->x_to - d->x_from);
}

/* Names that would lie over another stand in rows above the frame's curves: which row each is in. */
static size_t name_rows(const struct figure_pen *d, size_t *row)
{
	size_t rows = 0;

	for (size_t k = 0; k < d->p->n_curves; k++) {
		row[k] = 0;
		for (size_t i = 0; i < k; i++) {
			const double apart = fabs(name_at(d, k) - name_at(d, i));
			const double wide = as_figure_text_wide(d->p->name[k], d->place.em) +
					    as_figure_text_wide(d->p->name[i], d->place.em);
			if (apart < 0.6 * wide)
				row[k] = row[k] > row[i] ? row[k] : row[i] + 1;
		}
		rows = rows > row[k] ? rows : row[k];
	}
	return rows + 1;
}

/* Each curve's name stands above its top. */
static void add_names(const struct figure_pen *d, const size_t *row)
{
	const struct as_picture *p = d->p;

	for (size_t k = 0; k < p->n_curves; k++) {
		const size_t top = top_of(p, k);
		as_text_addf(d->t, "set label %zu ", k + 2);
		as_figure_quote(d->t, p->name[k]);
		as_text_addf(d->t, " at %.10g, %.10g center textcolor rgb mute\n",
			shown(d, p->x[k * p->n + top]),
			p->y_to * (1.06 + row_high * (double)row[k]));
	}
}

static void draw_curves(const struct figure_pen *d)
{
	const struct as_picture *p = d->p;

	begin_data(d, "curves");
	for (size_t k = 0; k < p->n_curves; k++) {
		add_curve(d, k);
		as_text_add(d->t, "\n\n");
	}
	end_data(d);
	span_sizes(d);
	size_t *row = calloc(p->n_curves + 1, sizeof *row);
	if (!row) {
		d->t->failed = true;
		return;
	}
	span(d, "y", 0, p->y_to * (1.02 + row_high * (double)name_rows(d, row)));
	without_y(d);
	add_label(d, "x");
	add_names(d, row);
	free(row);
	as_text_addf(d->t,
		"plot for [k=0:%zu] $curves%zu index k using 1:2 with filledcurves y1=0 fillcolor "
		"rgb ref fillstyle transparent solid .15 noborder, for [k=0:%zu] $curves%zu index "
		"k using 1:2 with lines linecolor rgb ink linewidth .7\n",
		p->n_curves - 1, d->number, p->n_curves - 1, d->number);
}

static void draw_chart(const struct figure_pen *d)
{
	struct as_text title = title_of(d);

	as_layout_flat(&title, 0);
	as_figure_chart(d->t, d->style, d->p, &d->place, as_text_str(&title));
	as_text_release(&title);
}

typedef void draw_figure(const struct figure_pen *d);

/* Of those that are no charts. */
static draw_figure *const forms[] = {
	[AS_FORM_CURVES] = draw_curves,
	[AS_FORM_CHART] = draw_chart,
	[AS_FORM_STEPS] = NULL,
};

/* Centimetres that a picture is high. */
static double height_of(const struct as_figure_look *look, const struct as_picture *p)
{
	if (p->chart)
		return as_figure_chart_high(p, look->width_cm, formats[look->format].em);
	return 5.2; /* of curves */
}

static void add_head(struct as_text *t, const struct as_figure_look *look, double height)
{
	const struct figure_format *f = &formats[look->format];

	as_text_addf(t,
		"set terminal %s size %.10g%s, %.10g%s font 'Liberation Sans,%g' linewidth %g "
		"noenhanced background rgb '%s'\nset output ",
		f->terminal, look->width_cm * f->per_cm, f->unit, height * f->per_cm, f->unit,
		f->font, f->lines, look->dark ? tones[0].dark : tones[0].light);
	as_figure_quote(t, look->output);
	as_text_add(t, "\n");
	for (size_t i = 0; i < sizeof tones / sizeof tones[0]; i++)
		as_text_addf(t, "%s = '%s'\n", tones[i].name,
			look->dark ? tones[i].dark : tones[i].light);
	as_text_add(t, "set encoding utf8\nset minussign\n"
		       "unset key\n"
		       "set style textbox opaque fillcolor rgb ground noborder margins .3, .1\n");
}

/* A frame with nothing of the one before. */
static void begin_picture(const struct figure_pen *d, double from, double to)
{
	as_text_addf(d->t,
		"unset label\nunset arrow\nunset object\nunset xlabel\nunset ylabel\n"
		"unset logscale\nset lmargin -1\nset xtics autofreq\nset ytics autofreq\n"
		"set border 2 linecolor rgb rule linewidth .6\n"
		"set tics nomirror scale 0 textcolor rgb mute\n"
		"set grid noxtics ytics linecolor rgb rule linewidth .5 linetype 1\n"
		"set origin 0, %.10g\nset size 1, %.10g\nset tmargin 2\nset bmargin 3.2\n"
		"set rmargin 3\n",
		from, to - from);
	add_title(d);
}

/* What all pictures of the kind span along x, and the unit for it. */
static void open_pen(struct figure_pen *d, const struct as_picture *pictures, size_t n)
{
	const struct as_picture *p = d->p;

	d->x_from = p->x_from;
	d->x_to = p->x_to;
	for (size_t i = 0; i < n; i++)
		if (pictures[i].kind == p->kind) {
			d->x_from = fmin(d->x_from, pictures[i].x_from);
			d->x_to = fmax(d->x_to, pictures[i].x_to);
		}
	if (p->chart)
		return; /* its axes have units of their own */
	d->scale = as_scale_for(d->style, d->x->metrics[p->metric].unit, d->x_to, (double)NAN);
}

void as_report_figure(struct as_text *t, const struct as_figure_look *look,
	const struct as_experiment *x, const struct as_picture *pictures, size_t n)
{
	const struct as_style style = {.unicode = true};
	double height = 0, above = 0;

	for (size_t i = 0; i < n; i++)
		height += height_of(look, &pictures[i]);
	add_head(t, look, height);
	as_text_add(t, "set multiplot\n");
	for (size_t i = 0; i < n; i++) {
		const struct as_picture *p = &pictures[i];
		const double high = height_of(look, p), bottom = height - above - high;
		struct figure_pen d = {.t = t, .style = &style, .x = x, .p = p, .number = i,
			.place = {.wide = look->width_cm, .high = high, .bottom = bottom,
				.all_high = height, .em = formats[look->format].em, .number = i}};
		const enum as_picture_form form =
			p->chart ? AS_FORM_CHART : as_pictures[p->kind].form;

		open_pen(&d, pictures, n);
		begin_picture(&d, bottom / height, 1 - above / height);
		forms[form](&d);
		above += high;
	}
	as_text_add(t, "unset multiplot\n");
}
