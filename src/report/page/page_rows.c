/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/page/page_parts.h"

#include <stdlib.h>
#include <string.h>

static const char *section_of(const struct as_remark *r)
{
	static const char *const names[AS_SECTIONS] = {
#define AS_SECTION(symbol, name, what) [AS_SECTION_##symbol] = #name,
#include "report/result/sections.def"
#undef AS_SECTION
	};

	for (int i = 0; i < (int)AS_SECTIONS; i++)
		if (as_remark_is_in(r, (enum as_section)i))
			return names[i];
	return names[AS_SECTION_DISTURBED];
}

static bool is_of(const struct as_remarks *all, const struct as_remark *r)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->v[i].label == r->label && !strcmp(all->v[i].body, r->body))
			return true;
	return false;
}

/* The subjects that it is of; none of a row of all. */
static void add_subjects(struct as_page_doc *p, const struct as_remark *r, bool named)
{
	as_json_key(&p->j, "subjects");
	as_json_open_flat(&p->j, '[');
	for (size_t i = 0; named && i < p->s.x->n_subjects; i++)
		if (is_of(&p->s.remark[i], r))
			as_json_int(&p->j, (int64_t)i);
	as_json_close(&p->j, ']');
}

static void add_row(struct as_page_doc *p, const struct as_remark *r, bool named)
{
	struct as_json *j = &p->j;
	struct as_text body = {0}, lines = {0};

	as_text_add(&body, r->body);
	as_text_add(&lines, r->lines);
	as_json_open(j, '{');
	as_json_key_string(j, "section", section_of(r));
	as_json_key_string(j, "label", as_remark_label(r));
	as_json_key_bool(j, "warn", r->warn);
	as_json_key_int(j, "importance", r->importance);
	add_subjects(p, r, named);
	as_page_key(j, "text", &body);
	as_page_key(j, "lines", &lines);
	as_json_close(j, '}');
}

/* What is said of all of it, and of the comparisons. */
static void gather_rows(struct as_page_doc *p)
{
	struct as_screen *s = &p->s;

	as_comparison_rows_add(s);
	if (!s->x->table) {
		as_looks_add(s);
		as_ended_add(s);
	}
	as_next_add(s);
	if (!s->x->table)
		as_basis_of_plan_add(s);
}

void as_page_rows(struct as_page_doc *p)
{
	struct as_screen *s = &p->s;
	struct as_remarks rows = {0};

	s->rows = &rows;
	gather_rows(p);
	as_json_key(&p->j, "rows");
	as_json_open(&p->j, '[');
	for (size_t i = 0; i < rows.n; i++)
		add_row(p, &rows.v[i], false);
	for (size_t i = 0; i < s->x->n_subjects; i++)
		for (size_t k = 0; k < s->remark[i].n; k++) {
			const struct as_remark *r = &s->remark[i].v[k];
			if (!as_remark_is_repeated(s, i, r))
				add_row(p, r, s->x->n_subjects > 1 && !as_remark_is_common(s, r));
		}
	as_json_close(&p->j, ']');
	s->rows = NULL;
	free(rows.v);
}
