/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/compare/fleet/fleet_make.h"

#include <math.h>
#include <string.h>

#include "analyse/compare/compare_parts.h"
#include "analyse/compare/fleet/fleet_strata.h"
#include "model/kept/duet_rounds.h"
#include "stat/dist/comparing/machines.h"

/* methods-machines.md A1, A5, A6 */
enum { ROUNDS_LEAST = 3, ROUNDS_TO_DIFFER = 10, DF_TO_DIFFER = 5, VERDICT_BEYOND = 3 };
static const double differ_level = 0.01, overlooked_ratio = 0.01, overlooked_mean = 0.05;

/* Results of one machine: which machine each is of. */
struct fleet_making {
	const struct as_result *v;
	size_t n;
	size_t *of;
	struct as_arena *arena;
	struct as_fleet *f;
	struct as_machine_mean *mean; /* of those that count */
	size_t *number;               /* the machine that it is */
	double *room;
	bool no_memory;
};

static bool same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static const char *name_of(const struct as_machine *m)
{
	return m->host && *m->host ? m->host : "unknown";
}

static const char *kind_of(const struct as_machine *m)
{
	for (size_t i = 0; i < m->n_facts; i++)
		if (!strcmp(m->facts[i].name, "cpu.model"))
			return m->facts[i].value;
	return NULL;
}

/* What was made lives longer than the results. */
static const char *own(struct fleet_making *m, const char *text)
{
	const char *copy = text ? as_arena_strdup(m->arena, text) : NULL;

	m->no_memory = m->no_memory || (text && !copy);
	return copy;
}

static bool is_new(const struct fleet_making *m, size_t i, size_t *machine)
{
	const struct as_machine *a = &m->v[i].x->machine;

	for (size_t k = 0; k < i; k++) {
		const struct as_machine *b = &m->v[k].x->machine;
		if (!same(a->host, b->host) || !same(a->machine_id, b->machine_id))
			continue;
		*machine = m->of[k];
		return false;
	}
	*machine = m->f->n;
	return true;
}

static void name_machines(struct fleet_making *m)
{
	struct as_fleet *f = m->f;

	for (size_t i = 0; i < m->n; i++) {
		const struct as_experiment *x = m->v[i].x;
		const size_t planned = x->plan.design == AS_DESIGN_DUET
			? x->plan.planned / AS_DUET_ROUNDS : x->plan.planned;
		f->planned = planned > f->planned ? planned : f->planned;
		if (!is_new(m, i, &m->of[i]))
			continue;
		f->machine[f->n] = own(m, name_of(&x->machine));
		f->kind[f->n++] = own(m, kind_of(&x->machine));
	}
	for (size_t k = 1; k < f->n; k++)
		f->kinds = f->kinds || !same(f->kind[0], f->kind[k]);
}

static const char *build_of(const struct as_result *r, size_t subject)
{
	const struct as_subject *s = &r->x->subjects[subject];

	return s->n_builds ? s->builds[0].hash : NULL;
}

/* What is particular to a build comes back on every machine then, and t on their numbers does not see it
 * (methods-machines.md A4). */
static bool have_same_builds(const struct fleet_making *m)
{
	for (size_t k = 0; k < m->v[0].x->n_subjects; k++)
		for (size_t i = 0; i < m->n; i++)
			if (!build_of(&m->v[i], k) ||
				strcmp(build_of(&m->v[i], k), build_of(&m->v[0], k)) != 0)
				return false;
	return true;
}

/* They were asked for the same. */
static enum as_status check(const struct fleet_making *m, struct as_err *err)
{
	const struct as_experiment *x = m->v[0].x;

