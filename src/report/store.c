/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/terminal.h"
#include "say/when.h"

static void add_where(struct as_text *t, const struct as_style *style, const struct as_holdings *h)
{
	struct as_text body = {0};

	as_text_add_neutral(&body, h->path, strlen(h->path), 0);
	if (h->of)
		as_text_addf(&body, " (%s)", h->of);
	as_layout_row(t, style, "store", &body);
}

static void add_kept(struct as_text *t, const struct as_style *style, const struct as_holdings *h)
{
	struct as_text body = {0};

	if (h->n_experiments)
		as_count_add(&body, h->n_experiments, "experiment");
	else
		as_text_add(&body, "nothing yet; `assay run` keeps each experiment");
	if (h->n_sessions) {
		as_text_add(&body, " of ");
		as_count_add(&body, h->n_sessions, "session");
	}
	if (h->n_labelled)
		as_text_addf(&body, ", %zu" AS_TIE "labelled", h->n_labelled);
	if (h->n_pinned)
		as_text_addf(&body, ", %zu" AS_TIE "pinned", h->n_pinned);
	as_layout_row(t, style, "kept", &body);
	if (h->n_profiles) {
		as_count_add(&body, h->n_profiles, "noise profile");
		as_layout_row(t, style, "", &body);
	}
	if (!h->n_experiments)
		return;
	as_text_add(&body, "the first began ");
	as_when_add(&body, h->oldest_ns, 0, AS_WHEN_MINUTE);
	as_text_add(&body, ", the last ");
	as_when_add(&body, h->newest_ns, 0, AS_WHEN_MINUTE);
	as_layout_row(t, style, "", &body);
}

static void add_size(struct as_text *t, const struct as_style *style, const struct as_holdings *h)
{
	struct as_text body = {0};

	as_quantity_add(&body, style, "bytes", (double)h->bytes, (double)NAN);
	if (h->n_experiments > 1) {
		as_text_add(&body, ", ");
		as_quantity_add(&body, style, "bytes",
			(double)h->bytes / (double)h->n_experiments, (double)NAN);
		as_text_add(&body, " an experiment");
	}
	as_layout_row(t, style, "size", &body);
}

void as_report_holdings(struct as_text *t, const struct as_style *style,
	const struct as_holdings *h)
{
	struct as_text body = {0};

	add_where(t, style, h);
	if (!h->bytes) {
		as_text_add(&body, "nothing yet; `assay run` makes it");
		as_layout_row(t, style, "kept", &body);
		return;
	}
	add_kept(t, style, h);
	add_size(t, style, h);
	as_text_addf(&body, "%lld", (long long)h->schema);
	if (h->schema < h->newest_schema)
		as_text_addf(&body, ", which becomes %lld when something is kept here",
			(long long)h->newest_schema);
	as_layout_row(t, style, "schema", &body);
}
