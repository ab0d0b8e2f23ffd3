/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/comparing/ratio.h"

#include <float.h>
#include <math.h>

#include "stat/core/moments.h"
#include "stat/dist/dist.h"
#include "stat/dist/planning/stein.h"

/* What Fieller's quadratic A theta^2 - 2 E theta + C <= 0 is made of: means y, y2, their squared
 * half-widths and the matching covariance term (0 without pairs). */
struct fieller {
	double y, y2;
	double h2, h22, cross;
};

struct as_side as_side_of(const double *x, size_t n)
{
	double mean = as_mean(x, n);

	return (struct as_side){.mean = mean, .s2 = n > 1 ? as_variance(x, n, mean) : 0, .r = n};
}

static double square(double x)
{
	return x * x;
}

/* A set that is no interval: both ends infinite, so that every verdict on them is "undecided". */
static void unbounded(struct as_ratio *out, enum as_ratio_kind kind)
{
	out->kind = kind;
	out->lo = -HUGE_VAL;
	out->hi = HUGE_VAL;
}

static void solve(const struct fieller *f, struct as_ratio *out)
{
	double a = square(f->y) - f->h2, c = square(f->y2) - f->h22, e = f->y * f->y2 - f->cross;
	/* E^2 - A C multiplied out: the large terms cancel on paper and not in the machine. */
	double d = square(f->y) * f->h22 + square(f->y2) * f->h2 - 2 * f->y * f->y2 * f->cross -
		(f->h2 * f->h22 - square(f->cross));

	if (a > 0 && !(d > 0))
		d = 0; /* it is >= 0 but for rounding */
	if (d < 0) {
		unbounded(out, AS_RATIO_WHOLE_LINE);
		return;
	}
	if (!(a > 0 || a < 0)) {
		unbounded(out, AS_RATIO_HALF_LINE);
		out->lo = c / (2 * e);
		return;
	}
	/* Both roots of a quadratic without cancellation: q/A and C/q. */
	double q = e + copysign(sqrt(d), e);
	double one = q / a, two = q > 0 || q < 0 ? c / q : one;
	out->kind = a > 0 ? AS_RATIO_BOUNDED : AS_RATIO_COMPLEMENT;
	out->lo = fmin(one, two);
	out->hi = fmax(one, two);
}

static enum as_status check_side(const struct as_side *s, const char *name, struct as_err *err)
{
	if (!isfinite(s->mean) || !(s->s2 >= 0 && s->s2 <= DBL_MAX))
		return as_fail(err, AS_ERR_ARG, "the %s side has no finite mean and variance",
			name);
	if (s->r < 2)
		return as_fail(err, AS_ERR_DATA,
			"a ratio with an interval needs at least 2 units on each side; the %s side "
			"has %zu", name, s->r);
	if (!(s->mean > 0))
		return as_fail(err, AS_ERR_DATA,
			"no ratio can be taken: the mean of the %s side is %g, and both must be "
			"positive", name, s->mean);
	return AS_OK;
}

/* Checks, the estimate, and the refusal rule of 5.4. */
static enum as_status begin(const struct as_side *old, const struct as_side *new,
	double confidence, struct as_ratio *out, struct as_err *err)
{
	enum as_status st = check_side(old, "old", err);
	double t = 0, s = sqrt(old->s2);

	if (!st)
		st = check_side(new, "new", err);
	if (st)
		return st;
	if (as_t_factor(confidence, (double)(old->r - 1), &t))
		return as_fail(err, AS_ERR_ARG, "a confidence must lie between 0 and 1");
	*out = (struct as_ratio){.estimate = new->mean / old->mean, .confidence = confidence};
	out->old_relative = t * s / sqrt((double)old->r) / old->mean;
	out->refused = out->old_relative > AS_RATIO_REFUSED_ABOVE;
	if (!out->refused)
		return AS_OK;
	return as_units_for(s, AS_RATIO_REFUSED_ABOVE * old->mean, confidence, 2, &out->cure_r);
}

enum as_status as_fieller(const struct as_side *old, const struct as_side *new, double confidence,
	struct as_ratio *out, struct as_err *err)
{
	struct as_ratio r;
	double t = 0, t2 = 0;
	enum as_status st = begin(old, new, confidence, &r, err);

	if (!st)
		st = as_t_factor(confidence, (double)(old->r - 1), &t);
	if (!st)
		st = as_t_factor(confidence, (double)(new->r - 1), &t2);
	if (st)
		return st;
	struct fieller f = {
		.y = old->mean,
		.y2 = new->mean,
		.h2 = t * t * old->s2 / (double)old->r,
		.h22 = t2 * t2 * new->s2 / (double)new->r,
	};
	solve(&f, &r);
	*out = r;
	return AS_OK;
}

/* Welch's degrees of freedom for new - theta old. Rounding must not take them below those of the
 * smaller side, which bound them from below. */
