/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Q of all splits of a segment in O(n log n): distances to the values on the left come from their
 * number and sum below each rank, which Fenwick's tree keeps. */
#include "papers/divisive.h"

#include <math.h>
#include <string.h>

#include "papers/divisive_parts.h"

enum as_status as_divisive_init(struct as_divisive *e, size_t room, struct as_arena *a)
{
	enum as_status st = as_ranks_init(&e->ranks, room, a);

	e->v = as_arena_array(a, room, sizeof *e->v);
	e->all = as_arena_array(a, room, sizeof *e->all);
	e->rank = as_arena_array(a, room, sizeof *e->rank);
	e->tree = as_arena_array(a, room + 1, sizeof *e->tree);
	e->n = 0;
	e->total = 0;
	return !st && e->v && e->all && e->rank && e->tree ? AS_OK : AS_ERR_MEM;
}

void as_divisive_take(struct as_divisive *e, const double *x, size_t n)
{
	double sum = 0, below = 0;

	as_ranks_sort(&e->ranks, x, n);
	const struct as_placed *sorted = e->ranks.sorted;
	double middle = sorted[n / 2].v; /* large levels would cost digits */
	for (size_t i = 0; i < n; i++)
		sum += sorted[i].v - middle;
	e->n = n;
	e->total = 0;
	for (size_t i = 0; i < n; i++) {
		double v = sorted[i].v - middle;
		double all = v * (double)i - below + (sum - below) - v * (double)(n - i);
		e->v[sorted[i].at] = v;
		e->rank[sorted[i].at] = (uint32_t)i;
		e->all[sorted[i].at] = all;
		e->total += all / 2;
		below += v;
	}
}

/* The number and sum of those on the left with a rank below `rank`. */
static struct as_divisive_node below(const struct as_divisive *e, size_t rank)
{
	struct as_divisive_node s = {0};

	for (size_t i = rank; i; i &= i - 1) {
		s.sum += e->tree[i].sum;
		s.count += e->tree[i].count;
	}
	return s;
}

static void put_value(struct as_divisive *e, size_t rank, double v)
{
	for (size_t i = rank + 1; i <= e->n; i += i & (~i + 1)) {
		e->tree[i].sum += v;
		e->tree[i].count++;
	}
}

/* Q from the sums of distances inside the left part of k values, and between the parts. */
static double q_of(const struct as_divisive *e, size_t k, double left, double between)
{
	double n = (double)k, m = (double)(e->n - k), right = fmax(0, e->total - left - between);

	return n * m / (n + m) * (2 * between / (n * m) - 2 * left / (n * (n - 1)) -
		2 * right / (m * (m - 1)));
}

struct as_split as_divisive_best(struct as_divisive *e, const uint32_t *order, size_t least,
	double *q)
{
	struct as_split best = {.t = 0, .at = 0};
	double left = 0, between = 0, sum = 0;

	memset(e->tree, 0, (e->n + 1) * sizeof *e->tree);
	for (size_t k = 1; k + least <= e->n; k++) {
		size_t i = order ? order[k - 1] : k - 1;
		double v = e->v[i];
		struct as_divisive_node low = below(e, e->rank[i]);
		double to_left = v * low.count - low.sum + (sum - low.sum) -
			v * ((double)(k - 1) - low.count);
		put_value(e, e->rank[i], v);
		sum += v;
		left += to_left;
		between += e->all[i] - 2 * to_left;
		if (k < least)
			continue;
		double now = q_of(e, k, left, between);
		if (q)
			q[k] = now;
		if (now > best.t || !best.at)
			best = (struct as_split){.t = now, .at = k};
	}
	return best;
}

