/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/diagnose/warnings.h"
#include "analyse/plan/pilot.h"

#include <math.h>
#include <stdlib.h>

#include "analyse/estimate/dependent.h"
#include "analyse/estimate/view/crossed_view.h"
#include "analyse/estimate/typical_view.h"
#include "analyse/estimate/view/view.h"
#include "analyse/result/cost.h"
#include "analyse/result/two_stage.h"
#include "stat/dist/tail.h"

/* What the units say of one subject. */
struct known {
	struct as_tree_stats stats;
	enum as_level_index bottom;
	double cost_s[AS_LEVELS_MAX];
};

/* Executions whose values are told apart from what lies inside them; without room: AS_ERR_MEM. */
static enum as_status tell_inside(const struct as_reduced_of *of, const struct as_derived *d,
	const struct as_view *v, struct as_inner *out, struct as_err *err)
{
	const size_t all = of->x->subjects[of->subject].levels[AS_LEVEL_EXECUTION].n;
	double *room = malloc((2 * all + 3 * v->n_units + 1) * sizeof *room);

	if (!room)
		return as_fail_memory(err);
	double *first = room, *second = first + all, *y = second + all, *a = y + v->n_units,
	       *b = a + v->n_units;
	enum as_status st = as_reduced_halves(of, d, first, second, err);
	for (size_t i = 0; i < v->n_units; i++) {
		y[i] = log(v->means[i]);
		a[i] = first[v->units[i]];
		b[i] = second[v->units[i]];
	}
	if (!st)
		st = as_inner_variance(y, a, b, v->n_units, v->reduced.n, out);
	free(room);
	return st;
}

/* Of a statistic of iterations their level is planned by the halves of executions, on the log scale
 * (methods-quantiles.md 1.10): where each has enough of them, and there are no builds. */
static enum as_status know_inside(const struct as_reduced_of *of, size_t metric,
	const struct as_view *v, struct known *out, struct as_err *err)
{
	const struct as_experiment *x = of->x;
	struct as_derived d;
	struct as_inner inner;
	struct as_view base;

	if (!as_experiment_derived(x, metric, &d) || d.statistic == AS_STATISTIC_MINIMUM ||
		x->metrics[d.base].level != AS_LEVEL_ITERATION || v->reduced.rounds > 1 ||
		v->n_builds || v->n_sessions || !v->reduced.positive)
		return AS_OK;
	enum as_status st = tell_inside(of, &d, v, &inner, err);
	if (st)
		return st == AS_ERR_MEM ? st : AS_OK;
	st = as_view_open(x, of->subject, d.base, of->role, &base, err);
	if (!st)
		st = as_view_costs(&x->subjects[of->subject], &base, of->role, out->cost_s, err);
	as_view_close(&base);
	const size_t n = v->reduced.n, executions = v->n_units;
	out->bottom = AS_LEVEL_ITERATION;
	out->stats = (struct as_tree_stats){.n_levels = 2, .mean = 1,
		.level = {{.repeated = true, .s2 = inner.inside, .t2 = inner.inside,
				  .df = executions, .r_min = n, .r_max = n, .r_mean = (double)n},
			{.repeated = true, .s2 = inner.between, .t2 = inner.above,
				.df = executions - 1, .r_min = executions, .r_max = executions,
				.r_mean = (double)executions}}};
	return st;
}

static enum as_status know(const struct as_experiment *x, const struct as_lesson *what,
	size_t subject, struct known *out, struct as_err *err)
{
	struct as_view_crossed crossed;
	struct as_view v;
	double *units = NULL; /* what rounds are told from */
	enum as_status st = as_view_open(x, subject, what->metric, what->role, &v, err);

	if (st)
		return st;
	if (v.n_top < 2) {
		st = as_fail(err, AS_ERR_DATA,
			"'%s' has too few units to plan from; 2 are the least",
			x->subjects[subject].name);
		goto out;
	}
	units = malloc((v.n_units + 1) * sizeof *units);
	if (!units || as_view_stats(&v, &out->stats, units)) {
		st = as_fail_memory(err);
		goto out;
	}
	out->bottom = v.bottom;
	if (v.n_builds && x->plan.builds_state == AS_BUILDS_DIFFER) {
		struct as_view rounds = v;
		rounds.means = units;
		st = as_view_cross(x, subject, &rounds, &out->stats, &crossed, err);
	}
	if (!st)
		st = as_view_costs(&x->subjects[subject], &v, what->role, out->cost_s, err);
	if (!st && v.is_reduced)
		st = know_inside(&(struct as_reduced_of){x, subject, subject, what->role},
			what->metric, &v, out, err);
out:
	free(units);
	as_view_close(&v);
	return st;
}

