/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/bisect.h"

#include <math.h>

/* The most that one execution counts for, as odds; one that says the wrong thing is outvoted then.
 * */
#define ODDS 200

/* More executions of one build teach nothing of its own effect. */
enum { ENOUGH = 6 };
#define DISTANCE_OF_ENOUGH 0.1

static bool is_variance(double v)
{
	return v >= 0 && isfinite(v);
}

static bool is_known(const struct as_bisect_known *k, size_t n)
{
	double all = 0;

	for (size_t i = 0; k->prior && i < n; i++) {
		if (!is_variance(k->prior[i]))
			return false;
		all += k->prior[i];
	}
	return isfinite(k->good) && isfinite(k->bad) && (k->good < k->bad || k->good > k->bad) &&
		k->s2 > 0 && is_variance(k->s2) && is_variance(k->own) && is_variance(k->ends) &&
		(!k->prior || (all > 0 && isfinite(all)));
}

static bool are_seen(const struct as_bisect_seen *seen, size_t n_seen, size_t n)
{
	for (size_t i = 0; i < n_seen; i++)
		if (!seen[i].commit || seen[i].commit >= n || !seen[i].times ||
			!isfinite(seen[i].mean))
			return false;
	return true;
}

/* ln P(good) - ln P(bad) of a commit that was executed. */
static double evidence(const struct as_bisect_known *k, const struct as_bisect_seen *s)
{
	double v = k->own + k->s2 / (double)s->times + k->ends;
	double to_good = s->mean - k->good, to_bad = s->mean - k->bad;
	double bound = (double)s->times * log(ODDS);

	return fmin(bound, fmax(-bound, (to_bad * to_bad - to_good * to_good) / (2 * v)));
}

enum as_status as_bisect_posterior(const struct as_bisect_known *known,
	const struct as_bisect_seen *seen, size_t n_seen, size_t n, double *p)
{
	double most = -(double)INFINITY, all = 0, so_far = 0;

	if (!n || !is_known(known, n) || !are_seen(seen, n_seen, n))
		return AS_ERR_ARG;
	for (size_t k = 0; k < n; k++)
		p[k] = 0;
	/* a good commit is evidence for all behind it: sums from the front */
	for (size_t i = 0; i < n_seen; i++)
		p[seen[i].commit] += evidence(known, &seen[i]);
	for (size_t k = 0; k < n; k++) {
		so_far += p[k];
		p[k] = so_far + (known->prior ? log(known->prior[k]) : 0);
		most = fmax(most, p[k]);
	}
	for (size_t k = 0; k < n; k++) {
		p[k] = exp(p[k] - most);
		all += p[k];
	}
	for (size_t k = 0; k < n; k++)
		p[k] /= all;
	return AS_OK;
}

static size_t times_seen(const struct as_bisect_seen *seen, size_t n_seen, size_t commit)
{
	size_t times = 0;

	for (size_t i = 0; i < n_seen; i++)
		times += seen[i].commit == commit ? seen[i].times : 0;
	return times;
}

size_t as_bisect_next(const struct as_bisect_known *known, const struct as_bisect_seen *seen,
	size_t n_seen, const double *p, size_t n)
{
	double sum = 0, least = (double)INFINITY;
	size_t next = 0;

	for (size_t c = 1; c < n; c++) {
		sum += p[c - 1];
		double distance = fabs(sum - 0.5);
		if (known->own > 0 && times_seen(seen, n_seen, c) >= ENOUGH)
			distance += DISTANCE_OF_ENOUGH;
		if (distance < least) {
			least = distance;
			next = c;
		}
	}
	return next;
}

size_t as_bisect_best(const double *p, size_t n)
{
	size_t best = 0;

	for (size_t k = 1; k < n; k++)
		if (p[k] > p[best])
			best = k;
	return best + 1;
}

size_t as_bisect_credible(const double *p, size_t n, bool *in)
{
	double together = 0;
	size_t count = 0;

	for (size_t k = 0; k < n; k++)
		in[k] = false;
	while (count < n && !(together >= AS_BISECT_SURE)) {
		size_t best = n;
		for (size_t k = 0; k < n; k++)
			if (!in[k] && (best == n || p[k] > p[best]))
				best = k;
		in[best] = true;
		together += p[best];
		count++;
	}
	return count;
}
