/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/diagnose/factors/factor_effects.h"

#include <math.h>

#include "analyse/diagnose/around_explain.h"
#include "analyse/diagnose/factors/factor_strata.h"
#include "analyse/diagnose/factors/factor_values.h"
#include "base/num.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/comparing/decide.h"
#include "stat/dist/comparing/ratio.h"
#include "stat/dist/influence/factor.h"
#include "stat/dist/series/acf.h"

static const double level = 0.05;           /* of all factors together */
static const double dependence_level = 0.01; /* methods.md 7.3 */

/* What the factors of one subject are looked at with. */
struct look {
	struct as_course *s;
	const struct as_summary *y;
	struct as_factors *out;
	double *value, *part, *work; /* n each */
	uint8_t *group, *kept;
};

/* Executions less the mean of their build or session, plus the mean of all. */
static void centre(struct as_course *s)
{
	double all = as_mean(s->y, s->n);

	for (size_t top = 0; top < s->n_tops; top++) {
		double sum = 0, n = 0;
		for (size_t i = 0; i < s->n; i++)
			if (s->top[i] == top) {
				sum += s->y[i];
				n++;
			}
		for (size_t i = 0; i < s->n; i++)
			if (s->top[i] == top)
				s->y[i] += all - sum / n;
	}
}

static bool make_room(struct look *k)
{
	const size_t n = k->s->n;
	struct as_arena *room = &k->s->room;

	k->value = as_arena_array(room, n, sizeof *k->value);
	k->part = as_arena_array(room, n, sizeof *k->part);
	k->work = as_arena_array(room, n, sizeof *k->work);
	k->group = as_arena_array(room, n, sizeof *k->group);
	k->kept = as_arena_array(room, n, sizeof *k->kept);
	return k->value && k->part && k->work && k->group && k->kept;
}

/* How many executions have a value, and how many different ones there are. */
static void count_values(struct look *k, struct as_factor *f)
{
	for (size_t i = 0; i < k->s->n; i++)
		if (isfinite(k->value[i]))
			k->work[f->n++] = k->value[i];
	if (f->n)
		as_sort(k->work, f->n);
	for (size_t i = 0; i < f->n; i++)
		f->values += !i || k->work[i] > k->work[i - 1];
}

/* Each value a group of its own; false where they are too many. */
static bool by_kind(struct look *k, const struct as_factor *f)
{
	double kind[AS_FACTOR_GROUPS];
	size_t n = 0;

	if (f->values > AS_FACTOR_GROUPS)
		return false;
	for (size_t i = 0; i < f->n; i++)
		if (!i || k->work[i] > k->work[i - 1])
			kind[n++] = k->work[i];
	for (size_t i = 0; i < k->s->n; i++) {
		uint8_t number = 0;
		while (number + (size_t)1 < n && k->value[i] > kind[number])
			number++;
		k->group[i] = isfinite(k->value[i]) ? number : UINT8_MAX;
	}
	return true;
}

/* The means of the lowest and the highest quarter. */
static void take_ratio(struct look *k, size_t groups, size_t n, struct as_factor *f)
{
	struct as_side side[2];
	struct as_ratio ratio;
	size_t of[2] = {0, groups - 1};

	for (size_t i = 0; i < 2; i++) {
		size_t in = 0;
		for (size_t j = 0; j < n; j++)
			if (k->kept[j] == of[i])
				k->work[in++] = k->part[j];
		if (in < 2)
			return;
		side[i] = as_side_of(k->work, in);
	}
	if (as_fieller_welch(&side[0], &side[1], k->s->x->plan.confidence, &ratio, NULL))
		return;
	f->ratio = ratio.estimate;
	if (ratio.kind != AS_RATIO_BOUNDED || ratio.refused || f->rotated)
		return;
	f->lo = ratio.lo;
	f->hi = ratio.hi;
}

/* Values in order of time with their groups: those whose value is known. */
static size_t keep_known(struct look *k)
{
	size_t n = 0;

	for (size_t i = 0; i < k->s->n; i++) {
		if (k->group[i] == UINT8_MAX)
			continue;
		k->part[n] = k->s->y[i];
		k->kept[n++] = k->group[i];
	}
	return n;
}

static enum as_status test(struct look *k, bool kinds, struct as_factor *f, struct as_err *err)
{
	double cut[AS_FACTOR_STRATA];
	struct as_factor_test t;
	size_t groups = f->values;
	bool depends = k->out->dependence <= dependence_level;

	if (f->n < AS_FACTOR_LEAST || f->values < 2) {
		f->told = !f->n                    ? AS_FACTOR_ABSENT
			  : f->n < AS_FACTOR_LEAST ? AS_FACTOR_FEW
						   : AS_FACTOR_SAME;
		return AS_OK;
	}
	kinds = kinds && by_kind(k, f);
	if (!kinds && as_strata(k->value, k->s->n, k->group, cut, &groups))
		return as_fail_memory(err);
	size_t n = keep_known(k);
	/* Time is what executions that follow each other are to be held against. */
	f->rotated = depends && !as_factor_entries[f->id].drawn && f->id != AS_FACTOR_TIME;
	enum as_status st = as_factor_test(k->part, k->kept, n,
		f->rotated ? AS_FACTOR_ROTATED : AS_FACTOR_SHUFFLED,
		k->s->x->plan.seed + (uint64_t)(f - k->out->v), &t);
	if (st == AS_ERR_DATA) {
		f->told = AS_FACTOR_FEW;
		return AS_OK;
	}
	if (st)
		return as_fail_memory(err);
	f->told = AS_FACTOR_TOLD;
	f->groups = t.groups;
	f->share = t.share;
	f->p = t.p;
	if (!f->rotated)
		k->out->reorderings = t.reorderings;
	if (!kinds)
		take_ratio(k, groups, n, f);
	return AS_OK;
}

