/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Does an interval of 95 % hold the true mean in 95 % of cases? Every interval there is, over the
 * designs and shapes of the first study. */

#include <math.h>

#include "lab.h"
#include "papers/kalibera.h"
#include "stat/core/moments.h"
#include "stat/dist/resampling/bootstrap.h"
#include "stat/dist/interval.h"
#include "study.h"
#include "world.h"

enum { RESAMPLES = 999 };

static void count(struct cell *c, const char *judge, double lo, double hi)
{
	cell_count_interval(c, judge, lo <= 1 && 1 <= hi, (hi - lo) / 2);
}

static void count_interval(struct cell *c, const char *judge, enum as_status st,
	const struct as_interval *i)
{
	if (st)
		study_fail("%s: %s gave no interval", c->name, judge);
	count(c, judge, i->lo, i->hi);
}

static void of_values(struct cell *c, const char *judge, const double *x, size_t n)
{
	double mean = as_mean(x, n);
	struct as_interval i;

	count_interval(c, judge, as_interval_t(mean, as_variance(x, n, mean), n, 0.95, &i), &i);
}

/* What the user is shown. */
static void of_assay(struct cell *c, struct lab *l, const struct forest *f, unsigned k)
{
	struct as_summary y;
	struct as_err err = {0};

	l->x->plan.seed = k + 1;
	lab_fill(l, 0, f->values, 1);
	if (as_summarise(l->x, 0, l->x->criterion, &y, &err))
		study_fail("%s", err.msg);
	count(c, "assay", y.lo, y.hi);
	if (cell_beside(c, k))
		count(c, "shown", y.lo, y.hi);
}

static void of_papers(struct cell *c, const struct as_tree_stats *s)
{
	struct as_interval i;
	bool one = false;

	if (s->n_levels == 2) {
		count_interval(c, "2005", as_spects2005(s, false, 0.95, &i, NULL), &i);
		count_interval(c, "2005, t", as_spects2005(s, true, 0.95, &i, NULL), &i);
	} else {
		count_interval(c, "2006", as_epew2006(s, 0.95, &i, &one, NULL), &i);
	}
}

/* The skewness rule is counted here whatever is the default. */
static void of_bootstraps(struct cell *c, const double *means, size_t r, uint64_t seed)
{
	struct as_resampling how = {.replicates = RESAMPLES, .seed = seed, .confidence = 0.95};
	double mean = as_mean(means, r);
	struct as_bootstrap b;
	struct as_interval t;

	if (as_bootstrap_mean(means, r, &how, &b, NULL) ||
		as_interval_t(mean, as_variance(means, r, mean), r, 0.95, &t))
		study_fail("%s: no bootstrap", c->name);
	count(c, "t", t.lo, t.hi);
	if (b.kinds & AS_BOOTSTRAP_PERCENTILE)
		count(c, "percentile", b.percentile.lo, b.percentile.hi);
	if (b.kinds & AS_BOOTSTRAP_BCA)
		count(c, "BCa", b.bca.lo, b.bca.hi);
	if (b.kinds & AS_BOOTSTRAP_T)
		count(c, "bootstrap-t", b.t.lo, b.t.hi);
	if (as_interval_hall(means, r, 0.95, &t))
		study_fail("%s: no interval", c->name);
	count(c, "auto", t.lo, t.hi);
}

/* At every level, so at the top, whatever share it has. */
static bool is_symmetric(enum shape shape)
{
	return shape == SHAPE_NORMAL || shape == SHAPE_HEAVY || shape == SHAPE_AUTOCORRELATED;
}

static void cover(struct cell *c, struct forest *f)
{
	size_t top = f->n_levels - 1, one = f->tree.count[0] / f->r[top];
	struct lab l;

	lab_open(&l, 1, f->n_levels, f->r);
	for (unsigned k = 0; k < c->n; k++) {
		struct as_random r = cell_random(c, k);
		struct as_tree_stats s;
		double means[UNITS_MAX];
		forest_draw(f, &r);
		of_assay(c, &l, f, k);
		if (!cell_beside(c, k))
			continue;
		as_tree_stats(&f->tree, &s);
		as_tree_means(&f->tree, f->n_levels, means);
		of_bootstraps(c, means, f->r[top], as_random_u64(&r));
		of_papers(c, &s);
		of_values(c, "pooled", f->values, f->tree.count[0]);
		of_values(c, "one unit", f->values, one);
	}
	lab_close(&l);
	if (is_symmetric(f->shape))
		cell_promise(c, "assay", 0.95, 1);
}

void study_intervals(struct study *s)
{
	static struct forest f;

	for (size_t design = 0; design < N_DESIGNS; design++)
		for (int shape = 0; shape < SHAPES; shape++)
			for (size_t i = 0; i < N_COUNTS; i++) {
				struct cell c;
				if (!cell_open(&c, s, "interval/%s/%s/%zu", designs[design].name,
					shape_names[shape], counts[i]))
					continue;
				forest_design(&f, &designs[design], (enum shape)shape, counts[i], 0.03);
				if (!is_symmetric((enum shape)shape)) /* thousands of resamples each */
					cell_share(&c, STUDY_BESIDE);
				cover(&c, &f);
				cell_close(&c);
			}
}
