/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/changes/history_fast.h"

#include <math.h>

#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/dist.h"

/* One surprising measurement counts for at most one in a hundred. */
#define SURPRISE 0.995

/* The power that `visible` is given for. */
#define POWER 0.8

#define TINY 1e-15

/* Units whose own spread is looked at, and how surprising it has to be. */
enum { OWN_LEAST = 3 };
#define OWN_LEVEL 0.05

/* Predicted variance of one version of r units, and its degrees of freedom. */
static void predict(const struct as_fast_known *k, size_t r, double *v, double *df)
{
	double between = k->w * (1 / (double)r - k->h), all = k->s2 + between;
	double least = k->w / (double)r;

	if (between < 0 && least > all) {
		/* the estimate is about 0 there, and so would be what Satterthwaite makes of it */
		*v = least;
		*df = k->w_df;
		return;
	}
	*v = all;
	*df = all * all / (k->s2 * k->s2 / k->df +
		(k->w_df > 0 ? between * between / k->w_df : 0));
}

static bool is_known(const struct as_fast_known *k)
{
	return k->m >= 1 && isfinite(k->mean) && k->rho >= 0 && k->rho <= AS_HISTORY_WANDERS &&
	       k->h >= 0 && k->h <= 1 && k->w >= 0 && isfinite(k->w) && k->w_df >= 0;
}

/* By how much the variance of the mean of k correlated neighbours is larger than without. */
static double phi(size_t k, double rho)
{
	if (k == 1)
		return 1;
	return k == 2 ? 1 + rho : (3 + 4 * rho + 2 * rho * rho) / 3;
}

/* ---- what is known ---- */

enum as_status as_fast_learn(const struct as_history_values *h, const struct as_steps *steps,
	bool independent, struct as_arena *a, struct as_fast_known *out, size_t *from)
{
	const size_t n = h->n, n_at = steps->n, level = n_at ? steps->at[n_at - 1] : 0;
	const size_t first = n > AS_HISTORY_RECENT ? n - AS_HISTORY_RECENT : 0;
	double *e = as_arena_array(a, n, sizeof *e), *size = as_arena_array(a, n, sizeof *size);
	struct as_fast_known k = {.m = n - level, .mean = as_mean(h->x + level, n - level)};
	struct as_residual noise = {0};
	struct as_noise_pieces pieces = {0};
	size_t segments = 1;

	if (!e || !size || as_history_residual(h, steps, AS_HISTORY_RECENT, independent, &noise))
		return AS_ERR_MEM;
	for (size_t i = 0; i <= n_at; i++) {
		const size_t begin = i ? steps->at[i - 1] : 0, end = i < n_at ? steps->at[i] : n;
		const double mean = as_mean(h->x + begin, end - begin);
		for (size_t j = begin; j < end; j++) {
			e[j] = h->x[j] - mean;
			size[j] = fabs(e[j]);
		}
		segments += i < n_at && steps->at[i] > first;
	}
	if (as_noise_cut(size, n, as_noise_price(n), a, &pieces))
		return AS_ERR_MEM;
	k.s2 = noise.s2;
	k.df = noise.df;
	k.rho = noise.rho;
	k.u = e + first;
	k.n_u = n - first;
	*from = 0;
	if (pieces.n > 1) {
		struct as_fast_piece *piece = as_arena_array(a, pieces.n, sizeof *piece);
		double squares = 0, sum = 0;
		if (!piece)
			return AS_ERR_MEM;
		for (size_t i = 0, j = 0; i < pieces.n; i++) {
			const double length = (double)(pieces.end[i] - j);
			piece[i] = (struct as_fast_piece){.scale = pieces.scale[i],
				.share = length / (double)n,
				.df = fmin(noise.df, 0.8 * (length - 1))};
			for (; j < pieces.end[i]; j++) {
				const double weight = 1 / (piece[i].scale * piece[i].scale);
				e[j] /= piece[i].scale;
				squares += j >= first ? e[j] * e[j] : 0;
				k.weight += j >= level ? weight : 0;
				sum += j >= level ? weight * h->x[j] : 0;
			}
		}
		k.unsure = fmin(0.5, AS_NOISE_PIECE * (double)(pieces.n - 1) / (double)n);
		k.mean = sum / k.weight;
		k.s2 = squares / fmax(1, (double)k.n_u - (double)segments);
		k.piece = piece;
		k.n_pieces = pieces.n;
		*from = pieces.end[pieces.n - 2];
	}
	*out = k;
	return AS_OK;
}

/* ---- the newest ---- */

/* The newest k versions, and what they are told by. */
struct fast_look {
	const struct as_fast_known *known;
	const double *x, *sd;
	const size_t *r;
	size_t k;
	double d; /* of their mean from the level */
};

