/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The intervals that are not of one mean: of an impact factor, of quantiles, of a suite, of several
 * subjects together, and of what two subjects differ by where they do differ. */

#include <math.h>

#include "analyse/compare/apart.h"
#include "analyse/result/named_values.h"
#include "lab.h"
#include "stat/dist/comparing/detector.h"
#include "stat/dist/dist.h"
#include "stat/dist/influence/impact_draw.h"
#include "stat/dist/resampling/bootstrap.h"
#include "study.h"
#include "world.h"

enum {
	RESAMPLES = 499,
	BENCHMARKS = 10, /* of a suite */
	SUBJECTS = 3,
};

static const double sd = 0.03, change = 1.02;

/* Executions alone: their values are the units. */
static const struct design units = {"units", 1, {0}, {1}, true};

/* An end that does not exist is NaN and holds nothing. */
static void count(struct cell *c, const char *judge, const double ends[2], double truth)
{
	cell_count(c, judge, ends[0] <= truth && truth <= ends[1]);
}

/* Drawing gives a factor and no interval: counted is how often the closed form's has it inside. */
static void count_drawn(struct cell *c, const struct forest *f, uint64_t seed, const double ends[2])
{
	const struct as_groups g = {.values = f->values, .first = f->first[1], .n = f->r[1]};
	struct as_impact_draw drawn;

	if (as_impact_by_draws(&g, RESAMPLES, false, seed, &drawn, NULL))
		study_fail("%s: nothing drawn", c->name);
	count(c, "drawn", ends, drawn.factor);
}

static void cover_impact(struct cell *c, struct forest *f)
{
	double truth = hypot(1, f->sd[1] / f->sd[0]);
	struct lab l;

	lab_open(&l, 1, f->n_levels, f->r);
	for (unsigned k = 0; k < c->n; k++) {
		struct as_random r = cell_random(c, k);
		struct as_analysis a = {0};
		forest_draw(f, &r);
		l.x->plan.seed = k + 1;
		lab_fill(&l, 0, f->values, 1);
		lab_analyse(&l, &a);
		const struct as_summary_level *level = &a.summaries[0].tree.v[1];
		const double ends[] = {level->impact_lo, level->impact_hi};
		count(c, "impact", ends, truth);
		count_drawn(c, f, as_random_u64(&r), ends);
		as_analysis_release(&a);
	}
	lab_close(&l);
}

/* What a level adds to a value, in standard deviations, by the normal number that world.c draws it
 * from, and back. */
static double added(enum shape shape, double z)
{
	double v = exp(0.5 * 0.5);

	return shape == SHAPE_NORMAL ? z : (exp(0.5 * z) - sqrt(v)) / sqrt((v - 1) * v);
}

static double normal_of(enum shape shape, double x)
{
	double v = exp(0.5 * 0.5), e = x * sqrt((v - 1) * v) + sqrt(v);

	if (shape == SHAPE_NORMAL)
		return x;
	return e > 0 ? log(e) / 0.5 : -(double)INFINITY;
}

/* P(value <= x) over all units and iterations of two levels: the sum over the units' luck. */
static double share_below(const struct forest *f, double x)
{
	const double step = 0.005, from = -8;
	double sum = 0;

	for (int i = 0; i <= 3200; i++) {
		double z = from + i * step, rest = x - 1 - f->sd[1] * added(f->shape, z);
		sum += exp(-z * z / 2) * as_normal_cdf(normal_of(f->shape, rest / f->sd[0]));
	}
	return sum * step / sqrt(2 * acos(-1));
}

static double true_quantile(const struct forest *f, double p)
{
	double lo = 0.5, hi = 1.5;

	for (int i = 0; i < 50; i++) {
		double middle = (lo + hi) / 2;
		if (share_below(f, middle) < p)
			lo = middle;
		else
			hi = middle;
	}
	return (lo + hi) / 2;
}

static const struct quantile {
	double p;
	const char *percentile, *bca;
} quantiles[] = {
	{0.25, "lower quartile, percentile", "lower quartile, BCa"},
	{0.5, "median, percentile", "median, BCa"},
	{0.75, "upper quartile, percentile", "upper quartile, BCa"},
};

enum { QUANTILES = sizeof quantiles / sizeof quantiles[0] };

static void count_quantiles(struct cell *c, const struct forest *f, const double *truth,
	const struct as_resampling *how)
{
	for (size_t i = 0; i < QUANTILES; i++) {
		struct as_bootstrap b;
		if (as_bootstrap_quantile(&f->tree, quantiles[i].p, how, &b, NULL))
			study_fail("%s: no quantile", c->name);
		const double percentile[] = {b.percentile.lo, b.percentile.hi};
		const double bca[] = {b.bca.lo, b.bca.hi};
		count(c, quantiles[i].percentile, percentile, truth[i]);
		count(c, quantiles[i].bca, bca, truth[i]);
	}
}

