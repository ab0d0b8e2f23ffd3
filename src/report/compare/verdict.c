/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/compare/verdict.h"

#include <math.h>
#include <string.h>

#include "report/compare/beside.h"
#include "report/draw/layout.h"
#include "report/draw/number.h"
#include "report/draw/size.h"
#include "report/draw/words.h"
#include "report/findings.h"

static void add_value(struct as_text *t, double x, int decimals)
{
	as_number_add(t, (struct as_scale){1, ""}, x, decimals);
}

/* "0.3 % less", "1.2 ms more": x is one of the numbers of s. */
static void add_signed(struct as_text *t, const struct as_versus *v, const struct as_size *s,
	double x)
{
	add_value(t, fabs(x), s->decimals);
	as_unit_add(t, s->scale);
	as_text_addf(t, AS_TIE "%s", x < 0 ? as_less_word(v->metric) : "more");
}

static void add_range(struct as_text *t, const struct as_style *style, double a, double b,
	int decimals)
{
	add_value(t, a, decimals);
	as_text_addf(t, AS_TIE "%s" AS_TIE, as_symbols(style)->to);
	add_value(t, b, decimals);
}

/* Bounds of an interval with 1 in it, rounded outwards; the lower one with two digits, as its
 * inverse is told as a bound as well. */
static void add_factors(struct as_text *t, const struct as_style *style, const struct as_size *s)
{
	const double step = pow(10, -s->decimals);
	const bool cut = fabs(s->lo - round(s->lo / step) * step) > 1e-9;
	int decimals = cut && s->lo > 0 ? as_decimals_of(s->lo, 2) : s->decimals;

	decimals = decimals < s->decimals ? s->decimals : decimals;
	const double fine = pow(10, -decimals);
	add_value(t, floor(s->lo / fine + 1e-9) * fine, decimals);
	as_text_addf(t, AS_TIE "%s" AS_TIE, as_symbols(style)->to);
	add_value(t, ceil(s->hi / step - 1e-9) * step, s->decimals);
}

void as_verdict_bounds(struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	struct as_size s = as_size_of(style, v);

	if (!as_has_interval(v->c))
		return;
	if (!as_is_signed(s.manner)) {
		if (s.lo < 1 && s.hi > 1)
			add_factors(t, style, &s);
		else
			add_range(t, style, s.lo, s.hi, s.decimals);
		as_text_add(t, AS_TIE "times");
	} else if (s.lo >= 0) {
		add_range(t, style, s.lo, s.hi, s.decimals);
		as_unit_add(t, s.scale);
		as_text_add(t, AS_TIE "more");
	} else if (s.hi <= 0) {
		add_range(t, style, -s.hi, -s.lo, s.decimals);
		as_unit_add(t, s.scale);
		as_text_addf(t, AS_TIE "%s", as_less_word(v->metric));
	} else {
		add_signed(t, v, &s, s.lo);
		as_text_addf(t, AS_TIE "%s" AS_TIE, as_symbols(style)->to);
		add_signed(t, v, &s, s.hi);
	}
}

/* "3.10 times as long", "3.10 times as fast", "3.10 times as much memory" */
static void add_times(struct as_text *t, const struct as_versus *v, const struct as_size *s)
{
	struct as_metric_words w = as_metric_words(v->metric);

	add_value(t, s->at, s->decimals);
	if (s->manner == AS_BY_INVERSE) {
		as_text_add(t, " times as fast");
	} else if (w.duration) {
		as_text_add(t, " times as long");
	} else {
		as_text_addf(t, " times as %s ", w.countable ? "many" : "much");
		as_noun_add(t, v->metric);
	}
}

/* "takes 23.1 % less time", "takes 3.10 times as long", "is 3.10 times as fast" */
static void add_difference(struct as_text *t, const struct as_style *style,
	const struct as_versus *v)
{
	struct as_size s = as_size_of(style, v);

	as_text_addf(t, "%s ", s.manner == AS_BY_INVERSE ? "is" : as_metric_words(v->metric).verb);
	if (!as_is_signed(s.manner)) {
		add_times(t, v, &s);
		return;
	}
	add_signed(t, v, &s, s.at);
	as_text_char(t, ' ');
	as_noun_add(t, v->metric);
}