static double relative_variance(const struct known *k)
{
	const struct as_tree_stats *s = &k->stats;

	return s->level[s->n_levels - 1].s2 / (s->mean * s->mean);
}

/* Log ratios of the rounds in which both have a value; `b` is the reference. Returns their number.
 * */
static size_t log_ratios(const double *a, const double *b, size_t n, double *out)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++)
		if (a[i] > 0 && b[i] > 0)
			out[k++] = log(a[i] / b[i]);
	return k;
}

static double variance_of(const double *x, size_t n)
{
	double mean = 0, squares = 0;

	for (size_t i = 0; i < n; i++)
		mean += x[i] / (double)n;
	for (size_t i = 0; i < n; i++)
		squares += (x[i] - mean) * (x[i] - mean);
	return n > 1 ? squares / (double)(n - 1) : 0;
}

/* The variance of the log ratios of the rounds. */
static enum as_status blocks_of(const struct as_experiment *x, const struct as_lesson *what,
	size_t subject, struct as_blocked_pilot *out, struct as_err *err)
{
	size_t n = as_rounds(x);
	struct as_view old = {0}, new = {0};
	double *a = malloc((3 * n + 1) * sizeof *a);

	if (!a)
		return as_fail_memory(err);
	enum as_status st = as_view_open(x, x->reference, what->metric, what->role, &old, err);
	if (!st)
		st = as_view_open(x, subject, what->metric, what->role, &new, err);
	if (!st) {
		as_view_by_round(x, x->reference, &old, n, a);
		as_view_by_round(x, subject, &new, n, a + n);
		out->blocks = log_ratios(a + n, a, n, a + 2 * n);
		out->s_d2 = variance_of(a + 2 * n, out->blocks);
	}
	as_view_close(&old);
	as_view_close(&new);
	free(a);
	return st;
}

static void take_stats(const struct known *k, struct as_dimension *out)
{
	out->n_levels = k->stats.n_levels;
	out->bottom = k->bottom;
	out->mean = k->stats.mean;
	for (size_t i = 0; i < k->stats.n_levels; i++) {
		const struct as_tree_level *l = &k->stats.level[i];
		struct as_dimension_level *o = &out->level[(size_t)k->bottom + i];

		o->s2 = l->repeated ? l->s2 : 0;
		o->t2 = l->repeated ? l->t2 : 0;
		o->df = l->repeated ? (double)l->df : 0;
		o->pilot = l->repeated ? (uint32_t)fmin(fmax(round(l->r_mean), 2), UINT32_MAX) : 1;
	}
}

/* Two subjects as one, on the scale of their ratio: relative variances add up. The degrees of
 * freedom stay those of one side, which is what Welch's test has at least. */
static void add_side(const struct known *k, struct as_dimension *out)
{
	double m2 = out->mean * out->mean, k2 = k->stats.mean * k->stats.mean;

	out->mean = 1;
	for (size_t i = 0; i < out->n_levels; i++) {
		const struct as_tree_level *l = &k->stats.level[i];
		struct as_dimension_level *o = &out->level[(size_t)out->bottom + i];

		o->s2 = o->s2 / m2 + (l->repeated ? l->s2 / k2 : 0);
		o->t2 = o->t2 / m2 + (l->repeated ? l->t2 / k2 : 0);
		if (l->repeated && l->r_mean > o->pilot)
			o->pilot = (uint32_t)fmin(round(l->r_mean), UINT32_MAX);
	}
}

