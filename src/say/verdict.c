/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "say/verdict.h"

#include <math.h>
#include <string.h>

#include "model/kept/experiment.h"
#include "say/findings.h"
#include "say/number.h"
#include "say/size.h"
#include "say/say_words.h"

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

/* "as long", "as fast", "as much memory": what stands behind a number of times. */
static void add_as(struct as_text *t, const struct as_versus *v, enum as_manner manner)
{
	struct as_metric_words w = as_metric_words(v->metric);

	if (manner == AS_BY_INVERSE) {
		as_text_add(t, "as fast");
	} else if (w.duration) {
		as_text_add(t, "as long");
	} else {
		as_text_addf(t, "as %s ", w.countable ? "many" : "much");
		as_noun_add(t, v->metric);
	}
}

/* "3.10 times as long", "3.10 times as fast", "3.10 times as much memory" */
static void add_times(struct as_text *t, const struct as_versus *v, const struct as_size *s)
{
	add_value(t, s->at, s->decimals);
	as_text_add(t, " times ");
	add_as(t, v, s->manner);
}

/* "23.1 % less", "3.10 times as long": how much was measured. */
static void add_measured(struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	struct as_size s = as_size_of(style, v);

	if (as_is_signed(s.manner))
		add_signed(t, v, &s, s.at);
	else
		add_times(t, v, &s);
}

/* "23.1 % less time", "3.10 times as long" */
static void add_size(struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	add_measured(t, style, v);
	if (!as_is_signed(as_size_of(style, v).manner))
		return;
	as_text_char(t, ' ');
	as_noun_add(t, v->metric);
}

