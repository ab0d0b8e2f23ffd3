/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One session of A against A. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/compare/compare_parts.h"
#include "analyse/compare/noise_floor.h"
#include "analyse/estimate/view/view.h"
#include "analyse/result/analyse.h"
#include "stat/core/moments.h"
#include "stat/dist/comparing/decide.h"

static const struct as_profile_sd unknown = {(double)NAN, 0};

/* Rounds with both copies: their values, and of each the logarithm. */
struct both {
	size_t n;
	double *a, *b, *log_a, *log_b; /* n each, in one block that starts at a */
};

static enum as_status both_open(const struct as_experiment *x, const struct as_view *a,
	const struct as_view *b, struct both *out, struct as_err *err)
{
	size_t rounds = as_rounds(x);
	double *all = malloc((4 * rounds + 1) * sizeof *all);

	if (!all)
		return as_fail_memory(err);
	struct both v = {0, all, all + rounds, all + 2 * rounds, all + 3 * rounds};
	as_view_by_round(x, 0, a, rounds, v.a);
	as_view_by_round(x, 1, b, rounds, v.b);
	for (size_t i = 0; i < rounds; i++) {
		if (isnan(v.a[i]) || isnan(v.b[i]))
			continue;
		v.a[v.n] = v.a[i];
		v.b[v.n] = v.b[i];
		v.log_a[v.n] = log(v.a[i]);
		v.log_b[v.n] = log(v.b[i]);
		v.n++;
	}
	*out = v;
	return AS_OK;
}

/* Whether a test called identical programs different. Where nothing varies there is no p value. */
static bool is_alarm(const struct as_test *t, double confidence)
{
	return t->has_p ? t->p <= 1 - confidence : fabs(t->estimate) > 0;
}

static enum as_status count(const struct as_test *t, double confidence, struct as_profile_way *w)
{
	w->comparisons++;
	w->alarms += is_alarm(t, confidence);
	return AS_OK;
}

static enum as_status welch(const double *a, const double *b, size_t n, double confidence,
	struct as_test *out, struct as_err *err)
{
	const struct as_side old = as_side_of(a, n), new = as_side_of(b, n);

	return as_welch(&old, &new, confidence, out, err);
}

/* Stretches of g rounds, each a comparison as it would be made of it alone. */
static enum as_status count_rounds(const struct both *v, uint32_t g, double confidence,
	struct as_profile_way *w, struct as_err *err)
{
	bool paired = as_blocked_analysis(g) == AS_BLOCKED_PAIRED;
	enum as_status st = AS_OK;

	for (size_t i = 0; !st && i + g <= v->n; i += g) {
		struct as_paired p;
		struct as_test t;
		if (paired)
			st = as_paired_log_ratio(v->a + i, v->b + i, g, confidence, &p, err);
		else
			st = welch(v->a + i, v->b + i, g, confidence, &t, err);
		if (!st)
			st = count(paired ? &p.log : &t, confidence, w);
	}
	return st;
}

/* The two-way table of rounds and copies, on logarithms (methods-blocks.md 10 with both copies for
 * builds): MS_res is half the variance of the log ratios, MS_round twice that of the rounds' means.
 * */
static void measure_rounds(const struct both *v, struct as_profile_session *s)
{
	double df = (double)(v->n - 1), mean = 0, pairs = 0, rounds = 0, difference = 0;

	for (size_t i = 0; i < v->n; i++) {
		mean += (v->log_a[i] + v->log_b[i]) / 2 / (double)v->n;
		difference += (v->log_b[i] - v->log_a[i]) / (double)v->n;
	}
	for (size_t i = 0; i < v->n; i++) {
		pairs += pow(v->log_b[i] - v->log_a[i] - difference, 2);
		rounds += pow((v->log_a[i] + v->log_b[i]) / 2 - mean, 2);
	}
	double ms_res = pairs / df / 2, ms_round = 2 * rounds / df;
	s->units = (uint32_t)v->n;
	s->log_mean = mean;
	s->unit = (struct as_profile_sd){sqrt(ms_res), df};
	s->round = (struct as_profile_sd){sqrt(fmax(0, (ms_round - ms_res) / 2)), df};
}

