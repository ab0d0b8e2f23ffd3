/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The changes of one series (methods-history.md 2). */
#include <math.h>
#include <string.h>

#include "analyse/history_parts.h"

/* What is known of a part: its values, as they enter the detectors. */
struct values {
	double *x, *se2;
	size_t n;
	bool weighted; /* se2 is known */
};

/* Variance of one unit inside versions, pooled; NaN where no version has two. */
static double within(const struct as_history_point *p, size_t n)
{
	double squares = 0, df = 0;

	for (size_t i = 0; i < n; i++) {
		if (p[i].units < 2 || !isfinite(p[i].sd))
			continue;
		squares += (double)(p[i].units - 1) * p[i].sd * p[i].sd;
		df += (double)(p[i].units - 1);
	}
	return df > 0 ? squares / df : (double)NAN;
}

static enum as_status read_values(struct as_arena *room, const struct as_history_point *p, size_t n,
	struct values *v, bool *logarithms)
{
	double w = within(p, n);

	*v = (struct values){.n = n, .weighted = isfinite(w)};
	v->x = as_arena_array(room, n, sizeof *v->x);
	v->se2 = as_arena_array(room, n, sizeof *v->se2);
	if (!v->x || !v->se2)
		return AS_ERR_MEM;
	*logarithms = true;
	for (size_t i = 0; i < n; i++)
		*logarithms = *logarithms && p[i].value > 0;
	for (size_t i = 0; i < n; i++) {
		v->x[i] = *logarithms ? log(p[i].value) : p[i].value;
		v->se2[i] = v->weighted ? w / (double)p[i].units : 0;
		if (*logarithms)
			v->se2[i] /= p[i].value * p[i].value;
	}
	return AS_OK;
}

/* ---- what is said of a change ---- */

static bool same_program(const struct as_history_trait *a, const struct as_history_trait *b)
{
	return a->source->program && a->source->program == b->source->program;
}

static enum as_history_kind kind_of(const struct as_history_making *m,
	const struct as_history_change *c, bool logarithms, const struct as_history_trait *traits)
{
	if (same_program(&traits[c->at - 1], &traits[c->at]))
		return AS_HISTORY_SAME_PROGRAM;
	return logarithms && fabs(c->size) < m->how->tolerance ? AS_HISTORY_SMALL
							       : AS_HISTORY_CHANGE;
}

static void fill(const struct as_history_part *part, const struct as_step_size *size,
	struct as_history_change *c)
{
	double d = size->after - size->before;
	bool log = part->logarithms;

	c->first = part->from + size->first;
	c->last = part->from + size->last;
	c->before = log ? exp(size->before) : size->before;
	c->after = log ? exp(size->after) : size->after;
	c->size = log ? expm1(d) : d;
	c->lo = log ? expm1(size->lo) : size->lo;
	c->hi = log ? expm1(size->hi) : size->hi;
	c->gradual = size->gradual;
}

static void say_p(double t, size_t n, struct as_history_change *c)
{
	enum as_history_level level = as_history_level_of(t, n);

	c->statistic = t;
	c->p_is_bound = true;
	c->p = level < AS_HISTORY_LEVELS ? as_history_level_share(level) : (double)NAN;
}

/* A series may have several gradual changes in several parts: their numbers go on. */
static size_t slopes(const struct as_history_series *s)
{
	size_t most = 0;

	for (size_t i = 0; i < s->n_changes; i++)
		most = s->changes[i].gradual > most ? s->changes[i].gradual : most;
	return most;
}

static enum as_status keep(struct as_history_making *m, struct as_history_series *s, size_t number,
	const struct values *v, const struct as_steps *found, const struct as_history_trait *traits,
	struct as_arena *room)
{
	struct as_history_part *part = &s->parts[number];
	struct as_step_size *size = as_arena_array(room, found->n, sizeof *size);
	struct as_residual noise;
	size_t before = slopes(s);

	if (!size)
		return AS_ERR_MEM;
	enum as_status st = as_history_residual(v->x, v->n, found->at, found->n, AS_HISTORY_RECENT,
		&noise);
	if (!st)
		st = as_step_sizes(v->x, v->n, found->at, found->n, &noise, m->how->confidence,
			size);
	for (size_t i = 0; !st && i < found->n; i++) {
		struct as_history_change c = {.at = part->from + found->at[i], .part = number};
		fill(part, &size[i], &c);
		c.gradual += c.gradual ? before : 0;
		say_p(found->t[i], v->n, &c);
		c.kind = kind_of(m, &c, part->logarithms, traits);
		s->changes[s->n_changes++] = c;
		part->quiet_from = c.at;
	}
	return st;
}

static enum as_status look(struct as_history_making *m, struct as_history_series *s, size_t number,
	const struct as_history_trait *traits)
{
	struct as_history_part *part = &s->parts[number];
	size_t n = part->to - part->from;
	struct as_arena room = {0};
	struct as_steps found = {0};
	struct values v;
	enum as_status st = read_values(&room, s->points + part->from, n, &v, &part->logarithms);

	if (st)
		st = as_fail_memory(m->err);
	part->looked = n >= AS_HISTORY_LEAST;
	const struct as_history_values h = {.x = v.x, .se2 = v.weighted ? v.se2 : NULL, .n = n};
	if (!st && part->looked) {
		st = as_steps_find(&h, m->how->level, m->how->independent, &room, &found, m->err);
		part->rho = found.rho;
		part->critical = found.critical;
	}
	if (!st && keep(m, s, number, &v, &found, traits, &room))
		st = as_fail_memory(m->err);
	if (!st)
		st = as_history_find_beside(m, s, number, &h);
	if (!st && number + 1 == s->n_parts)
		st = as_history_judge_newest(m, s, &h, s->n_points > 1 &&
			same_program(&traits[s->n_points - 2], &traits[s->n_points - 1]));
	as_arena_release(&room);
	return st;
}

static void count_alerts(struct as_history_series *s)
{
	size_t gradual = 0;

	for (size_t i = 0; i < s->n_changes; i++) {
		const struct as_history_change *c = &s->changes[i];
		if (c->kind != AS_HISTORY_CHANGE || (c->gradual && c->gradual == gradual))
			continue;
		gradual = c->gradual;
		s->n_alerts++;
	}
}

enum as_status as_history_find(struct as_history_making *m, struct as_history_series *s,
	const struct as_history_trait *traits)
{
	enum as_status st = AS_OK;

	s->changes = as_arena_array(m->arena, s->n_points / AS_HISTORY_SEGMENT + 1,
		sizeof *s->changes);
	if (!s->changes)
		return as_fail_memory(m->err);
	for (size_t i = 0; i < s->n_parts && !st; i++)
		st = look(m, s, i, traits);
	count_alerts(s);
	return st;
}