static void cover_quantiles(struct cell *c, struct forest *f)
{
	static struct forest other;
	double truth[QUANTILES];

	forest_design(&other, &designs[0], f->shape, f->r[1], sd);
	for (size_t i = 0; i < QUANTILES; i++)
		truth[i] = true_quantile(f, quantiles[i].p);
	for (unsigned k = 0; k < c->n; k++) {
		struct as_random r = cell_random(c, k);
		struct as_bootstrap b;
		forest_draw(f, &r);
		forest_draw(&other, &r);
		for (size_t v = 0; v < other.tree.count[0]; v++)
			other.values[v] *= change;
		const struct as_resampling how = {.replicates = RESAMPLES, .seed = as_random_u64(&r), .confidence = 0.95};
		count_quantiles(c, f, truth, &how);
		if (as_bootstrap_quantile_ratio(&f->tree, &other.tree, 0.5, &how, &b, NULL))
			study_fail("%s: no ratio of medians", c->name);
		const double ends[] = {b.percentile.lo, b.percentile.hi};
		count(c, "ratio of medians", ends, change);
	}
}

/* One suite: each benchmark has changed by an amount of its own, drawn from all there could be. Its
 * geometric mean is the truth of this suite. */
static double draw_suite(struct lab *labs, struct forest *f, struct as_random *r)
{
	double sum = 0;

	for (size_t i = 0; i < BENCHMARKS; i++) {
		double log_ratio = log(change) + sd * as_random_normal(r);
		forest_draw(f, r);
		lab_fill(&labs[i], 0, f->values, 1);
		forest_draw(f, r);
		lab_fill(&labs[i], 1, f->values, exp(log_ratio));
		sum += log_ratio;
	}
	return exp(sum / BENCHMARKS);
}

static void cover_suite(struct cell *c, struct forest *f)
{
	struct lab labs[BENCHMARKS];
	struct as_apart pairs[BENCHMARKS];

	for (size_t i = 0; i < BENCHMARKS; i++) {
		lab_open(&labs[i], 2, 1, f->r);
		const struct as_experiment *x = labs[i].x;
		pairs[i] = (struct as_apart){.old = {x, 0, x->criterion}, .new = {x, 1, x->criterion}};
	}
	for (unsigned k = 0; k < c->n; k++) {
		struct as_random r = cell_random(c, k);
		struct as_overall o;
		struct as_err err = {0};
		double truth = draw_suite(labs, f, &r);
		struct as_comparison rows[BENCHMARKS];
		if (as_compare_apart(pairs, BENCHMARKS, AS_ADJUST_HOLM, rows, &err) ||
			as_overall_ratio(pairs, rows, BENCHMARKS, &o, &err) || *o.refused)
			study_fail("%s: no suite: %s", c->name, err.msg);
		const double fixed[] = {o.lo, o.hi}, sample[] = {o.sample_lo, o.sample_hi};
		count(c, "this suite", fixed, truth);
		count(c, "suite as sample", sample, change);
	}
	for (size_t i = 0; i < BENCHMARKS; i++)
		lab_close(&labs[i]);
}

/* Whether all of the simultaneous intervals hold their truths at once. */
static bool all_hold(struct lab *l, bool all_pairs, const double *factors)
{
	struct as_comparison c[SUBJECTS * (SUBJECTS - 1) / 2];
	struct as_err err = {0};
	bool hold = true;

	l->x->all_pairs = all_pairs;
	if (as_compare_subjects(l->x, l->x->criterion, c, &err))
		study_fail("%s", err.msg);
	for (size_t i = 0; i < as_experiment_pairs(l->x); i++) {
		double truth = factors[c[i].subject] / factors[c[i].reference];
		hold = hold && c[i].lo <= truth && truth <= c[i].hi;
	}
	return hold;
}

static void cover_subjects(struct cell *c, struct forest *f)
{
	static const double factors[SUBJECTS] = {1, 1, 1.02};
	struct lab l;

	lab_open(&l, SUBJECTS, 1, f->r);
	for (unsigned k = 0; k < c->n; k++) {
		struct as_random r = cell_random(c, k);
		for (size_t i = 0; i < SUBJECTS; i++) {
			forest_draw(f, &r);
			lab_fill(&l, i, f->values, factors[i]);
		}
		cell_count(c, "with the first", all_hold(&l, false, factors));
		cell_count(c, "all pairs", all_hold(&l, true, factors));
	}
	lab_close(&l);
}

