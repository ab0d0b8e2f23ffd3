/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/history/bisect_screen.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/draw/layout.h"
#include "report/history/series_screen.h"
#include "say/verdict.h"

enum { PATHS = 4, OFTEN = 10 /* rounds of the ends between two rows of them */ };
#define MOST 0.99 /* more than that is not said of a probability */

static const struct as_commit *commit_of(const struct as_bisected *b, size_t i)
{
	return b->v[i].commit;
}

static struct as_text short_id(const struct as_bisected *b, size_t i)
{
	struct as_text t = {0};

	as_commit_add(&t, commit_of(b, i));
	return t;
}

static struct as_text ratio_of(const struct as_style *style, const struct as_bisected *b,
	const double ratio[static 3])
{
	const struct as_comparison c = {.confidence = b->confidence, .method = AS_COMPARE_PAIRED};
	const struct as_versus v = {.c = &c, .metric = &b->metric};
	struct as_text t = {0};

	if (!isnan(ratio[0]))
		as_ratio_add(&t, style, &v, ratio);
	return t;
}

void as_report_bisect_begin(struct as_text *t, const struct as_style *style,
	const struct as_bisected *b)
{
	struct as_text from = short_id(b, 0), to = short_id(b, b->n);

	as_row(t, style, BISECT, b->n, &from, &to, b->command);
}

static void add_ends(struct as_text *t, const struct as_style *style, const struct as_bisected *b)
{
	struct as_text ratio = ratio_of(style, b, b->ratio);

	as_row(t, style, BISECT_ENDS, b->bad, b->good, &ratio, b->rounds);
}

/* A reader is told by halves; on a noisy machine there can be sixty rounds that say little new. */
static bool is_news(const struct as_bisected *b)
{
	return !b->least_told || 2 * b->n_likely <= b->least_told;
}

/* The ends are told of after 10 rounds, 20, 40, and so on. */
static bool is_doubled(size_t rounds)
{
	while (rounds > OFTEN && rounds % 2 == 0)
		rounds /= 2;
	return rounds == OFTEN;
}

static void add_likely(struct as_text *t, const struct as_style *style, const struct as_bisected *b)
{
	const struct as_bisected_commit *one = &b->v[b->likeliest];
	struct as_text id = short_id(b, b->likeliest);

	as_row(t, style, BISECT_LIKELY, b->n_likely, &id, one->share, one->share > MOST,
		one->commit->subject);
}

void as_report_bisect_step(struct as_text *t, const struct as_style *style,
	const struct as_bisected *b)
{
	struct as_text id = {0};

	if (!b->n_likely)
		return;
	if (b->phase == AS_BISECTED_ENDS) {
		if (style->verbose ? b->rounds % OFTEN == 0 : is_doubled(b->rounds))
			add_ends(t, style, b);
	} else if (b->phase == AS_BISECTED_SEARCH) {
		if (style->verbose || is_news(b))
			add_likely(t, style, b);
	} else if (b->checked == 1) {
		id = short_id(b, b->likeliest);
		as_row(t, style, BISECT_CHECK, &id);
	}
}

void as_report_bisect_same(struct as_text *t, const struct as_style *style,
	const struct as_commit *c)
{
	struct as_text id = {0};

	as_commit_add(&id, c);
	as_row(t, style, BISECT_SAME, &id, c->subject);
}

/* ---- the end ---- */

static void add_culprit(struct as_text *t, const struct as_style *style,
	const struct as_bisected *b, const struct as_bisected_culprit *f)
{
	struct as_text ratio = ratio_of(style, b, f->ratio), rest = {0};
	struct as_text first = short_id(b, f->first), last = {0};
	const char *subject = commit_of(b, f->first)->subject;

	if (f->last > f->first) {
		last = short_id(b, f->last);
		as_row(t, style, BISECT_FOUND_AMONG, &first, &last, f->last - f->first + 1, &ratio);
	} else {
		as_row(t, style, BISECT_FOUND, AS_PAINT_STRONG, &first, subject, &ratio);
	}
	as_row(t, style, BISECT_SURE, f->share, f->share > MOST, b->rounds, b->candidates);
	if (f->rest[1] > 1 || f->rest[2] < 1) {
		rest = ratio_of(style, b, f->rest);
		as_row(t, style, BISECT_REST, b->bad, b->good, &rest);
	}
}

static void add_touched(struct as_text *t, const struct as_style *style,
	const struct as_bisected *b)
{
	struct as_list paths = {.most = PATHS};

	if (!b->touched)
		return;
	for (size_t i = 0; b->touched[i]; i++)
		if (as_list_next(&paths))
			as_say(&paths.text, style, BISECT_PATH, b->touched[i]);
	as_row(t, style, BISECT_TOUCHED, as_list_end(&paths));
}

/* Nothing was found: why, and what is known. */
static void add_nothing(struct as_text *t, const struct as_style *style,
	const struct as_bisected *b)
{
	static const size_t whys[] = {[AS_BISECTED_STOPPED] = AS_SAY_BISECT_STOPPED,
		[AS_BISECTED_ALIKE] = AS_SAY_BISECT_ALIKE,
		[AS_BISECTED_SPENT] = AS_SAY_BISECT_SPENT,
		[AS_BISECTED_STUCK] = AS_SAY_BISECT_STUCK};
	struct as_text left = {0};
	struct as_list names = {.most = PATHS};

	if (!isnan(b->ratio[0]))
		add_ends(t, style, b);
	if (b->outcome != AS_BISECTED_ALIKE)
		for (size_t i = 1; i <= b->n; i++)
			if (b->v[i].likely && as_list_next(&names))
				as_commit_add(&names.text, commit_of(b, i));
	if (names.n)
		as_say(&left, style, BISECT_LEFT, b->n_likely, as_list_end(&names));
	as_row(t, style, BISECT_NOTHING, whys[b->outcome], &left);
	if (b->outcome == AS_BISECTED_ALIKE || b->outcome == AS_BISECTED_SPENT)
		as_row(t, style, BISECT_MORE,
			(size_t)(b->metric.name && !strcmp(b->metric.name, "wall")));
}

void as_report_bisect_end(struct as_text *t, const struct as_style *style,
	const struct as_bisected *b)
{
	struct as_text before = {0}, after = {0};

	if (!b->n_found) {
		add_nothing(t, style, b);
		return;
	}
	for (size_t i = 0; i < b->n_found; i++)
		add_culprit(t, style, b, &b->found[i]);
	if (b->n_found == 1 && b->outcome != AS_BISECTED_FOUND)
		as_row(t, style, BISECT_ONE_OF_TWO);
	if (b->machines)
		as_row(t, style, BISECT_MACHINES);
	if (style->verbose)
		as_row(t, style, BISECT_OWN);
	add_touched(t, style, b);
	before = short_id(b, b->found[0].first - 1);
	after = short_id(b, b->found[0].last);
	as_row(t, style, BISECT_NEXT, &before, &after, b->command);
}

void as_report_bisect_side(struct as_text *t, const struct as_style *style, const char *commit,
	enum as_bisected_side side, const char *change)
{
	static const char *const words[] = {[AS_SIDE_GOOD] = "good", [AS_SIDE_BAD] = "bad",
		[AS_SIDE_NEITHER] = "neither good nor bad"};
	char id[2][10];

	snprintf(id[0], sizeof id[0], "%s", commit);
	snprintf(id[1], sizeof id[1], "%s", change);
	as_row(t, style, BISECT_SIDE, id[0], words[side], id[1]);
}
