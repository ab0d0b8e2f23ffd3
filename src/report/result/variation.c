/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "report/draw/draw.h"
#include "report/draw/layout.h"
#include "report/draw/screen.h"
#include "say/number.h"
#include "say/say_words.h"

enum { ROWS = AS_TREE_LEVELS + 1, LABEL_LEAST = 10, BAR_LEAST = 8, BAR_MOST = 20,
	GAP = 3,
	ROUGH = 5 }; /* values in a draw, below which methods.md 1 warns */

/* One part of the variation; the rounds have no level. */
struct variation_row {
	const char *label;
	double share;
	const struct as_summary_level *level;
	struct as_text impact, uncertainty; /* what stands beside the bar */
};

struct variation_rows {
	struct variation_row v[ROWS];
	size_t n;
	double most; /* the largest share, whose bar is the longest */
	size_t impact, uncertainty; /* columns beside the bars */
};

/* How much to write beside the bars: less where there is no room. */
enum { NOTHING, FACTOR, FACTOR_INTERVAL, FACTOR_INTERVAL_UNCERTAINTY };

static void push(struct variation_rows *r, const char *label, double share,
	const struct as_summary_level *level)
{
	if (!isfinite(share))
		return;
	r->v[r->n++] = (struct variation_row){.label = label, .share = share, .level = level};
	r->most = fmax(r->most, share);
}

static struct variation_rows rows_of(const struct as_summary *y)
{
	struct variation_rows r = {.n = 0};

	for (size_t i = y->tree.n; i--;) {
		const struct as_summary_level *l = &y->tree.v[i];
		if (l->repeated)
			push(&r, as_variation_word(&y->tree, i), l->share, l);
	}
	push(&r, "time", y->tree.share_of_time, NULL);
	return r;
}

/* Two significant digits; a level above one that does not vary at all has no finite factor. */
static struct as_text *factor(struct as_text *t, const struct as_style *style, double x)
{
	if (isinf(x))
		as_say(t, style, VARIED_INFINITE);
	else
		as_number_add(t, (struct as_scale){1, ""}, x, x < 9.95 ? 1 : 0);
	return t;
}

static void add_impact(struct as_text *t, const struct as_style *style,
	const struct as_summary_level *l, bool interval)
{
	struct as_text mean = {0}, lo = {0}, hi = {0};

	if (isnan(l->impact))
		return;
	if (interval && !isnan(l->impact_lo) && !isnan(l->impact_hi)) {
		factor(&lo, style, l->impact_lo);
		factor(&hi, style, l->impact_hi);
	}
	as_say(t, style, VARIED_IMPACT, factor(&mean, style, l->impact), &lo, &hi);
}

static void add_uncertainty(struct as_text *t, const struct as_style *style,
	const struct as_summary_level *l)
{
	if (isfinite(l->t2) && l->t2 < 0)
		as_say(t, style, VARIED_ESTIMATE, l->t2);
	else if (isfinite(l->share_of_uncertainty))
		as_say(t, style, VARIED_UNCERTAINTY, 100 * l->share_of_uncertainty);
}

static size_t wider(size_t columns, const struct as_text *t)
{
	size_t own = as_layout_width(as_text_str(t));

	own += own ? GAP : 0;
	return own > columns ? own : columns;
}

/* Write so much beside the bars; how many columns that takes. */
static size_t fill_tails(struct variation_rows *r, const struct as_style *style, int how)
{
	r->impact = r->uncertainty = 0;
	for (size_t i = 0; i < r->n; i++) {
		struct variation_row *row = &r->v[i];
		as_text_clear(&row->impact);
		as_text_clear(&row->uncertainty);
		if (row->level && how >= FACTOR)
			add_impact(&row->impact, style, row->level, how >= FACTOR_INTERVAL);
		if (row->level && how >= FACTOR_INTERVAL_UNCERTAINTY)
			add_uncertainty(&row->uncertainty, style, row->level);
		as_layout_flat(&row->impact, 0);
		as_layout_flat(&row->uncertainty, 0);
		r->impact = wider(r->impact, &row->impact);
		r->uncertainty = wider(r->uncertainty, &row->uncertainty);
	}
	return r->impact + r->uncertainty;
}

static size_t label_columns(const struct variation_rows *r)
{
	size_t widest = LABEL_LEAST;

	for (size_t i = 0; i < r->n; i++) {
		size_t w = as_layout_width(r->v[i].label);
		widest = w > widest ? w : widest;
	}
	return widest;
}

/* Columns left for bars beside labels, percentages and as much else as fits. */
static size_t choose_rows(struct variation_rows *r, const struct as_style *style, size_t taken)
{
	size_t width = as_style_width(style), tail = 0;

	for (int how = style->verbose ? FACTOR_INTERVAL_UNCERTAINTY : FACTOR; how >= NOTHING;
		how--) {
		tail = fill_tails(r, style, how);
		if (taken + BAR_LEAST + tail <= width)
			break;
	}
	size_t left = width > taken + tail ? width - taken - tail : BAR_LEAST;
	return left < BAR_MOST ? left : BAR_MOST;
}

