/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What several changes are together, and what is no change (methods-history-2.md 4): slopes,
 * excursions, outliers. */
#include <math.h>

#include "stat/dist/changes/seeking.h"

/* ---- slopes ---- */

/* Weighted moments of a stretch: of its places, and of its values. */
struct moments {
	double w, t, x, tt, tx, xx;
};

static struct moments moments_of(const struct as_describing *d, struct as_span s)
{
	struct moments m = {0};

	for (size_t i = s.from; i < s.to; i++) {
		double w = d->w[i], t = (double)i - m.t, x = d->x[i] - m.x, all = m.w + w;
		m.t += w / all * t;
		m.x += w / all * x;
		m.tt += w * t * ((double)i - m.t);
		m.tx += w * t * (d->x[i] - m.x);
		m.xx += w * x * (d->x[i] - m.x);
		m.w = all;
	}
	return m;
}

static struct moments joined(struct moments a, struct moments b)
{
	struct moments m = {.w = a.w + b.w};
	double t = b.t - a.t, x = b.x - a.x, share = a.w * b.w / m.w;

	m.t = a.t + b.w / m.w * t;
	m.x = a.x + b.w / m.w * x;
	m.tt = a.tt + b.tt + share * t * t;
	m.tx = a.tx + b.tx + share * t * x;
	m.xx = a.xx + b.xx + share * x * x;
	return m;
}

/* Segments of a run, in groups: each a level, or of several segments one straight line. */
struct grouping {
	struct moments *segment; /* n of them */
	double *cost; /* n + 1, of the first k */
	size_t *begin; /* n + 1, the first segment of the group that ends there */
	size_t n;
	double ln; /* of the versions in the run */
	double unit; /* lambda S^2 */
};

static void group(struct grouping *g)
{
	for (size_t end = 1; end <= g->n; end++) {
		struct moments all = g->segment[end - 1];
		g->cost[end] = g->cost[end - 1] + all.xx / g->unit + 2 * g->ln;
		g->begin[end] = end - 1;
		for (size_t from = end - 1; from-- > 0;) {
			all = joined(g->segment[from], all);
			double left = all.xx - all.tx * all.tx / all.tt;
			double cost = g->cost[from] + left / g->unit + 4 * g->ln + 3;
			if (cost > g->cost[end])
				continue;
			g->cost[end] = cost;
			g->begin[end] = from;
		}
	}
}

/* Numbers of gradual events from change `first` on; lines that touch are one event. */
static void mark(struct as_describing *d, const struct grouping *g, size_t first, size_t *known)
{
	bool touches = false;

	for (size_t end = g->n; end > 0; end = g->begin[end]) {
		bool line = end - g->begin[end] > 1;
		*known += line && !touches ? 1 : 0;
		for (size_t i = g->begin[end]; line && i + 1 < end; i++)
			d->size[first + i].gradual = *known;
		if (line && touches)
			d->size[first + end - 1].gradual = *known;
		touches = line;
	}
}

/* From the first segment of an event to its last. */
static void span_events(struct as_describing *d)
{
	for (size_t i = 0, end = 0; i < d->n_changes; i = end) {
		double wp = 0, wq = 0, rho = d->noise.rho;
		for (end = i + 1; d->size[i].gradual && end < d->n_changes &&
				  d->size[end].gradual == d->size[i].gradual;
			end++)
			;
		struct as_span p = d->segment[i], q = d->segment[end];
		double size = -as_describing_mean(d, p, &wp);
		size += as_describing_mean(d, q, &wq);
		double half = d->t * sqrt(d->noise.s2 *
					     (as_describing_share(p.to - p.from, wp, rho) +
						     as_describing_share(q.to - q.from, wq, rho)));
		for (size_t k = i; k < end; k++) {
			d->size[k].whole = size;
			d->size[k].whole_lo = size - half;
			d->size[k].whole_hi = size + half;
		}
	}
}

enum as_status as_describing_gradual(struct as_describing *d, struct as_arena *room)
{
	struct grouping g = {.segment = as_arena_array(room, d->n_changes + 1, sizeof *g.segment),
		.cost = as_arena_array(room, d->n_changes + 2, sizeof *g.cost),
		.begin = as_arena_array(room, d->n_changes + 2, sizeof *g.begin),
		.unit = d->lambda * d->noise.s2};
	size_t known = 0;

	if (!g.segment || !g.cost || !g.begin)
		return AS_ERR_MEM;
	for (size_t i = 0, end = 0; i < d->n_changes && d->noise.s2 > 0; i = end) {
		bool up = d->mean[i + 1] > d->mean[i];
		for (end = i + 1; end < d->n_changes && (up ? d->mean[end + 1] > d->mean[end]
							    : d->mean[end + 1] < d->mean[end]);
			end++)
			;
		g.n = end - i + 1;
		g.ln = log((double)(d->segment[end].to - d->segment[i].from));
		for (size_t k = 0; k < g.n; k++)
			g.segment[k] = moments_of(d, d->segment[i + k]);
		group(&g);
		mark(d, &g, i, &known);
	}
	span_events(d);
	return AS_OK;
}

/* ---- excursions ---- */

void as_describing_recovered(struct as_describing *d)
{
	for (size_t i = 0; i + 1 < d->n_changes; i++) {
		double one = d->size[i].size, two = d->size[i + 1].size, rho = d->noise.rho;
		struct as_span p = d->segment[i], q = d->segment[i + 2];
		double v = as_ar_mean(p.to - p.from, rho) + as_ar_mean(q.to - q.from, rho);
		double near = fmax(d->t * sqrt(d->noise.s2 * v), 0.1 * fmin(fabs(one), fabs(two)));
		d->size[i].recovered = one * two < 0 && fabs(one + two) <= near;
	}
}

/* ---- outliers ---- */

/* How far the residuals of one sign usually reach. */
static double reach(double *scratch, const double *u, size_t n, double sign, double slope)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++)
		if (sign * u[i] > 0)
			scratch[k++] = sign * u[i];
	return fmax(k ? 1.4826 * as_seek_median(scratch, scratch, k) : 0, 1 / slope);
}

enum as_status as_describing_outliers(const struct as_describing *d, const struct as_steps *steps,
	struct as_arena *room, struct as_arena *a, struct as_steps_said *out)
{
	double *u = as_arena_array(room, d->n, sizeof *u);
	double *scratch = as_arena_array(room, d->n, sizeof *scratch);

	out->outlier = as_arena_array(a, d->n, sizeof *out->outlier);
	if (!u || !scratch || !out->outlier)
		return AS_ERR_MEM;
	if (d->n < AS_HISTORY_OUTLIERS || !(steps->slope > 0))
		return AS_OK;
	double eps = as_seek_rounding(d->x, d->n);
	for (size_t i = 0; i <= d->n_changes; i++) {
		struct as_span s = d->segment[i];
		double centre = as_seek_centre(scratch, d->x + s.from, s.to - s.from);
		for (size_t j = s.from; j < s.to; j++) {
			double e = (d->x[j] - centre) * sqrt(d->w[j]);
			u[j] = fabs(e) <= eps ? 0 : e / steps->shrink;
		}
	}
	double above = reach(scratch, u, d->n, 1, steps->slope);
	double below = reach(scratch, u, d->n, -1, steps->slope);
	for (size_t i = 0; i < d->n; i++)
		if (u[i] > 6 * above || -u[i] > 6 * below)
			out->outlier[out->n_outliers++] = i;
	return AS_OK;
}
