/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/json/assay_json_parts.h"

/* What was seen of each level that was looked at. */
static void add_levels(struct as_json *j, const struct as_summary *y)
{
	as_json_key(j, "levels");
	as_json_open(j, '{');
	for (size_t i = 0; i < y->tree.n; i++) {
		const struct as_shape_level *l = &y->shape.modes.at[i];
		if (!l->units)
			continue;
		as_json_key(j, as_summary_level_name(&y->tree.v[i]));
		as_json_open_flat(j, '{');
		as_json_key_int(j, "units", (int64_t)l->units);
		as_json_key_int(j, "modes_seen", (int64_t)l->hint);
		as_json_key_double(j, "p", l->p);
		as_json_key_double(j, "share", l->share);
		as_json_close(j, '}');
	}
	as_json_close(j, '}');
}

static void add_factor(struct as_json *j, const struct as_experiment *x,
	const struct as_shape_modes *m)
{
	as_json_key(j, "factor");
	if (!m->explained) {
		as_json_null(j);
		return;
	}
	as_json_open_flat(j, '{');
	as_json_key_string(j, "name",
		m->factor == AS_FACTOR_AROUND ? x->metrics[m->factor_metric].name
					      : as_factor_entries[m->factor].name);
	as_json_key_double(j, "share", m->factor_share);
	as_json_key_double(j, "p_adjusted", m->factor_p);
	as_json_close(j, '}');
}

static void add_modes(struct as_json *j, const struct as_experiment *x, const struct as_summary *y)
{
	const struct as_shape_modes *m = &y->shape.modes;

	as_json_key(j, "modes");
	as_json_open(j, '{');
	as_json_key(j, "level");
	if (m->n)
		as_json_string(j, as_summary_level_name(&y->tree.v[m->level]));
	else
		as_json_null(j);
	as_json_key(j, "found");
	as_json_open(j, '[');
	for (size_t i = 0; i < m->n; i++) {
		as_json_open_flat(j, '{');
		as_json_key_double(j, "mean", m->mode[i].mean);
		as_json_key_double(j, "share", m->mode[i].share);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
	add_factor(j, x, m);
	add_levels(j, y);
	as_json_close(j, '}');
}

static void add_clock(struct as_json *j, const struct as_shape_clock *c)
{
	as_json_key(j, "clock");
	if (!(c->step > 0)) {
		as_json_null(j);
		return;
	}
	as_json_open_flat(j, '{');
	as_json_key_double(j, "step", c->step);
	as_json_key_int(j, "values", (int64_t)c->kinds);
	as_json_key_bool(j, "coarse", c->coarse);
	as_json_close(j, '}');
}

void as_json_key_shape(struct as_json *j, const struct as_experiment *x, const struct as_summary *y)
{
	as_json_key(j, "shape");
	as_json_open(j, '{');
	add_modes(j, x, y);
	add_clock(j, &y->shape.clock);
	as_json_close(j, '}');
}
