/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "format/json/assay_json_parts.h"

static void add_intervals(struct as_json *j, const struct as_published *p)
{
	as_json_key(j, "intervals");
	as_json_open(j, '[');
	for (size_t i = 0; i < p->n_intervals; i++) {
		const struct as_published_bounds *b = &p->interval[i];
		as_json_open_flat(j, '{');
		as_json_key_string(j, "quantile", isfinite(b->df) ? "t" : "normal");
		as_json_key_double(j, "lo", b->lo);
		as_json_key_double(j, "hi", b->hi);
		as_json_key_double(j, "half_width", b->half_width);
		as_json_key_double(j, "df", b->df);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
}

/* One element for each level but the top. */
static void add_optimum(struct as_json *j, const struct as_published *p)
{
	as_json_key(j, "optimum");
	as_json_open_flat(j, '[');
	for (size_t i = 0; i + 1 < p->n_levels; i++)
		as_json_double(j, p->optimum[i]);
	as_json_close(j, ']');
	as_json_key(j, "optimum_counts");
	as_json_open_flat(j, '[');
	for (size_t i = 0; i + 1 < p->n_levels; i++)
		as_json_int(j, (int64_t)p->optimum_counts[i]);
	as_json_close(j, ']');
}

void as_json_published(struct as_json *j, const struct as_experiment *x,
	const struct as_published *p, size_t n)
{
	as_json_open(j, '[');
	for (size_t i = 0; i < n; i++) {
		as_json_open(j, '{');
		as_json_key_string(j, "method", as_published_names[p[i].method]);
		as_json_key_string(j, "metric", x->metrics[p[i].metric].name);
		as_json_key_string(j, "refused", *p[i].refused ? p[i].refused : NULL);
		as_json_key_bool(j, "one_binary", p[i].one_binary);
		add_intervals(j, &p[i]);
		add_optimum(j, &p[i]);
		as_json_key_double(j, "b", p[i].b);
		as_json_key_double(j, "w", p[i].w);
		as_json_key_double(j, "q", p[i].q);
		as_json_key_bool(j, "q_assumed", p[i].q_assumed);
		as_json_key_double(j, "cost", p[i].cost);
		as_json_key_double(j, "cost_s", p[i].cost_s);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
}