/* Executions in rounds: the top level is what the log ratios of the rounds say. */
static enum as_status take_blocks(const struct as_experiment *x, const struct as_lesson *what,
	const struct known *k, size_t worst, struct as_dimension *out, struct as_err *err)
{
	struct as_blocked_pilot pilot = {.old = &k[x->reference].stats, .new = &k[worst].stats,
		.cost_s = k[worst].cost_s};
	struct as_planning p;
	enum as_status st = blocks_of(x, what, worst, &pilot, err);

	if (!st)
		st = as_planning_of_blocks(&pilot, 0, &p, err);
	if (st)
		return st;
	size_t top = (size_t)out->bottom + out->n_levels - 1;
	out->level[top].s2 = pilot.s_d2;
	out->level[top].t2 = p.t2[p.n_levels - 1];
	out->level[top].df = (double)p.df;
	out->level[top].pilot = (uint32_t)pilot.blocks;
	return AS_OK;
}

/* The first from i on that is not left out. */
static size_t next_in(const struct as_experiment *x, size_t i, size_t to)
{
	while (i < to && as_subject_left_out(&x->subjects[i]))
		i++;
	return i;
}

/* Levels that assay conducts, the same for all subjects. */
static enum as_status check_levels(const struct as_experiment *x, const struct known *k,
	const struct as_lesson *what, struct as_err *err)
{
	const size_t from = next_in(x, what->from, what->to);

	if (from == what->to)
		return as_fail(err, AS_ERR_DATA,
			"nothing was measured that a plan could be made from");
	if ((size_t)k[from].bottom + k[from].stats.n_levels > AS_MODEL_LEVELS)
		return as_fail(err, AS_ERR_DATA,
			"no plan can be made from a table with levels of its own; give its "
			"variances to assay plan --variance");
	for (size_t i = from; i < what->to; i = next_in(x, i + 1, what->to))
		if (k[i].stats.n_levels != k[from].stats.n_levels)
			return as_fail(err, AS_ERR_DATA,
				"the subjects do not have the same levels");
	return AS_OK;
}

static size_t worst_of(const struct as_experiment *x, const struct as_lesson *what,
	const struct known *k, bool ratio)
{
	const size_t from = next_in(x, what->from, what->to);
	size_t worst = ratio && from == x->reference ? from + 1 : from;

	for (size_t i = from; i < what->to; i = next_in(x, i + 1, what->to))
		if (!(ratio && i == x->reference) &&
			relative_variance(&k[i]) > relative_variance(&k[worst]))
			worst = i;
	return worst;
}

/* Its builds are those of the subject before it, which cost once. */
static bool is_paid(const struct as_experiment *x, const struct as_lesson *what, size_t i)
{
	return i > what->from && as_subject_shares_builds(&x->subjects[i - 1], &x->subjects[i]);
}

static enum as_status conclude(const struct as_experiment *x, const struct as_lesson *what,
	const struct known *k, struct as_dimension *out, struct as_err *err)
{
	bool ratio = as_target_is_ratio(x);
	size_t worst = worst_of(x, what, k, ratio);
	enum as_level_index bottom = k[worst].bottom;
	size_t top = (size_t)bottom + k[worst].stats.n_levels - 1;
	struct as_dimension d = {.warmup = x->plan.drop};
	enum as_status st = AS_OK;

	take_stats(&k[worst], &d);
	if (ratio) {
		add_side(&k[x->reference], &d);
		if (top != AS_LEVEL_BUILD)
			st = take_blocks(x, what, k, worst, &d, err);
	}
	for (size_t i = what->from; i < what->to; i++)
		for (size_t l = bottom; l <= top; l++)
			if (l != AS_LEVEL_BUILD || !is_paid(x, what, i))
				d.level[l].cost_s += k[i].cost_s[l - bottom];
	if (!st)
		*out = d;
	return st;
}

enum as_status as_learn(const struct as_experiment *x, const struct as_lesson *what,
	struct as_dimension *out, struct as_err *err)
{
	struct known *k = calloc(x->n_subjects + 1, sizeof *k);
	enum as_status st = AS_OK;

	if (!k)
		return as_fail_memory(err);
	for (size_t i = next_in(x, what->from, what->to); i < what->to && !st;
		i = next_in(x, i + 1, what->to))
		st = know(x, what, i, &k[i], err);
	if (!st)
		st = check_levels(x, k, what, err);
	if (!st)
		st = conclude(x, what, k, out, err);
	free(k);
	return st;
}