/* The build is a level of the tree, of which all is known. */
static void take_layout(const struct look *k, struct as_factor *f)
{
	const struct as_summary *y = k->y;

	f->told = AS_FACTOR_SAME; /* without builds there is one program */
	f->n = k->s->n;
	f->values = 1;
	for (size_t i = 0; i < y->tree.n; i++) {
		const struct as_summary_level *l = &y->tree.v[i];
		if (l->level != AS_LEVEL_BUILD)
			continue;
		f->told = l->r_max < 2 ? AS_FACTOR_SAME : !l->repeated || isnan(l->impact)
			? AS_FACTOR_FEW : AS_FACTOR_TOLD;
		f->values = f->groups = k->s->n_tops ? k->s->n_tops : l->r_max;
		f->share = l->share;
		f->impact = l->impact;
		f->impact_lo = l->impact_lo;
		f->impact_hi = l->impact_hi;
		f->established = f->told == AS_FACTOR_TOLD && l->impact_lo > 1;
	}
}

static enum as_status add_one(struct look *k, enum as_factor_id id, size_t metric,
	struct as_err *err)
{
	const double none = (double)NAN;
	struct as_factor *f = &k->out->v[k->out->n_factors++];
	bool kinds = false;

	*f = (struct as_factor){.id = id, .metric = metric, .p = none, .p_adjusted = none,
		.share = none, .impact = none, .impact_lo = none, .impact_hi = none, .ratio = none,
		.lo = none, .hi = none};
	if (id == AS_FACTOR_LAYOUT) {
		take_layout(k, f);
		return AS_OK;
	}
	enum as_status st = as_factor_values(k->s, f, k->value, &kinds, err);
	if (st)
		return st;
	count_values(k, f);
	return test(k, kinds, f, err);
}

static enum as_status add_all(struct look *k, struct as_err *err)
{
	const struct as_surrounds *around = as_course_around(k->s, err);
	enum as_status st = around ? AS_OK : AS_ERR_MEM;

	for (size_t id = 0; id < AS_FACTOR_AROUND && !st; id++)
		if (as_factor_is_there(k->s->x, (enum as_factor_id)id))
			st = add_one(k, (enum as_factor_id)id, 0, err);
	for (size_t i = 0; !st && i < around->n; i++)
		if (around->metric[i] != k->out->metric)
			st = add_one(k, AS_FACTOR_AROUND, around->metric[i], err);
	return st;
}

/* One question about many factors: Holm. */
static void adjust(struct as_factors *all)
{
	double p[AS_FACTORS_MAX], adjusted[AS_FACTORS_MAX];
	size_t n = 0, k = 0;

	for (size_t i = 0; i < all->n_factors; i++) {
		all->n_told += all->v[i].told == AS_FACTOR_TOLD;
		if (isfinite(all->v[i].p))
			p[n++] = all->v[i].p;
	}
	if (!n || as_holm(p, n, adjusted))
		return;
	for (size_t i = 0; i < all->n_factors; i++) {
		struct as_factor *f = &all->v[i];
		if (!isfinite(f->p))
			continue;
		f->p_adjusted = adjusted[k++];
		f->established = f->p_adjusted <= level;
	}
}

/* All factors on the executions of a course, or on what stands for them. */
static enum as_status look_at(struct as_course *s, const struct as_summary *y,
	struct as_factors *all, struct as_err *err)
{
	const struct as_reorder how = {
		.orders = AS_FACTOR_REORDERINGS, .enough = 50, .seed = s->x->plan.seed};
	struct look k = {.s = s, .y = y, .out = all};
	struct as_reordering follows;

	if (!make_room(&k))
		return as_fail_memory(err);
	centre(s);
	if (s->n >= AS_FACTOR_LEAST && !as_reorder_test(s->y, s->n, &how, &follows, NULL))
		all->dependence = follows.p;
	enum as_status st = add_all(&k, err);
	adjust(all);
	return st;
}

enum as_status as_analyse_factors(const struct as_surrounds *around, const struct as_summary *y,
	struct as_factors *out, struct as_err *err)
{
	struct as_factors all = {
		.subject = y->subject, .metric = y->metric, .dependence = (double)NAN};
	struct as_course s = {.n = 0};
	enum as_status st = as_course_open(around->x, y->subject, y->metric, &s, err);

	s.around = around;
	if (!st)
		st = as_analyse_around(around, y->subject, y->metric, &all.around, err);
	all.n = st ? 0 : s.n;
	if (!st && s.n) {
		all.within = s.n_tops > 0;
		st = as_take_strata(&s, &all, err);
		if (!st)
			st = look_at(&s, y, &all, err);
	}
	as_course_close(&s);
	if (!st)
		*out = all;
	return st;
}

enum as_status as_factors_of_modes(const struct as_experiment *x, const struct as_summary *y,
	const struct as_modes *modes, struct as_factors *out, struct as_err *err)
{
	struct as_factors all = {
		.subject = y->subject, .metric = y->metric, .dependence = (double)NAN};
	struct as_course s = {.n = 0};
	enum as_status st = as_course_open(x, y->subject, y->metric, &s, err);

	if (!st && s.n) {
		all.n = s.n;
		all.within = s.n_tops > 0;
		for (size_t i = 0; i < s.n; i++)
			s.y[i] = (double)as_mode_of(modes, s.y[i]);
		st = look_at(&s, y, &all, err);
	}
	as_course_close(&s);
	if (!st)
		*out = all;
	return st;
}