void as_verdict_ratio(struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	struct as_size s = as_size_of(style, v);

	if (as_is_signed(s.manner)) {
		add_signed(t, v, &s, s.at);
		as_text_add(t, AS_TIE);
		as_noun_add(t, v->metric);
	} else {
		add_value(t, v->c->ratio, s.manner == AS_BY_FACTOR ? s.decimals : 3);
		as_text_add(t, AS_TIE "times");
	}
}

static enum as_paint paint_of(const struct as_versus *v)
{
	enum as_verdict_word word = v->c->verdict;
	bool more = word == AS_VERDICT_SLOWER;
	bool less = word == AS_VERDICT_FASTER;

	if ((!more && !less) || v->metric->better == AS_BETTER_NEITHER)
		return AS_PAINT_STRONG;
	return more == (v->metric->better == AS_BETTER_MORE) ? AS_PAINT_GOOD : AS_PAINT_BAD;
}

/* The same in units, rounded up. */
static void add_largest_units(struct as_text *t, const struct as_size *s)
{
	double step = pow(10, -s->decimals);

	add_value(t, ceil(fmax(fabs(s->lo), fabs(s->hi)) / step - 1e-9) * step, s->decimals);
	as_unit_add(t, s->scale);
}

/* There is a bound for a difference that was not found. */
static bool is_bounded(const struct as_comparison *c)
{
	return as_has_interval(c) && (c->of_difference || c->lo > 0);
}

/* How large a difference may be that was not found. */
static void add_largest(struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	const struct as_comparison *c = v->c;
	double factor = fmax(c->hi, 1 / c->lo);

	if (c->of_difference) {
		const struct as_size s = as_size_of(style, v);
		add_largest_units(t, &s);
	} else if (c->hi > 2 || c->lo < 0.5) {
		int decimals = as_decimals_of(factor, 2);
		double step = pow(10, -decimals);
		as_text_add(t, "a factor of ");
		add_value(t, ceil(factor / step - 1e-9) * step, decimals < 0 ? 0 : decimals);
	} else {
		as_percent_above_add(t, fmax(c->hi - 1, 1 - c->lo));
	}
}

static void add_direction(struct as_text *t, const struct as_versus *v)
{
	struct as_metric_words w = as_metric_words(v->metric);

	as_text_addf(t, "%s %s ", w.verb, as_is_more(v->c) ? "more" : as_less_word(v->metric));
	as_noun_add(t, v->metric);
}

static void add_equivalent(struct as_text *t, const struct as_comparison *c)
{
	as_text_add(t, "equivalent within" AS_TIE);
	as_percent_exact_add(t, c->tolerance);
}

static void add_small(struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	struct as_size s = as_size_of(style, v);

	as_text_add(t, ", but by less than" AS_TIE);
	as_percent_exact_add(t, v->c->tolerance);
	as_text_add(t, ": ");
	add_signed(t, v, &s, s.at);
}

/* Behind a difference of what does not vary. */
static const char *constant_words(const struct as_comparison *c)
{
	if (!c->constant)
		return "";
	return c->step > 0 ? ", by less than 2" AS_TIE "steps of the clock"
			   : ", always by the same";
}

void as_verdict_phrase(struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	enum as_verdict_word word = v->c->verdict;
	struct as_size s = as_size_of(style, v);

	as_paint(t, style, paint_of(v));
	if (as_is_decided(word)) {
		add_difference(t, style, v);
		as_text_add(t, constant_words(v->c));
	} else if (as_is_small(word)) {
		add_signed(t, v, &s, s.at);
		as_text_add(t, AS_TIE);
		as_noun_add(t, v->metric);
		as_text_add(t, ", below" AS_TIE);
		as_percent_exact_add(t, v->c->tolerance);
	} else if (word == AS_VERDICT_EQUIVALENT) {
		add_equivalent(t, v->c);
	} else if (word == AS_VERDICT_IDENTICAL) {
		as_text_add(t, "no difference: equal values");
	} else if (word == AS_VERDICT_UNDECIDED && v->c->constant) {
		as_text_add(t, "undecided: nothing varies, and they are few");
	} else if (word == AS_VERDICT_UNDECIDED) {
		if (as_apart_add(t, style, v)) {
			as_paint_end(t, style);
			return;
		}
		as_text_add(t, "no difference found");
		if (is_bounded(v->c)) {
			as_text_add(t, "; if any, below" AS_TIE);
			add_largest(t, style, v);
		}
	} else {
		as_text_add(t, "no verdict");
		/* times says not of which */
		if (as_has_interval(v->c) && !as_is_signed(s.manner)) {
			as_text_add(t, "; measured: ");
			add_times(t, v, &s);
		}
	}
	as_paint_end(t, style);
}