/* That of one subject, where it is less than what is known so far. */
static enum as_status take_state(const struct as_experiment *x, const struct as_lesson *what,
	size_t subject, double confidence, struct as_learnt_state *out, struct as_err *err)
{
	struct as_lasting l;
	struct as_view v;
	enum as_status st = as_view_open(x, subject, what->metric, what->role, &v, err);

	if (st)
		return st;
	if (v.n_top >= 2 && as_view_is_in_time(x, &v)) {
		st = as_view_lasting(x, subject, &v, confidence, &l);
		if (st)
			st = as_fail(err, st,
				"cannot tell whether executions of '%.100s' depend on those before "
				"them",
				x->subjects[subject].name);
		else if (as_lasting_holds(&l, NULL, NULL, as_warned_among(x)) > out->holds)
			out->holds = as_lasting_holds(&l, NULL, NULL, as_warned_among(x));
		if (!st && l.half_width_t > 0)
			out->stretch = fmax(out->stretch, l.half_width / l.half_width_t);
	}
	as_view_close(&v);
	return st;
}

enum as_status as_learn_state(const struct as_experiment *x, const struct as_lesson *what,
	double confidence, struct as_learnt_state *out, struct as_err *err)
{
	struct as_learnt_state state = {AS_HOLDS_YES, 1};
	enum as_status st = AS_OK;

	if (as_target_is_ratio(x)) {
		*out = state;
		return AS_OK;
	}
	for (size_t i = next_in(x, what->from, what->to); i < what->to && !st;
		i = next_in(x, i + 1, what->to))
		st = take_state(x, what, i, confidence, &state, err);
	if (!st)
		*out = state;
	return st;
}

enum as_status as_planning_of(const struct as_dimension *d, double kappa, struct as_planning *out,
	struct as_err *err)
{
	struct as_tree_stats s = {.n_levels = d->n_levels, .mean = d->mean};
	double cost_s[AS_MODEL_LEVELS];

	for (size_t i = 0; i < d->n_levels; i++) {
		const struct as_dimension_level *l = &d->level[(size_t)d->bottom + i];

		s.level[i] = (struct as_tree_level){.repeated = l->pilot > 1, .s2 = l->s2,
			.t2 = l->t2, .df = (size_t)l->df, .r_max = l->pilot};
		cost_s[i] = l->cost_s;
	}
	return as_planning_of_tree(&s, cost_s, kappa, out, err);
}

/* What S_i^2 lacks of what it would be with the fewer units below of `least`: methods.md 4.1, the
 * expectation of S_i^2 is T_i^2 + T_{i-1}^2/r_{i-1} + T_{i-2}^2/(r_{i-1} r_{i-2}) + ... */
static double missing(const struct as_dimension *d, const uint32_t *least, size_t level)
{
	double own = 1, fewer = 1, sum = 0;

	for (size_t l = level; l-- > (size_t)d->bottom;) {
		own *= d->level[l].pilot;
		fewer *= least[l];
		sum += fmax(d->level[l].t2, 0) * (1 / fewer - 1 / own);
	}
	return sum;
}

bool as_has_moved(const struct as_dimension *then, const struct as_dimension *now,
	struct as_moved *out)
{
	uint32_t least[AS_MODEL_LEVELS];
	size_t bottom = then->bottom, top = bottom + then->n_levels;
	struct as_moved moved = {.level = (enum as_level_index)(top - 1), .ratio = (double)NAN};
	bool yes = now->bottom != then->bottom || now->n_levels != then->n_levels;

	for (size_t l = bottom; !yes && l < top; l++) {
		const uint32_t a = then->level[l].pilot, b = now->level[l].pilot;
		least[l] = a < b ? a : b;
	}
	for (size_t l = top; !yes && l-- > bottom;) {
		const struct as_dimension_level *t = &then->level[l], *n = &now->level[l];
		double before = t->s2 + missing(then, least, l);
		double after = n->s2 + missing(now, least, l);

		if (t->pilot < 2 || n->pilot < 2 ||
			as_variance_moved(before, (size_t)t->df, after, (size_t)n->df, &yes))
			continue;
		moved = (struct as_moved){.level = (enum as_level_index)l, .ratio = after / before};
	}
	if (yes && out)
		*out = moved;
	return yes;
}
