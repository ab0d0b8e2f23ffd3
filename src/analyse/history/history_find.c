/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The changes of one series (methods-history-2.md 2, 4). */
#include <math.h>
#include <string.h>

#include "analyse/history/history_inside.h"

/* What is known of a part: its values, as they enter the detectors. */
struct values {
	double *x, *se2;
	size_t n;
	bool weighted; /* se2 is known */
};

double as_history_within(const struct as_history_point *p, size_t n)
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
	double w = as_history_within(p, n);

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
	if (!c->gradual && same_program(&traits[c->at - 1], &traits[c->at]))
		return AS_HISTORY_SAME_PROGRAM;
	return logarithms && fabs(c->gradual ? c->whole : c->size) < m->how->tolerance
		       ? AS_HISTORY_SMALL
		       : AS_HISTORY_CHANGE;
}

/* A difference of values, as they entered the detector, as a size. */
static double size_of(const struct as_history_part *part, double d)
{
	return part->logarithms ? expm1(d) : d;
}

/* That a change is there, and its direction, is what was tested, with another variance than its size has; it may be
 * next to none, so that an interval which goes on beyond no change ends there: barely found. */
static void keep_direction(double size, double *lo, double *hi)
{
	if (size > 0 && *lo < 0)
		*lo = 0;
	if (size < 0 && *hi > 0)
		*hi = 0;
}

static void fill_change(const struct as_history_part *part, const struct as_step_size *size,
	struct as_history_change *c)
{
	bool log = part->logarithms;

	c->first = part->from + size->first;
	c->last = part->from + size->last;
	c->before = log ? exp(size->before) : size->before;
	c->after = log ? exp(size->after) : size->after;
	c->size = size_of(part, size->size);
	c->lo = size_of(part, size->lo);
	c->hi = size_of(part, size->hi);
	c->gradual = size->gradual;
	keep_direction(c->size, &c->lo, &c->hi);
	c->whole = size_of(part, size->whole);
	c->whole_lo = size_of(part, size->whole_lo);
	c->whole_hi = size_of(part, size->whole_hi);
	keep_direction(c->whole, &c->whole_lo, &c->whole_hi);
	c->back = SIZE_MAX;
	c->p_is_bound = true;
	c->p = size->level < AS_HISTORY_LEVELS ? as_history_level_share(size->level) : (double)NAN;
}

/* A series may have several gradual changes in several parts: their numbers go on. */
static size_t slopes(const struct as_history_series *s)
{
	size_t most = 0;

	for (size_t i = 0; i < s->n_changes; i++)
		most = s->changes[i].gradual > most ? s->changes[i].gradual : most;
	return most;
}

/* Changes that the next one takes back, in pairs from the first on: of three in a row the third
 * stands. What is part of a slope is told with it. */
static void pair(struct as_history_series *s, size_t from, const struct as_step_size *size)
{
	for (size_t i = from; i + 1 < s->n_changes; i++) {
		struct as_history_change *one = &s->changes[i], *two = one + 1;
		if (!size[i - from].recovered || one->gradual || two->gradual)
			continue;
		one->back = i + 1;
		two->returns = true;
		i++;
	}
}

static bool alerts(const struct as_history_part *part, const struct as_history_change *c)
{
	return c->kind == AS_HISTORY_CHANGE && c->back == SIZE_MAX && !c->returns &&
	       part->dependence != AS_DEPENDENCE_WANDERS;
}

/* The correlation of few versions says nothing: at 6, one in twelve independent histories would
 * wander, at 20 none of a thousand. */
static enum as_history_dependence dependence_of(double rho, size_t n)
{
	if (n < AS_HISTORY_DEPENDENCE || !(rho > AS_HISTORY_STRONG))
		return AS_DEPENDENCE_LITTLE;
	return rho < AS_HISTORY_WANDERS ? AS_DEPENDENCE_STRONG : AS_DEPENDENCE_WANDERS;
}

