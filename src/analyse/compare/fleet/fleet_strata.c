/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/compare/fleet/fleet_strata.h"

#include <math.h>
#include <string.h>

#include "stat/dist/comparing/decide.h"
#include "stat/dist/comparing/parts.h"

enum { OVER_LEAST = 2, VERDICT_LEAST = 3 };

static bool same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

/* Room for one row. */
struct strata_room {
	double *mean;              /* of machines, kind by kind */
	struct as_kind_means *kind;
	struct as_part *part;
};

static double shown(const struct as_fleet_said *said, double x)
{
	return said->of_ratio ? exp(x) : x;
}

/* One kind alone, by t on the means of its machines. */
static enum as_status one(const struct as_fleet_said *said, const struct as_kind_means *k,
	struct as_part *room, struct as_fleet_stratum *out)
{
	struct as_parts_found f;
	double mean = 0;

	for (size_t i = 0; i < k->n; i++)
		mean += k->mean[i] / (double)k->n;
	out->value = shown(said, mean);
	out->machines = k->n;
	out->lo = out->hi = out->p = (double)NAN;
	if (k->n < OVER_LEAST)
		return AS_OK;
	enum as_status st = as_kinds_mean(k, 1, said->confidence, room, &f);
	if (st)
		return st;
	out->lo = shown(said, f.lo);
	out->hi = shown(said, f.hi);
	out->p = f.p;
	return AS_OK;
}

/* Machines of that kind, from `at` on. */
static struct as_kind_means gather_means(const struct as_fleet *f, const struct as_fleet_said *said,
	const char *kind, double *at)
{
	struct as_kind_means k = {.mean = at, .weight = 1};

	for (size_t i = 0; i < said->n; i++)
		if (same(f->kind[said->number[i]], kind))
			at[k.n++] = said->mean[i].mean;
	return k;
}

static bool is_first(const struct as_fleet *f, const struct as_fleet_said *said, size_t i)
{
	size_t k = 0;

	while (k < i && !same(f->kind[said->number[k]], f->kind[said->number[i]]))
		k++;
	return k == i;
}

/* Over kinds that have two machines; means of times are told kind by kind alone. */
static enum as_status over(const struct as_fleet_said *said, const struct strata_room *room,
	struct as_fleet_row *row)
{
	struct as_parts_found f;

	row->value = row->p = (double)NAN;
	row->alike = (struct as_fleet_interval){(double)NAN, (double)NAN};
	if (row->n_over < OVER_LEAST || !said->of_ratio)
		return AS_OK;
	enum as_status st =
		as_kinds_mean(room->kind, row->n_over, said->confidence, room->part, &f);
	if (st)
		return st;
	row->value = exp(f.estimate);
	row->alike = (struct as_fleet_interval){exp(f.lo), exp(f.hi)};
	row->p = f.p;
	return AS_OK;
}

enum as_status as_fleet_strata(const struct as_fleet *f, const struct as_fleet_said *said,
	struct as_arena *a, struct as_fleet_row *row, struct as_err *err)
{
	const struct strata_room room = {as_arena_array(a, said->n, sizeof *room.mean),
		as_arena_array(a, said->n, sizeof *room.kind),
		as_arena_array(a, said->n, sizeof *room.part)};
	enum as_status st = AS_OK;
	size_t used = 0;

	row->stratum = as_arena_array(a, said->n, sizeof *row->stratum);
	if (!room.mean || !room.kind || !room.part || !row->stratum)
		return as_fail_memory(err);
	row->n_strata = row->n_over = 0;
	for (size_t i = 0; i < said->n && !st; i++) {
		if (!is_first(f, said, i))
			continue;
		const char *kind = f->kind[said->number[i]];
		const struct as_kind_means k = gather_means(f, said, kind, room.mean + used);
		struct as_fleet_stratum *s = &row->stratum[row->n_strata++];
		*s = (struct as_fleet_stratum){.kind = kind};
		used += k.n;
		st = one(said, &k, room.part, s);
		if (k.n >= OVER_LEAST)
			room.kind[row->n_over++] = k;
	}
	if (!st)
		st = over(said, &room, row);
	return st ? as_fail(err, AS_ERR_DATA,
		"cannot put machines of several kinds together: a mean is no number") : AS_OK;
}