	for (size_t i = 1; i < m->n; i++) {
		const struct as_experiment *y = m->v[i].x;
		const char *who = m->v[i].label ? m->v[i].label : y->uuid;
		const struct as_metric *a = &x->metrics[x->criterion];
		const struct as_metric *b = &y->metrics[y->criterion];
		bool alike = x->n_subjects == y->n_subjects;
		if (same(x->uuid, y->uuid))
			return as_fail(err, AS_ERR_USAGE,
				"cannot put '%.100s' to itself: name one result of each machine",
				who);
		if (strcmp(a->name, b->name) != 0 || strcmp(a->unit, b->unit) != 0)
			return as_fail(err, AS_ERR_USAGE,
				"cannot put '%.100s' to the others: its criterion is %s and not "
				"%s; measure the same on each machine",
				who, b->name, a->name);
		for (size_t k = 0; alike && k < x->n_subjects; k++)
			alike = same(x->subjects[k].name, y->subjects[k].name);
		if (!alike)
			return as_fail(err, AS_ERR_USAGE,
				"cannot put '%.100s' to the others: it has other commands; "
				"measure the same on each machine",
				who);
	}
	if (m->f->n < 2)
		return as_fail(err, AS_ERR_USAGE,
			"cannot say anything of machines: all %zu results are of %.100s; measure "
			"the same on another one",
			m->n, m->f->machine[0]);
	return AS_OK;
}

/* ---- one row ---- */

/* Ratios are all right together with the confidence asked for. */
static double confidence_of(const struct fleet_making *m, const struct as_fleet_row *row)
{
	const size_t n = m->f->n_rows - 1;

	return row->subject == row->reference ? m->f->confidence
					      : 1 - (1 - m->f->confidence) / (double)n;
}

/* What one result says: ln of the ratio by rounds, or the mean of a subject. */
static bool of_result(const struct as_result *r, const struct as_fleet_row *row,
	struct as_machine_mean *out)
{
	const struct as_analysis *a = &r->analyses[0];
	const struct as_summary *s = &a->summaries[row->subject];

	if (row->subject == row->reference) {
		const double n = (double)s->n_top;
		*out = (struct as_machine_mean){s->mean, s->sd * s->sd / n, n - 1};
		return s->n_top >= 2;
	}
	for (size_t i = 0; i < a->n_comparisons; i++) {
		const struct as_comparison *c = &a->comparisons[i];
		const double n = (double)c->n;
		if (c->subject != row->subject || c->reference != row->reference)
			continue;
		*out = (struct as_machine_mean){log(c->ratio),
			c->pairs.sd * c->pairs.sd / n, n - 1};
		return c->method == AS_COMPARE_PAIRED && !c->difference.is && !c->of.means &&
			!c->of.reduced && c->n >= 2;
	}
	return false;
}

/* Rounds that are complete on one machine, and its number of Welford over sessions. */
struct fleet_sessions {
	size_t rounds, sessions;
	double mean, squares;
	struct as_machine_mean last;
};

static void gather_sessions(const struct fleet_making *m, const struct as_fleet_row *row,
	size_t machine, struct fleet_sessions *g)
{
	struct as_machine_mean one;

	for (size_t i = 0; i < m->n; i++) {
		if (m->of[i] != machine || !of_result(&m->v[i], row, &one))
			continue;
		const double d = one.mean - g->mean;
		g->rounds += (size_t)one.df + 1;
		g->mean += d / (double)++g->sessions;
		g->squares += d * (one.mean - g->mean);
		g->last = one;
	}
}

static double shown(const struct as_fleet_row *row, double x)
{
	return row->subject == row->reference ? x : exp(x);
}

static struct as_fleet_interval interval(const struct as_fleet_row *row,
	const struct as_machines_interval *v)
{
	return (struct as_fleet_interval){shown(row, v->lo), shown(row, v->hi)};
}

/* One machine of the row; its mean where it counts. */
static void take_cell(struct fleet_making *m, struct as_fleet_row *row, size_t machine)
{
	struct as_fleet_cell *c = &row->cell[machine];
	const size_t share = (m->f->planned + 2) / 3;
	const size_t least = share > ROUNDS_LEAST ? share : ROUNDS_LEAST;
	struct as_machines_found own;
	struct fleet_sessions g = {0};

	gather_sessions(m, row, machine, &g);
	*c = (struct as_fleet_cell){.rounds = g.rounds, .sessions = g.sessions,
		.counts = g.rounds >= least && !m->f->aside[machine].why,
		.value = (double)NAN, .lo = (double)NAN,
		.hi = (double)NAN, .by = (double)NAN, .differs_p = (double)NAN};
	if (!g.sessions)
		return;
	struct as_machine_mean one = g.last;
	if (g.sessions > 1) {
		const double s = (double)g.sessions;
		one = (struct as_machine_mean){g.mean, g.squares / (s - 1) / s, s - 1};
	}
	c->value = shown(row, one.mean);
	if (!as_machines_mean(&one, 1, confidence_of(m, row), m->room, &own)) {
		c->lo = shown(row, own.these.lo);
		c->hi = shown(row, own.these.hi);
	}
	if (c->counts) {
		m->mean[row->counting] = one;
		m->number[row->counting++] = machine;
	}
}

