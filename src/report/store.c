/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "report/draw/layout.h"
#include "report/draw/terminal.h"

void as_report_holdings(struct as_text *t, const struct as_style *style,
	const struct as_holdings *h)
{
	const double bytes = (double)h->bytes;
	const struct as_quantity all = {"bytes", bytes, (double)NAN},
				 each = {"bytes", bytes / (double)h->n_experiments, (double)NAN};

	as_row(t, style, STORE_WHERE, h->path, h->of);
	if (!h->bytes) {
		as_row(t, style, STORE_EMPTY);
		return;
	}
	as_row(t, style, STORE_KEPT, h->n_experiments, h->n_sessions, h->n_labelled, h->n_pinned);
	if (h->n_profiles)
		as_row(t, style, STORE_PROFILES, h->n_profiles);
	if (h->n_experiments)
		as_row(t, style, STORE_SPAN, h->oldest_ns, h->newest_ns);
	as_row(t, style, STORE_SIZE, &all, h->n_experiments > 1 ? &each : NULL);
	as_row(t, style, STORE_SCHEMA, (size_t)h->schema,
		h->schema < h->newest_schema ? (size_t)h->newest_schema : 0);
}