/* Versions far from their level, and how far. Not the newest ones of all, of which two may be the
 * beginning of a level: as_history_judge_newest speaks of them. */
static enum as_status keep_outliers(const struct as_history_making *m, struct as_history_part *part,
	const struct values *v, const struct as_steps *found, const struct as_steps_said *said,
	bool newest)
{
	size_t change = 0, n = said->n_outliers;
	struct as_history_outlier *list = as_arena_array(m->arena, said->n_outliers, sizeof *list);

	if (!list)
		return AS_ERR_MEM;
	while (newest && n && said->outlier[n - 1] + AS_HISTORY_SEGMENT > v->n)
		n--;
	for (size_t i = 0; i < n; i++) {
		size_t at = said->outlier[i];
		while (change < found->n && found->at[change] <= at)
			change++;
		size_t from = change ? found->at[change - 1] : 0;
		size_t to = change < found->n ? found->at[change] : v->n;
		double sum = 0;
		for (size_t j = from; j < to; j++)
			sum += j == at ? 0 : v->x[j];
		list[i] = (struct as_history_outlier){.at = part->from + at,
			.size = size_of(part, v->x[at] - sum / (double)(to - from - 1))};
	}
	part->outliers = list;
	part->n_outliers = n;
	return AS_OK;
}

static enum as_status keep_changes(struct as_history_making *m, struct as_history_series *s,
	size_t number, const struct values *v, const struct as_steps *found,
	const struct as_history_trait *traits)
{
	const struct as_history_values h = {.x = v->x, .n = v->n};
	struct as_history_part *part = &s->parts[number];
	size_t before = slopes(s), from = s->n_changes;
	struct as_arena room = {0};
	struct as_steps_said said;
	enum as_status st =
		as_steps_describe(&h, found, m->how->level, m->how->confidence, &room, &said);

	for (size_t i = 0; !st && i < found->n; i++) {
		struct as_history_change c = {
			.at = part->from + found->at[i], .part = number, .statistic = found->t[i]};
		fill_change(part, &said.size[i], &c);
		c.gradual += c.gradual ? before : 0;
		c.kind = kind_of(m, &c, part->logarithms, traits);
		s->changes[s->n_changes++] = c;
		part->quiet_from = c.at;
	}
	if (!st) {
		part->rho = found->rho;
		part->dependence = dependence_of(found->rho, v->n);
		part->critical = found->critical;
		part->visible = size_of(part, said.visible);
		part->noise = (struct as_history_noise){.pieces = said.news.pieces,
			.since = part->from + said.news.at,
			.ratio = said.news.pieces > 1 ? said.news.ratio : (double)NAN,
			.spread = said.news.spread,
			.told = said.news.told,
			.visible_before = size_of(part, said.visible_before)};
		pair(s, from, said.size);
		st = keep_outliers(m, part, v, found, &said, number + 1 == s->n_parts);
	}
	for (size_t i = from; !st && i < s->n_changes; i++)
		s->changes[i].alert = alerts(part, &s->changes[i]);
	as_arena_release(&room);
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
		if (!st && keep_changes(m, s, number, &v, &found, traits))
			st = as_fail_memory(m->err);
	}
	if (!st)
		st = as_history_find_beside(m, s, number, &h);
	if (!st && number + 1 == s->n_parts)
		st = as_history_judge_newest(m, s, &h,
			s->n_points > 1 &&
				same_program(&traits[s->n_points - 2], &traits[s->n_points - 1]));
	as_arena_release(&room);
	return st;
}

enum as_status as_history_find(struct as_history_making *m, struct as_history_series *s,
	const struct as_history_trait *traits)
{
	enum as_status st = AS_OK;

	s->changes =
		as_arena_array(m->arena, s->n_points / AS_HISTORY_SEGMENT + 1, sizeof *s->changes);
	if (!s->changes)
		return as_fail_memory(m->err);
	for (size_t i = 0; i < s->n_parts && !st; i++)
		st = look(m, s, i, traits);
	return st;
}
