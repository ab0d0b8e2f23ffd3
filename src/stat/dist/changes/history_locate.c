/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a change is, by least squares of clipped values (methods-history-2.md 2.2). */
#include <math.h>

#include "stat/core/quantile.h"
#include "stat/dist/changes/seeking.h"

enum { SEG = AS_HISTORY_SEGMENT, SWEEPS = 3 };

/* From the change before number i to the one behind it. */
static struct as_span stretch_around(const struct as_seeking *s, size_t i)
{
	return (struct as_span){.from = i ? s->change[i - 1].at : 0,
		.to = i + 1 < s->n_changes ? s->change[i + 1].at : s->n};
}

/* Values of the span within three deviations of the medians of its sides, into s->room.h; false where
 * more than half of them do not deviate. Clipping keeps outliers from moving the place. */
static bool clip(struct as_seeking *s, struct as_span span, size_t at)
{
	size_t n = span.to - span.from, k = at - span.from;
	const double *x = s->x + span.from;
	double left = as_seek_median(s->room.scratch, x, k);
	double right = as_seek_median(s->room.scratch, x + k, n - k);

	for (size_t i = 0; i < n; i++)
		s->room.scratch[i] = fabs(x[i] - (i < k ? left : right));
	as_sort(s->room.scratch, n);
	double sd = 1.4826 * as_median(s->room.scratch, n);
	if (!(sd > 0))
		return false;
	double lo = fmin(left, right) - 3 * sd, hi = fmax(left, right) + 3 * sd;
	for (size_t i = 0; i < n; i++)
		s->room.h[i] = fmin(fmax(x[i], lo), hi);
	return true;
}

static size_t best_place(struct as_seeking *s, struct as_span span, size_t at)
{
	size_t n = span.to - span.from, found = at;
	const double *a = s->a + span.from;
	double all = 0, sum = 0, part = 0, deviation = 0, best = -1;

	if (n < 2 * SEG || !clip(s, span, at))
		return at;
	for (size_t i = 0; i < n; i++) {
		all += a[i] * a[i];
		sum += a[i] * a[i] * s->room.h[i];
	}
	for (size_t k = 1; k <= n - SEG; k++) {
		double w = a[k - 1] * a[k - 1];
		part += w;
		deviation += w * (s->room.h[k - 1] - sum / all);
		double q = k < SEG ? -1 : deviation * deviation / (part * (all - part));
		/* of places that are equal but for rounding the first */
		if (q > best * (1 + 1e-12)) {
			best = q;
			found = span.from + k;
		}
	}
	return found;
}

void as_seek_locate(struct as_seeking *s)
{
	bool moved = true;

	for (int sweep = 0; moved && sweep < SWEEPS; sweep++) {
		moved = false;
		for (size_t i = 0; i < s->n_changes; i++) {
			struct as_seek_change *c = &s->change[i];
			struct as_span span = stretch_around(s, i);
			if (c->settled.from == span.from && c->settled.to == span.to)
				continue;
			size_t at = best_place(s, span, c->at);
			moved = moved || at != c->at;
			c->settled = at == c->at ? span : (struct as_span){0};
			c->at = at;
		}
	}
}
