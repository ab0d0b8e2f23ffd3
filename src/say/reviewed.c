/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "say/reviewed.h"

#include <math.h>

#include "base/num.h"
#include "model/kept/experiment.h"
#include "say/findings.h"
#include "say/number.h"
#include "say/say_words.h"
#include "say/size.h"

enum { ROUGH = 20 }; /* units that a pool should have (methods.md 10) */

static const struct {
	enum as_say_id words;
	enum as_paint paint;
} kinds[AS_REVIEW_KINDS] = {
	[AS_REVIEW_BROKEN] = {AS_SAY_KIND_BROKEN, AS_PAINT_BAD},
	[AS_REVIEW_WORSE] = {AS_SAY_KIND_WORSE, AS_PAINT_BAD},
	[AS_REVIEW_BETTER] = {AS_SAY_KIND_BETTER, AS_PAINT_GOOD},
	[AS_REVIEW_UNDECIDED] = {AS_SAY_KIND_UNDECIDED, AS_PAINT_WARN},
	[AS_REVIEW_FAILING] = {AS_SAY_KIND_FAILING, AS_PAINT_WARN},
	[AS_REVIEW_MENDED] = {AS_SAY_KIND_MENDED, AS_PAINT_GOOD},
	[AS_REVIEW_GONE] = {AS_SAY_KIND_GONE, AS_PAINT_STRONG},
	[AS_REVIEW_NEW] = {AS_SAY_KIND_NEW, AS_PAINT_STRONG},
	[AS_REVIEW_SKIPPED] = {AS_SAY_KIND_SKIPPED, AS_PAINT_STRONG},
	[AS_REVIEW_SMALL] = {AS_SAY_KIND_SMALL, AS_PAINT_STRONG},
	[AS_REVIEW_SAME] = {AS_SAY_KIND_SAME, AS_PAINT_STRONG},
	[AS_REVIEW_IDENTICAL] = {AS_SAY_KIND_IDENTICAL, AS_PAINT_STRONG},
}, gates[AS_GATE_STATES] = {
	[AS_GATE_PASSED] = {AS_SAY_GATE_PASSED, AS_PAINT_GOOD},
	[AS_GATE_FAILED] = {AS_SAY_GATE_FAILED, AS_PAINT_BAD},
	[AS_GATE_UNDECIDED] = {AS_SAY_GATE_UNDECIDED, AS_PAINT_WARN},
}, shown[AS_GATE_STATES] = {
	[AS_GATE_PASSED] = {AS_SAY_GATE_SHOWN, AS_PAINT_GOOD},
	[AS_GATE_FAILED] = {AS_SAY_GATE_WORSE, AS_PAINT_BAD},
	[AS_GATE_UNDECIDED] = {AS_SAY_GATE_NOT_SHOWN, AS_PAINT_WARN},
};

enum as_say_id as_review_kind_words(enum as_review_kind kind)
{
	return kinds[kind].words;
}

enum as_paint as_review_kind_paint(enum as_review_kind kind)
{
	return kinds[kind].paint;
}

enum as_say_id as_gate_words(const struct as_gate *gate, enum as_gate_state state)
{
	return gate->unless ? shown[state].words : gates[state].words;
}

enum as_paint as_gate_paint(const struct as_gate *gate, enum as_gate_state state)
{
	return gate->unless ? shown[state].paint : gates[state].paint;
}

/* "at most 0.6 % more time (97.5 %)": the end that matters of one that is shown. */
static void add_bound(struct as_text *t, const struct as_style *style, const struct as_gated *g)
{
	struct as_comparison c = g->c;
	struct as_text bound = {0};

	c.ratio = g->gate->more ? c.hi : c.lo;
	c.lo = c.hi = (double)NAN;
	const struct as_versus v = {.c = &c, .metric = g->metric, .subject = "", .reference = "",
		.unit = "", .reference_unit = "",
		.limit = g->gate->more ? g->gate->limit : -g->gate->limit};
	as_verdict_ratio(&bound, style, &v);
	as_say(t, style, GATE_AT_MOST, (c.ratio > 1) == g->gate->more, &bound,
		(1 + c.confidence) / 2);
}

/* Why a gate has nothing to judge by: a reason, without its "because". */
static enum as_say_id why_none(const struct as_comparison *c)
{
	if (c->pairs.duet.word == AS_DUET_UNTOLD && c->verdict != AS_VERDICT_NONE)
		return AS_SAY_BESIDE_EACH_OTHER;
	return as_finding_of(c, AS_FINDING_NOT_POSITIVE) ? AS_SAY_NO_RATIO : AS_SAY_NO_VERDICT_YET;
}

/* Bounds, and what there is more or less of: "4.1 … 6.3 % more time", "2.7 … 2.8 times the time",
 * "3.1 … 3.4 times as fast". */
static void add_bounds(struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	const enum as_manner manner = as_size_of(style, v).manner;
	struct as_text bounds = {0};

	as_verdict_bounds(&bounds, style, v);
	if (manner == AS_BY_INVERSE)
		as_say(t, style, GATE_AS_FAST, &bounds, v->c->confidence);
	else if (manner == AS_BY_FACTOR)
		as_say(t, style, GATE_TIMES_THE, &bounds, v->metric, v->c->confidence);
	else
		as_say(t, style, GATE_MORE_OF, &bounds, v->metric, v->c->confidence);
}

struct as_text as_gate_found(const struct as_style *style, const struct as_gated *g)
{
	const struct as_versus v = {.c = &g->c, .metric = g->metric, .subject = "",
		.reference = "", .unit = "", .reference_unit = "",
		.limit = g->gate->more ? g->gate->limit : -g->gate->limit};
	struct as_text t = {0};

