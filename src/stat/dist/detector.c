/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/detector.h"

#include <float.h>
#include <math.h>

#include "base/arena.h"
#include "stat/core/moments.h"
#include "stat/dist/compare.h"
#include "stat/dist/dist.h"
#include "stat/dist/rank.h"

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
#include "stat/dist/detectors.def"
};

struct as_side as_side_of(const struct as_sample *s)
{
	double mean = as_mean(s->x, s->r);

	return (struct as_side){mean, s->r > 1 ? as_variance(s->x, s->r, mean) : 0, s->r};
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

static enum as_status detect_welch(const struct as_sample *old, const struct as_sample *new,
	struct as_detecting *how, struct as_detection *out, struct as_err *err)
{
	struct as_side a = as_side_of(old), b = as_side_of(new);
	struct as_test t;
	enum as_status st = as_welch(&a, &b, how->confidence, &t, err);

	if (st)
		return st;
	out->change = rejects(&t) ? direction(a.mean, b.mean) : AS_CHANGE_NONE;
	out->has_p = t.has_p;
	out->p = t.p;
	return AS_OK;
}

/* An interval of the ratio decides; a set that is none shows no change. */
static void take_ratio(const struct as_ratio *r, struct as_detection *out)
{
	out->ratio = r->estimate;
	out->has_ratio = r->kind == AS_RATIO_BOUNDED && !r->refused;
	if (!out->has_ratio)
		return;
	out->lo = r->lo;
	out->hi = r->hi;
	if (r->lo > 1)
		out->change = AS_CHANGE_MORE;
	else if (r->hi < 1)
		out->change = AS_CHANGE_LESS;
}

static enum as_status detect_fieller_welch(const struct as_sample *old,
	const struct as_sample *new, struct as_detecting *how, struct as_detection *out, struct as_err *err)
{
	struct as_side a = as_side_of(old), b = as_side_of(new);
	struct as_ratio r;
	enum as_status st = as_fieller_welch(&a, &b, how->confidence, &r, err);

	if (!st)
		take_ratio(&r, out);
	return st;
}

static enum as_status detect_fieller(const struct as_sample *old, const struct as_sample *new,
	struct as_detecting *how, struct as_detection *out, struct as_err *err)
{
	struct as_side a = as_side_of(old), b = as_side_of(new);
	struct as_ratio r;
	enum as_status st = as_fieller(&a, &b, how->confidence, &r, err);

	if (!st)
		take_ratio(&r, out);
	return st;
}

static enum as_status half_width(const struct as_side *s, double confidence, double *out,
	struct as_err *err)
{
	double t = 0;

	if (s->r < 2 || as_t_factor(confidence, (double)(s->r - 1), &t))
		return as_fail(err, AS_ERR_ARG, "an interval needs 2 units, and a confidence between 0 and 1");
	*out = t * sqrt(s->s2 / (double)s->r);
	return AS_OK;
}

static enum as_status detect_nonoverlap(const struct as_sample *old, const struct as_sample *new,
	struct as_detecting *how, struct as_detection *out, struct as_err *err)
{
	struct as_side a = as_side_of(old), b = as_side_of(new);
	double half_a = 0, half_b = 0;

	if (half_width(&a, how->confidence, &half_a, err) || half_width(&b, how->confidence, &half_b, err))
		return AS_ERR_ARG;
	if (fabs(b.mean - a.mean) > half_a + half_b)
		out->change = direction(a.mean, b.mean);
	return AS_OK;
}

static enum as_status detect_jain(const struct as_sample *old, const struct as_sample *new,
	struct as_detecting *how, struct as_detection *out, struct as_err *err)
{
	struct as_side a = as_side_of(old), b = as_side_of(new);
	double half_a = 0, half_b = 0, d = fabs(b.mean - a.mean);

	if (half_width(&a, how->confidence, &half_a, err) || half_width(&b, how->confidence, &half_b, err))
		return AS_ERR_ARG;
	if (d > half_a + half_b)
		out->change = direction(a.mean, b.mean);
	else if (d > half_a && d > half_b)
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
			return as_fail(err, AS_ERR_DATA, "no ratio of typical values can be taken: there is a "
				"value of %g, and all must be positive", s->x[i]);
		out[i] = log(s->x[i]);
	}
	return AS_OK;
}

/* On logarithms, so that the shift is a ratio of typical values. */
static enum as_status detect_mann_whitney(const struct as_sample *old,
	const struct as_sample *new, struct as_detecting *how, struct as_detection *out, struct as_err *err)
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
	if (!st)
		st = as_rank_compare(a, old->r, b, new->r, how->confidence, &how->law, &t, err);
	as_arena_release(&room);
	if (st)
		return st;
	out->has_p = out->has_ratio = true;
	out->p = t.p;
	out->ratio = exp(t.shift);
	out->lo = exp(t.lo);
	out->hi = exp(t.hi);
	out->confidence = t.confidence;
	if (t.p <= 1 - how->confidence)
		out->change = direction(0.5, t.u / ((double)old->r * (double)new->r));
	return AS_OK;
}

static enum as_status check_sample(const struct as_sample *s, const struct as_detector *d,
	struct as_err *err)
{
	if (s->r < d->least)
		return as_fail(err, AS_ERR_DATA, "a comparison by %s needs at least %zu units on each side; "
			"there are %zu", d->title, d->least, s->r);
	for (size_t i = 0; i < s->r; i++)
		if (!(s->x[i] >= -DBL_MAX && s->x[i] <= DBL_MAX))
			return as_fail(err, AS_ERR_DATA, "a comparison by %s needs finite values; unit %zu has "
				"%g", d->title, i + 1, s->x[i]);
	return AS_OK;
}

enum as_status as_detect(const struct as_detector *d, const struct as_sample *old,
	const struct as_sample *new, struct as_detecting *how, struct as_detection *out, struct as_err *err)
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
