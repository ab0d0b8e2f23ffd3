/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Two subjects that each have a tree of luck of their own, with as many units on both sides: how often
 * is the second said to differ, where it does not, and where it does by so much? */

#include <math.h>

#include "lab.h"
#include "peers_rules.h"
#include "stat/core/moments.h"
#include "stat/dist/resampling/bootstrap.h"
#include "stat/dist/comparing/decide.h"
#include "stat/dist/comparing/detector.h"
#include "study.h"
#include "world.h"

enum { RESAMPLES = 999 };

static const double shifts[] = {0, 0.02};
static const char *const shift_names[] = {"", " +2 %"};

struct pair {
	struct forest old, new;
	double old_means[UNITS_MAX], new_means[UNITS_MAX];
	struct lab lab;
	struct as_detecting how;
};

static bool welch_finds(const double *x, const double *y, size_t n)
{
	return peer_welch_p((struct values){x, n}, (struct values){y, n}) <= 0.05;
}

static double least(const double *x, size_t n)
{
	double min = x[0];

	for (size_t i = 1; i < n; i++)
		min = fmin(min, x[i]);
	return min;
}

/* What a tool does that knows of no levels. */
static void count_naive(struct cell *c, const struct pair *p)
{
	size_t n = p->old.tree.count[0], one = n / p->old.r[p->old.n_levels - 1];
	double ratio = least(p->new.values, n) / least(p->old.values, n);

	cell_count(c, "pooled", welch_finds(p->old.values, p->new.values, n));
	cell_count(c, "one unit a side", welch_finds(p->old.values, p->new.values, one));
	cell_count(c, "minimum, 1 %", fabs(ratio - 1) > 0.01);
	cell_count(c, "minimum, 5 %", fabs(ratio - 1) > 0.05);
}

static void count_detectors(struct cell *c, struct pair *p, size_t r)
{
	const struct as_sample a = {p->old_means, r}, b = {p->new_means, r};

	for (size_t d = 0; d < AS_DETECTORS; d++) {
		struct as_detection found;
		struct as_err err = {0};
		if (r < as_detectors[d].least)
			continue;
		if (as_detect(&as_detectors[d], &a, &b, &p->how, &found, &err))
			study_fail("%s", err.msg);
		cell_count(c, as_detectors[d].name, found.change != AS_CHANGE_NONE);
	}
}

static void count_bootstraps(struct cell *c, const struct pair *p, size_t r, uint64_t seed)
{
	const struct as_resampling how = {.replicates = RESAMPLES, .seed = seed, .confidence = 0.95};
	struct as_bootstrap b;

	if (as_bootstrap_ratio((struct as_values){p->old_means, r},
		    (struct as_values){p->new_means, r}, &how, &b, NULL))
		study_fail("%s: no bootstrap", c->name);
	if (b.kinds & AS_BOOTSTRAP_PERCENTILE)
		cell_count(c, "percentile", b.percentile.lo > 1 || b.percentile.hi < 1);
	if (b.kinds & AS_BOOTSTRAP_T)
		cell_count(c, "bootstrap-t", b.t.lo > 1 || b.t.hi < 1);
}

static void compare(struct cell *c, struct pair *p, double shift)
{
	size_t top = p->old.n_levels - 1, r_top = p->old.r[top];

	lab_open(&p->lab, 2, p->old.n_levels, p->old.r);
	p->how = (struct as_detecting){.confidence = 0.95};
	for (unsigned k = 0; k < c->n; k++) {
		struct as_random r = cell_random(c, k);
		forest_draw(&p->old, &r);
		forest_draw(&p->new, &r);
		for (size_t v = 0; v < p->new.tree.count[0]; v++)
			p->new.values[v] *= 1 + shift;
		lab_fill(&p->lab, 0, p->old.values, 1);
		lab_fill(&p->lab, 1, p->new.values, 1);
		const bool found = lab_finds(&p->lab);
		cell_count(c, "assay", found);
		if (!cell_beside(c, k))
			continue;
		cell_count(c, "shown", found);
		as_tree_means(&p->old.tree, top + 1, p->old_means);
		as_tree_means(&p->new.tree, top + 1, p->new_means);
		count_detectors(c, p, r_top);
		count_naive(c, p);
		if (!(shift > 0))
			count_bootstraps(c, p, r_top, as_random_u64(&r));
	}
	as_detecting_release(&p->how);
	lab_close(&p->lab);
	if (!(shift > 0))
		cell_promise(c, "assay", 0, 0.05);
}

static void of_design(struct study *s, const struct design *d, enum shape shape, size_t r_top)
{
	static struct pair p;

	for (size_t i = 0; i < sizeof shifts / sizeof shifts[0]; i++) {
		struct cell c;
		if (!cell_open(&c, s, "apart/%s/%s/%zu%s", d->name, shape_names[shape], r_top,
			shift_names[i]))
			continue;
		forest_design(&p.old, d, shape, r_top, d->top_heavy ? 0.03 : 0.1);
		forest_design(&p.new, d, shape, r_top, d->top_heavy ? 0.03 : 0.1);
		if (shifts[i] > 0)
			cell_share(&c, STUDY_BESIDE);
		compare(&c, &p, shifts[i]);
		cell_close(&c);
	}
}

void study_apart(struct study *s)
{
	for (size_t design = 0; design < N_DESIGNS; design++)
		for (int shape = 0; shape < SHAPES; shape++)
			for (size_t i = 0; i < N_COUNTS; i++)
				of_design(s, &designs[design], (enum shape)shape, counts[i]);
}
