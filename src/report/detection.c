/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "report/draw/drawn_table.h"
#include "say/number.h"

static void add_count(struct as_text *t, size_t n)
{
	if (n)
		as_text_addf(t, "%zu", n);
}

void as_report_detection(struct as_text *t, const struct as_style *style,
	const struct as_seeing *d)
{
	const char *const unit = d->paired ? "rounds" : "executions";
	struct as_table table = {.column = {{"change", true, false},
					 {unit, true, false},
					 {"builds", true, false},
					 {"time", true, false},
					 {"80 % sure", true, true}},
		.n_columns = 5};
	struct as_text body = {0};

	as_say(&body, style, PLAN_DETECT, d->power, d->confidence, d->sd, !d->paired);
	as_layout_body(t, style, "plan: ", 6, &body);
	for (size_t i = 0; i < d->n; i++) {
		const struct as_detectable *v = &d->v[i];
		as_percent_exact_add(&table.next[0], v->change);
		add_count(&table.next[1], v->rounds);
		add_count(&table.next[2], v->builds);
		if (isfinite(v->cost_s))
			as_duration_add(&table.next[3], v->cost_s);
		add_count(&table.next[4], v->sure);
		as_table_next(&table);
	}
	as_table_end(t, style, &table, 2);
}
