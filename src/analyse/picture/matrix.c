/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every two commands, held together (methods-blocks.md 4): a row against a column, once each. */
#include <math.h>
#include <stdlib.h>

#include "analyse/picture/chart_make.h"
#include "analyse/result/analyse.h"
#include "model/answer/compared/review.h"

enum { MOST = 30 };

static const double faint = 0.35, strong = 1;

static enum as_tone tone_of(const struct as_comparison *c, const struct as_metric *m)
{
	const struct as_review_row row = {.metric = m, .c = *c};

	const enum as_review_kind kind = as_review_kind_of(&row);

	if (c->verdict == AS_VERDICT_NONE || kind == AS_REVIEW_UNDECIDED)
		return AS_TONE_MUTE;
	return kind == AS_REVIEW_WORSE    ? AS_TONE_WORSE
	       : kind == AS_REVIEW_BETTER ? AS_TONE_BETTER
					  : AS_TONE_REF;
}

/* The reference first, then the others in their order: so each pair lies below the diagonal. */
static size_t place_of(const struct as_experiment *x, size_t subject)
{
	return subject == x->reference ? 0 : subject < x->reference ? subject + 1 : subject;
}

/* The cells of one tone; those that are undecided are hollow. */
static enum as_status add_tone(const struct as_experiment *x, const struct as_comparison *c,
	size_t n, enum as_tone tone, struct as_picture *p, struct as_err *err)
{
	struct as_frame *f = p->chart->frame;
	struct as_comparison *mine = as_arena_array(&p->arena, n, sizeof *mine);
	struct as_layer *l = as_frame_add(p, f, AS_MARK_CELL, tone, n);

	if (!mine || !l)
		return as_fail_memory(err);
	l->compared = mine;
	l->half = 0.48;
	for (size_t i = 0; i < n; i++) {
		mine[i] = c[i];
		if (tone_of(&c[i], &x->metrics[c[i].metric]) != tone)
			continue;
		l->x[i] = (double)place_of(x, c[i].reference);
		l->y[i] = (double)(as_experiment_n_compared(x) - 1 - place_of(x, c[i].subject));
		l->lo[i] = tone == AS_TONE_MUTE ? 0 : tone == AS_TONE_REF ? faint : strong;
	}
	return AS_OK;
}

static enum as_status add_axes(const struct as_experiment *x, struct as_picture *p,
	struct as_err *err)
{
	struct as_frame *f = p->chart->frame;
	const size_t n = as_experiment_n_compared(x) - 1; /* columns; the first row has nothing */
	const char **across = as_arena_array(&p->arena, n, sizeof *across),
		   **down = as_arena_array(&p->arena, n, sizeof *down);

	if (!across || !down)
		return as_fail_memory(err);
	for (size_t i = 0; i <= n; i++) {
		const size_t at = place_of(x, i);
		const char *name = as_arena_strdup(&p->arena, x->subjects[i].name);
		if (!name)
			return as_fail_memory(err);
		if (at < n)
			across[at] = name;
		if (at)
			down[n - at] = name;
	}
	f->x = as_axis_of(x, p->metric, -0.5, (double)n - 0.5);
	f->x.name = across;
	f->y = (struct as_chart_axis){
		.from = -0.5, .to = (double)n - 0.5, .name = down, .lines = 2.2};
	f->x.n_names = f->y.n_names = n;
	return AS_OK;
}

static enum as_status compare_all(const struct as_experiment *x, size_t metric,
	struct as_comparison **out, size_t *n, struct as_err *err)
{
	struct as_experiment all = *x;

	all.all_pairs = true;
	*n = as_experiment_pairs(&all);
	*out = calloc(*n, sizeof **out);
	return *out ? as_compare_subjects(&all, metric, *out, err) : as_fail_memory(err);
}

static enum as_status check(const struct as_experiment *x, struct as_err *err)
{
	const size_t n = as_experiment_n_compared(x);

	if (n < 2)
		return as_fail(err, AS_ERR_DATA,
			"cannot draw a matrix of one command: measure two or more in one run");
	if (as_experiment_of_benchmarks(x))
		return as_fail(err, AS_ERR_DATA,
			"cannot draw a matrix of benchmarks: each is compared with its own of the "
			"reference, and not with the others; see assay show");
	if (n > MOST)
		return as_fail(err, AS_ERR_DATA,
			"cannot draw a matrix of %zu commands: at most %d stand in one; see assay "
			"show --pairs all", n, MOST);
	return AS_OK;
}

enum as_status as_chart_matrix(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *p, struct as_err *err)
{
	static const enum as_tone tones[] = {
		AS_TONE_WORSE, AS_TONE_BETTER, AS_TONE_REF, AS_TONE_MUTE};
	struct as_comparison *c = NULL;
	size_t n = 0;
	enum as_status st = check(x, err);

	(void)a;
	if (!st && !as_chart_frames(p, 1, 1))
		st = as_fail_memory(err);
	if (!st)
		st = compare_all(x, r->metric, &c, &n, err);
	if (!st)
		st = add_axes(x, p, err);
	for (size_t i = 0; i < sizeof tones / sizeof tones[0] && !st; i++)
		st = add_tone(x, c, n, tones[i], p, err);
	if (!st) {
		const double together = 1 - (1 - c[0].confidence) * (double)c[0].n_comparisons;
		as_chart_note(p, (struct as_charted_words){.id = AS_CHARTED_AGAINST});
		as_chart_note(p,
			AS_CHART_SAYS(TOGETHER, {.x = round(1e6 * together) / 1e6},
				{.n = c[0].n_comparisons}));
	}
	free(c);
	return st;
}