static double welch_df(const struct as_side *old, const struct as_side *new, double theta)
{
	double a = theta * theta * old->s2 / (double)old->r, b = new->s2 / (double)new->r;
	double dfa = (double)(old->r - 1), dfb = (double)(new->r - 1);

	return fmax(square(a + b) / (a * a / dfa + b * b / dfb), fmin(dfa, dfb));
}

/* One end of 5.3 by iteration: t at the present theta gives a set, its end the next theta. */
static bool welch_end(const struct as_side *old, const struct as_side *new, double confidence,
	bool upper, double *end)
{
	double theta = new->mean / old->mean;

	for (int round = 0; round < 200; round++) {
		struct as_ratio set;
		double t = 0;

		if (as_t_factor(confidence, welch_df(old, new, theta), &t))
			return false;
		struct fieller f = {
			.y = old->mean,
			.y2 = new->mean,
			.h2 = t * t * old->s2 / (double)old->r,
			.h22 = t * t * new->s2 / (double)new->r,
		};
		solve(&f, &set);
		if (set.kind != AS_RATIO_BOUNDED)
			return false;
		double next = upper ? set.hi : set.lo;
		bool settled = fabs(next - theta) <= 1e-14 * fabs(next);
		theta = next;
		if (settled)
			break;
	}
	*end = theta;
	return true;
}

enum as_status as_fieller_welch(const struct as_side *old, const struct as_side *new,
	double confidence, struct as_ratio *out, struct as_err *err)
{
	struct as_ratio r;
	double lo = 0, hi = 0;
	enum as_status st = begin(old, new, confidence, &r, err);

	if (st)
		return st;
	r.kind = AS_RATIO_BOUNDED;
	if (!(old->s2 > 0 || new->s2 > 0)) {
		r.lo = r.hi = r.estimate;
	} else if (welch_end(old, new, confidence, false, &lo) &&
		welch_end(old, new, confidence, true, &hi)) {
		r.lo = lo;
		r.hi = hi;
	} else {
		unbounded(&r, AS_RATIO_NONE);
	}
	*out = r;
	return AS_OK;
}

struct as_paired_moments as_paired_moments_of(const double *old, const double *new, size_t n)
{
	struct as_paired_moments m = {.old = as_side_of(old, n), .new = as_side_of(new, n)};

	m.covariance = as_covariance(old, new, n, m.old.mean, m.new.mean);
	return m;
}

/* Fieller's set of all blocks with the variances of some of them, divided by the number of all. */
static enum as_status paired_set(const struct as_paired_moments *all,
	const struct as_paired_moments *by, const struct as_ratio *at, struct as_ratio *out)
{
	double t = 0;
	enum as_status st = as_t_factor(at->confidence, (double)(by->old.r - 1), &t);

	if (st)
		return st;
	double share = t * t / (double)all->old.r;
	struct fieller f = {
		.y = all->old.mean,
		.y2 = all->new.mean,
		.h2 = share * by->old.s2,
		.h22 = share * by->new.s2,
		.cross = share * by->covariance,
	};
	*out = *at;
	solve(&f, out);
	if (out->kind != AS_RATIO_BOUNDED)
		unbounded(out, AS_RATIO_NONE);
	return AS_OK;
}

enum as_status as_fieller_moments(const struct as_paired_moments *m, double confidence,
	struct as_ratio *out, struct as_err *err)
{
	struct as_ratio r;
	enum as_status st = begin(&m->old, &m->new, confidence, &r, err);

	if (!st)
		st = paired_set(m, m, &r, &r);
	if (!st)
		*out = r;
	return st;
}

enum as_status as_fieller_staged(
	const struct as_blocks *b, double confidence, struct as_ratio *out, struct as_err *err)
{
	struct as_ratio r, first;

	if (b->n < 2)
		return as_fail(err, AS_ERR_DATA,
			"a paired comparison needs at least 2 complete "
			"rounds; there are %zu",
			b->n);
	if (b->n_first > b->n)
		return as_fail(err, AS_ERR_ARG, "stage 1 has more rounds than there are");
	const struct as_paired_moments all = as_paired_moments_of(b->old, b->new, b->n);
	enum as_status st = as_fieller_moments(&all, confidence, &r, err);
	if (!st && b->n_first >= 2) {
		const struct as_paired_moments by =
			as_paired_moments_of(b->old, b->new, b->n_first);
		st = paired_set(&all, &by, &r, &first);
		if (!st && r.kind == AS_RATIO_BOUNDED && first.kind != AS_RATIO_BOUNDED)
			r = first;
		r.lo = fmin(r.lo, first.lo);
		r.hi = fmax(r.hi, first.hi);
	}
	if (!st)
		*out = r;
	return st;
}

enum as_status as_fieller_paired(const double *old, const double *new, size_t n_blocks,
	double confidence, struct as_ratio *out, struct as_err *err)
{
	const struct as_blocks b = {old, new, n_blocks, 0};

	return as_fieller_staged(&b, confidence, out, err);
}
