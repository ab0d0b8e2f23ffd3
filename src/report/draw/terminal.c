/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/draw/terminal.h"

#include "report/compare/named_screen.h"
#include "report/compare/published_screen.h"
#include "report/draw/layout.h"
#include "report/draw/screen.h"
#include "say/say_words.h"

static void add_blocks(struct as_screen *s)
{
	for (size_t i = 0; i < s->x->n_subjects; i++) {
		if (i)
			as_text_char(s->t, '\n');
		as_block_add(s, i);
	}
}

/* What other ways say of the same comparisons. */
static void add_named(struct as_screen *s)
{
	const size_t n = s->x->n_subjects;
	const char **unit = as_arena_array(&s->arena, n, sizeof *unit);

	if (!unit) {
		s->t->failed = true;
		return;
	}
	for (size_t i = 0; i < n; i++)
		unit[i] = as_top_word(as_screen_summary(s, i));
	const struct as_sides sides = {
		as_screen_metric(s, as_screen_summary(s, 0)->metric), s->name, unit};
	as_named_block(s->t, s->style, &sides, s->a->comparisons, s->a->named, s->a->n_named);
}

/* Published methods stand with their subject in the analysis, some for each. */
static void add_published(struct as_screen *s)
{
	const struct as_published *p = s->a->published;

	for (size_t i = 0, n = 0; i < s->a->n_published; i += n) {
		size_t subject = p[i].subject;
		const struct as_summary *y = as_screen_summary(s, subject);
		for (n = 1; i + n < s->a->n_published && p[i + n].subject == subject;)
			n++;
		as_published_block(s->t, s->style,
			&(struct as_published_of){as_screen_metric(s, y->metric), y,
				s->x->n_subjects > 1 ? s->name[subject] : NULL, p + i, n});
	}
}

/* One command, or a few: a block each. */
static bool has_blocks(const struct as_screen *s)
{
	return s->x->n_subjects <= AS_BLOCKS_AT_MOST;
}

static void add_remarks(struct as_screen *s, enum as_section section)
{
	as_remarks_named(s, section);
	as_remarks_common(s, section);
}

static void add_answer(struct as_screen *s)
{
	if (has_blocks(s)) {
		add_blocks(s);
	} else {
		as_blocks_table(s);
		as_remarks_named(s, AS_SECTION_ANSWER);
	}
	as_comparisons_add(s);
	as_remarks_common(s, AS_SECTION_ANSWER);
	if (!s->x->table)
		as_looks_add(s);
}

static void add_variation(struct as_screen *s)
{
	for (size_t i = 0; has_blocks(s) && i < s->x->n_subjects; i++)
		as_variation_add(s, i);
	add_remarks(s, AS_SECTION_VARIATION);
}

static void add_disturbed(struct as_screen *s)
{
	add_remarks(s, AS_SECTION_DISTURBED);
}

static void add_next(struct as_screen *s)
{
	if (!s->x->table)
		as_ended_add(s);
	as_next_add(s);
}

static void add_basis(struct as_screen *s)
{
	if (!s->x->table)
		as_basis_of_plan_add(s);
}

static void add_beside(struct as_screen *s)
{
	add_named(s);
	add_published(s);
}

static void (*const sections[AS_SECTIONS])(struct as_screen *s) = {
#define AS_SECTION(symbol, name, what) [AS_SECTION_##symbol] = add_##name,
#include "report/result/sections.def"
#undef AS_SECTION
};

void as_report_run(struct as_text *t, const struct as_style *style, const struct as_experiment *x,
	const struct as_analysis *a, size_t n, const struct as_outlier_report *around)
{
	struct as_screen s = {.t = t, .style = style, .x = x, .a = a, .n = n, .around = around};

	if (!x->n_subjects || !n || a[0].n_subjects != x->n_subjects) {
		as_say(t, style, NOTHING_MEASURED);
		as_text_char(t, '\n');
		return;
	}
	if (!as_screen_open(&s)) {
		t->failed = true;
	} else {
		for (size_t i = 0; i < x->n_subjects; i++)
			as_remarks_collect(&s, i);
		if (!style->verbose)
			as_brief_add(&s);
		for (size_t i = style->verbose ? 0 : AS_SECTION_BESIDE; i < AS_SECTIONS; i++)
			sections[i](&s);
	}
	as_screen_close(&s);
}
