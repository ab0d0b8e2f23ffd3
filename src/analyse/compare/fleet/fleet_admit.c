/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/compare/fleet/fleet_admit.h"

#include <math.h>

#include "stat/core/quantile.h"

/* methods-machines.md A6 */
enum { MACHINES_LEAST = 4 };
static const double noise_most = 3, level_most = 4, mad_to_sd = 1.4826;

/* One number a machine; NaN: it has none. */
struct fleet_traits {
	double *v, *sorted;
	size_t n;
};

/* Of a comparison in one result; NaN: it has none. */
typedef double fleet_trait(const struct as_analysis *a, const struct as_comparison *c);

/* By how much the log ratios of rounds vary. */
static double variance_of(const struct as_analysis *a, const struct as_comparison *c)
{
	(void)a;
	return c->pairs.sd * c->pairs.sd;
}

/* How fast it is, of both together, which says nothing of their ratio. */
static double level_of(const struct as_analysis *a, const struct as_comparison *c)
{
	const double both = a->summaries[c->reference].mean * a->summaries[c->subject].mean;

	return both > 0 ? log(both) / 2 : (double)NAN;
}

/* The mean over the sessions of a machine. */
static double mean_on(const struct as_fleet *f, const struct as_result *v, size_t n,
	size_t machine, size_t comparison, fleet_trait *of)
{
	double sum = 0;
	size_t sessions = 0;

	for (size_t i = 0; i < n; i++) {
		const struct as_analysis *a = &v[i].analyses[0];
		if (f->of[i] != machine || comparison >= a->n_comparisons)
			continue;
		const double x = of(a, &a->comparisons[comparison]);
		sum += isfinite(x) ? x : 0;
		sessions += isfinite(x) ? 1 : 0;
	}
	return sessions ? sum / (double)sessions : (double)NAN;
}

/* Those of machines that are not set aside; how many there are. */
static size_t gather_traits(const struct as_fleet *f, const struct fleet_traits *t)
{
	size_t n = 0;

	for (size_t m = 0; m < f->n; m++)
		if (!f->aside[m].why && isfinite(t->v[m]))
			t->sorted[n++] = t->v[m];
	as_sort(t->sorted, n);
	return n;
}

static void set_aside(struct as_fleet *f, size_t machine, enum as_fleet_aside why, double by)
{
	if (!f->aside[machine].why)
		f->aside[machine] = (struct as_fleet_set_aside){why, by};
}

static void judge_noise(struct as_fleet *f, const struct fleet_traits *t)
{
	const size_t n = gather_traits(f, t);
	double median = 0;

	if (n < MACHINES_LEAST || as_quantile(t->sorted, n, 0.5, &median) || !(median > 0))
		return;
	for (size_t m = 0; m < f->n; m++)
		if (t->v[m] > noise_most * median)
			set_aside(f, m, AS_ASIDE_NOISE, t->v[m] / median);
}

static void judge_level(struct as_fleet *f, const struct fleet_traits *t)
{
	const size_t n = gather_traits(f, t);
	double median = 0, mad = 0;

	if (n < MACHINES_LEAST || as_quantile(t->sorted, n, 0.5, &median))
		return;
	for (size_t i = 0; i < n; i++)
		t->sorted[i] = fabs(t->sorted[i] - median);
	as_sort(t->sorted, n);
	if (as_quantile(t->sorted, n, 0.5, &mad) || !(mad > 0))
		return;
	for (size_t m = 0; m < f->n; m++)
		if (fabs(t->v[m] - median) > level_most * mad_to_sd * mad)
			set_aside(f, m, AS_ASIDE_LEVEL, exp(t->v[m] - median));
}

/* A rule, by each comparison: a machine is set aside where any of them says so. */
struct fleet_rule {
	fleet_trait *of;
	bool root; /* of the mean */
	void (*judge)(struct as_fleet *f, const struct fleet_traits *t);
};

static const struct fleet_rule by_noise = {variance_of, true, judge_noise},
			       by_level = {level_of, false, judge_level};

static void judge(struct as_fleet *f, const struct as_result *v, size_t n,
	const struct fleet_rule *by, struct fleet_traits *t)
{
	for (size_t c = 0; c < v[0].analyses[0].n_comparisons; c++) {
		for (size_t m = 0; m < f->n; m++) {
			const double mean = mean_on(f, v, n, m, c, by->of);
			t->v[m] = by->root ? sqrt(mean) : mean;
		}
		by->judge(f, t);
	}
}

enum as_status as_fleet_admit(const struct as_fleet_rules *rules, const struct as_result *v,
	size_t n, struct as_arena *a, struct as_fleet *f, struct as_err *err)
{
	struct fleet_traits t = {.v = as_arena_array(a, f->n + 1, sizeof *t.v),
		.sorted = as_arena_array(a, f->n + 1, sizeof *t.sorted)};

	f->aside = as_arena_array(a, f->n + 1, sizeof *f->aside);
	if (!f->aside || !t.v || !t.sorted)
		return as_fail_memory(err);
	for (size_t m = 0; m < f->n; m++)
		f->aside[m] = (struct as_fleet_set_aside){.why = AS_ASIDE_NOT};
	for (size_t i = 0; rules && rules->refused && i < n; i++)
		if (rules->refused[i])
			set_aside(f, f->of[i], rules->refused[i], rules->refused_by[i]);
	if (rules && rules->noise)
		judge(f, v, n, &by_noise, &t);
	if (rules && rules->level)
		judge(f, v, n, &by_level, &t);
	for (size_t m = 0; m < f->n; m++)
		f->n_aside += f->aside[m].why != AS_ASIDE_NOT;
	return AS_OK;
}
