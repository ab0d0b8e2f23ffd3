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

/* The first is the ground. */
static const struct figure_tone {
	const char *name, *light, *dark;
} tones[] = {
#define AS_FIGURE_TONE(name, light, dark) {name, light, dark},
#include "report/figure/figure_tones.def"
#undef AS_FIGURE_TONE
};

/* Above the frame: whose it is, and of how many. */
static struct as_text title_of(const struct as_style *style, const struct as_experiment *x,
	const struct as_picture *p)
{
	struct as_text body = {0};

	if (p->chart->title.id) {
		as_charted_add(&body, style, &p->chart->title);
	} else if (as_pictures[p->kind].of == AS_OF_RESULT) {
		as_text_add(&body, as_pictures[p->kind].help);
	} else {
		as_text_add(&body, x->subjects[p->subject].name);
		as_text_add(&body, ": ");
		as_count_add(&body, p->observed, as_picture_noun(p));
		if (p->execution)
			as_text_addf(&body, " of execution %zu", p->execution);
	}
	as_layout_flat(&body, 0);
	return body;
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

void as_report_figure(struct as_text *t, const struct as_figure_look *look,
	const struct as_experiment *x, const struct as_picture *pictures, size_t n)
{
	const struct as_style style = {.unicode = true};
	const double em = formats[look->format].em;
	double height = 0, above = 0;

	for (size_t i = 0; i < n; i++)
		height += as_figure_chart_high(&pictures[i], look->width_cm, em);
	add_head(t, look, height);
	as_text_add(t, "set multiplot\n");
	for (size_t i = 0; i < n; i++) {
		const struct as_picture *p = &pictures[i];
		const double high = as_figure_chart_high(p, look->width_cm, em);
		const struct as_figure_place place = {.wide = look->width_cm,
			.high = high,
			.bottom = height - above - high,
			.all_high = height,
			.em = em,
			.number = i};
		struct as_text title = title_of(&style, x, p);
		as_figure_chart(t, &style, p, &place, as_text_str(&title));
		as_text_release(&title);
		above += high;
	}
	as_text_add(t, "unset multiplot\n");
}
