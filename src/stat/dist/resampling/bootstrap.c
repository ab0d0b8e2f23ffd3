/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/resampling/bootstrap.h"

#include <math.h>

#include "base/arena.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/resampling/bootstrap_ends.h"
#include "stat/dist/random.h"

/* Mean and squared standard error of a sample or of a resample. */
struct estimate {
	double mean, se2;
};

static struct estimate of_sample(const double *x, size_t r)
{
	double mean = as_mean(x, r);

	return (struct estimate){mean, as_variance(x, r, mean) / (double)r};
}

enum {
	AT_ONCE = 128, /* places drawn at once */
	SUMS = 4,      /* that grow side by side: one alone would wait for each addition */
};

/* Sums of the deviations d at `n` places, and of their squares. */
static void add_some(const double *d, const size_t *place, size_t n, double *sum, double *squares)
{
	size_t k = 0;

	for (; k + SUMS <= n; k += SUMS)
		for (size_t j = 0; j < SUMS; j++) {
			const double v = d[place[k + j]];
			sum[j] += v;
			squares[j] += v * v;
		}
	for (; k < n; k++) {
		sum[0] += d[place[k]];
		squares[0] += d[place[k]] * d[place[k]];
	}
}

/* Of the r places that follow in the stream. */
static bool all_equal(const double *d, size_t r, struct as_random random)
{
	const double first = d[as_random_below(&random, r)];

	for (size_t i = 1; i < r; i++) {
		const double v = d[as_random_below(&random, r)];
		if (v < first || v > first)
			return false;
	}
	return true;
}

/* r of r values with replacement, which are given as deviations d from `center`, the mean of all, so
 * that nothing cancels. */
static struct estimate of_resample(const double *d, size_t r, double center,
	struct as_random *random)
{
	const struct as_random before = *random;
	double sums[SUMS] = {0}, squared[SUMS] = {0}, n = (double)r;
	size_t place[AT_ONCE];

	for (size_t i = 0; i < r; i += AT_ONCE) {
		const size_t drawn = r - i < AT_ONCE ? r - i : AT_ONCE;
		as_random_places(random, r, 0, place, drawn);
		add_some(d, place, drawn, sums, squared);
	}
	const double sum = sums[0] + sums[1] + (sums[2] + sums[3]);
	const double squares = squared[0] + squared[1] + (squared[2] + squared[3]);
	double ss = fmax(squares - sum * sum / n, 0);
	/* The same value r times leaves a rounding error that is no variation. */
	if (!(ss > squares * 1e-9) && all_equal(d, r, before))
		ss = 0;
	return (struct estimate){center + sum / n, ss / (n - 1) / n};
}

static enum as_status check_values(const double *x, size_t r, bool positive, struct as_err *err)
{
	for (size_t i = 0; i < r; i++)
		if (!isfinite(x[i]) || (positive && !(x[i] > 0)))
			return as_fail(err, AS_ERR_DATA,
				"no bootstrap can be made: the mean of unit %zu is "
				"%g, and it must be %s",
				i + 1, x[i], positive ? "positive" : "finite");
	return AS_OK;
}

/* Room for the replicates, their squared standard errors, and their studentised values. */
struct replicates {
	double *plain, *se2, *student;
	size_t n_student;
	struct as_arena arena;
};

static enum as_status replicates_init(struct replicates *r, size_t n, struct as_err *err)
{
	r->plain = as_arena_array(&r->arena, n, sizeof *r->plain);
	r->se2 = as_arena_array(&r->arena, n, sizeof *r->se2);
	r->student = as_arena_array(&r->arena, n, sizeof *r->student);
	return r->plain && r->se2 && r->student ? AS_OK : as_fail_memory(err);
}

/* What is resampled: one sample, or two whose ratio is asked for; as deviations from their means. */
struct resampled {
	struct as_values old, new; /* new.n 0: there is no second */
	double center_old, center_new;
	uint64_t seed;
	struct replicates *room;
};

/* ln new - ln old with the variance of each logarithm, se^2 / mean^2. */
static struct estimate log_ratio(const struct estimate *old, const struct estimate *new)
{
	return (struct estimate){log(new->mean / old->mean),
		old->se2 / (old->mean * old->mean) + new->se2 / (new->mean * new->mean)};
}

static void draw_some(void *context, size_t from, size_t to)
{
	const struct resampled *s = context;

	for (size_t k = from; k < to; k++) {
		struct as_random random;
		as_random_init(&random, s->seed, AS_RANDOM_BOOTSTRAP, k);
		struct estimate e = of_resample(s->old.v, s->old.n, s->center_old, &random);
		if (s->new.n) {
			struct estimate b =
				of_resample(s->new.v, s->new.n, s->center_new, &random);
			e = log_ratio(&e, &b);
		}
		s->room->plain[k] = e.mean;
		s->room->se2[k] = e.se2;
	}
}

static void draw(struct resampled *s, double center, const struct as_resampling *how)
{
	struct replicates *r = s->room;

	s->seed = how->seed;
	if (how->share)
		how->share(how->replicates, draw_some, s);
	else
		draw_some(s, 0, how->replicates);
	for (size_t k = 0; k < how->replicates; k++)
		if (r->se2[k] > 0)
			r->student[r->n_student++] = (r->plain[k] - center) / sqrt(r->se2[k]);
}

