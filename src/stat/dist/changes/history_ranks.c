/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values sorted with the places where they stood. */
#include "stat/dist/changes/seeking.h"

enum { SHORT_RUN = 12 };

enum as_status as_ranks_init(struct as_seek_ranks *r, size_t n, struct as_arena *a)
{
	r->sorted = as_arena_array(a, n, sizeof *r->sorted);
	r->other = as_arena_array(a, n, sizeof *r->other);
	return r->sorted && r->other ? AS_OK : AS_ERR_MEM;
}

static void insertion_sort(struct as_placed *v, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct as_placed one = v[i];
		size_t j = i;
		for (; j && v[j - 1].v > one.v; j--)
			v[j] = v[j - 1];
		v[j] = one;
	}
}

static void merge(const struct as_placed *from, struct as_placed *to, size_t left, size_t n)
{
	size_t i = 0, j = left;

	for (size_t k = 0; k < n; k++)
		to[k] = i < left && (j == n || !(from[j].v < from[i].v)) ? from[i++] : from[j++];
}

void as_ranks_sort(struct as_seek_ranks *r, const double *x, size_t n)
{
	struct as_placed *from = r->sorted, *to = r->other;

	for (size_t i = 0; i < n; i++)
		from[i] = (struct as_placed){.v = x[i], .at = (uint32_t)i};
	for (size_t i = 0; i < n; i += SHORT_RUN)
		insertion_sort(from + i, n - i < SHORT_RUN ? n - i : SHORT_RUN);
	for (size_t width = SHORT_RUN; width < n; width *= 2) {
		for (size_t i = 0; i < n; i += 2 * width) {
			size_t rest = n - i;
			merge(from + i, to + i, rest < width ? rest : width,
				rest < 2 * width ? rest : 2 * width);
		}
		struct as_placed *swap = from;
		from = to;
		to = swap;
	}
	r->sorted = from;
	r->other = to;
}
