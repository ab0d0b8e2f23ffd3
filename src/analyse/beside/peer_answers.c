/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/beside/peer_answers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/beside/peer_rules.h"
#include "analyse/estimate/view/view.h"

const struct as_peer_rule *const as_peer_rules[AS_PEERS] = {
#define AS_PEER(symbol, ...) [AS_PEER_##symbol] = &as_peer_rule_##symbol,
#include "model/answer/peer_tools.def"
};

struct as_peer_estimate as_peer_estimate_none(enum as_peer tool)
{
	const double nan = (double)NAN;

	return (struct as_peer_estimate){.tool = tool, .centre = nan, .spread = nan, .lo = nan,
		.hi = nan};
}

struct as_peer_change as_peer_change_none(enum as_peer tool)
{
	const double nan = (double)NAN;

	return (struct as_peer_change){.tool = tool, .ratio = nan, .lo = nan, .hi = nan, .sd = nan,
		.p = nan, .t = nan, .limit = nan};
}

/* The values of a place, with those of failed executions behind them where the tool counts them. */
struct peer_taken {
	struct as_peer_side side;
	double *v;
	size_t n_failed;
};

static bool is_linear(const struct as_experiment *x)
{
	for (size_t i = 0; i < x->machine.n_facts; i++)
		if (!strcmp(x->machine.facts[i].name, "foreign.sampling_mode"))
			return !strcmp(x->machine.facts[i].value, "Linear");
	return false;
}

/* A failed execution has no value of its own; what it took is kept as its cost. */
static void add_failed(const struct as_place *of, struct peer_taken *t)
{
	const struct as_level *l = &of->x->subjects[of->subject].levels[AS_LEVEL_EXECUTION];

	for (size_t i = 0; i < l->n; i++)
		if (as_unit_role(l, i) == AS_ROLE_MEASURED &&
			as_unit_ending(l, i) != AS_ENDED_OK && as_unit_cost_s(l, i) >= 0) {
			t->v[t->side.n++] = 1e9 * as_unit_cost_s(l, i);
			t->n_failed++;
		}
}

static enum as_status take_values(const struct as_place *of, enum as_peer tool,
	struct peer_taken *out, struct as_err *err)
{
	const struct as_level *l = &of->x->subjects[of->subject].levels[AS_LEVEL_EXECUTION];
	struct peer_taken t = {.side.linear = is_linear(of->x)};
	struct as_view v = {0};
	enum as_status st = as_view_open(of->x, of->subject, of->metric, AS_ROLE_MEASURED, &v, err);

	st = as_view_whole(of->x, of->subject, st, "answer as another tool does", &v, err);
	if (st)
		return st;
	t.side.n = v.n_units ? v.tree.count[0] : 0;
	t.v = malloc((t.side.n + l->n + 1) * sizeof *t.v);
	if (!t.v) {
		as_view_close(&v);
		return as_fail_memory(err);
	}
	if (t.side.n)
		memcpy(t.v, v.tree.values, t.side.n * sizeof *t.v);
	if (as_peer_tools[tool].counts_failed && of->metric == AS_METRIC_WALL)
		add_failed(of, &t);
	t.side.v = t.v;
	as_view_close(&v);
	*out = t;
	return AS_OK;
}

static enum as_status say_one(const struct as_place *of, struct as_peer_estimate *out,
	struct as_err *err)
{
	const enum as_peer tool = as_peer_of(of->x);
	struct peer_taken t;

	*out = as_peer_estimate_none(tool);
	out->metric = of->metric;
	if (tool == AS_PEERS)
		return AS_OK;
	enum as_status st = take_values(of, tool, &t, err);
	if (st)
		return st;
	out->n = t.side.n;
	out->n_failed = t.n_failed;
	if (t.side.n)
		st = as_peer_rules[tool]->one(&t.side, out, err);
	free(t.v);
	return st;
}

static void refuse(struct as_peer_change *c, const char *why)
{
	snprintf(c->refused, sizeof c->refused, "%.199s", why);
}

static enum as_status compare_taken(const struct peer_taken *a, const struct peer_taken *b,
	struct as_peer_change *out, struct as_err *err)
{
	struct as_err why = {0};

	out->n_reference = a->side.n;
	out->n = b->side.n;
	if (!a->side.n || !b->side.n) {
		refuse(out, "one of them has no values");
		return AS_OK;
	}
	const enum as_status st = as_peer_rules[out->tool]->two(&a->side, &b->side, out, &why);
	if (st == AS_ERR_MEM)
		return as_fail_memory(err);
	if (st)
		refuse(out, *why.msg ? why.msg : "its rule has no answer for these values");
	return AS_OK;
}

static enum as_status say_two(const struct as_match *m, struct as_peer_change *out,
	struct as_err *err)
{
	const enum as_peer tool = as_peer_of(m->new.x);
	struct peer_taken a = {0}, b = {0};

	*out = as_peer_change_none(tool);
	out->subject = m->subject;
	out->reference = m->reference;
	out->metric = m->new.metric;
	if (tool == AS_PEERS || tool != as_peer_of(m->old.x)) {
		out->tool = AS_PEERS;
		refuse(out, "one tool's rule is not for another tool's values");
		return AS_OK;
	}
	enum as_status st = take_values(&m->old, tool, &a, err);
	if (!st)
		st = take_values(&m->new, tool, &b, err);
	if (!st)
		st = compare_taken(&a, &b, out, err);
	free(a.v);
	free(b.v);
	return st;
}

enum as_status as_answer_peers(const struct as_place *of, size_t n, const struct as_match *match,
	size_t n_matches, struct as_peers *out, struct as_err *err)
{
	struct as_peers p = {.v = calloc(n + 1, sizeof *p.v), .n = n,
		.c = calloc(n_matches + 1, sizeof *p.c), .n_changes = n_matches};
	enum as_status st = p.v && p.c ? AS_OK : as_fail_memory(err);

	for (size_t i = 0; i < n && !st; i++) {
		st = say_one(&of[i], &p.v[i], err);
		p.v[i].subject = i;
	}
	for (size_t i = 0; i < n_matches && !st; i++)
		st = say_two(&match[i], &p.c[i], err);
	if (st)
		as_peers_release(&p);
	else
		*out = p;
	return st;
}
