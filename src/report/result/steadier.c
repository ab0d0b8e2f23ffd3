/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether processor time, which other programs disturb less, gave a narrower answer in the same rounds. */
#include <math.h>

#include "report/compare/pairs.h"
#include "report/draw/screen.h"
#include "say/say_words.h"
#include "say/size.h"
#include "say/verdict.h"

static const double computes = 0.8; /* of the time, at least, a program computes whose work it tells */
static const double narrower = 0.5; /* of the width, at most, that is worth another metric */

static const struct as_analysis *analysis_of(const struct as_screen *s, size_t metric)
{
	for (size_t k = 1; k < s->n; k++)
		if (s->a[k].n_subjects == s->a->n_subjects &&
			s->a[k].n_comparisons == s->a->n_comparisons &&
			s->a[k].metric == metric)
			return &s->a[k];
	return NULL;
}

static bool is_disturbed(const struct as_screen *s)
{
	for (size_t i = 0; i < s->x->n_subjects; i++)
		for (size_t k = 0; k < s->remark[i].n; k++)
			if (s->remark[i].v[k].topic == AS_TOPIC_MACHINE ||
				s->remark[i].v[k].label == AS_LABEL_SLOW)
				return true;
	return false;
}

/* It has a mean of every subject, and is most of the time of each. */
static bool is_the_work(const struct as_screen *s, const struct as_analysis *a)
{
	for (size_t i = 0; i < a->n_subjects; i++) {
		const struct as_summary *y = &a->summaries[i];
		if (!as_has_useful_interval(as_screen_metric(s, y->metric), y) ||
			!(y->mean >= computes * as_screen_summary(s, i)->mean))
			return false;
	}
	return true;
}

/* Half the width of the widest answer, as a share; NaN: there is none. */
static double width_of(const struct as_analysis *a)
{
	double widest = (double)NAN;

	for (size_t k = 0; k < a->n_comparisons; k++) {
		const struct as_comparison *c = &a->comparisons[k];
		if (c->verdict == AS_VERDICT_NONE || !(c->hi > c->lo) || !(c->ratio > 0))
			return (double)NAN;
		widest = fmax(widest, (c->hi - c->lo) / 2 / c->ratio);
	}
	for (size_t i = 0; !a->n_comparisons && i < a->n_subjects; i++)
		widest = fmax(widest, a->summaries[i].half_width / a->summaries[i].mean);
	return widest;
}

bool as_steadier_add(struct as_screen *s, bool missed)
{
	static const size_t metrics[] = {AS_METRIC_CPU, AS_METRIC_USER};
	const double own = width_of(s->a);
	const struct as_analysis *best = NULL;
	double least = narrower * own;

	if (s->x->table || as_screen_summary(s, 0)->metric != AS_METRIC_WALL ||
		!(missed || is_disturbed(s)))
		return false;
	for (size_t i = 0; i < sizeof metrics / sizeof metrics[0]; i++) {
		const struct as_analysis *a = analysis_of(s, metrics[i]);
		if (!a || !is_the_work(s, a) || !(width_of(a) <= least))
			continue;
		best = a;
		least = width_of(a);
	}
	if (best) {
		const struct as_metric *m = as_screen_metric(s, best->metric);
		as_screen_say(s, NEXT_STEADIER, m, least, own, m->name);
	}
	return best;
}

static double width(const struct as_comparison *c)
{
	return log(c->hi) - log(c->lo);
}

/* It says what c leaves open, or is at most half as wide. */
static bool tells(const struct as_comparison *c, const struct as_comparison *other)
{
	const bool has = as_has_interval(other) && other->method != AS_COMPARE_NONE &&
		other->lo > 0 && other->hi > other->lo;

	return has && ((c->verdict == AS_VERDICT_UNDECIDED && (other->lo > 1 || other->hi < 1)) ||
		width(other) <= width(c) / 2);
}

/* "7.8 times" of "7.8 times as much user time", which was said before. */
static void drop_noun(struct as_text *t, const struct as_metric *m)
{
	struct as_text noun = {0};

	as_noun_add(&noun, m);
	if (t->len > noun.len + 1) {
		size_t same = 0;
		const size_t from = t->len - noun.len;
		while (same < noun.len && (t->data[from + same] == noun.data[same] ||
						  noun.data[same] == ' '))
			same++;
		if (same == noun.len) {
			struct as_text left = {0};
			as_text_add_n(&left, t->data, from - 1);
			as_text_release(t);
			*t = left;
		}
	}
	as_text_release(&noun);
}

bool as_other_metric_add(struct as_screen *s, bool missed)
{
	static const size_t metrics[] = {AS_METRIC_CPU, AS_METRIC_USER};
	const struct as_comparison *best = NULL;

	if (s->x->table || as_screen_summary(s, 0)->metric != AS_METRIC_WALL)
		return false;
	for (size_t i = 0; i < sizeof metrics / sizeof metrics[0]; i++) {
		const struct as_analysis *a = analysis_of(s, metrics[i]);
		for (size_t k = 0; a && k < a->n_comparisons; k++) {
			const struct as_comparison *c = &s->a->comparisons[k];
			if ((missed || c->verdict == AS_VERDICT_UNDECIDED) && as_has_interval(c) &&
				!c->difference.is && tells(c, &a->comparisons[k]) &&
				(!best || width(&a->comparisons[k]) < width(best)))
				best = &a->comparisons[k];
		}
	}
	if (!best)
		return false;
	const struct as_versus v = as_screen_versus(s, best);
	struct as_text pair = {0}, ratio = {0}, bounds = {0};
	if (s->a->n_comparisons > 1)
		as_say(&pair, s->style, PAIR, v.subject, v.reference);
	if (best->lo > 1 || best->hi < 1)
		as_verdict_ratio(&ratio, s->style, &v);
	drop_noun(&ratio, v.metric);
	as_verdict_bounds(&bounds, s->style, &v);
	as_screen_say(s, NEXT_TELLS, &pair, v.metric, &ratio, &bounds);
	return true;
}
