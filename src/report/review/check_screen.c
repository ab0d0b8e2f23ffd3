/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/review/check_screen.h"

#include <math.h>

#include "report/draw/layout.h"
#include "say/reviewed.h"

enum { ROWS = 8 }; /* of estimates within the tolerance */

/* When the first and the last experiment of the base were begun; false: there is none, or a table.
 * */
static bool times_of(const struct as_review *r, int64_t *first, int64_t *last)
{
	bool any = false;

	for (size_t i = 0; i < r->n; i++) {
		const struct as_experiment *x = r->v[i].side[AS_REVIEW_BASE].x;
		if (!x || !x->started_ns)
			continue;
		*first = any && *first < x->started_ns ? *first : x->started_ns;
		*last = any && *last > x->started_ns ? *last : x->started_ns;
		any = true;
	}
	return any;
}

void as_report_check_head(struct as_text *t, const struct as_style *style,
	const struct as_review *r)
{
	const int64_t minute = 60000000000;
	int64_t first = 0, last = 0;

	if (!times_of(r, &first, &last))
		first = 0;
	as_lines(t, style, 2, CHECK_HEAD, AS_PAINT_STRONG, r->name, r->label[AS_REVIEW_HEAD],
		r->label[AS_REVIEW_BASE], first, first / minute == last / minute ? 0 : last);
}

/* An estimate that is beyond its limit. */
static bool is_beyond(const struct as_estimated *e)
{
	return fabs(e->ratio - 1) > e->limit;
}

static void add_row(struct as_text *t, const struct as_style *style,
	const struct as_review_row *row, size_t *shown)
{
	for (size_t k = 0; k < row->n_estimates; k++) {
		struct as_text name = {0}, estimated = {0};
		as_name_add(&name, style, row->name, as_style_width(style) / 2);
		as_estimated_add(&estimated, style, &row->estimates[k]);
		as_row_of(t, style, (*shown)++ ? AS_LABEL_NONE : AS_LABEL_BESIDE, NAMED, &name,
			&estimated);
	}
}

void as_report_estimates(struct as_text *t, const struct as_style *style, const struct as_review *r)
{
	size_t shown = 0, rest = 0;

	for (int beyond = 1; beyond >= 0; beyond--)
		for (size_t i = 0; i < r->n; i++) {
			const struct as_review_row *row = &r->v[i];
			if (!row->n_estimates || is_beyond(&row->estimates[0]) != (beyond == 1))
				continue;
			if (beyond || shown < ROWS)
				add_row(t, style, row, &shown);
			else
				rest++;
		}
	if (rest)
		as_row(t, style, ESTIMATES_MORE, rest);
	if (shown && r->in_sessions)
		as_row(t, style, ESTIMATES_ONE_SESSION);
}

void as_report_no_gate(struct as_text *t, const struct as_style *style, bool are_there)
{
	if (are_there)
		as_row(t, style, GATES_IDLE);
	else
		as_row(t, style, NO_GATE);
}