void as_verdict_basis(struct as_text *t, const struct as_versus *v)
{
	const struct as_comparison *c = v->c;

	if (c->method == AS_COMPARE_PAIRED) {
		bool missing = c->n_tried > c->n;
		if (missing)
			as_text_addf(t, "%zu" AS_TIE "of" AS_TIE, c->n);
		as_count_add(t, missing ? c->n_tried : c->n, c->of_sessions ? "session" : "round");
	} else if (strcmp(v->unit, v->reference_unit) != 0) {
		/* All builds of one side came out the same: its executions are its units. */
		as_count_add(t, c->n, v->unit);
		as_text_add(t, " and ");
		as_count_add(t, c->n_reference, v->reference_unit);
	} else if (c->n == c->n_reference) {
		as_count_add(t, c->n, v->unit);
		as_text_add(t, AS_TIE "each");
	} else {
		as_text_addf(t, "%zu" AS_TIE "and" AS_TIE, c->n);
		as_count_add(t, c->n_reference, v->unit);
	}
}

void as_p_add(struct as_text *t, double p)
{
	if (p < 0.0001)
		as_text_add(t, "p" AS_TIE "<" AS_TIE "0.0001");
	else
		as_text_addf(t, "p" AS_TIE "=" AS_TIE "%.2g", p);
}

static const char looks_like[] = "if the difference is what it looks like, about" AS_TIE;

void as_needed_add(struct as_text *t, const struct as_comparison *c, size_t n, const char *unit,
	const char *each)
{
	const bool below = !c->of_difference && fabs(log(c->ratio)) < c->tolerance / 2;

	as_text_add(t, below ? "about" AS_TIE : looks_like);
	as_count_add(t, n, unit);
	as_text_addf(t, "%s in a new run show %s", each, below ? "that it is below" AS_TIE : "it");
	if (below)
		as_percent_exact_add(t, c->tolerance);
}

void as_gate_needed_add(struct as_text *t, size_t n, const char *unit, const char *each)
{
	as_text_add(t, looks_like);
	as_count_add(t, n, unit);
	as_text_addf(t, "%s in a new run decide it", each);
}

static bool contains_none(const struct as_comparison *c)
{
	return c->of_difference ? c->difference_lo <= 0 && c->difference_hi >= 0
				: c->lo <= 1 && c->hi >= 1;
}

/* A verdict by Holm whose simultaneous interval contains no difference needs a word of explanation.
 * */
static bool holm_decides(const struct as_comparison *c)
{
	bool found = !c->constant && (as_is_decided(c->verdict) || as_is_small(c->verdict));

	return c->n_comparisons > 1 && found && as_has_interval(c) && contains_none(c);
}

void as_verdict_p(struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	bool holm = holm_decides(v->c);
	bool wanted = (style->verbose || v->c->constant) && v->c->verdict != AS_VERDICT_NONE;

	if (!isfinite(v->c->p_adjusted) || (!holm && !wanted))
		return;
	as_text_add(t, ", ");
	as_p_add(t, v->c->p_adjusted);
	as_text_add(t, holm ? ", Holm decides" : "");
}

static bool has_finding(const struct as_findings *f, enum as_finding_id id)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->v[i].id == (int)id)
			return true;
	return false;
}

/* "(21.9 … 24.2 % less, 95 %, 24 rounds)" */
static void add_interval(struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	const struct as_comparison *c = v->c;

	as_text_add(t, AS_GAP "(");
	if (as_has_interval(c)) {
		as_verdict_bounds(t, style, v);
		as_text_add(t, ", ");
		as_percent_exact_add(t, c->confidence);
		as_text_add(t, ", ");
	}
	as_verdict_basis(t, v);
	as_verdict_p(t, style, v);
	if (has_finding(&c->findings, AS_FINDING_SECOND_LOOK))
		as_text_add(t, ", second" AS_TIE "look");
	if (has_finding(&c->findings, AS_FINDING_OTHER_SESSION))
		as_text_add(t, ", for these sessions");
	as_text_char(t, ')');
}

