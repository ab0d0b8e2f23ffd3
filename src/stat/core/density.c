/* SPDX-License-Identifier: MIT */
#include "stat/core/density.h"

#include <math.h>

#include "stat/core/moments.h"
#include "stat/core/quantile.h"

#define SQRT_2_PI 2.50662827463100050242

/* Bandwidths from a value to where its bell ends: what lies beyond is below 1e-17 of its height. */
static const double reach = 9;

enum { DIRECT_MOST = 20000, CELLS = 4096 };

double as_bandwidth(const double *sorted, size_t n)
{
	double low = sorted[0], high = sorted[0], s = 0;

	if (n > 1)
		s = sqrt(as_variance(sorted, n, as_mean(sorted, n)));
	if (as_quantile(sorted, n, 0.25, &low) || as_quantile(sorted, n, 0.75, &high))
		return 1;
	double spread = fmin(s, (high - low) / 1.34);
	if (!(spread > 0))
		spread = s > 0 ? s : fabs(sorted[0]) > 0 ? fabs(sorted[0]) : 1;
	return 0.9 * spread * pow((double)n, -0.2);
}

/* One side of a bell, from point `from` on: two products a point, as exp(-(z + d)^2 / 2) is exp(-z^2 / 2)
 * times exp(-z d - d^2 / 2), and that changes by exp(-d^2) from one to the next. */
static void add_side(struct as_density *out, double from, double z, double weight, int direction)
{
	const double d = direction * out->step / out->h, change = exp(-d * d);
	double height = weight * exp(-z * z / 2), ratio = exp(-z * d - d * d / 2);

	while (from >= 0 && from < AS_DENSITY_POINTS && fabs(z) <= reach) {
		out->f[(size_t)from] += height;
		from += direction;
		height *= ratio;
		ratio *= change;
		z += d;
	}
}

/* The bell of one value. */
static void add_bell(struct as_density *out, double x, double weight)
{
	const double near = out->step > 0 ? floor((x - out->from) / out->step) : 0;
	const double z = (out->from + near * out->step - x) / out->h;

	add_side(out, near, z, weight, -1);
	add_side(out, near + 1, z + out->step / out->h, weight, 1);
}

/* Each value is shared by the two cells beside it, the nearer one getting more. */
static void bin(const double *sorted, size_t n, double *at, double *weight)
{
	double from = sorted[0], step = (sorted[n - 1] - from) / (CELLS - 1);

	for (size_t c = 0; c < CELLS; c++) {
		at[c] = from + (double)c * step;
		weight[c] = 0;
	}
	for (size_t i = 0; i < n; i++) {
		double place = step > 0 ? (sorted[i] - from) / step : 0;
		size_t c = place < CELLS - 2 ? (size_t)place : CELLS - 2;
		weight[c] += 1 - (place - (double)c);
		weight[c + 1] += place - (double)c;
	}
}

void as_density(const double *sorted, size_t n, struct as_density *out)
{
	double at[CELLS], weight[CELLS];
	bool direct = n <= DIRECT_MOST;

	out->h = as_bandwidth(sorted, n);
	out->from = sorted[0] - 3 * out->h;
	out->step = (sorted[n - 1] + 3 * out->h - out->from) / (AS_DENSITY_POINTS - 1);
	for (size_t i = 0; i < AS_DENSITY_POINTS; i++)
		out->f[i] = 0;
	if (!direct)
		bin(sorted, n, at, weight);
	for (size_t i = 0; i < (direct ? n : CELLS); i++)
		if (direct || weight[i] > 0)
			add_bell(out, direct ? sorted[i] : at[i], direct ? 1 : weight[i]);
	for (size_t i = 0; i < AS_DENSITY_POINTS; i++)
		out->f[i] /= out->h * SQRT_2_PI * (double)n;
}

/* What has been seen of the curve from its left end on. */
struct walk {
	double peak, dip; /* highest point since the last dip; lowest since that peak */
	size_t at, part;  /* of that dip; of the one before this peak */
	bool rising;      /* to a mode that is not counted yet */
};

/* One more point; true where a mode has ended. */
static bool step_on(struct walk *w, double f, double top, size_t i)
{
	if (w->rising && f >= w->peak) {
		w->peak = w->dip = f;
		return false;
	}
	if (f < w->dip) {
		w->dip = f;
		w->at = i;
	}
	if (w->rising && w->peak > 0.05 * top && w->dip < 0.8 * w->peak) {
		w->rising = false;
		return true;
	}
	if (!w->rising && w->dip < 0.8 * f && f > 0.05 * top)
		*w = (struct walk){.peak = f, .dip = f, .part = w->at, .rising = true};
	return false;
}

size_t as_density_cuts(const struct as_density *d, double *cut, size_t most)
{
	struct walk w = {.rising = true};
	double top = 0;
	size_t modes = 0;

	for (size_t i = 0; i < AS_DENSITY_POINTS; i++)
		top = fmax(top, d->f[i]);
	for (size_t i = 0; i < AS_DENSITY_POINTS; i++) {
		if (!step_on(&w, d->f[i], top, i))
			continue;
		if (modes && modes <= most)
			cut[modes - 1] = d->from + (double)w.part * d->step;
		modes++;
	}
	return modes;
}

size_t as_density_modes(const struct as_density *d)
{
	return as_density_cuts(d, NULL, 0);
}