/* The text after blanks that fill the line up to a column. */
static void add_at(struct as_text *t, size_t from, size_t column, const struct as_text *what)
{
	if (!what->len)
		return;
	as_blank(t, column - as_layout_width(as_text_str(t) + from));
	as_text_add(t, as_text_str(what));
}

static void add_row(struct as_text *t, const struct as_style *style, const struct variation_rows *r,
	size_t i, size_t bar)
{
	const struct variation_row *row = &r->v[i];
	size_t from = t->len;

	/* methods.md 4.4: an estimate of a variance may come out below 0. */
	if (row->share > 0)
		as_bar_add(t, style, row->share / r->most, bar);
	else
		as_say(t, style, VARIED_NOT, bar < BAR_MOST);
	add_at(t, from, bar + GAP, &row->impact);
	add_at(t, from, bar + r->impact + GAP, &row->uncertainty);
	as_text_char(t, '\n');
}

/* "executions shift their iterations alike (additive)" */
static void add_influence(struct as_text *t, const struct as_style *style,
	const struct as_summary *y, size_t i)
{
	const struct as_summary_draws *d = &y->tree.v[i].drawn;
	const char *name = as_level_word(&y->tree.v[i]);
	const bool rough = d->c < ROUGH;
	struct as_text left = {0};
	size_t below = i - 1;

	while (below && !y->tree.v[below].repeated)
		below--;
	const char *parts = as_level_word(&y->tree.v[below]);
	switch (d->influence) {
	case AS_INFLUENCE_NONE:
		as_say(t, style, INFLUENCE_NONE, name, parts, rough);
		break;
	case AS_INFLUENCE_ADDITIVE:
		as_say(t, style, INFLUENCE_ADDITIVE, name, parts, rough);
		break;
	case AS_INFLUENCE_PARTLY:
		as_say(t, style, INFLUENCE_PARTLY, name, parts, rough,
			factor(&left, style, d->transformed));
		break;
	case AS_INFLUENCE_OTHER:
	case AS_INFLUENCE_UNKNOWN:
	case AS_INFLUENCES:
		as_say(t, style, INFLUENCE_OTHER, name, parts, rough);
		break;
	}
}

/* How it was found. */
static void add_draws(struct as_text *t, const struct as_style *style,
	const struct as_summary_draws *d)
{
	struct as_text all = {0}, left = {0};

	as_say(t, style, INFLUENCE_DRAWS, factor(&all, style, d->factor), d->draws, d->c,
		factor(&left, style, d->transformed), d->infinite, d->neither);
}

/* That nothing stands in the way of the plans is for --verbose. */
static bool is_told(const struct as_screen *s, enum as_influence influence)
{
	if (influence == AS_INFLUENCE_NONE || influence == AS_INFLUENCE_ADDITIVE)
		return s->style->verbose;
	return influence != AS_INFLUENCE_UNKNOWN;
}

/* What the units of each level do to what lies below them (methods.md 1), a row a level. */
static void add_model(struct as_screen *s, const struct as_summary *y)
{
	const char *label = "model";

	for (size_t i = y->tree.n; i-- > 1;) {
		const struct as_summary_draws *d = &y->tree.v[i].drawn;
		struct as_text body = {0};
		if (!is_told(s, d->influence))
			continue;
		add_influence(&body, s->style, y, i);
		if (s->style->verbose)
			add_draws(&body, s->style, d);
		as_layout_row(s->t, s->style, label, &body);
		as_text_release(&body);
		label = "";
	}
}

void as_variation_add(struct as_screen *s, size_t subject)
{
	const struct as_summary *y = as_screen_summary(s, subject);
	struct variation_rows r = rows_of(y);
	struct as_text whose = {0};
	size_t label = label_columns(&r);

	if (r.n > 1 && r.most > 0) {
		size_t bar = choose_rows(&r, s->style, 4 + label + 8);
		if (s->x->n_subjects > 1)
			as_text_add(&whose, s->name[subject]);
		as_layout_row(s->t, s->style, "variation", &whose);
		for (size_t i = 0; i < r.n; i++) {
			as_text_addf(s->t, "    %-*s %4.0f %% ", (int)label, r.v[i].label,
				100 * r.v[i].share);
			add_row(s->t, s->style, &r, i, bar);
		}
	}
	for (size_t i = 0; i < r.n; i++) {
		s->t->failed = s->t->failed || r.v[i].impact.failed || r.v[i].uncertainty.failed;
		as_text_release(&r.v[i].impact);
		as_text_release(&r.v[i].uncertainty);
	}
	add_model(s, y);
}