/* Where the units of a version vary more than units did, its mean may, too. */
static void add_own_spread(const struct as_fast_known *k, size_t r, double sd, double w, double *v,
	double *df)
{
	const double own = sd * sd / (double)r;
	double p = 1;

	if (r < OWN_LEAST || !(k->w_df > 0 && w > 0 && sd > 0) ||
		as_f_upper_p(sd * sd / w, (double)r - 1, k->w_df, &p) || p > OWN_LEVEL)
		return;
	const double rest = fmax(0, *v - w / (double)r);
	*v += own - w / (double)r;
	*df = fmax(1, fmin(*df, *v * *v / (rest * rest / *df + own * own / ((double)r - 1))));
}

/* Their p if noise is of that scale, of so many degrees of freedom; s2 and w are of a version of the present
 * scale. */
static enum as_status p_at(const struct fast_look *l, double scale, double df_most,
	struct as_fast_look *out)
{
	struct as_fast_known k = *l->known;
	const double rho = k.rho, lambda = (1 + rho) / (1 - rho);
	const double present = k.n_pieces ? k.piece[k.n_pieces - 1].scale : 1;
	const double weight = k.n_pieces ? k.weight : (double)k.m, level = k.s2 * lambda / weight;
	double v = 0, df = (double)INFINITY;

	k.df = df_most;
	k.s2 *= scale * scale;
	k.w *= scale / present * (scale / present);
	for (size_t i = 0; i < l->k; i++) {
		double one = 0, its_df = 0;
		predict(&k, l->r[i], &one, &its_df);
		if (l->sd)
			add_own_spread(&k, l->r[i], l->sd[i], k.w, &one, &its_df);
		v += one / (double)l->k;
		df = fmin(df, its_df);
	}
	out->var = v * phi(l->k, rho) / (double)l->k + level;
	out->t = l->d / sqrt(out->var);
	out->df = fmax(df, 1);
	return as_t_two_sided_p(out->t, out->df, &out->p);
}

/* How often versions before lay as far out, on the same side, as the nearest of the newest. */
static double share_beyond(const struct fast_look *l, double scale)
{
	const struct as_fast_known *k = l->known;
	const double side = l->d < 0 ? -1 : 1;
	double least = (double)INFINITY, most = 0, size[AS_HISTORY_RECENT];
	size_t full = 0, half = 0;

	for (size_t i = 0; i < l->k; i++)
		least = fmin(least, side * (l->x[i] - k->mean) / scale);
	if (!k->n_u || k->n_u > AS_HISTORY_RECENT || !(least >= 0))
		return 0;
	for (size_t i = 0; i < k->n_u; i++) {
		full += side * k->u[i] >= least;
		half += side * k->u[i] >= least / 2;
		size[i] = fabs(k->u[i]);
		most = fmax(most, size[i]);
	}
	as_sort(size, k->n_u);
	const double middle = 1.4826 * as_median(size, k->n_u), n = (double)k->n_u;
	if (middle > 0 && most > 4 * middle) /* tails are heavy: what lies twice as far out is near */
		return half ? fmin(1, (2 * (double)full + 1) / n) : 0;
	return full ? fmin(1, (2 * (double)full - 1) / n) : 0;
}

/* At k versions. */
static enum as_status look_at(const struct fast_look *l, struct as_fast_look *out)
{
	const struct as_fast_known *k = l->known;
	const struct as_fast_piece *last = k->n_pieces ? &k->piece[k->n_pieces - 1] : NULL;
	double mixed = 0;

	for (size_t i = 0; i < l->k; i++)
		if (!l->r[i] || !isfinite(l->x[i]))
			return AS_ERR_ARG;
	if (p_at(l, last ? last->scale : 1, last ? last->df : k->df, out))
		return AS_ERR_ARG;
	for (size_t i = 0; last && i < k->n_pieces; i++) {
		struct as_fast_look one = {0};
		if (p_at(l, k->piece[i].scale, k->piece[i].df, &one))
			return AS_ERR_ARG;
		mixed += k->piece[i].share * one.p;
	}
	/* noise that changed so often may have changed again */
	out->p = (1 - k->unsure) * out->p + k->unsure * mixed;
	out->p = fmax(out->p, pow(share_beyond(l, last ? last->scale : 1), (double)l->k));
	return AS_OK;
}

