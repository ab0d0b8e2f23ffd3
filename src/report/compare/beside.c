/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/compare/beside.h"

#include <math.h>

#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"
#include "say/size.h"
#include "say/say_words.h"
#include "say/findings.h"

/* ": typical run 3 % less time (2 … 4 % less), mean 2 % more time (1 … 3 % more); 4 of 100 runs of b
 * took more than 1.5 times its median, 0 of 100 of a" */
static void add_both(struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	const struct as_comparison *c = v->c;

	if (!c->material)
		return;
	as_text_add(t, ": typical run ");
	as_ratio_add(t, style, v, (double[]){c->typical_ratio, c->typical_lo, c->typical_hi});
	as_text_add(t, ", mean ");
	as_ratio_add(t, style, v, (double[]){c->means_ratio, c->means_lo, c->means_hi});
	as_text_addf(t,
		"; %zu of %zu runs of %s took more than 1.5 times its median, %zu of %zu of %s",
		c->slow, c->n, v->subject, c->slow_reference, c->n, v->reference);
}

void as_comparison_finding_add(struct as_text *t, const struct as_style *style,
	const struct as_versus *v, const struct as_finding *f)
{
	const struct as_about about = {v->metric, v->unit};

	as_finding_add(t, style, &about, f);
	if (f->id == AS_FINDING_GEOMETRIC)
		add_both(t, style, v);
}

static const char *shared_word(const struct as_comparison *c)
{
	return c->of_sessions ? "session" : "round";
}

/* How much the ratio, or the difference, varies from one to the next. */
static void add_spread(struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	const struct as_comparison *c = v->c;

	as_text_addf(t, "the %s varies by" AS_TIE, c->of_difference ? "difference" : "ratio");
	if (c->of_difference)
		as_quantity_add(t, style, v->metric->unit, c->sd, (double)NAN);
	else
		as_percent_add(t, c->sd);
	as_text_addf(t, " from %s to %s (standard deviation)", shared_word(c), shared_word(c));
}

/* The gain is a factor of the time: below 1.05 there is none to speak of. */
static void add_gain(struct as_text *t, const struct as_comparison *c)
{
	const double least = 1.05;

	as_text_add(t, "; the two correlate by" AS_TIE);
	as_number_add(t, (struct as_scale){1, ""}, c->correlation, 2);
	as_text_add(t, " (1: they rise and fall together), so ");
	if (c->gain >= least)
		as_text_addf(t, "without sharing %ss as sure an answer would take %.*f" AS_TIE
			"times as many", shared_word(c), c->gain < 10 ? 1 : 0, c->gain);
	else
		as_text_addf(t, "sharing %ss has saved nothing", shared_word(c));
}

void as_shared_add(struct as_text *t, const struct as_style *style, const struct as_versus *v,
	bool named)
{
	const struct as_comparison *c = v->c;
	struct as_text body = {0};

	if (!style->verbose || c->method != AS_COMPARE_PAIRED || !isfinite(c->gain) || !(c->sd > 0))
		return;
	if (named)
		as_text_addf(&body, "%s against %s: ", v->subject, v->reference);
	add_spread(&body, style, v);
	add_gain(&body, c);
	if (isfinite(c->position)) {
		as_text_addf(&body, "; going second makes a result %s by" AS_TIE,
			c->position < 0 ? "smaller" : "larger");
		as_percent_add(&body, fabs(c->position));
		if (isfinite(c->position_p)) {
			as_text_add(&body, " (");
			as_p_add(&body, c->position_p);
			as_text_char(&body, ')');
		}
	}
	if (!c->of_sessions && c->n >= 6)
		as_text_addf(&body,
			"; %zu rounds: what happens in fewer than 1 run of %zu may not have been "
			"seen",
			c->n, c->n / 3);
	as_remark_row(t, style, c->of_sessions ? "sessions" : "rounds", false, as_text_str(&body));
	as_text_take(t, &body);
}