/* Of each machine that counts, whether it differs from the others beyond its noise; of means by
 * their logarithms. */
static enum as_status find_differing(struct fleet_making *m, struct as_fleet_row *row)
{
	const bool mean = row->subject == row->reference;
	enum as_status st = AS_OK;
	double all = 0;

	for (size_t i = 0; i < row->counting; i++) {
		struct as_machine_mean *v = &m->mean[i];
		if (mean && !(v->mean > 0))
			return AS_OK;
		if (mean)
			*v = (struct as_machine_mean){log(v->mean), v->v / (v->mean * v->mean),
				v->df};
		all += v->mean;
	}
	for (size_t i = 0; i < row->counting && !st && row->counting >= 2; i++) {
		struct as_fleet_cell *c = &row->cell[m->number[i]];
		const double others =
			(all - m->mean[i].mean) / (double)(row->counting - 1);
		c->by = expm1(m->mean[i].mean - others);
		st = as_machine_differs(m->mean, row->counting, i, &c->differs_p);
		c->differs = c->rounds >= ROUNDS_TO_DIFFER && c->differs_p <= differ_level &&
			fabs(c->by) > (mean ? overlooked_mean : overlooked_ratio);
	}
	return st;
}

static bool may_differ(const struct fleet_making *m, const struct as_fleet_row *row)
{
	for (size_t i = 0; i < row->counting; i++)
		if (!(m->mean[i].df >= DF_TO_DIFFER))
			return false;
	return true;
}

/* The verdict's comparison: for machines like these from three on, of two for these two. */
static void judge(struct fleet_making *m, struct as_fleet_row *row,
	const struct as_machines_found *found)
{
	const struct as_experiment *x = m->v[0].x;
	const bool beyond = m->f->kinds || row->counting >= VERDICT_BEYOND;
	const struct as_fleet_interval *i = beyond ? &row->alike : &row->these;
	const struct as_place old = {x, row->reference, x->criterion};
	const struct as_place new = {x, row->subject, x->criterion};
	struct as_comparison c =
		as_compare_fresh(&old, &new, 1, confidence_of(m, row));

	c.method = AS_COMPARE_PAIRED;
	c.ratio = row->value;
	c.lo = i->lo;
	c.hi = i->hi;
	c.p = row->p;
	c.df = beyond ? found->alike.df : found->these.df;
	c.n = c.n_reference = beyond ? row->counting : ROUNDS_LEAST;
	c.verdict = as_compare_verdict(&c, 1 - c.confidence);
	c.n = c.n_reference = row->counting;
	row->c = c;
}

/* Of several kinds nothing is said of all machines as if they were one kind. */
static enum as_status take_strata(struct fleet_making *m, struct as_fleet_row *row,
	struct as_machines_found *found, struct as_err *err)
{
	const struct as_fleet_said said = {.mean = m->mean, .number = m->number,
		.n = row->counting, .confidence = confidence_of(m, row),
		.of_ratio = row->subject != row->reference};
	const struct as_fleet_interval none = {(double)NAN, (double)NAN};
	enum as_status st = as_fleet_strata(m->f, &said, m->arena, row, err);

	if (st)
		return st;
	row->these = row->another = none;
	found->share = found->impact = found->farthest_p = (double)NAN;
	found->at_least_above = found->at_least_below = 0;
	judge(m, row, found);
	for (size_t k = 0; k < row->n_strata; k++) {
		struct as_fleet_stratum *s = &row->stratum[k];
		struct as_comparison c = row->c;
		c.ratio = s->value;
		c.lo = s->lo;
		c.hi = s->hi;
		c.p = s->p;
		c.n = c.n_reference = s->machines;
		s->verdict = as_compare_verdict(&c, 1 - c.confidence);
	}
	return AS_OK;
}

static enum as_status make_row(struct fleet_making *m, struct as_fleet_row *row,
	struct as_err *err)
{
	struct as_machines_found found;

