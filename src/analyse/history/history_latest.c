/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The newest versions of every series, which are too few for a level of their own (3, 4.2). */
#include <math.h>
#include <string.h>

#include "analyse/history/history_inside.h"
#include "base/num.h"
#include "stat/core/moments.h"
#include "stat/dist/comparing/decide.h"
#include "stat/dist/changes/history_fast.h"
#include "stat/dist/changes/history_many.h"

/* Of benchmarks that are reported as changed by a commit at most this share is false, on average.
 * */
#define FALSE_SHARE 0.01

/* What is known of the noise, from the versions of the part that come before the newest. */
static enum as_status learn(const struct as_history_making *m, const struct as_history_series *s,
	const struct as_history_values *v, size_t before, struct as_arena *a,
	struct as_fast_known *out)
{
	const struct as_history_part *part = &s->parts[s->n_parts - 1];
	const struct as_history_point *p = s->points + part->from;
	const size_t first = before > AS_HISTORY_RECENT ? before - AS_HISTORY_RECENT : 0;
	const struct as_history_values known = {.x = v->x, .n = before};
	size_t *at = as_arena_array(a, s->n_changes, sizeof *at), n_at = 0, calm_from = 0;
	double sum = 0;

	for (size_t i = 0; at && i < s->n_changes; i++)
		if (s->changes[i].at > part->from && s->changes[i].at - part->from < before)
			at[n_at++] = s->changes[i].at - part->from;
	const struct as_steps steps = {.at = at, .n = n_at};
	if (!at || as_fast_learn(&known, &steps, m->how->independent, a, out, &calm_from))
		return as_fail_memory(m->err);
	for (size_t i = first; i < before; i++)
		sum += 1 / (double)p[i].units;
	out->h = sum / (double)(before - first);
	const size_t level = n_at ? at[n_at - 1] : 0, from = calm_from > first ? calm_from : first;
	out->w = out->w_df = 0;
	for (size_t i = from; v->se2 && i < before; i++)
		out->w_df += (double)(p[i].units - 1);
	if (v->se2) /* the variance of one unit, where the level is, */
		out->w = v->se2[level] * (double)p[level].units;
	if (v->se2 && calm_from) { /* and as noise is now */
		const double now = as_history_within(p + calm_from, before - calm_from);
		out->w *= isfinite(now) ? now / as_history_within(p, v->n) : 0;
	}
	return AS_OK;
}

static void keep_newest(const struct as_history_series *s, const struct as_fast_known *known,
	double size, bool logarithms, struct as_newest *out)
{
	out->versions = known->m;
	out->df = known->df;
	out->size = logarithms ? expm1(size) : size;
	out->blocks = as_rerun_blocks(s->points[s->n_points - 1].units);
	out->looked = 1;
}

/* The newest against the version before it, which says nothing of what makes versions differ. */
static void compare_alone(const struct as_history_making *m, const struct as_history_series *s,
	bool logarithms, struct as_newest *out)
{
	const struct as_history_point *p = &s->points[s->n_points - 2], *q = p + 1;
	const struct as_side old = {.mean = p->value, .s2 = p->sd * p->sd, .r = p->units};
	const struct as_side new = {.mean = q->value, .s2 = q->sd * q->sd, .r = q->units};
	struct as_ratio ratio;
	struct as_test test;

	if (!isfinite(old.s2) || !isfinite(new.s2))
		return;
	if (!logarithms && !as_welch(&old, &new, m->how->confidence, &test, NULL)) {
		out->alone = test.estimate;
		out->alone_lo = test.lo;
		out->alone_hi = test.hi;
	} else if (logarithms && !as_fieller_welch(&old, &new, m->how->confidence, &ratio, NULL) &&
		   ratio.kind == AS_RATIO_BOUNDED && !ratio.refused) {
		out->alone = ratio.estimate - 1;
		out->alone_lo = fmax(-1, ratio.lo - 1);
		out->alone_hi = ratio.hi - 1;
	}
}

enum as_status as_history_judge_newest(const struct as_history_making *m,
	struct as_history_series *s, const struct as_history_values *v, bool same_program)
{
	const struct as_history_part *part = &s->parts[s->n_parts - 1];
	struct as_newest out = {.p = (double)NAN,
		.p_adjusted = (double)NAN,
		.visible = (double)NAN,
		.size = (double)NAN,
		.p_final = (double)NAN,
		.weight = (double)NAN,
		.alone = (double)NAN,
		.alone_lo = (double)NAN,
		.alone_hi = (double)NAN};
	size_t level = v->n - (part->quiet_from - part->from);
	size_t n = level > AS_FAST_LOOKS ? AS_FAST_LOOKS
		   : level               ? level - 1
					 : 0,
	       units[AS_FAST_LOOKS];
	struct as_fast_known known = {0};
	double sd[AS_FAST_LOOKS];
	struct as_arena room = {0};
	struct as_fast f;

