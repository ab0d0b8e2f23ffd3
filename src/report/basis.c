/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"
#include "say/say_words.h"

enum { SURE = 30 }; /* units, below which intervals of quantiles are approximate (methods.md 11) */

static const char *const names[] = {
	[AS_INTERVAL_NONE] = "none",
	[AS_INTERVAL_T] = "t",
	[AS_INTERVAL_TWO_STAGE] = "two-stage and t",
	[AS_INTERVAL_SKEWED] = "t and bootstrap-t",
	[AS_INTERVAL_PERCENTILE] = "percentile",
	[AS_INTERVAL_BCA] = "BCa",
	[AS_INTERVAL_BOOTSTRAP_T] = "bootstrap-t",
	[AS_INTERVAL_LASTING] = "the mixture",
};

struct range {
	const char *name;
	double lo, hi;
};

/* "t 51.2 … 51.7" */
static void add_range(struct as_text *t, const struct as_screen *s, const struct as_summary *y,
	struct range r, bool unit)
{
	int decimals = 0;
	struct as_scale scale = as_summary_scale(s->style, as_screen_metric(s, y->metric), y,
		&decimals);

	as_text_addf(t, "%s" AS_TIE, r.name);
	as_number_add(t, scale, r.lo, decimals);
	as_text_addf(t, AS_TIE "%s" AS_TIE, as_symbols(s->style)->to);
	as_number_add(t, scale, r.hi, decimals);
	if (unit)
		as_unit_add(t, scale);
}

static struct range plain_of(const struct as_summary *y)
{
	const struct as_summary_bootstrap *b = &y->bootstrap;

	return (struct range){names[b->plain], b->plain_lo, b->plain_hi};
}

/* "the wider ends of t 51.2 … 51.7 and bootstrap-t 51.2 … 52.0 ms, as executions are skewed (2.3)"
 * */
static void add_skewed(struct as_text *t, const struct as_screen *s, const struct as_summary *y)
{
	const struct as_summary_bootstrap *b = &y->bootstrap;

	as_text_add(t, "the wider ends of ");
	add_range(t, s, y, plain_of(y), false);
	as_text_add(t, ", and ");
	add_range(t, s, y, (struct range){"bootstrap-t", b->lo, b->hi}, true);
	as_text_addf(t, ": %ss are skewed (%.1f)", as_top_word(y), b->skewness);
}

static void add_chosen(struct as_text *t, const struct as_screen *s, const struct as_summary *y)
{
	as_text_addf(t, "%s, from %zu resamples of the %ss", names[y->method],
		y->bootstrap.replicates, as_top_word(y));
	as_text_add(t, "; ");
	add_range(t, s, y, plain_of(y), true);
}

/* Why --interval did not give what it was asked for. */
static void add_refused(struct as_text *t, const struct as_summary *y)
{
	const struct as_summary_bootstrap *b = &y->bootstrap;

	as_text_addf(t, "%s is refused", names[b->refused]);
	if (b->least) {
		as_text_add(t, ": it takes ");
		as_count_add(t, b->least, as_top_word(y));
		if (b->refused != AS_INTERVAL_BOOTSTRAP_T && !b->n_quantiles)
			as_text_add(t, ", for quantiles 10");
		as_text_addf(t,
			", and there are" AS_TIE
			"%zu; with fewer it covers less often than it says",
			y->n_top);
	} else {
		as_text_addf(t, ": the %ss are too many, or too many of them are equal",
			as_top_word(y));
	}
}

void as_basis_add(struct as_screen *s, const struct as_summary *y)
{
	struct as_text head = {0}, body = {0};

	as_blank(&head, AS_ROW_HANG);
	if (y->method == AS_INTERVAL_SKEWED)
		add_skewed(&body, s, y);
	else if (y->method > AS_INTERVAL_SKEWED && y->method != AS_INTERVAL_LASTING)
		add_chosen(&body, s, y);
	if (body.len)
		as_layout_body(s->t, s->style, as_text_str(&head), AS_ROW_HANG, &body);
	as_text_take(s->t, &head);
	as_text_release(&body);
}

/* "median 10.15 ms: 10.05 … 10.30" */
static void add_quantile(struct as_text *t, const struct as_screen *s, const struct as_summary *y,
	const struct as_summary_quantile *q)
{
	int decimals = 0;
	struct as_scale scale = as_summary_scale(s->style, as_screen_metric(s, y->metric), y,
		&decimals);

	if (q->p > 0.49 && q->p < 0.51)
		as_text_add(t, "median" AS_TIE);
	else
		as_text_addf(t, "%.0f" AS_TIE "%%" AS_TIE "quantile" AS_TIE, 100 * q->p);
	as_number_add(t, scale, q->value, decimals + 1);
	as_text_add(t, AS_TIE "(");
	as_number_add(t, scale, q->lo, decimals + 1);
	as_text_addf(t, AS_TIE "%s" AS_TIE, as_symbols(s->style)->to);
	as_number_add(t, scale, q->hi, decimals + 1);
	as_text_add(t, ")");
	as_unit_add(t, scale);
}

static void add_quantiles(struct as_text *t, const struct as_screen *s, const struct as_summary *y)
{
	const struct as_summary_bootstrap *b = &y->bootstrap;

	bool wanted = y->method == AS_INTERVAL_PERCENTILE || y->method == AS_INTERVAL_BCA;
	if (wanted && !b->n_quantiles)
		as_text_addf(t, "none of quantiles: %zu values are too many to resample so often",
			y->n_values);
	for (size_t i = 0; i < b->n_quantiles; i++) {
		as_text_add(t, i ? ", " : "");
		add_quantile(t, s, y, &b->quantile[i]);
	}
	if (b->n_quantiles)
		as_text_addf(t, ", by %s", names[b->quantile_method]);
	if (b->n_quantiles && y->n_top < SURE)
		as_text_addf(t, ", approximately: %zu" AS_TIE "%ss", y->n_top, as_top_word(y));
}

void as_refusal_add(struct as_screen *s, const struct as_summary *y)
{
	struct as_text body = {0};

	if (y->bootstrap.refused)
		add_refused(&body, y);
	as_screen_row(s, AS_LABEL_INTERVAL, &body);
	add_quantiles(&body, s, y);
	as_screen_row(s, AS_LABEL_INTERVAL, &body);
	as_text_release(&body);
}
