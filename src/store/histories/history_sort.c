/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "store/histories/histories_reading.h"

/* A source and where it was, or a row and of which source it is now. */
struct sorted {
	int64_t experiment, number;
	size_t was;
};

static int by_place(const void *a, const void *b)
{
	const struct sorted *x = a, *y = b;

	if (x->experiment != y->experiment)
		return x->experiment < y->experiment ? -1 : 1;
	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return (x->was > y->was) - (x->was < y->was);
}

static bool is_sorted(const struct as_histories_reading *r)
{
	for (size_t i = 1; i < r->n_sources; i++) {
		const int64_t a = r->sources[i - 1].experiment, b = r->sources[i].experiment;
		if (a > b || (a == b && r->number[i - 1] >= r->number[i]))
			return false;
	}
	return true;
}

/* Elements of an array in that order, in place of the array; false: out of memory. */
static bool put_in_order(void *array, size_t size, const struct sorted *order, size_t n)
{
	char *old, *fresh = malloc(n ? n * size : 1);

	memcpy(&old, array, sizeof old);
	if (!fresh)
		return false;
	for (size_t i = 0; i < n; i++)
		memcpy(fresh + i * size, old + order[i].was * size, size);
	free(old);
	memcpy(array, &fresh, sizeof fresh);
	return true;
}

static bool sort_sources(struct as_histories_reading *r, struct sorted *order, size_t *now)
{
	for (size_t i = 0; i < r->n_sources; i++)
		order[i] = (struct sorted){r->sources[i].experiment, r->number[i], i};
	qsort(order, r->n_sources, sizeof *order, by_place);
	for (size_t i = 0; i < r->n_sources; i++)
		now[order[i].was] = i;
	r->sources_cap = r->n_sources;
	return put_in_order(&r->sources, sizeof *r->sources, order, r->n_sources);
}

/* Those of a source stay in their order. */
static bool sort_rows(struct as_histories_reading *r, struct sorted *order, const size_t *now)
{
	for (size_t i = 0; i < r->n_rows; i++) {
		r->rows[i].source = now[r->rows[i].source];
		order[i] = (struct sorted){(int64_t)r->rows[i].source, 0, i};
	}
	qsort(order, r->n_rows, sizeof *order, by_place);
	r->rows_cap = r->n_rows;
	return put_in_order(&r->rows, sizeof *r->rows, order, r->n_rows);
}

enum as_status as_histories_sort(struct as_histories_reading *r)
{
	if (is_sorted(r))
		return AS_OK;

	const size_t n = r->n_rows > r->n_sources ? r->n_rows : r->n_sources;
	struct sorted *order = malloc(n * sizeof *order);
	size_t *now = malloc(r->n_sources * sizeof *now);
	const bool done = order && now && sort_sources(r, order, now) && sort_rows(r, order, now);

	free(order);
	free(now);
	return done ? AS_OK : as_fail_memory(r->err);
}
