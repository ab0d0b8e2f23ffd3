/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/gates/gates_together.h"

#include <math.h>

#include "analyse/gates/gate_judge.h"
#include "base/arena.h"
#include "stat/dist/dist.h"
#include "stat/dist/margin.h"

struct family {
	struct as_gated **v;
	struct as_margin_gate *at;
	struct as_margin_verdict *verdict;
	size_t n, to_show;
	bool looks, each;
	size_t all; /* alpha is dealt out among so many: n, or more where others are measured apart */
	double alpha;
};

static bool has_numbers(const struct as_gated *g)
{
	const struct as_comparison *c = &g->c;

	return !as_gate_is_blind(g->gate, c) && !c->constant.is && !c->stages.early.is &&
		c->df >= 1 && c->lo > 0 &&
		isfinite(c->hi) && c->ratio > 0 && c->hi > c->lo;
}

/* On the log scale, larger being worse. */
static struct as_margin_gate margin_of(const struct as_gated *g)
{
	const struct as_comparison *c = &g->c;
	const double sign = g->gate->more ? 1 : -1, m = log(c->ratio);
	struct as_margin_gate none = {.mean = (double)NAN};
	double t;

	if (!has_numbers(g) || as_t_factor(c->confidence, c->df, &t))
		return none;
	return (struct as_margin_gate){.mean = sign * m,
		.se = fmax(m - log(c->lo), log(c->hi) - m) / t,
		.df = c->df,
		.limit = g->gate->more ? log1p(g->gate->limit) : -log1p(-g->gate->limit)};
}

/* The same interval at another confidence. */
static void restate(struct as_comparison *c, double confidence)
{
	const double m = log(c->ratio);
	double was, is;

	if (as_t_factor(c->confidence, c->df, &was) ||
		as_t_factor(confidence, c->df, &is))
		return;
	c->lo = exp(m - (m - log(c->lo)) * is / was);
	c->hi = exp(m + (log(c->hi) - m) * is / was);
	c->confidence = confidence;
}

/* Of looks each has its share of alpha by itself (4), so that nothing is left to Holm: worse is judged at
 * alpha / G, and as a part of the joint sentence at alpha. */
static bool has_looks(const struct as_gated *g)
{
	return g->c.stages.early.is && !as_gate_is_blind(g->gate, &g->c);
}

static bool is_within(const struct family *f, size_t i)
{
	struct as_gated alone = *f->v[i];

	if (has_looks(&alone)) {
		as_gate_judge_looks(&alone, f->alpha);
		return alone.state == AS_GATE_PASSED;
	}
	return isnan(f->at[i].mean) ? f->v[i]->state == AS_GATE_PASSED
				    : f->verdict[i].within_alone;
}

/* One that is shown, though not by its interval of so many: by that at which it was. */
static void show(const struct family *f, size_t i, bool all_within)
{
	const struct as_margin_verdict *v = &f->verdict[i];
	struct as_gated *g = f->v[i];

	if (!all_within && !v->within)
		return;
	restate(&g->c,
		1 - f->alpha * (all_within ? 1 : v->p_within / v->within_adjusted));
	g->state = AS_GATE_PASSED;
}

static void judge_looks(const struct family *f, size_t i, bool all_within)
{
	struct as_gated *g = f->v[i];

	as_gate_judge_looks(g, f->alpha / (double)f->all);
	if (g->gate->unless && all_within)
		as_gate_judge_looks(g, f->alpha);
}

static void judge(const struct family *f, size_t i, bool all_within)
{
	const double confidence = 1 - f->alpha / (double)f->n;
	struct as_gated *g = f->v[i];
	const bool unless = g->gate->unless;

	if (has_looks(g)) {
		judge_looks(f, i, all_within);
	} else if (!isnan(f->at[i].mean)) {
		restate(&g->c, confidence);
		*g = as_gate_judge(g->gate, g->metric, &g->c);
		if (f->verdict[i].worse)
			g->state = AS_GATE_FAILED;
		else if (g->state == AS_GATE_FAILED)
			g->state = AS_GATE_UNDECIDED;
		else if (unless && g->state == AS_GATE_UNDECIDED)
			show(f, i, all_within);
	}
	if (unless)
		as_gate_plan(g, 1 - f->alpha, f->to_show);
}

/* All of them, with what is known of each. */
static enum as_status gather_family(struct as_gated *const *v, size_t lists, const size_t *n,
	struct as_arena *a, struct family *f)
{
	size_t all = 0;

	for (size_t i = 0; i < lists; i++)
		all += n[i];
	f->v = as_arena_array(a, all, sizeof *f->v);
	f->at = as_arena_array(a, all, sizeof *f->at);
	f->verdict = as_arena_array(a, all, sizeof *f->verdict);
	if (!f->v || !f->at || !f->verdict)
		return AS_ERR_MEM;
	for (size_t i = 0; i < lists; i++)
		for (size_t k = 0; k < n[i]; k++) {
			f->to_show += v[i][k].gate->unless;
			f->looks = f->looks || has_looks(&v[i][k]);
			f->at[f->n] = margin_of(&v[i][k]);
			f->v[f->n++] = &v[i][k];
		}
	return AS_OK;
}

/* Of a single one its interval has said it all. */
static bool is_family(const struct family *f)
{
	return f->n && f->all > 1 && (f->to_show || f->looks || !f->each);
}

enum as_status as_gates_together(struct as_gated *const *v, size_t lists, const size_t *n,
	const struct as_gates_among *among, struct as_joint *out, struct as_err *err)
{
	struct as_arena a = {0};
	struct family f = {.alpha = among->alpha, .each = among->each};
	bool all_within = true, unused;
	enum as_status st = gather_family(v, lists, n, &a, &f);

	f.all = f.n > among->n ? f.n : among->n;
	if (!st && is_family(&f))
		st = as_margins(f.at, f.n, f.alpha, f.verdict, &unused);
	if (!st && is_family(&f)) {
		for (size_t i = 0; i < f.n; i++)
			all_within = all_within && (!f.v[i]->gate->unless || is_within(&f, i));
		for (size_t i = 0; i < f.n; i++)
			judge(&f, i, all_within);
		*out = (struct as_joint){.n = f.to_show, .shown = all_within,
			.confidence = 1 - f.alpha / 2, .each = 1 - f.alpha / (double)f.all};
	}
	as_arena_release(&a);
	return st ? as_fail(err, st, "cannot judge %zu gates together", f.n) : AS_OK;
}
