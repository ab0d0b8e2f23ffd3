/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "analyse/estimate/view/view.h"

/* An execution of the view: when it started, and its place. */
struct when {
	uint32_t order;
	size_t place;
};

static int earlier(const void *a, const void *b)
{
	const struct when *p = a, *q = b;

	if (p->order != q->order)
		return p->order < q->order ? -1 : 1;
	return (p->place > q->place) - (p->place < q->place);
}

enum as_status as_view_in_time(
	const struct as_experiment *x, size_t subject, const struct as_view *v, double *out)
{
	const struct as_level *l = &x->subjects[subject].levels[AS_LEVEL_EXECUTION];
	struct when *at = malloc((v->n_units + 1) * sizeof *at);

	if (!at)
		return AS_ERR_MEM;
	for (size_t i = 0; i < v->n_units; i++)
		at[i] = (struct when){as_unit_order(l, v->units[i]), i};
	qsort(at, v->n_units, sizeof *at, earlier);
	for (size_t i = 0; i < v->n_units; i++)
		out[i] = v->means[at[i].place];
	free(at);
	return AS_OK;
}