/* Builds are compared as they are by default, once: each of them is in that comparison. */
static void measure_builds(const struct as_view *a, const struct as_view *b,
	const struct as_comparison *c, struct as_profile_session *s)
{
	const struct as_view *side[] = {a, b};
	double sum = 0, squares = 0;

	for (size_t k = 0; k < 2; k++) {
		double mean = 0;
		for (size_t i = 0; i < side[k]->n_top; i++)
			mean += log(side[k]->top[i]) / (double)side[k]->n_top;
		for (size_t i = 0; i < side[k]->n_top; i++)
			squares += pow(log(side[k]->top[i]) - mean, 2);
		sum += mean / 2;
	}
	double df = (double)(a->n_top + b->n_top - 2);
	s->units = (uint32_t)(a->n_top < b->n_top ? a->n_top : b->n_top);
	s->group = s->units;
	s->log_mean = sum;
	s->unit = (struct as_profile_sd){sqrt(squares / df), df};
	s->round = unknown;
	s->way[AS_AA_ROUNDS].comparisons = 1;
	s->way[AS_AA_ROUNDS].alarms = isnan(c->p) ? fabs(c->ratio - 1) > 0
						  : c->p <= 1 - c->confidence;
}

static enum as_status check_values(const struct as_view *v, const struct as_metric *m,
	struct as_err *err)
{
	for (size_t i = 0; i < v->n_units; i++)
		if (!(v->means[i] > 0))
			return as_fail(err, AS_ERR_DATA,
				"cannot measure A against A by %s: an execution "
				"has %g %s, and there is no ratio of that; name another "
				"--criterion",
				m->name, v->means[i], m->unit);
	return AS_OK;
}

/* Closed by the caller, also after a failure. */
static enum as_status open_view(const struct as_experiment *x, size_t subject, struct as_view *v,
	struct as_err *err)
{
	enum as_status st = as_view_open(x, subject, x->criterion, AS_ROLE_MEASURED, v, err);

	return st ? st : check_values(v, &x->metrics[x->criterion], err);
}

static enum as_status check_group(size_t n, const char *unit, const struct as_noise_source *s,
	struct as_err *err)
{
	if (n < AS_BLOCKS_VERDICT)
		return as_fail(err, AS_ERR_DATA,
			"cannot measure A against A with %zu %s%s of both: at "
			"least %d are needed, and 200 say more; raise -r or the budget",
			n, unit, n == 1 ? "" : "s", AS_BLOCKS_VERDICT);
	if (s->group > n)
		return as_fail(err, AS_ERR_DATA,
			"cannot compare groups of %u: there are %zu %ss of both; "
			"lower --group, or raise -r",
			s->group, n, unit);
	return AS_OK;
}

static enum as_status fill_rounds(const struct as_noise_source *src, const struct as_view *a,
	const struct as_view *b, struct as_profile_session *s, struct as_err *err)
{
	const struct as_experiment *x = src->rounds;
	struct as_comparison c;
	struct both v = {0};
	enum as_status st = as_compare_subjects(x, x->criterion, &c, err);

	if (!st)
		s->way[AS_AA_ROUNDS] = (struct as_profile_way){0, 0, c.ratio, c.lo, c.hi};
	if (st || c.of.builds) {
		size_t fewest = a->n_top < b->n_top ? a->n_top : b->n_top;
		st = st ? st : check_group(fewest, "build", src, err);
		if (!st)
			measure_builds(a, b, &c, s);
		return st;
	}
	st = both_open(x, a, b, &v, err);
	if (!st)
		st = check_group(v.n, "round", src, err);
	if (!st) {
		size_t g = src->group ? src->group : AS_NOISE_GROUP;
		s->group = (uint32_t)(g < v.n ? g : v.n);
		measure_rounds(&v, s);
		st = count_rounds(&v, s->group, s->confidence, &s->way[AS_AA_ROUNDS], err);
	}
	free(v.a);
	return st;
}

/* Units in the order in which they were measured. */
struct series {
	const double *v;
	size_t n;
};