	if (v->n > 1)
		compare_alone(m, s, part->logarithms, &out);
	s->newest = out;
	if (!n)
		return AS_OK;
	enum as_status st = learn(m, s, v, v->n - n, &room, &known);
	if (st)
		goto end;
	const double *newest = v->x + v->n - n;
	keep_newest(s, &known, newest[n - 1] - known.mean, part->logarithms, &out);
	for (size_t i = 0; i < n; i++) {
		const struct as_history_point *p = &s->points[s->n_points - n + i];
		units[i] = p->units;
		sd[i] = part->logarithms ? p->sd / p->value : p->sd;
	}
	if (same_program)
		out.word = AS_NEWEST_SAME_PROGRAM;
	else if (!(known.df >= AS_FAST_LEAST_DF))
		out.word = AS_NEWEST_LEARNING;
	else if (!(known.s2 > 0))
		out.word = as_same_double(newest[n - 1], known.mean) ? AS_NEWEST_QUIET
								     : AS_NEWEST_DIFFERENT;
	else if (as_fast_test(&known, newest, units, sd, n, &f, m->err))
		st = AS_ERR_DATA;
	else {
		out.word = f.suspect ? AS_NEWEST_SUSPECTED : AS_NEWEST_QUIET;
		out.looked = f.deciding;
		out.p = out.p_final = f.p;
		out.up = f.look[f.deciding - 1].t > 0;
		out.weight = as_rerun_weight(&known, &f.look[f.deciding - 1], out.blocks);
		out.visible = part->logarithms ? expm1(f.visible) : f.visible;
	}
	out.reference = s->n_points - n - 1 + (n - out.looked);
	if (!st)
		s->newest = out;
end:
	as_arena_release(&room);
	return st;
}

/* ---- all benchmarks of a commit ---- */

static bool same_benchmark(const struct as_history_series *a, const struct as_history_series *b)
{
	return a->name == b->name && a->parameters == b->parameters && a->project == b->project;
}

/* The tests that were made, a family for each benchmark; series are in the order of benchmarks. */
struct tests {
	double *p;
	size_t *series; /* of each */
	bool *selected;
	size_t n;
	struct as_family *family;
	size_t n_families;
};

static bool collect_tests(const struct as_history *h, struct as_arena *room, struct tests *t)
{
	t->p = as_arena_array(room, h->n, sizeof *t->p);
	t->series = as_arena_array(room, h->n, sizeof *t->series);
	t->selected = as_arena_array(room, h->n, sizeof *t->selected);
	t->family = as_arena_array(room, h->n, sizeof *t->family);
	if (!t->p || !t->series || !t->selected || !t->family)
		return false;
	for (size_t i = 0; i < h->n; i++) {
		if (isnan(h->series[i].newest.p_final))
			continue;
		bool new = !t->n || !same_benchmark(&h->series[t->series[t->n - 1]], &h->series[i]);
		if (new)
			t->family[t->n_families++] = (struct as_family){.first = t->n};
		t->family[t->n_families - 1].n++;
		t->p[t->n] = h->series[i].newest.p_final;
		t->series[t->n++] = i;
	}
	return true;
}

enum as_status as_history_judge_together(struct as_history *h, struct as_err *err)
{
	struct as_arena room = {0};
	struct tests t = {0};
	enum as_status st = collect_tests(h, &room, &t) ? AS_OK : AS_ERR_MEM;

	if (!st)
		st = as_hierarchical(t.p, t.family, t.n_families, FALSE_SHARE, t.selected);
	for (size_t f = 0; !st && f < t.n_families; f++)
		for (size_t i = t.family[f].first; i < t.family[f].first + t.family[f].n; i++) {
			h->series[t.series[i]].newest.p_adjusted = t.family[f].q;
			h->series[t.series[i]].newest.selected = t.selected[i];
		}
	h->tests = t.n;
	h->benchmarks = t.n_families;
	as_arena_release(&room);
	return st ? as_fail_memory(err) : AS_OK;
}
