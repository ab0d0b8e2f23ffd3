/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "report/builds.h"
#include "report/findings.h"
#include "report/layout.h"
#include "report/named.h"
#include "report/number.h"
#include "report/published.h"
#include "report/screen.h"
#include "report/table.h"
#include "report/verdict.h"
#include "report/when.h"
#include "report/words.h"

enum { LABEL, NAME, MEAN, HALF, UNITS, WHEN, COLUMNS };

static const char *subject_name(const struct as_compared *side)
{
	return side->experiment->subjects[side->summary->subject].name;
}

static const struct as_metric *metric_of(const struct as_compared *side)
{
	return &side->experiment->metrics[side->summary->metric];
}

/* What the sides are called; false when out of memory. */
static bool name_sides(struct as_arena *arena, const struct as_style *style,
	const struct as_compared *side, size_t n, const char **out)
{
	const char **raw = as_arena_array(arena, n, sizeof *raw);

	if (!raw)
		return false;
	for (size_t i = 0; i < n; i++)
		raw[i] = side[i].label ? side[i].label : subject_name(&side[i]);
	return as_names(arena, style, raw, n, as_style_width(style) * 2 / 5, out);
}

static void fill(struct as_text cell[static COLUMNS], const struct as_style *style,
	const struct as_compared *side, const char *name)
{
	const struct as_summary *y = side->summary;
	const struct as_metric *m = metric_of(side);

	as_text_add(&cell[LABEL], name);
	if (side->label)
		as_name_add(&cell[NAME], style, subject_name(side), as_style_width(style) * 3 / 10);
	as_paint(&cell[MEAN], style, AS_PAINT_STRONG);
	as_quantity_add(&cell[MEAN], style, m->unit, y->mean, y->half_width);
	as_paint_end(&cell[MEAN], style);
	if (y->method != AS_INTERVAL_NONE && y->mean > 0) {
		as_text_addf(&cell[HALF], "%s" AS_TIE, as_symbols(style)->plus_minus);
		as_percent_add(&cell[HALF], y->half_width / y->mean);
	}
	as_count_add(&cell[UNITS], y->n_top, as_top_word(y));
	as_when_add(&cell[WHEN], side->experiment->started_ns, 0, AS_WHEN_MINUTE);
}

static void add_sides(struct as_text *t, const struct as_style *style,
	const struct as_compared *side, size_t n, const char *const *name, struct as_arena *arena)
{
	struct as_text cell[COLUMNS] = {{0}};
	struct as_table table = {
		.column = {{"", false, false}, {"", false, false}, {"", true, false},
			{"", true, false}, {"", true, true}, {"", false, true}},
		.n_columns = COLUMNS,
		.arena = arena,
	};
	bool half = false;

	for (size_t i = 0; i < n; i++) {
		for (size_t c = 0; c < COLUMNS; c++)
			as_text_clear(&cell[c]);
		fill(cell, style, &side[i], name[i]);
		half = half || cell[HALF].len;
		as_table_row(&table, cell);
	}
	as_table_add(t, style, &table, 0);
	if (half) {
		struct as_text body = {0};
		as_text_addf(&body, "%s is half the width of the ", as_symbols(style)->plus_minus);
		as_percent_exact_add(&body, side[0].summary->confidence);
		as_text_addf(&body, AS_TIE "confidence interval, which holds for its %s",
			side[0].experiment->table ? "table" : "session");
		for (size_t i = 0; i < n; i++)
			if (as_has_sessions(side[i].summary)) {
				as_text_add(&body, ", and beyond one where several were measured");
				break;
			}
		as_layout_body(t, style, "", 2, &body);
	}
	for (size_t c = 0; c < COLUMNS; c++)
		as_text_release(&cell[c]);
	as_table_release(&table);
}

static void add_findings(struct as_text *t, const struct as_style *style,
	const struct as_about *about, const struct as_findings *f)
{
	for (size_t i = 0; i < f->n; i++) {
		bool warn = as_finding_severity(f->v[i].id) == AS_WARN;
		struct as_text body = {0};
		as_finding_add(&body, style, about, &f->v[i]);
		as_remark_row(t, style, warn ? "warning" : "note", warn, as_text_str(&body));
		t->failed = t->failed || body.failed;
		as_text_release(&body);
	}
}

static void add_needed(struct as_text *t, const struct as_style *style,
	const struct as_comparison *c, const char *unit)
{
	struct as_text body = {0};

	if (c->verdict != AS_VERDICT_UNDECIDED || !c->needed)
		return;
	as_text_add(&body, "about" AS_TIE);
	as_count_add(&body, c->needed, c->of_builds ? "build" : c->method == AS_COMPARE_PAIRED ? "round" : unit);
	as_text_addf(&body, " would decide it (--%s" AS_TIE "%zu)", c->of_builds ? "builds" : "runs",
		c->needed);
	as_remark_row(t, style, "next", false, as_text_str(&body));
	t->failed = t->failed || body.failed;
	as_text_release(&body);
}

static void add_comparisons(struct as_text *t, const struct as_style *style,
	const struct as_compared *side, const char *const *name, const struct as_comparison *c)
{
	const struct as_compared *subject = &side[c->subject];
	struct as_versus v = {
		.c = c,
		.metric = metric_of(subject),
		.subject = name[c->subject],
		.reference = name[c->reference],
		.unit = as_top_word(subject->summary),
		.reference_unit = as_top_word(side[c->reference].summary),
	};
	const struct as_about about = {v.metric, v.unit};
	struct as_text body = {0};

	as_verdict_sentence(&body, style, &v);
	as_layout_body(t, style, "", 2, &body);
	add_findings(t, style, &about, &c->findings);
	add_needed(t, style, c, v.unit);
}

static void add_named(struct as_text *t, const struct as_style *style,
	const struct as_compared_all *all, const char *const *name, struct as_arena *arena)
{
	const char **unit = as_arena_array(arena, all->n_sides, sizeof *unit);

	if (!unit) {
		t->failed = true;
		return;
	}
	for (size_t i = 0; i < all->n_sides; i++)
		unit[i] = as_top_word(all->side[i].summary);
	const struct as_sides sides = {metric_of(&all->side[0]), name, unit};
	as_named_block(t, style, &sides, all->c, all->named, all->n_named);
}

void as_report_compare(struct as_text *t, const struct as_style *style,
	const struct as_compared_all *all)
{
	struct as_arena arena = {0};
	const struct as_compared *side = all->side;
	const char **name = as_arena_array(&arena, all->n_sides, sizeof *name);

	if (!name || !name_sides(&arena, style, side, all->n_sides, name)) {
		t->failed = true;
	} else if (all->n_sides) {
		add_sides(t, style, side, all->n_sides, name, &arena);
		if (all->n)
			as_text_char(t, '\n');
		for (size_t i = 0; i < all->n; i++)
			add_comparisons(t, style, side, name, &all->c[i]);
		add_named(t, style, all, name, &arena);
		for (size_t i = 0; i < all->n_sides; i++)
			as_published_block(t, style, metric_of(&side[i]), side[i].summary, name[i],
				side[i].published, side[i].n_published);
	}
	as_arena_release(&arena);
}
