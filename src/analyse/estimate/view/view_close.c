/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/estimate/view/view.h"

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
	free(v->plain_means);
	free(v->plain_top);
	free(v->top_units);
	free(v->offsets);
	as_reduced_close(&v->reduced);
	as_fold_close(v->fold);
	*v = (struct as_view){0};
}

enum as_status as_view_whole(const struct as_experiment *x, size_t subject, enum as_status st,
	const char *what, struct as_view *v, struct as_err *err)
{
	if (st || !v->thinned)
		return st;
	as_view_close(v);
	return as_thinned_refuse(&x->subjects[subject], err, "%s", what);
}

void as_view_make_plain(struct as_view *v)
{
	if (v->plain_means) {
		if (v->top == v->means)
			v->top = v->plain_means;
		free(v->means);
		v->means = v->plain_means;
	}
	if (v->plain_top) {
		free(v->top);
		v->top = v->plain_top;
	}
	v->plain_means = v->plain_top = NULL;
	v->is_typical = false;
}

void as_view_drop_values(struct as_view *v)
{
	if (v->values == v->means)
		return;
	free(v->values);
	v->values = NULL;
	v->tree.values = v->tree.firsts = NULL;
	as_fold_close(v->fold);
	v->fold = NULL;
	v->tree.reader = NULL;
}

void as_view_keep_means(struct as_view *v)
{
	const struct as_view kept = {.means = v->means, .plain_means = v->plain_means,
		.is_typical = v->is_typical};

	if (v->values == v->means)
		v->values = NULL;
	if (v->top == v->means)
		v->top = NULL;
	v->means = v->plain_means = NULL;
	as_view_close(v);
	*v = kept;
}
