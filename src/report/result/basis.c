/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"
#include "say/say_words.h"

enum { SURE = 30 }; /* units, below which intervals of quantiles are approximate (methods.md 11) */

static const enum as_say_id names[] = {
	[AS_INTERVAL_NONE] = AS_SAY_BASIS_NONE,
	[AS_INTERVAL_T] = AS_SAY_BASIS_T,
	[AS_INTERVAL_TWO_STAGE] = AS_SAY_BASIS_TWO_STAGE,
	[AS_INTERVAL_SKEWED] = AS_SAY_BASIS_BOTH,
	[AS_INTERVAL_PERCENTILE] = AS_SAY_BASIS_PERCENTILE,
	[AS_INTERVAL_BCA] = AS_SAY_BASIS_BCA,
	[AS_INTERVAL_BOOTSTRAP_T] = AS_SAY_BASIS_BOOTSTRAP_T,
	[AS_INTERVAL_LASTING] = AS_SAY_BASIS_MIXTURE,
	[AS_INTERVAL_ORDER] = AS_SAY_BASIS_ORDER,
	[AS_INTERVAL_SIGNED] = AS_SAY_BASIS_SIGNED,
	[AS_INTERVAL_SHARES] = AS_SAY_BASIS_SHARES,
};

struct range {
	enum as_say_id name;
	double lo, hi;
};

/* "t 51.2 … 51.7" */
static struct as_text *range(struct as_text *t, const struct as_screen *s,
	const struct as_summary *y, struct range r, bool unit)
{
	int decimals = 0;
	struct as_scale scale = as_summary_scale(s->style, as_screen_metric(s, y->metric), y,
		&decimals);
	struct as_text lo = {0}, hi = {0};

	as_number_add(&lo, scale, r.lo, decimals);
	as_number_add(&hi, scale, r.hi, decimals);
	as_say(t, s->style, BASIS_RANGE, r.name, &lo, &hi);
	if (unit)
		as_unit_add(t, scale);
	return t;
}

static struct range plain_of(const struct as_summary *y)
{
	const struct as_summary_bootstrap *b = &y->bootstrap;

	return (struct range){names[b->plain], b->plain_lo, b->plain_hi};
}

static void add_skewed(struct as_text *t, const struct as_screen *s, const struct as_summary *y)
{
	const struct as_summary_bootstrap *b = &y->bootstrap;
	const struct range skewed = {AS_SAY_BASIS_HALL, b->lo, b->hi};
	struct as_text plain = {0}, other = {0};

	as_say(t, s->style, BASIS_SKEWED, range(&plain, s, y, plain_of(y), false),
		range(&other, s, y, skewed, true), as_top_word(y), b->skewness);
}

static void add_chosen(struct as_text *t, const struct as_screen *s, const struct as_summary *y)
{
	struct as_text plain = {0};

	as_say(t, s->style, BASIS_CHOSEN, names[y->method], y->bootstrap.replicates, as_top_word(y),
		range(&plain, s, y, plain_of(y), true));
}

/* Why --interval did not give what it was asked for. */
static void add_refused(struct as_text *t, const struct as_style *style,
	const struct as_summary *y)
{
	const struct as_summary_bootstrap *b = &y->bootstrap;

	as_say(t, style, BASIS_REFUSED, names[b->refused], b->least, as_top_word(y),
		b->refused != AS_INTERVAL_BOOTSTRAP_T && !b->n_quantiles, y->n_top);
}

void as_basis_add(struct as_screen *s, const struct as_summary *y)
{
	struct as_text head = {0}, body = {0};

	as_blank(&head, AS_ROW_HANG);
	if (y->method == AS_INTERVAL_SKEWED)
		add_skewed(&body, s, y);
	else if (y->method > AS_INTERVAL_SKEWED && y->method < AS_INTERVAL_LASTING)
		add_chosen(&body, s, y);
	if (body.len)
		as_layout_body(s->t, s->style, as_text_str(&head), AS_ROW_HANG, &body);
	as_text_take(s->t, &head);
	as_text_release(&body);
}

/* "median 10.15 (10.05 … 10.30) ms" */
static void add_quantile(struct as_text *t, const struct as_screen *s, const struct as_summary *y,
	const struct as_summary_quantile *q)
{
	int decimals = 0;
	struct as_scale scale = as_summary_scale(s->style, as_screen_metric(s, y->metric), y,
		&decimals);
	struct as_text value = {0}, lo = {0}, hi = {0};

	as_number_add(&value, scale, q->value, decimals + 1);
	as_number_add(&lo, scale, q->lo, decimals + 1);
	as_number_add(&hi, scale, q->hi, decimals + 1);
	as_say(t, s->style, BASIS_QUANTILE, q->p > 0.49 && q->p < 0.51, 100 * q->p, &value, &lo,
		&hi);
	as_unit_add(t, scale);
}

static void add_quantiles(struct as_text *t, const struct as_screen *s, const struct as_summary *y)
{
	const struct as_summary_bootstrap *b = &y->bootstrap;
	const bool wanted = y->method == AS_INTERVAL_PERCENTILE || y->method == AS_INTERVAL_BCA;
	struct as_list all = {.most = 0};

	for (size_t i = 0; i < b->n_quantiles; i++)
		if (as_list_next(&all))
			add_quantile(&all.text, s, y, &b->quantile[i]);
	if (b->n_quantiles)
		as_say(t, s->style, BASIS_QUANTILES, as_list_end(&all), names[b->quantile_method],
			y->n_top < SURE ? y->n_top : 0, as_top_word(y));
	else if (wanted)
		as_say(t, s->style, BASIS_NO_QUANTILES, y->n_values);
}

void as_refusal_add(struct as_screen *s, const struct as_summary *y)
{
	struct as_text body = {0};

	if (y->bootstrap.refused)
		add_refused(&body, s->style, y);
	as_screen_row(s, AS_LABEL_INTERVAL, &body);
	add_quantiles(&body, s, y);
	as_screen_row(s, AS_LABEL_INTERVAL, &body);
	as_text_release(&body);
}
