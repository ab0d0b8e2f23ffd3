/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/estimate/view.h"

#include <math.h>
#include <stdlib.h>

void as_view_close(struct as_view *v)
{
	if (v->values != v->means)
		free(v->values);
	if (v->top != v->means)
		free(v->top);
	free(v->units);
	free(v->means);
	free(v->top_units);
	free(v->offsets);
	as_reduced_close(&v->reduced);
	*v = (struct as_view){0};
}

void as_view_drop_values(struct as_view *v)
{
	if (v->values == v->means)
		return;
	free(v->values);
	v->values = NULL;
	v->tree.values = NULL;
}

void as_view_keep_means(struct as_view *v)
{
	struct as_view kept = {.means = v->means};

	if (v->values == v->means)
		v->values = NULL;
	if (v->top == v->means)
		v->top = NULL;
	v->means = NULL;
	as_view_close(v);
	*v = kept;
}
