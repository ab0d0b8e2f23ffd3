/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/compare/beside.h"

#include <math.h>

#include "report/compare/pairs.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "say/findings.h"

/* Where runs are of two kinds the typical ratio may lie between them: that of medians, if it is another by half of what
 * the interval is wide to one side (methods-typical.md 3.3). It decides nothing. */
static void add_medians(struct as_screen *s, const struct as_comparison *c, bool named)
{
	const struct as_summary *new = as_screen_summary(s, c->subject),
				*old = as_screen_summary(s, c->reference);
	const struct as_versus v = as_screen_versus(s, c);
	const double ratio = new->spread.median / old->spread.median;
	const struct as_comparison one = {.ratio = ratio, .lo = c->lo * ratio / c->ratio,
		.hi = c->hi * ratio / c->ratio, .confidence = c->confidence};
	struct as_versus of_medians = v;
	struct as_text pair = {0}, by = {0};

	/* Of iterations those are medians of, and not of runs. */
	if (!c->of.typical || !(c->hi > c->lo) || new->n_values != new->n_top ||
		old->n_values != old->n_top || !(new->kinds.n[0] || old->kinds.n[0]) ||
		!(fabs(log(ratio / c->ratio)) > log(c->hi / c->lo) / 4))
		return;
	of_medians.c = &one;
	if (named)
		as_say(&pair, s->style, PAIR, v.subject, v.reference);
	as_verdict_ratio(&by, s->style, &of_medians);
	as_screen_words(s, AS_WORDS(BY_MEDIANS, &pair, &by, v.metric->name));
}

void as_average_add(struct as_screen *s, const struct as_comparison *c, bool named)
{
	add_medians(s, c, named);
	const struct as_versus v = as_screen_versus(s, c);
	const struct as_comparison_material *m = &c->material;
	const struct as_comparison one = {.ratio = m->means_ratio, .lo = m->means_lo,
		.hi = m->means_hi, .confidence = c->confidence};
	struct as_versus of_mean = v;
	struct as_text pair = {0}, ratio = {0}, bounds = {0};

	if (!m->is)
		return;
	of_mean.c = &one;
	if (named)
		as_say(&pair, s->style, PAIR, v.subject, v.reference);
	as_verdict_ratio(&ratio, s->style, &of_mean);
	as_verdict_bounds(&bounds, s->style, &of_mean);
	as_screen_words(s, AS_WORDS(ON_AVERAGE, &pair, &ratio, &bounds, m->slow, c->n, v.subject,
		m->slow_reference, v.reference, m->times > 1.75));
}

void as_comparison_finding_add(struct as_text *t, const struct as_style *style,
	const struct as_versus *v, const struct as_finding *f)
{
	const struct as_about about = {v->metric, v->unit, v->elsewhere};

	as_finding_add(t, style, &about, f);
}

void as_found_row(struct as_text *t, const struct as_style *style, int id, struct as_text *who,
	struct as_text *words)
{
	if (as_finding_saying(id)->severity == AS_WARN)
		as_row(t, style, FOUND_WARNING, who, words);
	else
		as_row(t, style, FOUND_NOTE, who, words);
}

/* The gain is a factor of the time: below 1.05 there is none to speak of. */
static struct as_text gain_of(const struct as_style *style, const struct as_comparison *c,
	const char *shared)
{
	const double least = 1.05;
	struct as_text t = {0}, times = {0};

	if (c->pairs.gain >= least)
		as_number_add(&times, (struct as_scale){1, ""}, c->pairs.gain,
			c->pairs.gain < 10 ? 1 : 0);
	as_say(&t, style, SHARED_GAIN, shared, &times);
	return t;
}

/* What would have been seen; of few rounds it is not more than about that. */
static void add_seen(struct as_text *t, const struct as_style *style, const struct as_versus *v,
	bool named)
{
	enum { TELLING = 10 };
	const double *slower = v->c->pairs.seen.slower;
	struct as_text pair = {0};

	if (!(slower[0] > 0))
		return;
	if (named)
		as_say(&pair, style, PAIR, v->subject, v->reference);
	as_row(t, style, WOULD_HAVE_SEEN, &pair, v->c->df + 1 < TELLING, slower[0], slower[1]);
}

void as_shared_add(struct as_text *t, const struct as_style *style, const struct as_versus *v,
	bool named)
{
	const struct as_comparison *c = v->c;
	const char *shared = c->of.sessions ? "session" : "round";
	const struct as_quantity sd = {
		c->difference.is ? v->metric->unit : NULL, c->pairs.sd, (double)NAN};
	struct as_text pair = {0}, place = {0};

	if (!style->verbose || c->method != AS_COMPARE_PAIRED || !isfinite(c->pairs.gain) ||
		!(c->pairs.sd > 0))
		return;
	if (named)
		as_say(&pair, style, PAIR, v->subject, v->reference);
	if (isfinite(c->position.share))
		as_say(&place, style, SHARED_PLACE, c->position.share < 0, fabs(c->position.share),
			c->position.p);
	struct as_text gain = gain_of(style, c, shared);
	as_row_of(t, style, c->of.sessions ? AS_LABEL_SESSIONS : AS_LABEL_ROUNDS, SHARED, &pair,
		c->difference.is, &sd, shared, c->pairs.correlation, &gain, &place,
		!c->of.sessions && c->n >= 6 ? c->n : 0, c->n / 3);
	add_seen(t, style, v, named);
}