static enum as_status deviations(const double *x, size_t r, double mean, struct as_arena *a,
	struct as_values *out, struct as_err *err)
{
	double *d = as_arena_array(a, r, sizeof *d);

	if (!d)
		return as_fail_memory(err);
	for (size_t i = 0; i < r; i++)
		d[i] = x[i] - mean;
	*out = (struct as_values){d, r};
	return AS_OK;
}

static void take_percentiles(struct replicates *r, struct as_bootstrap *b)
{
	as_sort(r->plain, b->replicates);
	b->percentile = as_percentile_ends(r->plain, b->replicates, b->confidence);
	b->kinds |= AS_BOOTSTRAP_PERCENTILE;
}

static void take_t(struct replicates *r, double se, struct as_bootstrap *b)
{
	b->left_out = b->replicates - r->n_student;
	if (!(se > 0)) { /* nothing varies */
		b->t = (struct as_ends){b->estimate, b->estimate};
		b->left_out = 0;
		b->kinds |= AS_BOOTSTRAP_T;
	} else if (b->left_out * 20 <= b->replicates) {
		as_sort(r->student, r->n_student);
		b->t = as_bootstrap_t_ends(r->student, r->n_student, b->estimate, se,
			b->confidence);
		b->kinds |= AS_BOOTSTRAP_T;
	}
}

static struct as_bootstrap begin(const struct as_resampling *how, double estimate)
{
	return (struct as_bootstrap){.estimate = estimate, .replicates = how->replicates,
		.confidence = how->confidence, .seed = how->seed};
}

static enum as_status add_bca(const double *x, size_t r, const double *sorted,
	struct as_bootstrap *b, struct as_err *err)
{
	struct as_arena arena = {0};
	double *jackknife = as_arena_array(&arena, r, sizeof *jackknife), n = (double)r;

	if (!jackknife)
		return as_fail_memory(err);
	for (size_t i = 0; i < r; i++)
		jackknife[i] = b->estimate + (b->estimate - x[i]) / (n - 1);
	(void)as_bca_ends((struct as_values){sorted, b->replicates}, b->estimate,
		(struct as_values){jackknife, r}, b->confidence, &b->bca);
	b->kinds |= AS_BOOTSTRAP_BCA;
	as_arena_release(&arena);
	return AS_OK;
}

enum as_status as_bootstrap_mean(const double *x, size_t r, const struct as_resampling *how,
	struct as_bootstrap *out, struct as_err *err)
{
	struct replicates room = {0};
	enum as_status st = as_bootstrap_check(how, r, AS_BOOTSTRAP_MIN, err);

	if (!st)
		st = check_values(x, r, false, err);
	if (!st)
		st = replicates_init(&room, how->replicates, err);
	if (!st) {
		struct estimate all = of_sample(x, r);
		struct as_bootstrap b = begin(how, all.mean);
		struct resampled s = {.center_old = all.mean, .room = &room};
		st = deviations(x, r, all.mean, &room.arena, &s.old, err);
		if (!st) {
			draw(&s, all.mean, how);
			take_t(&room, sqrt(all.se2), &b);
		}
		if (!st && !how->t_alone) {
			take_percentiles(&room, &b);
			st = add_bca(x, r, room.plain, &b, err);
		}
		if (!st)
			*out = b;
	}
	as_arena_release(&room.arena);
	return st;
}

static void to_ratio(struct as_ends *e)
{
	e->lo = exp(e->lo);
	e->hi = exp(e->hi);
}

enum as_status as_bootstrap_ratio(struct as_values old, struct as_values new,
	const struct as_resampling *how, struct as_bootstrap *out, struct as_err *err)
{
	struct replicates room = {0};
	enum as_status st =
		as_bootstrap_check(how, old.n < new.n ? old.n : new.n, AS_BOOTSTRAP_MIN, err);

	if (!st)
		st = check_values(old.v, old.n, true, err);
	if (!st)
		st = check_values(new.v, new.n, true, err);
	if (!st)
		st = replicates_init(&room, how->replicates, err);
	if (!st) {
		struct estimate a = of_sample(old.v, old.n), b = of_sample(new.v, new.n);
		struct estimate both = log_ratio(&a, &b);
		struct as_bootstrap result = begin(how, both.mean);
		struct resampled s = {.room = &room, .center_old = a.mean, .center_new = b.mean};
		st = deviations(old.v, old.n, a.mean, &room.arena, &s.old, err);
		if (!st)
			st = deviations(new.v, new.n, b.mean, &room.arena, &s.new, err);
		if (st) {
			as_arena_release(&room.arena);
			return st;
		}
		draw(&s, both.mean, how);
		take_t(&room, sqrt(both.se2), &result);
		take_percentiles(&room, &result);
		result.estimate = exp(result.estimate);
		to_ratio(&result.percentile);
		to_ratio(&result.t);
		*out = result;
	}
	as_arena_release(&room.arena);
	return st;
}