/* "takes 23.1 % less time", "takes 3.10 times as long", "is 3.10 times as fast" */
static void add_difference(struct as_text *t, const struct as_style *style,
	const struct as_versus *v)
{
	const enum as_manner manner = as_size_of(style, v).manner;

	as_text_addf(t, "%s ", manner == AS_BY_INVERSE ? "is" : as_metric_words(v->metric).verb);
	add_size(t, style, v);
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

/* There is a bound for a difference that was not found. */
static bool is_bounded(const struct as_comparison *c)
{
	return as_has_interval(c) && (c->difference.is || c->lo > 0);
}

/* x with so many decimals, rounded away from the other end. */
static double outward(double x, int decimals, bool up)
{
	const double step = pow(10, -decimals);

	return up ? ceil(x / step - 1e-9) * step : floor(x / step + 1e-9) * step;
}

/* "3 % less and 12 % more", "0.6 and 2.1 times": where a difference lies that was not found. */
static void add_between(struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	struct as_size s = as_size_of(style, v);

	if (!is_bounded(v->c))
		return;
	if (!as_is_signed(s.manner)) {
		const int few = s.decimals > 2 ? s.decimals : as_decimals_of(s.lo, 2);
		add_value(t, outward(s.lo, few, false), few);
		as_text_add(t, " and ");
		add_value(t, outward(s.hi, s.decimals, true), s.decimals);
		as_text_add(t, " times");
		return;
	}
	s.lo = outward(s.lo, s.decimals, false);
	s.hi = outward(s.hi, s.decimals, true);
	add_signed(t, v, &s, s.lo);
	as_text_add(t, " and ");
	add_signed(t, v, &s, s.hi);
}

void as_verdict_on_average(
	struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	const struct as_comparison_material *m = &v->c->material;
	const struct as_comparison one = {.ratio = m->means_ratio, .lo = m->means_lo,
		.hi = m->means_hi, .confidence = v->c->confidence};
	struct as_versus of_mean = *v;

	of_mean.c = &one;
	if (m->is && (m->means_lo > 1 || m->means_hi < 1))
		as_verdict_bounds(t, style, &of_mean);
}

/* So few units that an interval of them tells nothing. */
static bool is_too_little(const struct as_comparison *c)
{
	return as_finding_of(c, AS_FINDING_TOO_FEW_ROUNDS) ||
		as_finding_of(c, AS_FINDING_TOO_FEW_UNITS) ||
		as_finding_of(c, AS_FINDING_TOO_FEW_BUILDS) ||
		as_finding_of(c, AS_FINDING_TOO_FEW_SESSIONS) ||
		as_finding_of(c, AS_FINDING_DUET_FEW);
}

/* There is a number, with a verdict or without. */
static bool is_measured(const struct as_comparison *c)
{
	return c->difference.is ? isfinite(c->difference.value)
				: isfinite(c->ratio) && c->ratio > 0;
}

/* The finding that forbids a verdict, in the order in which one would name them. */
static const struct as_finding *reason(const struct as_comparison *c)
{
	static const int ids[] = {AS_FINDING_SEQUENTIAL, AS_FINDING_NO_ROUNDS,
		AS_FINDING_OTHER_SESSION, AS_FINDING_NO_SESSION_SHARE, AS_FINDING_SECOND_LOOK,
		AS_FINDING_TOO_FEW_SESSIONS, AS_FINDING_NOT_POSITIVE, AS_FINDING_NO_RATIO,
		AS_FINDING_DUET_DISTORTS, AS_FINDING_DUET_FEW,
		AS_FINDING_TOO_FEW_ROUNDS, AS_FINDING_TOO_FEW_BUILDS, AS_FINDING_ONE_BUILD};

	for (size_t k = 0; k < sizeof ids / sizeof ids[0]; k++)
		if (as_finding_of(c, ids[k]))
			return as_finding_of(c, ids[k]);
	return NULL;
}

void as_ratio_add(struct as_text *t, const struct as_style *style, const struct as_versus *v,
	const double value[static 3])
{
	const struct as_comparison one = {.ratio = value[0],
		.lo = value[1],
		.hi = value[2],
		.confidence = v->c->confidence};
	struct as_versus of_one = *v;
	struct as_text ratio = {0}, bounds = {0};

	of_one.c = &one;
	as_verdict_ratio(&ratio, style, &of_one);
	as_verdict_bounds(&bounds, style, &of_one);
	as_say(t, style, ESTIMATE, &ratio, &bounds);
}

/* What is compared in pairs. */
static const char *pairs_of(const struct as_comparison *c)
{
	return c->of.machines ? AS_LEVEL_MACHINE : c->of.sessions ? "session" : "round";
}

/* No difference was found, and how large it may be all the same (methods-typical.md 9). */
static void add_not_found(struct as_text *t, const struct as_style *style,
	const struct as_versus *v, bool sentence)
{
	const struct as_comparison *c = v->c;
	const struct as_metric_words w = as_metric_words(v->metric);
	const bool in_shares = as_is_signed(as_size_of(style, v).manner);
	struct as_text between = {0}, mean = {0}, noun = {0}, most = {0};
	const char *subject = sentence ? v->subject : NULL, *verb = sentence ? w.verb : NULL;

	as_verdict_on_average(&mean, style, v);
	if (mean.len) {
		if (is_bounded(c))
			as_percent_above_add(&most, fmax(c->hi - 1, 1 - c->lo));
		as_say(t, style, NO_TYPICAL, &most, &mean);
		return;
	}
	add_between(&between, style, v);
	if (sentence && in_shares)
		as_noun_add(&noun, v->metric);
	else if (!in_shares && (sentence || w.duration))
		add_as(&noun, v, AS_BY_FACTOR);
	const char *behind = noun.len ? as_text_str(&noun) : NULL;
	if (!c->difference.is && as_has_interval(c) && c->hi > 1.5 * c->lo)
		as_say(t, style, TOO_NOISY, &between, subject, verb, behind);
	else
		as_say(t, style, NOT_FOUND, &between, subject, verb, behind);
	as_text_release(&noun);
}

/* What is said where no direction is known. Beside an interval in percent a list does not repeat what
 * was measured; "times" alone would not say of which. */
static void add_open(struct as_text *t, const struct as_style *style, const struct as_versus *v,
	bool sentence)
{
	const struct as_comparison *c = v->c;
	const bool paired = c->method == AS_COMPARE_PAIRED, measured = is_measured(c);
	const char *pairs = pairs_of(c);
	struct as_text size = {0};

	if (c->verdict == AS_VERDICT_EQUIVALENT) {
		as_say(t, style, EQUIVALENT, c->tolerance);
	} else if (c->verdict == AS_VERDICT_IDENTICAL) {
		as_say(t, style, EQUAL_VALUES);
	} else if (c->verdict == AS_VERDICT_NONE) {
		if (measured && (sentence || !as_is_signed(as_size_of(style, v).manner)))
			add_measured(&size, style, v);
		as_say(t, style, NO_VERDICT, &size, !measured && !reason(c));
	} else if (c->constant.is) {
		as_say(t, style, FEW_TELL, c->constant.fewest, paired ? pairs : v->unit, !paired,
			c->constant.fewest_p);
	} else {
		add_not_found(t, style, v, sentence);
	}
}

static bool has_direction(const struct as_comparison *c)
{
	return as_is_decided(c->verdict) || as_is_small(c->verdict);
}

static void say_difference(struct as_text *t, const struct as_style *style,
	const struct as_versus *v, const char *subject, const char *reference,
	struct as_text *words)
{
	const struct as_comparison *c = v->c;
	const bool than = as_is_signed(as_size_of(style, v).manner);

	as_say(t, style, DIFFERS, subject, paint_of(v), words, than ? "than" : "as", reference,
		as_is_small(c->verdict) ? c->tolerance : (double)NAN,
		c->constant.is && !(c->constant.step > 0), c->constant.is && c->constant.step > 0);
	if (c->material.is && (c->ratio > 1) != (c->material.means_ratio > 1)) {
		struct as_text mean = {0};
		as_verdict_on_average(&mean, style, v);
		if (mean.len)
			as_say(t, style, TYPICALLY, &mean);
		else
			as_text_release(&mean);
	}
}

/* Its bounds stand in the words. */
static bool has_bounds_in_words(const struct as_comparison *c)
{
	return c->verdict == AS_VERDICT_UNDECIDED && !c->constant.is && is_bounded(c);
}

/* The verdict, in a sentence with its subject and reference. */
static void add_verdict(struct as_text *t, const struct as_style *style, const struct as_versus *v,
	bool sentence)
{
	const struct as_comparison *c = v->c;
	const char *subject = sentence ? v->subject : NULL;
	const char *reference = sentence ? v->reference : NULL;
	struct as_text words = {0};

	if (has_direction(c)) {
		add_difference(&words, style, v);
		say_difference(t, style, v, subject, reference, &words);
		return;
	}
	add_open(&words, style, v, sentence);
	if (sentence && has_bounds_in_words(c) && !c->material.is)
		as_say(t, style, BETWEEN, NULL, NULL, AS_PAINT_STRONG, &words);
	else if (c->verdict == AS_VERDICT_NONE)
		as_say(t, style, AGAINST, subject, reference, AS_PAINT_STRONG, &words);
	else
		as_say(t, style, BETWEEN, subject, reference, AS_PAINT_STRONG, &words);
}

void as_verdict_phrase(struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	add_verdict(t, style, v, false);
}

void as_verdict_word(struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	const struct as_comparison *c = v->c;
	struct as_text words = {0};

	if (has_direction(c)) {
		add_size(&words, style, v);
		say_difference(t, style, v, NULL, NULL, &words);
		return;
	}
	if (!has_bounds_in_words(c) || c->material.is) {
		as_verdict_phrase(t, style, v);
		return;
	}
	if (!c->difference.is && c->hi / c->lo > 1.5)
		as_say(&words, style, TOO_NOISY, NULL, NULL, NULL, NULL);
	else
		as_say(&words, style, NOT_FOUND, NULL, NULL, NULL, NULL);
	as_say(t, style, BETWEEN, NULL, NULL, AS_PAINT_STRONG, &words);
}

void as_verdict_basis(struct as_text *t, const struct as_versus *v)
{
	static const struct as_style any = {0};
	const struct as_comparison *c = v->c;
	const bool missing = c->pairs.n_tried > c->n;

	if (c->pairs.duet.word)
		as_say(t, &any, OF_DUETS, c->n);
	else if (c->method == AS_COMPARE_PAIRED && c->pairs.batch_rounds)
		as_say(t, &any, OF_BATCHES, c->n, c->pairs.batch_rounds);
	else if (c->method == AS_COMPARE_PAIRED)
		as_say(t, &any, SOME_OF, missing ? c->n : 0, missing ? c->pairs.n_tried : c->n,
			pairs_of(c));
	else if (strcmp(v->unit, v->reference_unit) != 0)
		/* All builds of one side came out the same: its executions are its units. */
		as_say(t, &any, OF_TWO_KINDS, c->n, v->unit, c->n_reference, v->reference_unit);
	else if (c->n == c->n_reference)
		as_say(t, &any, OF_EACH, c->n, v->unit);
	else
		as_say(t, &any, OF_BOTH, c->n, c->n_reference, v->unit);
}

static bool contains_none(const struct as_comparison *c)
{
	return c->difference.is ? c->difference.lo <= 0 && c->difference.hi >= 0
				: c->lo <= 1 && c->hi >= 1;
}

void as_verdict_p(struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	const struct as_comparison *c = v->c;
	/* A verdict by Holm whose simultaneous interval contains no difference needs a word of
	 * explanation. */
	bool holm = c->n_comparisons > 1 && !c->constant.is && has_direction(c) &&
		    as_has_interval(c) && contains_none(c);
	bool wanted = (style->verbose || c->constant.is) && c->verdict != AS_VERDICT_NONE;

	if (isfinite(c->p_adjusted) && (holm || wanted))
		as_say(t, style, P_VALUE, c->p_adjusted, holm);
}

void as_verdict_interval(struct as_text *t, const struct as_style *style,
	const struct as_versus *v)
{
	const struct as_comparison *c = v->c;
	struct as_text bounds = {0}, basis = {0}, p = {0};

	if (!has_bounds_in_words(c))
		as_verdict_bounds(&bounds, style, v);
	as_verdict_basis(&basis, v);
	as_verdict_p(&p, style, v);
	const bool bounded = bounds.len || has_bounds_in_words(c);
	const double confidence = bounded ? round(1e6 * c->confidence) / 1e6 : (double)NAN;
	as_say(t, style, INTERVAL_OF, &bounds, confidence, &basis, &p,
		!v->scope && as_finding_of(c, AS_FINDING_SECOND_LOOK),
		as_finding_of(c, AS_FINDING_OTHER_SESSION) != NULL, v->scope);
}

void as_verdict_sentence(struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	add_verdict(t, style, v, true);
	if (is_too_little(v->c) && !style->verbose)
		return;
	if (v->c->verdict != AS_VERDICT_NONE || isfinite(v->c->ratio) || is_measured(v->c))
		as_verdict_interval(t, style, v);
}
