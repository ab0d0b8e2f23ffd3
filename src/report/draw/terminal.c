/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/draw/terminal.h"

#include <stdlib.h>

#include "report/compare/named_screen.h"
#include "report/compare/peers_screen.h"
#include "report/compare/published_screen.h"
#include "report/draw/layout.h"
#include "report/draw/screen.h"
#include "report/result/builds.h"
#include "say/say_words.h"

enum { BLOCKS_AT_MOST = 3 };

const struct as_summary *as_screen_summary(const struct as_screen *s, size_t i)
{
	return &s->a[0].summaries[i];
}

const struct as_metric *as_screen_metric(const struct as_screen *s, size_t metric)
{
	return &s->x->metrics[metric < s->x->n_metrics ? metric : 0];
}

/* One command may fill its line; names that come again in sentences and tables are cut. */
static size_t name_columns(size_t n_subjects, size_t width)
{
	if (n_subjects == 1)
		return width;
	if (n_subjects <= BLOCKS_AT_MOST)
		return width - 20;
	/* Beside it stand mean, half-width and interval. */
	size_t least = 12, left = width > 50 + least ? width - 50 : least;
	return left < width * 2 / 5 ? left : width * 2 / 5;
}

bool as_screen_open(struct as_screen *s)
{
	size_t n = s->x->n_subjects;
	size_t width = as_style_width(s->style);
	const char **raw = as_arena_array(&s->arena, n, sizeof *raw);

	s->name = as_arena_array(&s->arena, n, sizeof *s->name);
	s->remark = as_arena_array(&s->arena, n, sizeof *s->remark);
	if (!raw || !s->name || !s->remark)
		return false;
	for (size_t i = 0; i < n; i++)
		raw[i] = s->x->subjects[i].name;
	if (!as_names(&s->arena, s->style, raw, n, name_columns(n, width), s->name))
		return false;
	for (size_t i = 0; i < n; i++) {
		size_t w = as_layout_width(s->name[i]);
		s->name_columns = w > s->name_columns ? w : s->name_columns;
	}
	return true;
}

/* What is counted: rounds of several commands or builds, executions of one. */
const char *as_screen_round_word(const struct as_screen *s)
{
	return s->x->n_subjects > 1 || as_builds_in_rounds(&s->x->plan) ? "round" : "execution";
}

void as_screen_close(struct as_screen *s)
{
	for (size_t i = 0; s->remark && i < s->x->n_subjects; i++)
		free(s->remark[i].v);
	as_arena_release(&s->arena);
}

static void add_blocks(struct as_screen *s)
{
	for (size_t i = 0; i < s->x->n_subjects; i++) {
		if (i)
			as_text_char(s->t, '\n');
		as_block_add(s, i);
	}
}

/* What other ways, and the tool that wrote the file, say of the same comparisons. */
static void add_named(struct as_screen *s)
{
	const size_t n = s->x->n_subjects;
	const char **unit = as_arena_array(&s->arena, n, sizeof *unit);
	const struct as_summary **summary = as_arena_array(&s->arena, n, sizeof *summary);

	if (!unit || !summary) {
		s->t->failed = true;
		return;
	}
	for (size_t i = 0; i < n; i++) {
		summary[i] = as_screen_summary(s, i);
		unit[i] = as_top_word(summary[i]);
	}
	const struct as_sides sides = {as_screen_metric(s, summary[0]->metric), s->name, unit};
	as_named_block(s->t, s->style, &sides, s->a->comparisons, s->a->named, s->a->n_named);
	as_peers_block(s->t, s->style,
		&(struct as_peers_of){&sides, summary, s->a->comparisons, &s->a->peers});
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
	return s->x->n_subjects <= BLOCKS_AT_MOST;
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
		as_text_add(t, "nothing was measured\n");
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
