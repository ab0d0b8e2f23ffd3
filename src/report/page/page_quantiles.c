/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantiles of all commands of a result, side by side: the screen of assay show --quantiles, and its picture. */
#include "model/kept/derived.h"
#include "report/page/page_parts.h"
#include "report/page/page_served_parts.h"
#include "report/quantiles_screen.h"

static const char *kind_of(enum as_paint paint)
{
	return paint == AS_PAINT_BAD ? "worse" : paint == AS_PAINT_GOOD ? "better" : "none";
}

static void add_row(
	struct as_json *j, const struct as_quantiles_pen *d, const struct as_quantile_row *row)
{
	static const char *const keys[AS_QUANTILE_CELLS] = {[AS_QUANTILE_VALUE] = "value",
		[AS_QUANTILE_INTERVAL] = "interval", [AS_QUANTILE_DIFFERENCE] = "difference",
		[AS_QUANTILE_UNITS] = "units"};

	as_json_open(j, '{');
	as_json_key_string(j, "quantile", as_statistic_name(d->x->metrics[row->metric].name));
	as_json_key(j, "each");
	as_json_open(j, '[');
	for (size_t i = 0; i < row->a.n_subjects; i++) {
		struct as_text cell[AS_QUANTILE_CELLS] = {0};
		const enum as_paint paint = as_quantile_cells(d, row, i, cell);
		as_json_open_flat(j, '{');
		as_json_key_string(j, "kind", kind_of(paint));
		for (size_t c = 0; c < AS_QUANTILE_CELLS; c++)
			as_page_key(j, keys[c], &cell[c]);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
	as_json_close(j, '}');
}

static void add_notes(struct as_json *j, const struct as_quantiles_pen *d)
{
	as_json_key(j, "notes");
	as_json_open(j, '[');
	for (size_t i = 0; i < AS_QUANTILE_NOTES; i++) {
		struct as_text words = {0};
		as_quantiles_note_add(&words, d, i);
		if (words.len)
			as_page_string(j, &words);
	}
	as_json_close(j, ']');
}

static void add_all(struct as_page_doc *p, int64_t id)
{
	const struct as_page_result *r = p->r;
	const struct as_quantiles_pen d = {
		.style = &p->style, .x = r->x, .q = r->quantiles, .name = p->s.name};
	const struct as_picture_request q = {.kind = AS_PICTURE_QUANTILES,
		.metric = r->quantiles->base,
		.quantiles = r->quantiles};
	struct as_text head = {0}, against = {0};
	struct as_json *j = &p->j;

	as_json_open(j, '{');
	as_json_key_string(j, "schema", "assay-view-quantiles-1");
	as_json_key_int(j, "result", id);
	as_page_neutral(j, "title", r->label ? r->label : r->x->subjects[0].name);
	as_quantiles_head_add(&head, &d);
	as_page_key(j, "answer", &head);
	as_quantiles_against_add(&against, &d);
	as_page_key(j, "against", &against);
	as_json_key(j, "subjects");
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < r->x->n_subjects; i++) {
		struct as_text name = {0};
		as_text_add(&name, p->s.name[i]);
		as_page_string(j, &name);
	}
	as_json_close(j, ']');
	as_json_key(j, "rows");
	as_json_open(j, '[');
	for (size_t k = 0; k < r->quantiles->n; k++)
		add_row(j, &d, &r->quantiles->v[k]);
	as_json_close(j, ']');
	add_notes(j, &d);
	as_json_key(j, "pictures");
	as_json_open(j, '[');
	as_page_picture(p, &q);
	as_json_close(j, ']');
	as_json_close(j, '}');
}

void as_page_quantiles(struct as_text *t, const struct as_style *style,
	const struct as_page_result *r, int64_t id)
{
	struct as_text aside = {0};
	struct as_page_doc p = {.r = r, .style = as_page_style(style, false)};

	p.brief = p.painted = p.style;
	p.s = (struct as_screen){.t = &aside, .style = &p.style, .x = r->x, .a = r->a, .n = 1};
	as_json_init(&p.j, t, 0);
	if (as_screen_open(&p.s))
		add_all(&p, id);
	else
		t->failed = true;
	as_screen_close(&p.s);
	as_text_take(t, &aside);
	as_text_char(t, '\n');
}
