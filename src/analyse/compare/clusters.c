/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyse/compare/apart.h"
#include "analyse/compare/compare_parts.h"
#include "analyse/estimate/dependent.h"
#include "analyse/result/two_stage.h"
#include "stat/dist/comparing/cluster.h"
#include "stat/dist/comparing/many.h"

enum { COMPLETE_LEAST = 3 };             /* methods-repairs.md 8 */
static const double complete_share = 0.8; /* methods-repairs.md 8 */

/* One side of a row by what it shares with other rows: rounds, builds or sessions. */
struct side {
	enum as_level_index level; /* of its units; executions stand for their rounds */
	double *y;                 /* by the unit's number in the experiment; NaN: it has none */
	size_t n;                  /* numbers there can be */
	size_t first;              /* units with numbers below this were stage 1's; 0: none were */
	size_t units;
	double mean;
	bool in_time; /* they follow each other, and one may depend on those before it */
};

struct row {
	struct side old, new;
	const struct as_comparison *c;
	size_t cluster;
};

static size_t number_of(const struct as_place *at, const struct as_view *v,
	enum as_level_index level, size_t i)
{
	const struct as_level *l = &at->x->subjects[at->subject].levels[AS_LEVEL_EXECUTION];

	if (level == AS_LEVEL_SESSION)
		return v->top_units[i];
	if (level == AS_LEVEL_BUILD)
		return as_unit_parent(l, v->units[v->first[AS_LEVEL_BUILD][i]]);
	const uint32_t round = as_unit_round(l, v->units[i]);
	return round == AS_NO_ROUND ? i : round;
}

static enum as_status fill_side(const struct as_place *at, const struct as_view *v,
	struct side *out, struct as_err *err)
{
	struct side s = {.level = AS_LEVEL_EXECUTION, .units = v->n_top,
		.in_time = as_view_is_in_time(at->x, v),
		.mean = as_side_of(v->top, v->n_top).mean};

	if (v->n_sessions || v->n_builds)
		s.level = v->n_sessions ? AS_LEVEL_SESSION : AS_LEVEL_BUILD;
	for (size_t i = 0; i < v->n_top; i++) {
		const size_t number = number_of(at, v, s.level, i);
		s.n = number < s.n ? s.n : number + 1;
	}
	s.y = malloc((s.n + 1) * sizeof *s.y);
	if (!s.y)
		return as_fail_memory(err);
	for (size_t k = 0; k < s.n; k++)
		s.y[k] = (double)NAN;
	for (size_t i = 0; i < v->n_top; i++)
		s.y[number_of(at, v, s.level, i)] = v->top[i];
	if (s.level == AS_LEVEL_BUILD && v->n_pilot)
		s.first = number_of(at, v, s.level, v->n_pilot);
	if (s.level == AS_LEVEL_EXECUTION && as_two_stage_holds(&at->x->plan))
		s.first = at->x->plan.stage1;
	*out = s;
	return AS_OK;
}

static enum as_status open_side(const struct as_place *at, struct side *out, struct as_err *err)
{
	struct as_view v = {0};
	enum as_status st = as_view_open(at->x, at->subject, at->metric, AS_ROLE_MEASURED, &v, err);

	if (!st)
		st = fill_side(at, &v, out, err);
	as_view_close(&v);
	return st;
}

static double at(const struct side *s, size_t k)
{
	return k < s->n ? s->y[k] : (double)NAN;
}

/* What a row adds to the sum of unit k: its log ratio, or as much of it as the unit moves a ratio of
 * means. */
static double share(const struct row *r, size_t k, bool paired, bool new)
{
	const double a = at(&r->old, k), b = at(&r->new, k);

	if (!paired)
		return new ? b / r->new.mean : a / r->old.mean;
	return r->c->of.means ? b / r->new.mean - a / r->old.mean : log(b) - log(a);
}

/* Rows of one cluster, or one of them alone. */
struct cluster {
	const struct row *const *row; /* n of them */
	size_t n;
	double confidence;
	double *z; /* room for a number of each unit */
	struct as_cluster_part part[2];
	size_t n_parts;
};

/* Sums of executions that follow each other depend as these do: (h/t)^2 in the place of their
 * variance (methods-repairs.md 1.7). Without memory there is no variance, and then no interval. */
static struct as_cluster_part part_of(const struct cluster *c, size_t n, size_t first, bool in_time)
{
	struct as_cluster_part p = as_cluster_units(c->z, n, first);
	struct as_lasting l;

