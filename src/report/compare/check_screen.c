/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/compare/check_screen.h"

#include <math.h>
#include <string.h>

#include "base/num.h"
#include "say/verdict.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "say/when.h"

enum {
	ROWS = 8,   /* of estimates within the tolerance */
	ROUGH = 20, /* units that a pool should have (methods.md 10) */
};

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
	struct as_text body = {0}, then = {0}, until = {0};
	int64_t first = 0, last = 0;

	as_paint(&body, style, AS_PAINT_STRONG);
	as_text_add_neutral(&body, r->name, strlen(r->name), 60);
	as_paint_end(&body, style);
	as_text_add(&body, ": ");
	as_text_add_neutral(&body, r->label[AS_REVIEW_HEAD], strlen(r->label[AS_REVIEW_HEAD]), 60);
	as_text_add(&body, " against ");
	as_text_add_neutral(&body, r->label[AS_REVIEW_BASE], strlen(r->label[AS_REVIEW_BASE]), 60);
	if (times_of(r, &first, &last)) {
		as_when_add(&then, first, 0, AS_WHEN_MINUTE);
		as_when_add(&until, last, 0, AS_WHEN_MINUTE);
		as_text_addf(&body, ", measured %s", as_text_str(&then));
		if (strcmp(as_text_str(&then), as_text_str(&until)) != 0)
			as_text_addf(&body, " %s %s", as_symbols(style)->to, as_text_str(&until));
	}
	as_layout_body(t, style, "", 2, &body);
	t->failed = t->failed || then.failed || until.failed;
	as_text_release(&then);
	as_text_release(&until);
}

/* Both numbers in one unit: "9.99 to 10.90 ms". */
static void add_numbers(struct as_text *t, const struct as_style *style,
	const struct as_estimated *e)
{
	const double half = fabs(e->head - e->base) / 10;
	const struct as_scale scale = as_scale_for(style, e->metric->unit, e->head, half);
	const int decimals = as_decimals(scale, e->head, half > 0 ? half : e->head / 1000);

	as_number_add(t, scale, e->base, decimals);
	as_text_add(t, AS_TIE "to" AS_TIE);
	as_number_add(t, scale, e->head, decimals);
	as_unit_add(t, scale);
}

void as_estimated_add(struct as_text *t, const struct as_style *style, const struct as_estimated *e)
{
	const struct as_comparison c = {.ratio = e->ratio, .lo = (double)NAN, .hi = (double)NAN,
		.verdict = e->ratio > 1 ? AS_VERDICT_SLOWER : AS_VERDICT_FASTER};
	const struct as_versus v = {.c = &c,
		.metric = e->metric,
		.subject = "",
		.reference = "",
		.unit = "",
		.reference_unit = ""};

	as_text_addf(t, "%s ", e->title);
	add_numbers(t, style, e);
	as_text_add(t, ", ");
	if (as_same_double(e->ratio, 1))
		as_text_add(t, "the same");
	else
		as_verdict_ratio(t, style, &v);
	if (*e->none) {
		as_text_addf(t, "; how often it errs is not known: %s", e->none);
		return;
	}
	as_text_add(t, "; identical programs are beyond" AS_TIE);
	as_percent_exact_add(t, e->limit);
	as_text_add(t, " in" AS_TIE);
	as_percent_add(t, e->rate);
	as_text_addf(t, " of %zu" AS_TIE "draws (%zu of %zu units a side%s)", e->resamples,
		e->group, e->units, e->units < ROUGH ? ": rough" : "");
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
		struct as_text body = {0};
		as_name_add(&body, style, row->name, as_style_width(style) / 2);
		as_text_add(&body, ": ");
		as_estimated_add(&body, style, &row->estimates[k]);
		as_layout_row(t, style, (*shown)++ ? "" : "beside", &body);
		as_text_release(&body);
	}
}

void as_report_estimates(struct as_text *t, const struct as_style *style, const struct as_review *r)
{
	struct as_text body = {0};
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
		as_text_addf(&body, "%zu more within the tolerance, which --json has", rest);
	if (rest)
		as_layout_row(t, style, "", &body);
	if (shown && r->in_sessions) {
		as_text_add(&body, "these draws are of one session each: what sessions differ by "
				   "is in the verdicts alone");
		as_layout_row(t, style, "", &body);
	}
	as_text_release(&body);
}

void as_report_no_gate(struct as_text *t, const struct as_style *style)
{
	struct as_text body = {0};

	as_text_add(&body,
		"there is no gate, so that nothing of this is a failure: --fail-if 'slower "
		"by" AS_TIE
		"3%' ends with exit status 1 where that is proven, and so does fail-if of a suite");
	as_layout_row(t, style, "gate", &body);
}
