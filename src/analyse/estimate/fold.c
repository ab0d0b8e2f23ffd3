/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/estimate/fold.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/estimate/reduced.h"
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
	size_t longest = 1;

	*out = NULL;
	if (s->levels[AS_LEVEL_ITERATION].n < MANY || !all_count(s, col))
		return AS_OK;
	for (size_t e = 0; e < s->levels[AS_LEVEL_EXECUTION].n; e++) {
		const struct as_range r = as_iterations_of(s, e);
		longest = r.to - r.from > longest ? r.to - r.from : longest;
	}
	struct as_fold *f = malloc(sizeof *f);
	double *room = malloc(longest * sizeof *room);
	if (!f || !room) {
		free(f);
		free(room);
		return AS_ERR_MEM;
	}
	*f = (struct as_fold){.s = s, .col = col, .ends = {(double)INFINITY, -(double)INFINITY}};
	f->reader = (struct as_tree_reader){read_unit, f, room};
	*out = f;
	return AS_OK;
}

void as_fold_close(struct as_fold *f)
{
	if (f)
		free(f->reader.room);
	free(f);
}

size_t as_fold_add(struct as_fold *f, size_t e, double sums[static 3])
{
	double *const room = f->reader.room, ends[2];
	const size_t n = as_take_iterations(f->s, f->col, e, SIZE_MAX, room);

	if (!n)
		return 0;
	sums[0] = room[0];
	as_tree_sums(room, n, &sums[1], &sums[2]);
	as_extremes(room, n, &ends[0], &ends[1]);
	f->ends[0] = fmin(f->ends[0], ends[0]);
	f->ends[1] = fmax(f->ends[1], ends[1]);
	for (size_t i = 0; i < n && !(ends[0] > 0); i++)
		f->zeros += !(room[i] < 0) && !(room[i] > 0);
	return n;
}

bool as_fold_is_bad(const struct as_fold *f, bool times)
{
	return isinf(f->ends[0]) || isinf(f->ends[1]) || (times && f->ends[0] < 0);
}