	if (!in_time || !(p.v > 0))
		return p;
	const double stretch = as_lasting_mean(c->z, n, c->confidence, &l)
		? (double)NAN
		: l.half_width / l.half_width_t;
	p.v *= stretch * stretch;
	p.v_first *= stretch * stretch;
	return p;
}

/* The sums over rows of those units that all have, and what they tell; how many there are. */
static size_t sum_units(struct cluster *c, bool paired, bool new)
{
	size_t n = 0, first = 0;

	for (size_t k = 0; k < (new ? c->row[0]->new.n : c->row[0]->old.n); k++) {
		const struct side *s = new ? &c->row[0]->new : &c->row[0]->old;
		double sum = 0;
		for (size_t i = 0; i < c->n; i++)
			sum += share(c->row[i], k, paired, new);
		if (isnan(sum))
			continue;
		first += k < s->first;
		c->z[n++] = sum;
	}
	if (n >= 2)
		c->part[c->n_parts++] = part_of(c, n, first, !paired &&
			(new ? c->row[0]->new : c->row[0]->old).in_time);
	return n;
}

static bool is_paired(const struct row *r)
{
	return r->c->method == AS_COMPARE_PAIRED;
}

/* The parts of rows that share units; false: too few of these are complete, or the rows were not
 * compared in one way. */
static bool add_units(struct cluster *c)
{
	const struct row *one = c->row[0];
	const bool paired = is_paired(one);
	size_t most = 0;

	c->n_parts = 0;
	for (size_t i = 0; i < c->n; i++) {
		const struct row *r = c->row[i];
		const size_t units[] = {r->old.units, r->new.units};
		if (is_paired(r) != paired || r->old.level != one->old.level ||
			r->new.level != one->new.level)
			return false;
		for (size_t k = 0; k < 2; k++)
			most = units[k] > most ? units[k] : most;
	}
	size_t n = sum_units(c, paired, false);
	if (!paired) {
		size_t b = sum_units(c, paired, true);
		n = b < n ? b : n;
	}
	return n >= COMPLETE_LEAST && (double)n >= complete_share * (double)most;
}

/* As if the rows depended on each other completely. */
static bool add_bound(struct cluster *c, double *se)
{
	struct as_cluster_part bound = {.df = HUGE_VAL, .df_first = HUGE_VAL};
	double *se_first = se + c->n;

	for (size_t i = 0; i < c->n; i++) {
		struct cluster alone = {
			.row = c->row + i, .n = 1, .confidence = c->confidence, .z = c->z};
		double v = 0, v_first = 0;
		add_units(&alone);
		if (alone.n_parts < (is_paired(c->row[i]) ? 1 : 2))
			return false;
		for (size_t k = 0; k < alone.n_parts; k++) {
			v += alone.part[k].v;
			v_first += alone.part[k].v_first;
			bound.df = fmin(bound.df, alone.part[k].df);
			bound.df_first = fmin(bound.df_first, alone.part[k].df_first);
		}
		se[i] = sqrt(v);
		se_first[i] = sqrt(v_first);
	}
	bound.v = as_cluster_bound(se, c->n, bound.df).v;
	bound.v_first = as_cluster_bound(se_first, c->n, bound.df_first).v;
	c->part[0] = bound;
	c->n_parts = 1;
	return true;
}

/* All rows with the room that goes with them. */
struct rows {
	struct row *v;
	size_t n, clusters;
	const struct row **of; /* those of one cluster */
	double *z, *se;
	struct as_cluster_part *part;
	size_t n_parts;
};

static void rows_release(struct rows *r)
{
	for (size_t i = 0; r->v && i < r->n; i++) {
		free(r->v[i].old.y);
		free(r->v[i].new.y);
	}
	free(r->v);
	free(r->of);
	free(r->z);
	free(r->se);
	free(r->part);
}

static enum as_status rows_open(const struct as_apart *v, const struct as_comparison *c,
	struct rows *r, struct as_err *err)
{
	size_t most = 0;
	enum as_status st = AS_OK;

	r->v = calloc(r->n + 1, sizeof *r->v);
	r->of = calloc(r->n + 1, sizeof *r->of);
	r->se = calloc(2 * r->n + 1, sizeof *r->se);
	r->part = calloc(2 * r->n + 1, sizeof *r->part);
	if (!r->v || !r->of || !r->se || !r->part)
		return as_fail_memory(err);
	for (size_t i = 0; i < r->n && !st; i++) {
		size_t same = 0;
		while (v[same].old.x != v[i].old.x || v[same].new.x != v[i].new.x)
			same++;
		r->v[i].cluster = same < i ? r->v[same].cluster : r->clusters++;
		r->v[i].c = &c[i];
		st = open_side(&v[i].old, &r->v[i].old, err);
		if (!st)
			st = open_side(&v[i].new, &r->v[i].new, err);
		most = r->v[i].old.n > most ? r->v[i].old.n : most;
		most = r->v[i].new.n > most ? r->v[i].new.n : most;
	}
	r->z = malloc((most + 1) * sizeof *r->z);
	return st ? st : r->z ? AS_OK : as_fail_memory(err);
}

