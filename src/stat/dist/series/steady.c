/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/series/steady.h"

#include <math.h>

#include "base/arena.h"
#include "stat/core/moments.h"
#include "stat/dist/series/acf.h"

static const double delta = 0.01; /* of the mean: no difference that matters */

static double segment_mean(const double *x, const struct as_segments *s, size_t i)
{
	return as_mean(&x[s->start[i]], s->start[i + 1] - s->start[i]);
}

/* The smallest lag at which the end of the series, of n points, is like itself, and at twice that
 * lag again; 0: none. */
static enum as_status find_period(const double *x, size_t n, size_t *out, struct as_err *err)
{
	size_t most = n / 2, lags = most + 1 < n ? most + 1 : n - 1;
	struct as_arena room = {0};
	double min, max;

	*out = 0;
	as_extremes(x, n, &min, &max);
	if (most < 4 || !(max > min))
		return AS_OK;
	double *r = as_arena_array(&room, lags + 1, sizeof *r);
	enum as_status st = r ? as_acf(x, n, lags, r + 1, err) : as_fail_memory(err);
	for (size_t p = 2; !st && !*out && p <= most / 2; p++)
		if (r[p] > 0.5 && r[p] >= r[p - 1] && r[p] >= r[p + 1] && r[2 * p] > 0.3)
			*out = p;
	as_arena_release(&room);
	return st;
}

/* Where the steady part begins, if there is one, and what comes before it. */
static void classify(const double *x, size_t n, const struct as_segments *s, struct as_steady *out)
{
	size_t tail = (n + 3) / 4, steady = s->n - 1;
	bool faster = false, flat = true;

	for (size_t i = 0; i < s->n; i++) {
		double mean = segment_mean(x, s, i);
		if (fabs(mean - out->last) <= out->tolerance)
			continue;
		flat = false;
		faster = faster || mean < out->last - out->tolerance;
		out->reached = out->reached && s->start[i + 1] <= n - tail;
	}
	while (steady && fabs(segment_mean(x, s, steady - 1) - out->last) <= out->tolerance)
		steady--;
	out->from = out->reached ? s->start[steady] : n;
	if (!out->reached)
		out->class = out->period ? AS_STEADY_CYCLIC : AS_STEADY_NONE;
	else if (flat)
		out->class = AS_STEADY_FLAT;
	else
		out->class = faster ? AS_STEADY_SLOWDOWN : AS_STEADY_WARMUP;
	if (out->reached && out->from)
		out->first = as_mean(x, out->from);
}

enum as_status as_steady_of(const double *x, size_t n, const struct as_segments *s,
	struct as_steady *out, struct as_err *err)
{
	struct as_steady found = {.class = AS_STEADY_UNKNOWN, .from = n, .tolerance = (double)NAN,
		.first = (double)NAN, .last = (double)NAN};
	enum as_status st = AS_OK;

	if (n >= AS_STEADY_LEAST) {
		const double *last = &x[s->start[s->n - 1]];
		size_t l = n - s->start[s->n - 1], window = 2 * ((n + 3) / 4);
		found.reached = true;
		found.last = as_mean(last, l);
		found.tolerance = fmax(delta * fabs(found.last),
			3 * sqrt(as_variance(last, l, found.last) / (double)l));
		window = window < n ? window : n;
		st = find_period(&x[n - window], window, &found.period, err);
		if (!st)
			classify(x, n, s, &found);
	}
	if (!st)
		*out = found;
	return st;
}