/* "4 executions of each are the fewest that can tell (p = 0.029)" */
static void add_fewest(struct as_text *t, const struct as_versus *v)
{
	const struct as_comparison *c = v->c;
	const char *pairs = c->of_sessions ? "session" : "round";

	as_count_add(t, c->fewest, c->method == AS_COMPARE_PAIRED ? pairs : v->unit);
	as_text_add(t, c->method == AS_COMPARE_PAIRED ? "" : " of each");
	as_text_add(t, " are the fewest that can tell (");
	as_p_add(t, c->fewest_p);
	as_text_char(t, ')');
}

static void add_bound_sentence(struct as_text *t, const struct as_style *style,
	const struct as_versus *v)
{
	const struct as_comparison *c = v->c;

	as_text_addf(t, "%s and %s: ", v->subject, v->reference);
	as_paint(t, style, AS_PAINT_STRONG);
	if (c->verdict == AS_VERDICT_EQUIVALENT) {
		add_equivalent(t, c);
	} else if (c->verdict == AS_VERDICT_IDENTICAL) {
		as_text_add(t, "no difference");
	} else if (c->constant) {
		as_text_add(t, "undecided");
	} else if (as_apart_add(t, style, v)) {
		as_paint_end(t, style);
		return;
	} else {
		as_text_add(t, "no difference found");
	}
	as_paint_end(t, style);
	if (c->verdict == AS_VERDICT_IDENTICAL) {
		as_text_add(t, ", all values are equal");
	} else if (c->constant) {
		as_text_add(t, "; ");
		add_fewest(t, v);
	} else if (c->verdict == AS_VERDICT_UNDECIDED && as_has_interval(c)) {
		as_text_add(t, is_bounded(c) ? "; if there is one, it is below" AS_TIE
			: ", but it may be of any size");
		if (is_bounded(c))
			add_largest(t, style, v);
	}
}

/* The finding that forbids a verdict, in the order in which one would name them. */
static const struct as_finding *reason(const struct as_findings *f)
{
	static const int ids[] = {AS_FINDING_SEQUENTIAL, AS_FINDING_NO_ROUNDS,
		AS_FINDING_OTHER_SESSION, AS_FINDING_NO_SESSION_SHARE, AS_FINDING_SECOND_LOOK,
		AS_FINDING_TOO_FEW_SESSIONS, AS_FINDING_NOT_POSITIVE, AS_FINDING_NO_RATIO,
		AS_FINDING_TOO_FEW_ROUNDS, AS_FINDING_TOO_FEW_BUILDS, AS_FINDING_ONE_BUILD};

	for (size_t k = 0; k < sizeof ids / sizeof ids[0]; k++)
		for (size_t i = 0; i < f->n; i++)
			if (f->v[i].id == ids[k])
				return &f->v[i];
	return NULL;
}

/* There is a number, with a verdict or without. */
static bool is_measured(const struct as_comparison *c)
{
	return c->of_difference ? isfinite(c->difference) : isfinite(c->ratio) && c->ratio > 0;
}

static void add_no_verdict(struct as_text *t, const struct as_style *style,
	const struct as_versus *v)
{
	const struct as_finding *why = reason(&v->c->findings);

	as_text_addf(t, "%s against %s: ", v->subject, v->reference);
	as_paint(t, style, AS_PAINT_STRONG);
	as_text_add(t, "no verdict");
	as_paint_end(t, style);
	if (is_measured(v->c)) {
		struct as_size s = as_size_of(style, v);
		as_text_add(t, "; measured: ");
		if (as_is_signed(s.manner))
			add_signed(t, v, &s, s.at);
		else
			add_times(t, v, &s);
	} else if (!why) {
		as_text_add(t, ", too little was measured");
	}
}

void as_verdict_sentence(struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	enum as_verdict_word word = v->c->verdict;

	if (as_is_decided(word) || as_is_small(word)) {
		as_text_addf(t, "%s ", v->subject);
		as_paint(t, style, paint_of(v));
		if (as_is_small(word))
			add_direction(t, v);
		else
			add_difference(t, style, v);
		as_paint_end(t, style);
		bool than = as_is_small(word) || as_is_signed(as_size_of(style, v).manner);
		as_text_addf(t, " %s %s", than ? "than" : "as", v->reference);
		if (as_is_small(word))
			add_small(t, style, v);
		as_text_add(t, constant_words(v->c));
	} else if (word == AS_VERDICT_NONE) {
		add_no_verdict(t, style, v);
	} else {
		add_bound_sentence(t, style, v);
	}
	if (word != AS_VERDICT_NONE || isfinite(v->c->ratio) || is_measured(v->c))
		add_interval(t, style, v);
}