static bool add_clusters(struct rows *r, double confidence)
{
	for (size_t k = 0; k < r->clusters; k++) {
		struct cluster c = {.row = r->of, .confidence = confidence, .z = r->z};
		for (size_t i = 0; i < r->n; i++)
			if (r->v[i].cluster == k)
				r->of[c.n++] = &r->v[i];
		if (!c.n)
			continue;
		if (!add_units(&c) && !add_bound(&c, r->se))
			return false;
		for (size_t i = 0; i < c.n_parts; i++)
			r->part[r->n_parts++] = c.part[i];
	}
	return true;
}

/* What a row lacks for a verdict, that the whole lacks with it. */
static bool is_for_information(const struct as_comparison *c)
{
	for (size_t i = 0; i < c->findings.n; i++)
		switch (c->findings.v[i].id) {
		case AS_FINDING_OTHER_SESSION:
		case AS_FINDING_ACROSS:
		case AS_FINDING_SECOND_LOOK:
		case AS_FINDING_SEQUENTIAL:
		case AS_FINDING_NO_ROUNDS:
			return true;
		default:
			break;
		}
	return false;
}

/* Twice the variance of the largest of the profiles, as if sessions shifted all rows alike. */
static struct as_cluster_sessions largest(const struct as_apart *v, size_t n)
{
	struct as_profile_sd most = {0};

	for (size_t i = 0; i < n; i++)
		if (v[i].between.df > 0 && v[i].between.sd >= most.sd)
			most = v[i].between;
	return (struct as_cluster_sessions){2 * most.sd * most.sd, most.df};
}

static enum as_status take_sessions(
	const struct rows *r, const struct as_cluster_sessions *sessions, struct as_overall *o)
{
	struct as_clusters all = {.part = r->part, .n = r->n_parts, .rows = r->n,
		.sessions = *sessions};
	struct as_clustered found;
	double *logs = r->se; /* room for them, which is not needed any more */

	for (size_t i = 0; i < r->n; i++) {
		logs[i] = log(r->v[i].c->ratio);
		all.log_ratio += logs[i] / (double)r->n;
	}
	enum as_status st = as_cluster_mean(&all, o->confidence, &found);
	if (!st)
		st = as_suite_sample(logs, r->n, o->confidence, &o->sample_lo, &o->sample_hi);
	if (st)
		return st;
	o->ratio = exp(found.both.estimate);
	o->lo = exp(found.both.lo);
	o->hi = exp(found.both.hi);
	o->df = found.both.df;
	o->p = found.both.has_p ? found.both.p : (double)NAN;
	o->programs = r->clusters;
	o->has_sample = r->n >= AS_SUITE_SAMPLE_MIN;
	o->sessions = sessions->df > 0;
	return AS_OK;
}

static void refuse(const struct as_apart *v, struct as_overall *o)
{
	snprintf(o->refused, sizeof o->refused,
		"%.100s has no ratio, which takes a positive mean of at least 2 units in both",
		v->new.x->subjects[v->new.subject].name);
}

enum as_status as_overall_ratio(const struct as_apart *v, const struct as_comparison *c, size_t n,
	struct as_overall *out, struct as_err *err)
{
	const struct as_cluster_sessions sessions = largest(v, n);
	struct as_overall o = {.n = n, .confidence = as_apart_confidence(v, n)};
	struct rows r = {.n = n};
	enum as_status st = AS_OK;

	for (size_t i = 0; i < n; i++) {
		if (!*o.refused && !(isfinite(c[i].ratio) && c[i].ratio > 0))
			refuse(&v[i], &o);
		o.for_information = o.for_information || is_for_information(&c[i]);
		o.strictest = o.strictest || as_apart_confidence(&v[i], 1) < o.confidence;
	}
	if (!*o.refused && as_overall_looked(c, n)) {
		as_overall_by_looks(c, n, &o);
	} else if (!*o.refused) {
		st = rows_open(v, c, &r, err);
		if (!st && (!add_clusters(&r, o.confidence) || take_sessions(&r, &sessions, &o)))
			st = as_fail(err, AS_ERR_DATA,
				"cannot put %zu ratios together: too few of their units are left",
				n);
	}
	rows_release(&r);
	if (!st)
		*out = o;
	return st;
}
