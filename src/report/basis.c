/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/layout.h"
#include "report/number.h"
#include "report/screen.h"
#include "report/words.h"

static const char *const names[] = {
	[AS_INTERVAL_NONE] = "none",
	[AS_INTERVAL_T] = "t",
	[AS_INTERVAL_TWO_STAGE] = "two-stage and t",
	[AS_INTERVAL_SKEWED] = "t and bootstrap-t",
	[AS_INTERVAL_PERCENTILE] = "percentile",
	[AS_INTERVAL_BCA] = "BCa",
	[AS_INTERVAL_BOOTSTRAP_T] = "bootstrap-t",
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
	struct as_scale scale = as_summary_scale(s->style, as_screen_metric(s, y->metric), y, &decimals);

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

/* "the wider ends of t 51.2 … 51.7 and bootstrap-t 51.2 … 52.0 ms, as executions are skewed (2.3)" */
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
		as_text_addf(t, ", and there are" AS_TIE "%zu; with fewer it covers less often than it says",
			y->n_top);
	} else {
		as_text_addf(t, ": the %ss are too many, or too many of them are equal", as_top_word(y));
	}
}

void as_basis_add(struct as_screen *s, const struct as_summary *y)
{
	struct as_text head = {0}, body = {0};

	as_blank(&head, AS_ROW_HANG);
	if (y->method == AS_INTERVAL_SKEWED)
		add_skewed(&body, s, y);
	else if (y->method > AS_INTERVAL_SKEWED)
		add_chosen(&body, s, y);
	if (body.len)
		as_layout_body(s->t, s->style, as_text_str(&head), AS_ROW_HANG, &body);
	s->t->failed = s->t->failed || head.failed;
	as_text_release(&head);
	as_text_release(&body);
}

void as_refusal_add(struct as_screen *s, const struct as_summary *y)
{
	struct as_text body = {0};

	if (y->bootstrap.refused)
		add_refused(&body, y);
	as_screen_row(s, "interval", &body);
	as_text_release(&body);
}
