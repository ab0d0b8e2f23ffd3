/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/log_quantile.h"

#include <math.h>

#include "stat/core/moments.h"
#include "stat/dist/dist.h"

/* Ranks are whole numbers but for what rounding leaves. */
static const double rounding = 1e-9;

size_t as_log_pieces(size_t n)
{
	if (n < AS_LOG_LEAST)
		return 0;
	const size_t pieces = n / AS_LOG_PIECE_LEAST;
	return pieces < AS_LOG_PIECES ? pieces : AS_LOG_PIECES;
}

size_t as_log_rank(size_t n, double p)
{
	const double rank = ceil((double)n * p - rounding);

	return rank < 1 ? 1 : (size_t)rank;
}

void as_log_shares(const double *x, size_t n, double q, size_t pieces, double *share)
{
	const size_t whole = n / pieces, left = n % pieces;

	for (size_t g = 0, from = 0; g < pieces; g++) {
		/* n (g + 1) / pieces, which could overflow as it stands */
		const size_t to = whole * (g + 1) + left * (g + 1) / pieces;
		size_t below = 0;
		for (size_t i = from; i < to; i++)
			below += x[i] <= q;
		share[g] = (double)below / (double)(to - from);
		from = to;
	}
}

/* Two digits, rounded up; infinite stays what no number of values is. */
static size_t two_digits_up(double x)
{
	const double unit = x < 100 ? 1 : pow(10, floor(log10(x)) - 1);
	const double up = ceil(x / unit - rounding) * unit;

	return up < 1e18 ? (size_t)up : (size_t)1000000000000000000;
}

enum as_status as_log_quantile_of(size_t n, double p, const double *share, size_t b,
	double confidence, struct as_log_quantile *out)
{
	double t = 0, z = 0;

	if (!n || !(p > 0 && p < 1) || !(confidence > 0 && confidence < 1))
		return AS_ERR_ARG;
	if (b < 2)
		return AS_ERR_DATA;
	if (as_t_factor(confidence, (double)(b - 1), &t) ||
		as_normal_quantile(1 - (1 - confidence) / 2, &z))
		return AS_ERR_ARG;
	const double size = (double)n, middle = as_mean(share, b), inner = p * (1 - p);
	const double se = sqrt(as_variance(share, b, middle) / (double)b), least = fmin(p, 1 - p);
	struct as_log_quantile q = {.n = n, .p = p, .h_pieces = t * se,
		.h_binomial = z * sqrt(inner / size),
		.n_eff = se > 0 ? fmin(size, inner / (se * se)) : size};

	q.h = fmax(q.h_pieces, q.h_binomial);
	q.less = se > 1.3 * sqrt(inner / size) && q.n_eff * least < 20;
	const double lower = floor(size * (p - q.h) + rounding);
	const double upper = ceil(size * (p + q.h) - rounding) + 1;
	q.lower = lower >= 1 ? (size_t)lower : 0;
	q.upper = upper <= size ? (size_t)upper : 0;
	if (!q.lower || !q.upper) {
		/* N least - h N - 2 = 0, where h falls with the root of N: both ranks are there. */
		const double root = q.h * sqrt(size);
		const double side = (root + sqrt(root * root + 8 * least)) / (2 * least);
		q.wanted = two_digits_up(side * side);
	}
	*out = q;
	return AS_OK;
}

struct as_bounds as_mover(const struct as_bounds *old, const struct as_bounds *new)
{
	const double d = new->estimate - old->estimate;

	return (struct as_bounds){d,
		d - hypot(new->estimate - new->lo, old->hi - old->estimate),
		d + hypot(new->hi - new->estimate, old->estimate - old->lo)};
}