static enum as_status fill_ratio(const struct series *u, double confidence,
	struct as_profile_way *w, struct as_err *err)
{
	size_t half = u->n / 2;
	const struct as_side old = as_side_of(u->v, half);
	const struct as_side new = as_side_of(u->v + u->n - half, half);
	struct as_ratio r;
	enum as_status st = as_fieller_welch(&old, &new, confidence, &r, err);

	if (st)
		return st;
	as_ratio_bounds(&r, &w->ratio, &w->lo, &w->hi);
	return AS_OK;
}

/* Stretches of g units: how much their means differ, and each of them against the next. Of what was
 * stopped too early nothing is known. */
static enum as_status fill_sequence(const struct series *u, struct as_profile_session *s,
	struct as_err *err)
{
	struct as_profile_way *w = &s->way[AS_AA_SEQUENCE];
	size_t g = s->group, n = u->n / g;

	if (n < 2)
		return AS_OK;
	double *y = calloc(n, sizeof *y);
	enum as_status st = y ? fill_ratio(u, s->confidence, w, err) : as_fail_memory(err);

	for (size_t i = 0; y && i < n * g; i++)
		y[i / g] += log(u->v[i]) / (double)g;
	if (y)
		s->stretch = (struct as_profile_sd){
			sqrt(as_variance(y, n, as_mean(y, n))), (double)(n - 1)};
	for (size_t i = 0; !st && g > 1 && i + 2 <= n; i += 2) {
		struct as_test t;
		st = welch(u->v + i * g, u->v + (i + 1) * g, g, s->confidence, &t, err);
		if (!st)
			st = count(&t, s->confidence, w);
	}
	free(y);
	return st;
}

/* All builds of one side, then all of the other: as many of each as were compared in rounds. */
static enum as_status fill_built(const struct as_view *a, const struct as_view *b,
	struct as_profile_session *s, struct as_err *err)
{
	size_t g = s->group;
	double *v = calloc(2 * g, sizeof *v);
	enum as_status st = AS_OK;

	if (!v)
		return as_fail_memory(err);
	if (a->n_builds >= g && b->n_builds >= g) {
		memcpy(v, a->top, g * sizeof *v);
		memcpy(v + g, b->top, g * sizeof *v);
		st = fill_sequence(&(struct series){v, 2 * g}, s, err);
	}
	free(v);
	return st;
}

static enum as_status add_sequence(const struct as_experiment *x, struct as_profile_session *s,
	struct as_err *err)
{
	struct as_view a = {0}, b = {0};
	enum as_status st = open_view(x, 0, &a, err);

	if (!st && x->n_subjects > 1)
		st = open_view(x, 1, &b, err);
	if (!st && x->n_subjects > 1)
		st = fill_built(&a, &b, s, err);
	else if (!st)
		st = fill_sequence(&(struct series){a.means, a.n_units}, s, err);
	if (!st && x->ended_ns > s->ended_ns)
		s->ended_ns = x->ended_ns;
	as_view_close(&a);
	as_view_close(&b);
	return st;
}

enum as_status as_noise_measure(const struct as_noise_source *src, struct as_profile_session *out,
	struct as_err *err)
{
	const struct as_experiment *x = src->rounds;
	const double nan = (double)NAN;
	struct as_profile_session s = {.began_ns = x->started_ns, .ended_ns = x->ended_ns,
		.boot_id = x->machine.boot_id, .suspended_ns = x->machine.suspended_ns,
		.experiment = x->uuid, .confidence = x->plan.confidence, .stretch = unknown};
	struct as_view a = {0}, b = {0};
	enum as_status st = open_view(x, 0, &a, err);

	s.way[AS_AA_SEQUENCE] = (struct as_profile_way){0, 0, nan, nan, nan};
	if (!st)
		st = open_view(x, 1, &b, err);
	if (!st)
		st = fill_rounds(src, &a, &b, &s, err);
	if (!st && src->sequence)
		st = add_sequence(src->sequence, &s, err);
	if (!st) {
		/* A clock may have been set back meanwhile. */
		s.ended_ns = s.ended_ns < s.began_ns ? s.began_ns : s.ended_ns;
		*out = s;
	}
	as_view_close(&a);
	as_view_close(&b);
	return st;
}
