/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "say/charted.h"

#include <math.h>

#include "say/size.h"

static const enum as_say_id sentence[] = {
#define AS_CHARTED(id) AS_SAY_CHART_##id,
#include "model/picture/chart_words.def"
};

void as_charted_add(
	struct as_text *t, const struct as_style *style, const struct as_charted_words *w)
{
	const struct as_about about = {.metric = w->metric};

	as_say_words(t, style, &about, as_saying(sentence[w->id]), w->v);
}

void as_chart_notes_add(
	struct as_text *t, const struct as_style *style, const struct as_chart *c)
{
	for (size_t i = 0; i < AS_CHART_NOTES && c->note[i].id; i++) {
		as_text_add(t, i ? "; " : "");
		as_charted_add(t, style, &c->note[i]);
	}
}

static const char *mark_of(const struct as_comparison *c, const struct as_style *style)
{
	static const char *const unicode[] = {"", "▲", "≈", "▼", "≈", "=", "?", "="};
	static const char *const ascii[] = {"", "^", "~", "v", "~", "=", "?", "="};

	return (style->unicode ? unicode : ascii)[c->verdict];
}

/* "+23 %", "× 3.1" */
static void add_signed(struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	const struct as_size s = as_size_of(style, v);

	if (as_is_signed(s.manner)) {
		as_text_add(t, s.at < 0 ? (style->unicode ? "−" : "-") : "+");
		as_number_add(t, s.scale, s.scale.per * fabs(s.at), s.decimals);
		as_unit_add(t, s.scale);
	} else {
		as_text_addf(t, "%s" AS_TIE "%.*f", as_symbols(style)->times, s.decimals,
			v->c->ratio);
	}
}

/* What is added to t if it is so short. */
static bool add_if_fits(struct as_text *t, struct as_text *words, size_t letters)
{
	as_layout_flat(words, 0);
	const bool fits = as_text_width(as_text_str(words)) <= letters;
	if (fits)
		as_text_add(t, as_text_str(words));
	as_text_release(words);
	return fits;
}

void as_cell_add(struct as_text *t, const struct as_style *style, const struct as_metric *m,
	const struct as_comparison *c, size_t letters)
{
	const struct as_versus v = {.c = c, .metric = m, .subject = "", .reference = ""};
	const bool sized = as_is_decided(c->verdict) || as_is_small(c->verdict);
	struct as_text words = {0};

	as_text_addf(&words, "%s" AS_TIE, mark_of(c, style));
	as_verdict_word(&words, style, &v);
	if (add_if_fits(t, &words, letters))
		return;
	words = (struct as_text){0};
	as_text_addf(&words, "%s" AS_TIE, mark_of(c, style));
	if (sized)
		add_signed(&words, style, &v);
	if (!sized || !add_if_fits(t, &words, letters))
		as_text_add(t, mark_of(c, style));
	as_text_release(&words);
}

void as_cell_bounds_add(struct as_text *t, const struct as_style *style,
	const struct as_metric *m, const struct as_comparison *c, size_t letters)
{
	const struct as_versus v = {.c = c, .metric = m, .subject = "", .reference = ""};
	struct as_text words = {0};

	as_verdict_bounds(&words, style, &v);
	add_if_fits(t, &words, letters);
}