enum as_status as_fast_test(const struct as_fast_known *known, const double *x, const size_t *r,
	const double *sd, size_t n, struct as_fast *out, struct as_err *err)
{
	static const double share[AS_FAST_LOOKS] = {0.008, 0.0025, 0.001};
	struct as_fast f = {.n = n, .p = 1, .deciding = 1};
	double level = 0, power = 0;

	if (!is_known(known) || !n || n > AS_FAST_LOOKS)
		return as_fail(err, AS_ERR_ARG,
			"the newest versions cannot be tested: what is known of the "
			"level is no knowledge");
	if (!(known->df >= AS_FAST_LEAST_DF))
		return as_fail(err, AS_ERR_DATA,
			"the newest versions cannot be tested: of the noise too little "
			"is known, with %.0f degrees of freedom; %d more versions will do",
			known->df, (int)(AS_FAST_LEAST_DF - known->df));
	if (!(known->s2 > 0 && isfinite(known->s2)))
		return as_fail(err, AS_ERR_DATA,
			"the newest versions cannot be tested: all versions before "
			"have the same value (timer resolution?)");
	double least = (double)INFINITY;
	for (size_t k = 1; k <= n; k++) {
		struct as_fast_look *look = &f.look[k - 1];
		const struct fast_look newest = {.known = known, .x = x + n - k,
			.sd = sd ? sd + n - k : NULL, .r = r + n - k, .k = k,
			.d = as_mean(x + n - k, k) - known->mean};
		if (look_at(&newest, look))
			return as_fail(err, AS_ERR_ARG,
				"the newest versions cannot be tested: a value is not "
				"finite, or of no unit");
		double p = look->p * AS_FAST_ALPHA / share[k - 1];
		if (p < least) {
			least = p;
			f.deciding = k;
		}
	}
	f.p = fmin(1, least);
	f.suspect = f.p <= AS_FAST_ALPHA;
	if (as_normal_quantile(1 - share[0] / 2, &level) || as_normal_quantile(POWER, &power))
		return AS_ERR_ARG;
	f.visible = (level + power) * sqrt(f.look[0].var);
	*out = f;
	return AS_OK;
}

/* ---- the second stage ---- */

size_t as_rerun_blocks(size_t r)
{
	size_t b = 2 * r;

	return b < AS_RERUN_LEAST ? AS_RERUN_LEAST : b > AS_RERUN_MOST ? AS_RERUN_MOST : b;
}

double as_rerun_weight(const struct as_fast_known *known, const struct as_fast_look *look,
	size_t blocks)
{
	double first = 1 / look->var, second = (double)blocks / (2 * known->w);

	return known->w > 0 ? first / (first + second) : (double)NAN;
}

enum as_status as_rerun_combine(double p1, bool up, struct as_values d, double weight,
	struct as_rerun *out, struct as_err *err)
{
	const size_t n = d.n;
	struct as_rerun r = {0};
	double surprise = 0, two = 0;

	if (!(p1 >= 0 && p1 <= 1) || !(weight >= 0 && weight <= 1))
		return as_fail(err, AS_ERR_ARG,
			"two stages cannot be combined: a p value or a weight is not "
			"between 0 and 1");
	if (n < 2)
		return as_fail(err, AS_ERR_DATA,
			"two stages cannot be combined: a re-run needs at least 2 "
			"blocks, and has %zu",
			n);
	double mean = as_mean(d.v, n), s2 = as_variance(d.v, n, mean);
	if (!(s2 > 0 && isfinite(s2)))
		return as_fail(err, AS_ERR_DATA,
			"two stages cannot be combined: all blocks of the re-run have "
			"the same difference (timer resolution?)");
	double t = (up ? mean : -mean) / sqrt(s2 / (double)n);
	if (as_t_two_sided_p(t, (double)(n - 1), &two) || as_normal_quantile(SURPRISE, &surprise))
		return AS_ERR_ARG;
	r.p2 = t > 0 ? two / 2 : 1 - two / 2;
	if (as_normal_quantile(fmin(fmax(r.p2, TINY), 1 - TINY), &r.z2))
		return AS_ERR_ARG;
	r.z2 = -r.z2;
	r.z1 = surprise;
	/* below this p the first stage is cut anyway */
	if (p1 / 2 > 1 - SURPRISE) {
		if (as_normal_quantile(p1 / 2, &r.z1))
			return AS_ERR_ARG;
		r.z1 = fmin(-r.z1, surprise);
	}
	r.zc = sqrt(weight) * r.z1 + sqrt(1 - weight) * r.z2;
	r.p = fmin(1, 2 * as_normal_cdf(-r.zc));
	r.alert = r.p <= AS_RERUN_ALPHA && r.p2 <= AS_RERUN_OWN;
	r.opposite = 1 - r.p2 <= AS_RERUN_ALPHA;
	*out = r;
	return AS_OK;
}
