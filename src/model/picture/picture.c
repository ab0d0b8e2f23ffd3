/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/picture/picture.h"

const struct as_picture_entry as_pictures[AS_PICTURES] = {
#define AS_PICTURE(symbol, name, of, part, help) {name, AS_OF_##of, part, help},
#include "model/picture/pictures.def"
};

const char *as_picture_noun(const struct as_picture *p)
{
	if (p->unit)
		return p->unit;
	return p->execution ? "iteration" : "execution";
}

bool as_chart_axis_broken(const struct as_chart_axis *a)
{
	return a->metric && as_metric_is_amount(a->metric) && !a->log && !a->n_names && a->from > 0;
}

bool as_chart_axis_bare(const struct as_chart_axis *a)
{
	return a->n_names == 1 && !*a->name[0];
}
