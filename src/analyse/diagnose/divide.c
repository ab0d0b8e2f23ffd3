/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/diagnose/divide.h"

#include <math.h>

#include "stat/core/quantile.h"

enum { QUARTERS = 4 };

/* The quartiles of n loads, each once; room for n. */
static enum as_status cut_in_quarters(const double *load, size_t all, double *room,
	struct as_strata_asked *r)
{
	size_t n = 0;
	double at = 0;

	for (size_t i = 0; i < all; i++)
		if (isfinite(load[i]))
			room[n++] = load[i];
	as_sort(room, n);
	for (unsigned q = 1; n && q < QUARTERS; q++) {
		enum as_status st = as_quantile(room, n, (double)q / QUARTERS, &at);
		if (st)
			return st;
		/* nothing is below the smallest */
		if (at > (r->n_cuts ? r->cut[r->n_cuts - 1] : room[0]))
			r->cut[r->n_cuts++] = at;
	}
	return AS_OK;
}

static enum as_status refuse(const struct as_course *c, const struct as_strata_asked *r,
	const char *why, struct as_err *err)
{
	return as_fail(err, AS_ERR_DATA, "cannot divide executions of '%.200s' by %.100s: %s",
		c->x->subjects[c->subject].name, c->x->metrics[r->by].name, why);
}

enum as_status as_divide(struct as_course *c, const struct as_strata_asked *r,
	struct as_divided *out, struct as_err *err)
{
	double *load = as_arena_array(&c->room, c->n + 1, sizeof *load);
	double *room = as_arena_array(&c->room, c->n + 1, sizeof *room);
	struct as_strata_asked cuts = *r;
	struct as_divided d = {.load = load};
	enum as_status st = load && room ? as_course_metric(c, r->by, load, err)
					 : as_fail_memory(err);

	for (size_t i = 0; !st && i < c->n; i++)
		d.unknown += isfinite(load[i]) ? 0 : 1;
	if (!st && d.unknown == c->n)
		return refuse(c, r, "it is not known of any", err);
	if (!st && !cuts.n_cuts)
		st = cut_in_quarters(load, c->n, room, &cuts);
	if (!st && !cuts.n_cuts)
		return refuse(c, r, "it did not vary", err);
	if (st)
		return st;
	d.n = cuts.n_cuts + 1;
	for (size_t i = 0; i < d.n; i++) {
		d.from[i] = i ? cuts.cut[i - 1] : -(double)INFINITY;
		d.to[i] = i < cuts.n_cuts ? cuts.cut[i] : (double)INFINITY;
	}
	*out = d;
	return AS_OK;
}

enum as_status as_divided_part(struct as_course *c, const struct as_divided *d, size_t stratum,
	struct as_observed *out, struct as_err *err)
{
	struct as_observed o = {.in_time = as_arena_array(&c->room, c->n + 1, sizeof *o.in_time),
		.sorted = as_arena_array(&c->room, c->n + 1, sizeof *o.sorted)};

	if (!o.in_time || !o.sorted)
		return as_fail_memory(err);
	for (size_t i = 0; i < c->n; i++)
		if (d->load[i] >= d->from[stratum] && d->load[i] < d->to[stratum]) {
			o.in_time[o.n] = c->y[i];
			o.sorted[o.n++] = c->y[i];
		}
	as_sort(o.sorted, o.n);
	*out = o;
	return AS_OK;
}
