/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/compare/beside.h"

#include <math.h>

#include "report/draw/layout.h"
#include "report/draw/number.h"
#include "report/draw/screen.h"
#include "report/draw/size.h"
#include "report/draw/words.h"
#include "report/findings.h"

/* "mean 4.1 % more time (3.0 … 5.2 % more)" */
static void add_one(struct as_text *t, const struct as_style *style, const struct as_versus *v,
	const char *name, const double value[static 3])
{
	const struct as_comparison one = {.ratio = value[0],
		.lo = value[1],
		.hi = value[2],
		.confidence = v->c->confidence};
	struct as_versus of_one = *v;

	of_one.c = &one;
	as_text_add(t, name);
	as_verdict_ratio(t, style, &of_one);
	if (!as_has_interval(&one)) {
		as_text_add(t, ", to which there is no interval");
		return;
	}
	as_text_add(t, " (");
	as_verdict_bounds(t, style, &of_one);
	as_text_char(t, ')');
}

/* ": typical run 3 % less time (2 … 4 % less), mean 2 % more time (1 … 3 % more); 4 of 100 runs of b
 * took more than 1.5 times its median, 0 of 100 of a" */
static void add_both(struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	const struct as_comparison *c = v->c;

	if (!c->material)
		return;
	add_one(t, style, v, ": typical run ",
		(double[]){c->typical_ratio, c->typical_lo, c->typical_hi});
	add_one(t, style, v, ", mean ", (double[]){c->means_ratio, c->means_lo, c->means_hi});
	as_text_addf(t,
		"; %zu of %zu runs of %s took more than 1.5 times its median, %zu of %zu of %s",
		c->slow, c->n, v->subject, c->slow_reference, c->n, v->reference);
}

/* 1: more, -1: less, 0: not known. */
static int side_of(double lo, double hi)
{
	return lo > 1 ? 1 : hi < 1 ? -1 : 0;
}

bool as_apart_add(struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	const struct as_comparison *c = v->c;
	const int typical = side_of(c->typical_lo, c->typical_hi);
	const int mean = side_of(c->means_lo, c->means_hi);
	const char *verb = as_metric_words(v->metric).verb;

	if (!c->material || c->of_means || (!typical && !mean))
		return false;
	as_text_add(t, "undecided: ");
	if (!typical) {
		add_one(t, style, v, "the mean: ",
			(double[]){c->means_ratio, c->means_lo, c->means_hi});
		as_text_add(t, c->slow || c->slow_reference ? ", by rare slow runs" : "");
		as_text_add(t, "; the typical run is not shown to differ");
		return true;
	}
	as_text_addf(t, "the typical run %s %s ", verb,
		typical > 0 ? "more" : as_less_word(v->metric));
	as_noun_add(t, v->metric);
	if (mean)
		as_text_addf(t, ", the mean %s", mean > 0 ? "more" : as_less_word(v->metric));
	else
		as_text_add(t, ", the mean is not shown to");
	return true;
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
	t->failed = t->failed || body.failed;
	as_text_release(&body);
}