	row->cell = as_arena_array(m->arena, m->f->n, sizeof *row->cell);
	if (!row->cell)
		return as_fail_memory(err);
	for (size_t k = 0; k < m->f->n; k++)
		take_cell(m, row, k);
	if (row->counting < 2)
		return as_fail(err, AS_ERR_DATA,
			"cannot put machines together: fewer than two of %zu have enough complete "
			"rounds of '%.100s', which takes 6 planned rounds or more, a third of them "
			"complete",
			m->f->n, m->f->subject[row->subject]);
	if (as_machines_mean(m->mean, row->counting, confidence_of(m, row), m->room, &found))
		return as_fail(err, AS_ERR_DATA,
			"cannot put machines together: a mean of '%.100s' is no number",
			m->f->subject[row->subject]);
	row->value = shown(row, found.mean);
	row->these = interval(row, &found.these);
	row->alike = interval(row, &found.alike);
	row->another = interval(row, &found.another);
	row->p = found.p;
	enum as_status st = m->f->kinds ? take_strata(m, row, &found, err) : AS_OK;
	if (st)
		return st;
	row->share = found.share;
	row->impact = found.impact;
	row->differ_p = may_differ(m, row) ? found.differ_p : (double)NAN;
	row->differ = row->differ_p <= differ_level;
	row->above = found.at_least_above;
	row->below = found.at_least_below;
	row->apart = m->number[found.farthest];
	row->apart_p = found.farthest_p;
	if (!m->f->kinds)
		judge(m, row, &found);
	if (find_differing(m, row))
		return as_fail(err, AS_ERR_DATA, "cannot tell machines apart");
	return AS_OK;
}

/* The reference, which says how fast machines are, and what is compared with it. */
static enum as_status make_rows(struct fleet_making *m, struct as_err *err)
{
	const struct as_analysis *a = &m->v[0].analyses[0];
	const struct as_experiment *x = m->v[0].x;
	struct as_fleet *f = m->f;
	enum as_status st = AS_OK;

	f->n_rows = a->n_comparisons + 1;
	f->row = as_arena_array(m->arena, f->n_rows, sizeof *f->row);
	f->subject = as_arena_array(m->arena, f->n_subjects, sizeof *f->subject);
	if (!f->row || !f->subject)
		return as_fail_memory(err);
	for (size_t k = 0; k < f->n_subjects; k++)
		f->subject[k] = own(m, x->subjects[k].name);
	for (size_t i = 0; i < f->n_rows && !st; i++) {
		f->row[i] = (struct as_fleet_row){0};
		if (i) {
			f->row[i].subject = a->comparisons[i - 1].subject;
			f->row[i].reference = a->comparisons[i - 1].reference;
		}
		st = make_row(m, &f->row[i], err);
	}
	return st;
}

enum as_status as_fleet_make(const struct as_result *v, size_t n, struct as_arena *a,
	const struct as_fleet_rules *rules, struct as_fleet *out, struct as_err *err)
{
	const struct as_experiment *x = v[0].x;
	struct as_fleet f = {.metric = x->metrics[x->criterion], .n_subjects = x->n_subjects,
		.confidence = x->plan.confidence};
	struct fleet_making m = {.v = v, .n = n, .arena = a, .f = &f,
		.of = as_arena_array(a, n, sizeof *m.of),
		.mean = as_arena_array(a, n, sizeof *m.mean),
		.number = as_arena_array(a, n, sizeof *m.number),
		.room = as_arena_array(a, n, sizeof *m.room)};

	f.machine = as_arena_array(a, n, sizeof *f.machine);
	f.kind = as_arena_array(a, n, sizeof *f.kind);
	if (!m.of || !m.mean || !m.number || !m.room || !f.machine || !f.kind)
		return as_fail_memory(err);
	name_machines(&m);
	f.of = m.of;
	f.metric.name = own(&m, f.metric.name);
	f.metric.unit = own(&m, f.metric.unit);
	enum as_status st = m.no_memory ? as_fail_memory(err) : check(&m, err);

	f.same_builds = !st && have_same_builds(&m);
	if (!st)
		st = as_fleet_admit(rules, v, n, a, &f, err);
	if (!st)
		st = make_rows(&m, err);
	if (!st && m.no_memory)
		st = as_fail_memory(err);
	if (!st)
		*out = f;
	return st;
}