	if (g->by)
		as_estimated_add(&t, style, g->by);
	else if (g->c.verdict == AS_VERDICT_IDENTICAL)
		as_say(&t, style, GATE_EQUAL);
	else if (g->gate->unless && g->state == AS_GATE_PASSED && as_has_interval(&g->c))
		add_bound(&t, style, g);
	else if (as_has_interval(&g->c))
		add_bounds(&t, style, &v);
	else if (as_is_decided(g->c.verdict))
		as_verdict_phrase(&t, style, &v);
	return t;
}

/* What the rounds, builds or sessions are called that would settle it. */
struct reviewed_units {
	const char *unit;   /* "round" */
	const char *each;   /* " of each", or "" */
	const char *option; /* "runs"; NULL: there is none */
};

static struct reviewed_units units_of(const struct as_comparison *c)
{
	const bool paired = c->method == AS_COMPARE_PAIRED;

	if (c->of.machines)
		return (struct reviewed_units){AS_LEVEL_MACHINE, "", "machines"};
	if (c->of.sessions)
		return (struct reviewed_units){"session", paired ? "" : " of each", NULL};
	if (c->of.builds)
		return (struct reviewed_units){"build", " of each", "builds"};
	return paired ? (struct reviewed_units){"round", "", "runs"}
		      : (struct reviewed_units){"execution", " of each", "runs"};
}

struct as_text as_needed_told(const struct as_style *style, const struct as_comparison *c,
	bool told)
{
	static const struct as_style in_full = {.verbose = true};
	const struct reviewed_units of = units_of(c);
	struct as_text t = {0}, needed = {0};

	as_needed_add(&needed, &in_full, c, of.unit, of.each);
	as_say(&t, style, NEEDED, &needed, told ? of.option : NULL, c->needed);
	return t;
}

/* At which look it was decided, or that none did. */
static void add_looks(struct as_text *t, const struct as_style *style, const struct as_gated *g)
{
	const char *decided = g->state == AS_GATE_FAILED ? "proven"
		: g->gate->unless ? "" : "excluded";
	const struct as_comparison_early *e = &g->c.stages.early;
	const struct as_looked *at = e->n ? &e->v[e->n - 1] : NULL;
	const size_t most = as_in_rounds(&g->c, e->most);

	if (g->state == AS_GATE_UNDECIDED && e->n == e->n_at)
		as_say(t, style, GATE_LOOKED_ALL, most, "round");
	else if (g->state == AS_GATE_UNDECIDED)
		as_say(t, style, GATE_LOOKED, "", as_in_rounds(&g->c, at ? at->n : 0), most,
			"round", (double)NAN);
	for (size_t i = 0; i < e->n && g->state != AS_GATE_UNDECIDED; i++)
		if (e->v[i].n == g->c.n)
			as_say(t, style, GATE_LOOKED, decided, as_in_rounds(&g->c, g->c.n),
				most, "round",
				g->state == AS_GATE_FAILED ? 1 - e->v[i].alpha : (double)NAN);
}

struct as_text as_gate_open(const struct as_style *style, const struct as_gated *g, bool told)
{
	const struct reviewed_units of = units_of(&g->c);
	struct as_text t = {0}, needed = {0}, would = {0};

	if (g->c.stages.early.is && g->c.stages.early.n_at)
		add_looks(&t, style, g);
	if (g->state != AS_GATE_UNDECIDED || t.len)
		return t;
	if (g->c.verdict == AS_VERDICT_NONE) {
		as_say(&t, style, GATE_BECAUSE, why_none(&g->c));
	} else if (g->c.difference.is) {
		as_say(&t, style, GATE_BECAUSE, AS_SAY_NO_PERCENTAGE);
	} else if (g->needed && g->gate->unless) {
		as_say(&t, style, GATE_WOULD_SHOW, g->needed, of.unit, of.each,
			told ? of.option : NULL);
	} else if (g->needed) {
		as_gate_needed_add(&needed, g->needed, of.unit, of.each);
		as_say(&would, style, NEEDED, &needed, told ? of.option : NULL, g->needed);
		as_say(&t, style, GATE_WOULD, &would);
	}
	return t;
}

struct as_text as_from_to(const struct as_style *style, const char *unit, double from, double to,
	double half)
{
	const struct as_scale scale = as_scale_for(style, unit, to, half);
	const int decimals = as_decimals(scale, to, half);
	struct as_text t = {0}, first = {0}, last = {0};

	as_number_add(&first, scale, from, decimals);
	as_number_add(&last, scale, to, decimals);
	as_unit_add(&last, scale);
	as_say(&t, style, FROM_TO, &first, &last);
	return t;
}

void as_estimated_add(struct as_text *t, const struct as_style *style,
	const struct as_estimated *e)
{
	const double apart = fabs(e->head - e->base) / 10;
	const struct as_comparison c = {.ratio = e->ratio, .lo = (double)NAN, .hi = (double)NAN,
		.verdict = e->ratio > 1 ? AS_VERDICT_SLOWER : AS_VERDICT_FASTER};
	const struct as_versus v = {.c = &c,
		.metric = e->metric,
		.subject = "",
		.reference = "",
		.unit = "",
		.reference_unit = ""};
	struct as_text numbers = as_from_to(style, e->metric->unit, e->base, e->head,
		apart > 0 ? apart : e->head / 1000);
	struct as_text ratio = {0}, errs = {0};

	if (!as_same_double(e->ratio, 1))
		as_verdict_ratio(&ratio, style, &v);
	if (*e->none)
		as_say(&errs, style, ESTIMATED_BLIND, e->none);
	else
		as_say(&errs, style, ESTIMATED_ERRS, e->limit, e->rate, e->resamples, e->group,
			e->units, e->units < ROUGH);
	as_say(t, style, ESTIMATED, e->title, &numbers, &ratio, &errs);
}