static struct as_comparison compare(struct lab *l, bool by_difference, bool of_means)
{
	struct as_comparison c;
	struct as_err err = {0};

	l->x->by_difference = by_difference;
	l->x->ratio_of_means = of_means;
	if (as_compare_subjects(l->x, l->x->criterion, &c, &err))
		study_fail("%s", err.msg);
	return c;
}

/* What the user is shown: of the ratio, of the difference, and with --ratio means. */
static void count_planned(struct cell *c, struct lab *l)
{
	const struct as_comparison difference = compare(l, true, false);
	const struct as_comparison means = compare(l, false, true), ratio = compare(l, false, false);
	const double of_difference[] = {difference.difference.lo, difference.difference.hi};
	const double of_means[] = {means.lo, means.hi}, of_ratio[] = {ratio.lo, ratio.hi};

	count(c, "assay", of_ratio, change);
	count(c, "assay, difference", of_difference, change - 1);
	count(c, "assay, ratio of means", of_means, change);
}

/* The ways that are asked for by name and have an interval of the ratio. */
static void count_named(struct cell *c, const struct lab *l)
{
	const struct as_place old = {l->x, 0, l->x->criterion}, new = {l->x, 1, l->x->criterion};
	static const enum as_detector_index ways[] = {AS_DETECTOR_FIELLER_WELCH, AS_DETECTOR_FIELLER,
		AS_DETECTOR_MANN_WHITNEY};

	for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
		struct as_named n;
		struct as_err err = {0};
		if (l->r[0] < as_detectors[ways[i]].least)
			continue;
		if (as_compare_named(&old, &new, ways[i], 0.95, &n, &err) || *n.refused)
			study_fail("%s: no interval: %s", c->name, err.msg);
		const double ends[] = {n.lo, n.hi};
		count(c, n.name, ends, change);
	}
}

static void count_resampled(struct cell *c, const double *old, const double *new, size_t n,
	uint64_t seed)
{
	const struct as_resampling how = {.replicates = RESAMPLES, .seed = seed, .confidence = 0.95};
	struct as_bootstrap b;

	if (as_bootstrap_ratio((struct as_values){old, n}, (struct as_values){new, n}, &how, &b, NULL))
		study_fail("%s: no bootstrap", c->name);
	const double percentile[] = {b.percentile.lo, b.percentile.hi}, t[] = {b.t.lo, b.t.hi};
	count(c, "percentile", percentile, change);
	if (n >= 5)
		cell_count(c, "bootstrap-t",
			b.kinds & AS_BOOTSTRAP_T && t[0] <= change && change <= t[1]);
}

static void cover_change(struct cell *c, struct forest *f)
{
	double old[UNITS_MAX], new[UNITS_MAX];
	struct lab l;

	lab_open(&l, 2, 1, f->r);
	for (unsigned k = 0; k < c->n; k++) {
		struct as_random r = cell_random(c, k);
		forest_draw(f, &r);
		for (size_t i = 0; i < f->r[0]; i++)
			old[i] = f->values[i];
		forest_draw(f, &r);
		for (size_t i = 0; i < f->r[0]; i++)
			new[i] = change * f->values[i];
		lab_fill(&l, 0, old, 1);
		lab_fill(&l, 1, new, 1);
		count_planned(c, &l);
		count_named(c, &l);
		count_resampled(c, old, new, f->r[0], as_random_u64(&r));
	}
	lab_close(&l);
}

static const struct kind {
	const char *name;
	const struct design *design;
	size_t least; /* units at the top */
	void (*cover)(struct cell *c, struct forest *f);
} kinds[] = {
	{"impact, top", &designs[0], 3, cover_impact},
	{"impact, bottom", &designs[1], 3, cover_impact},
	{"quantiles", &designs[0], AS_BOOTSTRAP_SKEW_MIN, cover_quantiles},
	{"suite", &units, 3, cover_suite},
	{"three subjects", &units, 3, cover_subjects},
	{"changed by 2 %", &units, 3, cover_change},
};

static void of_kind(struct study *s, const struct kind *kind, enum shape shape)
{
	static struct forest f;

	for (size_t i = 0; i < N_COUNTS; i++) {
		struct cell c;
		if (counts[i] < kind->least || !cell_open(&c, s, "other/%s/%s/%zu", kind->name,
			shape_names[shape], counts[i]))
			continue;
		forest_design(&f, kind->design, shape, counts[i], sd);
		cell_share(&c, STUDY_BESIDE);
		kind->cover(&c, &f);
		cell_close(&c);
	}
}

void study_others(struct study *s)
{
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		of_kind(s, &kinds[i], SHAPE_NORMAL);
		of_kind(s, &kinds[i], SHAPE_LOGNORMAL_HALF);
	}
}
