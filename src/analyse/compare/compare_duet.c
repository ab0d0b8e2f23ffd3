/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A duet (methods-machines.md F): pairs of rounds in the place of rounds, and what rounds in turns say of
 * them. */
#include <math.h>
#include <stdlib.h>

#include "analyse/compare/paired_looks.h"
#include "analyse/result/analyse.h"
#include "model/kept/duet_rounds.h"
#include "stat/dist/comparing/duet.h"

static const double side_level = 0.01; /* methods-machines.md F1 */

/* A value of both rounds: as they are put together, so are their logarithms, or differences. */
static double middle(const struct as_pairs *p, double a, double b)
{
	return p->of_difference ? (a + b) / 2 : sqrt(a * b);
}

/* Rounds i and i + 1 are the two of a pair, on swapped sides. */
static bool is_pair(const struct as_pairs *p, size_t i)
{
	return i + 1 < p->n && !as_duet_is_second(p->round[i]) &&
		p->round[i + 1] == p->round[i] + 1 && p->new_second[i] != p->new_second[i + 1];
}

/* Rounds become pairs of rounds; side receives what the first core adds to each. */
static void pair_up(struct as_pairs *p, double *side)
{
	size_t n = 0;

	for (size_t i = 0; i < p->n;) {
		if (!is_pair(p, i)) {
			i++;
			continue;
		}
		const struct as_duet_value v = as_duet_value_of(&p->d[i], p->new_second[i]);
		p->old[n] = middle(p, p->old[i], p->old[i + 1]);
		p->new[n] = middle(p, p->new[i], p->new[i + 1]);
		p->round[n] = p->round[i];
		p->new_second[n] = p->new_second[i];
		side[n] = v.side;
		p->d[n++] = v.mean;
		i += AS_DUET_ROUNDS;
	}
	p->n = n;
}

/* Values of one side in turns, by round. */
static enum as_status turns_of(const struct as_experiment *x, size_t subject, size_t metric,
	size_t rounds, double *out, struct as_err *err)
{
	struct as_view v;
	enum as_status st = as_view_open(x, subject, metric, AS_ROLE_TURNS, &v, err);

	if (st)
		return st;
	as_view_by_round(x, subject, &v, rounds, out);
	as_view_close(&v);
	return AS_OK;
}

/* Log ratios, or differences, of rounds in turns; *n of them, in room of two numbers a round. */
static enum as_status turns(const struct as_experiment *x, const struct as_comparison *c,
	const struct as_pairs *p, double *room, size_t *n, struct as_err *err)
{
	const size_t rounds = as_rounds(x);
	double *old = room + rounds;
	enum as_status st = turns_of(x, c->reference, c->metric, rounds, old, err);

	*n = 0;
	if (!st)
		st = turns_of(x, c->subject, c->metric, rounds, room, err);
	for (size_t r = 0; r < rounds && !st; r++) {
		const double d = p->of_difference ? room[r] - old[r] : log(room[r]) - log(old[r]);
		if (isfinite(d))
			room[(*n)++] = d;
	}
	return st;
}

/* Seconds that executions of this role have taken, and how many there were. */
static double seconds_of(const struct as_subject *s, enum as_role role, size_t *n)
{
	const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];
	const struct as_column *wall = as_subject_column(s, AS_LEVEL_EXECUTION, AS_METRIC_WALL);
	double sum = 0;

	*n = 0;
	for (size_t i = 0; wall && i < l->n; i++) {
		const double ns = as_column_at(wall, i);
		if (as_unit_role(l, i) != (uint8_t)role || isnan(ns))
			continue;
		sum += ns / 1e9;
		++*n;
	}
	return *n ? sum / (double)*n : 0;
}

/* How long a round of either kind takes: in turns one after the other, in a duet as long as the longer
 * one. */
static double worth(const struct as_experiment *x, const struct as_comparison *c,
	const struct as_duet_rows *rows)
{
	double s[2][2];
	size_t n = 0;

	for (size_t i = 0; i < 2; i++) {
		const struct as_subject *of = &x->subjects[i ? c->subject : c->reference];
		s[i][0] = seconds_of(of, AS_ROLE_TURNS, &n);
		s[i][1] = seconds_of(of, AS_ROLE_MEASURED, &n);
	}
	return as_duet_worth(rows, s[0][0] + s[1][0], fmax(s[0][1], s[1][1]));
}

static void find_side(const struct as_experiment *x, const struct as_pairs *p, const double *side,
	struct as_comparison *c)
{
	struct as_test t;
	unsigned core[2];

	if (as_duet_side(side, p->n, c->confidence, &t))
		return;
	c->pairs.duet.side = p->of_difference ? (double)NAN : expm1(t.estimate);
	c->pairs.duet.side_p = t.has_p ? t.p : (double)NAN;
	if (!p->of_difference && t.has_p && t.p <= side_level && as_duet_cores(&x->machine, core))
		as_find(&c->findings, AS_FINDING_DUET_SIDE, core[t.estimate < 0],
			expm1(fabs(t.estimate)), t.p);
}

/* What being beside each other does to the ratio, and what is to be said of it. */
static void find_shift(const struct as_experiment *x, const struct as_duet_rows *rows,
	struct as_comparison *c)
{
	struct as_comparison_duet *d = &c->pairs.duet;
	struct as_duet_shift s;

	d->turns = rows->m;
	d->worth = worth(x, c, rows);
	if (rows->m < AS_DUET_TURNS || c->difference.is ||
		as_duet_shift(rows, c->confidence, c->tolerance > 0 ? c->tolerance : 0.01, &s)) {
		as_find(&c->findings, AS_FINDING_DUET_UNTOLD, (double)rows->m, AS_DUET_TURNS, 0);
		d->word = AS_DUET_UNTOLD;
		return;
	}
	d->shift = exp(s.test.estimate);
	d->lo = exp(s.test.lo);
	d->hi = exp(s.test.hi);
	d->word = s.word == AS_DUET_SHIFT_SOME ? AS_DUET_DISTORTS
		: s.word == AS_DUET_SHIFT_NONE ? AS_DUET_UNDISTORTED : AS_DUET_UNTOLD;
	const enum as_finding_id found = d->word == AS_DUET_DISTORTS ? AS_FINDING_DUET_DISTORTS
		: d->word == AS_DUET_UNTOLD ? AS_FINDING_DUET_BESIDE : AS_FINDING_DUET_SOUND;
	as_find(&c->findings, found, d->shift - 1, d->lo - 1, d->hi - 1);
}

enum as_status as_compare_duet(const struct as_experiment *x, struct as_pairs *p,
	struct as_comparison *c, struct as_err *err)
{
	double *side = calloc(p->n + 1, sizeof *side);
	double *room = calloc(2 * as_rounds(x) + 1, sizeof *room);
	size_t m = 0;
	enum as_status st = side && room ? AS_OK : as_fail_memory(err);

	if (!st) {
		pair_up(p, side);
		st = turns(x, c, p, room, &m, err);
	}
	c->pairs.batch_rounds = AS_DUET_ROUNDS;
	if (!st && p->n >= 2) {
		find_shift(x, &(struct as_duet_rows){p->d, room, p->n, m}, c);
		find_side(x, p, side, c);
		if (isfinite(c->pairs.duet.worth))
			as_find(&c->findings, AS_FINDING_DUET_WORTH, c->pairs.duet.worth, 0, 0);
	}
	free(side);
	free(room);
	return st;
}
