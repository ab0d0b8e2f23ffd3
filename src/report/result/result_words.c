/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "report/draw/layout.h"
#include "report/draw/screen.h"
#include "say/number.h"
#include "say/say_words.h"

struct as_scale as_summary_scale(const struct as_style *style, const struct as_metric *m,
	const struct as_summary *y, int *decimals)
{
	struct as_scale scale = as_scale_for(style, m->unit, y->mean, y->half_width);

	*decimals = as_decimals(scale, y->mean, y->half_width);
	/* half a last digit is a quarter of what the ratio is known to */
	if (y->ratio_half > 0 && y->mean > 0) {
		const double digits = ceil(-log10(y->mean / scale.per * y->ratio_half / 2));
		*decimals = digits > *decimals ? (int)fmin(digits, 9) : *decimals;
	}
	return scale;
}

/* An interval is half-widths only where it is narrow and about as far to either side (methods-typical.md
 * 5.4). */
static bool is_even(const struct as_summary *y)
{
	const double below = y->mean - y->lo, above = y->hi - y->mean;

	const bool plain = !y->is_typical && y->method != AS_INTERVAL_SKEWED;

	return plain || (y->half_width < 0.1 * y->mean &&
		fabs(above - below) < 0.25 * fmax(above, below));
}

void as_ends_add(struct as_text *t, const struct as_style *style, const struct as_metric *m,
	const struct as_summary *y)
{
	if (is_even(y)) {
		as_half_width_add(t, style, m, y);
		return;
	}
	as_text_add(t, AS_TIE "(");
	as_range_add(t, style, m, y);
	as_text_add(t, ")");
}

/* The half-width of the interval; in percent where that has a meaning. Where the ends are uneven they stand
 * beside it and it is left out. */
void as_half_width_add(struct as_text *t, const struct as_style *style, const struct as_metric *m,
	const struct as_summary *y)
{
	if (!is_even(y))
		return;
	as_text_addf(t, AS_TIE "%s" AS_TIE, as_symbols(style)->plus_minus);
	if (y->mean > 0)
		as_percent_add(t, y->half_width / y->mean);
	else
		as_quantity_add(t, style, m->unit, y->half_width, y->half_width);
}

/* What cannot be below 0 has an interval that reaches there: it ends at 0 then, and is too wide to
 * say much; or of so few units the least and the largest value are shown in its place. Numbers of
 * JSON stay as they were computed. */
bool as_reaches_below(const struct as_metric *m, const struct as_summary *y)
{
	return as_metric_is_amount(m) && y->lo < 0 && y->spread.min >= 0;
}

bool as_shows_values(const struct as_metric *m, const struct as_summary *y)
{
	return (as_reaches_below(m, y) || y->is_typical) && y->n_top < AS_INTERVAL_LEAST;
}

/* The end of a typical run is never below 0: there it is the other end that is too far. */
static bool tells_little(const struct as_metric *m, const struct as_summary *y)
{
	return as_reaches_below(m, y) || (y->is_typical && y->half_width > y->mean);
}

bool as_has_useful_interval(const struct as_metric *m, const struct as_summary *y)
{
	return !as_reaches_below(m, y) && y->method != AS_INTERVAL_NONE &&
		isfinite(y->half_width) && y->n_top >= AS_INTERVAL_LEAST;
}

void as_range_add(struct as_text *t, const struct as_style *style, const struct as_metric *m,
	const struct as_summary *y)
{
	int decimals = 0;
	const struct as_scale scale = as_summary_scale(style, m, y, &decimals);
	const bool values = as_shows_values(m, y);

	as_number_add(t, scale, values ? y->spread.min : as_reaches_below(m, y) ? 0 : y->lo,
		decimals);
	as_text_addf(t, AS_TIE "%s" AS_TIE, as_symbols(style)->to);
	as_number_add(t, scale, values ? y->spread.max : y->hi, decimals);
	as_unit_add(t, scale);
}

/* Where t has few degrees of freedom, or of another method, how the interval was made. */
static void add_method(struct as_text *t, const struct as_style *style, const struct as_summary *y)
{
	struct as_text df = {0};

	as_text_addf(&df, "%.4g", y->df);
	if (y->method == AS_INTERVAL_T && isfinite(y->df) && (style->verbose || y->df < 8.5))
		as_say(t, style, INTERVAL_BY_T, &df);
	else if (y->method == AS_INTERVAL_LASTING && isfinite(y->df) && style->verbose)
		as_say(t, style, INTERVAL_BY_MIXTURE, &df);
	else if (y->method == AS_INTERVAL_TWO_STAGE && isfinite(y->df) && style->verbose)
		as_say(t, style, INTERVAL_BY_STAGES, &df);
	else
		as_text_release(&df);
	if (y->method == AS_INTERVAL_ORDER)
		as_say(t, style, INTERVAL_BY_ORDER);
	else if (y->method == AS_INTERVAL_SHARES && style->verbose)
		as_say(t, style, INTERVAL_BY_SHARES, y->log.pieces);
}

void as_result_add(struct as_text *t, const struct as_style *style, const struct as_metric *m,
	const struct as_summary *y, size_t scope)
{
	int decimals = 0;
	struct as_scale scale = as_summary_scale(style, m, y, &decimals);
	const char *unit = y->tree.n ? as_top_word(y) : "value";
	struct as_text range = {0}, confidence = {0};

	as_paint(t, style, AS_PAINT_STRONG);
	as_number_add(t, scale, y->mean, decimals);
	as_unit_add(t, scale);
	as_paint_end(t, style);
	if (y->method == AS_INTERVAL_NONE || !isfinite(y->half_width)) {
		as_say(t, style, NO_INTERVAL_FROM, y->n_top, unit);
		return;
	}
	as_range_add(&range, style, m, y);
	if (as_shows_values(m, y)) { /* they say more than an interval that begins below 0 */
		as_say(t, style, VALUES_NO_INTERVAL, &range, y->n_top, unit, AS_INTERVAL_LEAST);
		return;
	}
	as_half_width_add(t, style, m, y);
	as_confidence_add(&confidence, y, y->lasting.holds);
	add_method(&range, style, y);
	as_say(t, style, INTERVAL_FOR, &confidence, &range, scope, tells_little(m, y));
}
