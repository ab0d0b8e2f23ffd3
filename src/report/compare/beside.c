/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/compare/beside.h"

#include <math.h>

#include "report/draw/layout.h"
#include "report/draw/number.h"
#include "report/draw/screen.h"
#include "report/draw/size.h"
#include "report/findings.h"

/* ": 4.1 % more time (3.0 … 5.2 % more, 95 %)" */
static void add_means(struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	const struct as_comparison *c = v->c;
	const struct as_comparison means = {.ratio = c->means_ratio,
		.lo = c->means_lo,
		.hi = c->means_hi,
		.confidence = c->confidence};
	struct as_versus of_means = *v;

	if (!isfinite(c->means_ratio))
		return;
	of_means.c = &means;
	as_text_add(t, ": ");
	as_verdict_ratio(t, style, &of_means);
	if (!as_has_interval(&means)) {
		as_text_add(t, ", to which there is no interval");
		return;
	}
	as_text_add(t, " (");
	as_verdict_bounds(t, style, &of_means);
	as_text_add(t, ", ");
	as_percent_exact_add(t, c->confidence);
	as_text_char(t, ')');
}

void as_comparison_finding_add(struct as_text *t, const struct as_style *style,
	const struct as_versus *v, const struct as_finding *f)
{
	const struct as_about about = {v->metric, v->unit};

	as_finding_add(t, style, &about, f);
	if (f->id == AS_FINDING_GEOMETRIC)
		add_means(t, style, v);
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
	as_remark_row(t, style, c->of_sessions ? "sessions" : "rounds", false, as_text_str(&body));
	t->failed = t->failed || body.failed;
	as_text_release(&body);
}
