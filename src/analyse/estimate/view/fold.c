/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/estimate/view/fold.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/estimate/reduced.h"
#include "base/vec.h"
#include "stat/core/moments.h"

enum { MANY = 4 << 20 }; /* iterations, in all: a copy takes 32 MB */

static void read_unit(const void *data, size_t unit, size_t from, size_t n, double *out)
{
	const struct as_fold *f = data;
	const size_t at = as_iterations_of(f->s, f->units[unit]).from + from;

	for (size_t i = 0; i < n; i += AS_PACKED_BLOCK) {
		const size_t here = n - i < AS_PACKED_BLOCK ? n - i : AS_PACKED_BLOCK;
		uint64_t bits[AS_PACKED_BLOCK];
		as_packed_read(&f->col->values, at + i, here, bits);
		memcpy(out + i, bits, here * sizeof *out);
	}
}

/* All iterations count, so that those of an execution stand in a row. */
static bool all_count(const struct as_subject *s, const struct as_column *col)
{
	return !col->values.lacks && as_packed_all(&s->iterations.role, 0,
					     s->levels[AS_LEVEL_ITERATION].n, AS_ROLE_MEASURED);
}

enum as_status as_fold_open(
	const struct as_subject *s, const struct as_column *col, struct as_fold **out)
{
	*out = NULL;
	if (s->levels[AS_LEVEL_ITERATION].n < MANY || !all_count(s, col))
		return AS_OK;
	struct as_fold *f = malloc(sizeof *f);
	double *room = malloc(as_iterations_most(s) * sizeof *room);
	if (!f || !room) {
		free(f);
		free(room);
		return AS_ERR_MEM;
	}
	*f = (struct as_fold){.s = s, .col = col, .ends = {(double)INFINITY, -(double)INFINITY}};
	f->reader = (struct as_tree_reader){read_unit, f, room};
	for (size_t i = 0; i < s->iterations.n_folded; i++)
		if (s->iterations.folded[i].metric == col->metric)
			f->once = s->iterations.folded[i].sums;
	*out = f;
	return AS_OK;
}

void as_fold_close(struct as_fold *f)
{
	if (f)
		free(f->reader.room);
	free(f);
}

void as_fold_sums(const double *x, size_t n, double out[static AS_FOLDS])
{
	double zeros = 0;

	as_tree_sums(x, n, &out[AS_FOLD_OFFSET], &out[AS_FOLD_SQUARES]);
	as_extremes(x, n, &out[AS_FOLD_LEAST], &out[AS_FOLD_MOST]);
	for (size_t i = 0; i < n && !(out[AS_FOLD_LEAST] > 0); i++)
		zeros += !(x[i] < 0) && !(x[i] > 0);
	out[AS_FOLD_FIRST] = x[0];
	out[AS_FOLD_ZEROS] = zeros;
}

/* Of execution e, read into the room. */
static size_t sum_up(const struct as_fold *f, size_t e, double out[static AS_FOLDS])
{
	const size_t n = as_take_iterations(f->s, f->col, e, SIZE_MAX, f->reader.room);

	if (n)
		as_fold_sums(f->reader.room, n, out);
	return n;
}

size_t as_fold_add(struct as_fold *f, size_t e, double sums[static AS_FOLD_SQUARES + 1])
{
	const struct as_range r = as_iterations_of(f->s, e);
	const double *from = f->once ? f->once + AS_FOLDS * e : NULL;
	double own[AS_FOLDS];

	if (r.to == r.from || (!from && !sum_up(f, e, own)))
		return 0;
	from = from ? from : own;
	memcpy(sums, from, (AS_FOLD_SQUARES + 1) * sizeof *sums);
	f->ends[0] = fmin(f->ends[0], from[AS_FOLD_LEAST]);
	f->ends[1] = fmax(f->ends[1], from[AS_FOLD_MOST]);
	f->zeros += (size_t)from[AS_FOLD_ZEROS];
	return r.to - r.from;
}

static enum as_status fold_subject(struct as_subject *s, size_t metric)
{
	struct as_iterations *it = &s->iterations;
	const size_t n = s->levels[AS_LEVEL_EXECUTION].n;
	const struct as_column *col = as_subject_column(s, AS_LEVEL_ITERATION, metric);
	struct as_fold *f = NULL;
	enum as_status st = col ? as_fold_open(s, col, &f) : AS_OK;

	if (st || !f || f->once) {
		as_fold_close(f);
		return st;
	}
	const struct as_folded all = {metric, calloc(AS_FOLDS * n, sizeof *all.sums)};
	for (size_t e = 0; e < n && all.sums; e++)
		(void)sum_up(f, e, all.sums + AS_FOLDS * e);
	as_fold_close(f);
	if (all.sums && AS_PUSH(it->folded, it->n_folded, it->cap_folded, all))
		return AS_OK;
	free(all.sums);
	return AS_ERR_MEM;
}

enum as_status as_fold_once(struct as_experiment *x, size_t metric, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < x->n_subjects && !st; i++)
		st = fold_subject(&x->subjects[i], metric);
	return st ? as_fail_memory(err) : AS_OK;
}

bool as_fold_is_bad(const struct as_fold *f, bool times)
{
	return isinf(f->ends[0]) || isinf(f->ends[1]) || (times && f->ends[0] < 0);
}
