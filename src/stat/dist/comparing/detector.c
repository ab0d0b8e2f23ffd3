/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/comparing/detector.h"

#include <float.h>
#include <math.h>

#include "base/arena.h"
#include "stat/core/moments.h"
#include "stat/dist/comparing/decide.h"
#include "stat/dist/comparing/rank.h"
#include "stat/dist/dist.h"
#include "stat/dist/interval.h"

typedef enum as_status detect_fn(const struct as_sample *old, const struct as_sample *new,
	struct as_detecting *how, struct as_detection *out, struct as_err *err);

static detect_fn detect_welch, detect_fieller_welch, detect_fieller, detect_nonoverlap, detect_jain,
	detect_mann_whitney;

#define AS_DETECTOR(symbol, name, title, about, least) \
	[AS_DETECTOR_##symbol] = {name, title, about, least, DETECT_##symbol},
#define DETECT_WELCH detect_welch
#define DETECT_FIELLER_WELCH detect_fieller_welch
#define DETECT_FIELLER detect_fieller
#define DETECT_NONOVERLAP detect_nonoverlap
#define DETECT_JAIN detect_jain
#define DETECT_MANN_WHITNEY detect_mann_whitney
const struct as_detector as_detectors[AS_DETECTORS] = {
#include "stat/dist/comparing/detectors.def"
};

static struct as_side side_of(const struct as_sample *s)
{
	return as_side_of(s->x, s->r);
}

static enum as_change direction(double old, double new)
{
	return new > old ? AS_CHANGE_MORE : new < old ? AS_CHANGE_LESS : AS_CHANGE_NONE;
}

/* Nothing varies and the means differ: changed without a p value (methods.md 0.2). */
static bool rejects(const struct as_test *t)
{
	double p = t->has_p ? t->p : t->estimate < 0 || t->estimate > 0 ? 0 : 1;

	return p <= 1 - t->confidence;
}

static enum as_status change_of_welch(const struct as_side *old, const struct as_side *new,
	double confidence, struct as_detection *out, struct as_err *err)
{
	struct as_test t;
	enum as_status st = as_welch(old, new, confidence, &t, err);

	if (st)
		return st;
	out->change = rejects(&t) ? direction(old->mean, new->mean) : AS_CHANGE_NONE;
	out->has_p = t.has_p;
	out->p = t.p;
	return AS_OK;
}

static enum as_status detect_welch(const struct as_sample *old, const struct as_sample *new,
	struct as_detecting *how, struct as_detection *out, struct as_err *err)
{
	struct as_side a = side_of(old), b = side_of(new);

	return change_of_welch(&a, &b, how->confidence, out, err);
}

/* An interval of the ratio decides; a set that is none shows no change. */
static void take_ratio(const struct as_ratio *r, struct as_detection *out)
{
	out->ratio = r->estimate;
	out->has_ratio = r->kind == AS_RATIO_BOUNDED && !r->refused;
	out->no_interval = !out->has_ratio;
	if (!out->has_ratio)
		return;
	out->lo = r->lo;
	out->hi = r->hi;
	if (r->lo > 1)
		out->change = AS_CHANGE_MORE;
	else if (r->hi < 1)
		out->change = AS_CHANGE_LESS;
}

/* The old mean is known so well, with the fewest degrees of freedom that Welch's can be, that the set
 * is an interval which is not refused. It excludes 1 exactly when the test rejects: ratio.h. */
static bool is_as_test(const struct as_side *old, const struct as_side *new, double confidence)
{
	double t = 0;

	return old->mean > 0 && new->mean > 0 &&
		!as_t_factor(confidence, fmin((double)old->r, (double)new->r) - 1, &t) &&
		t * sqrt(old->s2 / (double)old->r) < AS_RATIO_REFUSED_ABOVE * old->mean;
}

static enum as_status detect_fieller_welch(const struct as_sample *old, const struct as_sample *new,
	struct as_detecting *how, struct as_detection *out, struct as_err *err)
{
	struct as_side a = side_of(old), b = side_of(new);
	struct as_ratio r;

	/* The ends take a quantile for each step towards them. */
	if (how->change_only && is_as_test(&a, &b, how->confidence))
		return change_of_welch(&a, &b, how->confidence, out, err);
	enum as_status st = as_fieller_welch(&a, &b, how->confidence, &r, err);

	if (!st)
		take_ratio(&r, out);
	return st;
}

static enum as_status detect_fieller(const struct as_sample *old, const struct as_sample *new,
	struct as_detecting *how, struct as_detection *out, struct as_err *err)
{
	struct as_side a = side_of(old), b = side_of(new);
	struct as_ratio r;
	enum as_status st = as_fieller(&a, &b, how->confidence, &r, err);

	if (!st)
		take_ratio(&r, out);
	return st;
}

/* What is compared: two means, and how far the interval of each (4.2) reaches to both sides. */
struct intervals {
	struct as_interval old, new;
	double distance; /* of the means */
};

static enum as_status find_intervals(const struct as_sample *old, const struct as_sample *new,
	double confidence, struct intervals *out, struct as_err *err)
{
	struct as_side a = side_of(old), b = side_of(new);

	if (as_interval_t(a.mean, a.s2, a.r, confidence, &out->old) ||
		as_interval_t(b.mean, b.s2, b.r, confidence, &out->new))
		return as_fail(err, AS_ERR_ARG,
			"an interval needs 2 units, and a confidence between 0 and 1");
	out->distance = fabs(b.mean - a.mean);
	return AS_OK;
}

static bool are_disjoint(const struct intervals *i)
{
	return i->distance > i->old.half_width + i->new.half_width;
}

static enum as_status detect_nonoverlap(const struct as_sample *old, const struct as_sample *new,
	struct as_detecting *how, struct as_detection *out, struct as_err *err)
{
	struct intervals i;
	enum as_status st = find_intervals(old, new, how->confidence, &i, err);

	if (!st && are_disjoint(&i))
		out->change = direction(i.old.estimate, i.new.estimate);
	return st;
}

static enum as_status detect_jain(const struct as_sample *old, const struct as_sample *new,
	struct as_detecting *how, struct as_detection *out, struct as_err *err)
{
	struct intervals i;
	enum as_status st = find_intervals(old, new, how->confidence, &i, err);

	if (st)
		return st;
	if (are_disjoint(&i))
		out->change = direction(i.old.estimate, i.new.estimate);
	else if (i.distance > i.old.half_width && i.distance > i.new.half_width)
		return detect_welch(old, new, how, out, err);
	return AS_OK;
}

void as_detecting_release(struct as_detecting *how)
{
	as_rank_law_release(&how->law);
}

static enum as_status keep_law(struct as_detecting *how, size_t n_old, size_t n_new)
{
	struct as_rank_law law;

	if (how->law.n_old == n_old && how->law.n_new == n_new)
		return AS_OK;
	enum as_status st = as_rank_law_init(&law, n_old, n_new, 0);
	if (st)
		return st;
	as_rank_law_release(&how->law);
	how->law = law;
	return AS_OK;
}

static enum as_status logarithms(const struct as_sample *s, double *out, struct as_err *err)
{
	for (size_t i = 0; i < s->r; i++) {
		if (!(s->x[i] > 0))
			return as_fail(err, AS_ERR_DATA,
				"no ratio of typical values can be taken: there is a "
				"value of %g, and all must be positive",
				s->x[i]);
		out[i] = log(s->x[i]);
	}
	return AS_OK;
}

static void take_shift(const struct as_rank_test *t, struct as_detection *out)
{
	out->has_ratio = true;
	out->ratio = exp(t->shift);
	out->lo = exp(t->lo);
	out->hi = exp(t->hi);
	out->confidence = t->confidence;
}

/* On logarithms, so that the shift is a ratio of typical values. */
static enum as_status detect_mann_whitney(const struct as_sample *old, const struct as_sample *new,
	struct as_detecting *how, struct as_detection *out, struct as_err *err)
{
	struct as_arena room = {0};
	double *a = as_arena_array(&room, old->r, sizeof *a);
	double *b = as_arena_array(&room, new->r, sizeof *b);
	struct as_rank_test t = {0};
	enum as_status st = !a || !b || keep_law(how, old->r, new->r) ? as_fail_memory(err) : AS_OK;

	if (!st)
		st = logarithms(old, a, err);
	if (!st)
		st = logarithms(new, b, err);
	const struct as_values x = {a, old->r}, y = {b, new->r};
	if (!st && how->change_only)
		st = as_rank_p(x, y, &how->law, &t, err);
	else if (!st)
		st = as_rank_compare(x, y, how->confidence, &how->law, &t, err);
	as_arena_release(&room);
	if (st)
		return st;
	out->has_p = true;
	out->p = t.p;
	if (!how->change_only)
		take_shift(&t, out);
	if (t.p <= 1 - how->confidence)
		out->change = direction(0.5, t.u / ((double)old->r * (double)new->r));
	return AS_OK;
}

static enum as_status check_sample(const struct as_sample *s, const struct as_detector *d,
	struct as_err *err)
{
	if (s->r < d->least)
		return as_fail(err, AS_ERR_DATA,
			"a comparison by %s needs at least %zu units on each side; "
			"there are %zu",
			d->title, d->least, s->r);
	for (size_t i = 0; i < s->r; i++)
		if (!(s->x[i] >= -DBL_MAX && s->x[i] <= DBL_MAX))
			return as_fail(err, AS_ERR_DATA,
				"a comparison by %s needs finite values; unit %zu has "
				"%g",
				d->title, i + 1, s->x[i]);
	return AS_OK;
}

enum as_status as_detect(const struct as_detector *d, const struct as_sample *old,
	const struct as_sample *new, struct as_detecting *how, struct as_detection *out,
	struct as_err *err)
{
	struct as_detection found = {.confidence = how->confidence};
	enum as_status st = check_sample(old, d, err);

	if (!st)
		st = check_sample(new, d, err);
	if (!st && !(how->confidence > 0 && how->confidence < 1))
		st = as_fail(err, AS_ERR_ARG, "a confidence must lie between 0 and 1");
	if (!st)
		st = d->detect(old, new, how, &found, err);
	if (!st)
		*out = found;
	return st;
}
