/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/compare/fleet_screen.h"

#include <math.h>
#include <string.h>

#include "report/draw/drawn_table.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "say/size.h"
#include "say/verdict.h"

enum { VERDICT_BEYOND = 3, TABLE_INDENT = 2, NAMES = 30 };

/* A row, and what is said of it. */
struct telling {
	struct as_text *t;
	const struct as_style *style;
	const struct as_fleet *f;
	const struct as_fleet_row *row;
	bool mean;
};

static struct as_quantity quantity(const struct telling *s, double value, double lo, double hi)
{
	return (struct as_quantity){s->f->metric.unit, value, (hi - lo) / 2};
}

static struct as_versus versus(const struct telling *s, const struct as_comparison *c)
{
	return (struct as_versus){.c = c, .metric = &s->f->metric,
		.subject = s->f->subject[s->row->subject],
		.reference = s->f->subject[s->row->reference], .unit = "machine",
		.reference_unit = "machine"};
}

/* "1.2 … 3.4 % less", "31 to 33 ms". */
static struct as_text bounds(const struct telling *s, double lo, double hi)
{
	struct as_comparison c = s->row->c;
	struct as_text t = {0};

	c.lo = lo;
	c.hi = hi;
	if (s->mean) {
		const struct as_quantity a = quantity(s, lo, lo, hi), b = quantity(s, hi, lo, hi);
		as_say(&t, s->style, FLEET_RANGE, &a, &b);
		return t;
	}
	const struct as_versus v = versus(s, &c);
	as_verdict_bounds(&t, s->style, &v);
	return t;
}

/* ---- one row of each machine ---- */

/* As its interval: where that says how many times as fast, this does. */
static void add_ratio(const struct telling *s, struct as_text *t, struct as_comparison one)
{
	struct as_comparison of_all = s->row->c;
	const struct as_versus whole = versus(s, &of_all), own = versus(s, &one);
	const double lo = one.lo;

	if (as_size_of(s->style, &whole).manner == AS_BY_INVERSE) {
		one.ratio = 1 / one.ratio;
		one.lo = 1 / one.hi;
		one.hi = 1 / lo;
	}
	as_verdict_ratio(t, s->style, &own);
}

static void add_cells(const struct telling *s, struct as_table *table, size_t machine)
{
	const struct as_fleet_cell *c = &s->row->cell[machine];
	struct as_text *cell = table->next, range = {0};

	as_name_add(&cell[0], s->style, s->f->machine[machine], NAMES);
	if (!isnan(c->value) && s->mean)
		as_quantity_add(&cell[1], s->style, s->f->metric.unit, c->value,
			(c->hi - c->lo) / 2);
	if (!isnan(c->value) && !s->mean) {
		struct as_comparison one = s->row->c;
		one.ratio = c->value;
		one.verdict = AS_VERDICT_UNDECIDED;
		one.lo = c->lo;
		one.hi = c->hi;
		add_ratio(s, &cell[1], one);
	}
	if (!isnan(c->value))
		range = bounds(s, c->lo, c->hi);
	as_text_add(&cell[2], as_text_str(&range));
	as_text_release(&range);
	as_text_addf(&cell[3], "%zu", c->rounds);
	if (s->f->aside[machine].why)
		as_say(&cell[4], s->style, FLEET_FLAG_ASIDE);
	else if (!c->counts)
		as_say(&cell[4], s->style, FLEET_FLAG_OUT);
	else if (c->differs)
		as_say(&cell[4], s->style, FLEET_FLAG_DIFFERS);
	as_table_next(table);
}

static void add_table(const struct telling *s)
{
	struct as_table table = {.n_columns = 5,
		.column = {{"machine", false, false}, {s->mean ? "mean" : "ratio", true, false},
			{"interval", true, true}, {"rounds", true, true}, {"", false, false}}};

	for (size_t k = 0; k < s->f->n; k++)
		add_cells(s, &table, k);
	as_table_end(s->t, s->style, &table, TABLE_INDENT);
}

/* ---- all of them ---- */

/* One kind: its machines, and what holds for machines like these of that kind. */
static void add_stratum(const struct telling *s, const struct as_fleet_stratum *k)
{
	struct as_comparison one = s->row->c;
	struct as_text words = {0}, range = {0};

	one.ratio = k->value;
	one.lo = k->lo;
	one.hi = k->hi;
	one.verdict = k->verdict;
	const struct as_versus v = versus(s, &one);
	if (s->mean)
		as_quantity_add(&words, s->style, s->f->metric.unit, k->value, (k->hi - k->lo) / 2);
	else if (k->verdict == AS_VERDICT_NONE)
		as_verdict_ratio(&words, s->style, &v);
	else
		as_verdict_phrase(&words, s->style, &v);
	if (!isnan(k->lo))
		range = bounds(s, k->lo, k->hi);
	as_row(s->t, s->style, FLEET_STRATUM, k->kind ? k->kind : "unknown", k->machines, &words,
		&range);
}

static void add_strata(const struct telling *s)
{
	const struct as_fleet_row *r = s->row;
	struct as_text scope = {0}, words = {0}, range = {0};
	const struct as_versus v = versus(s, &r->c);

	if (isnan(r->value)) {
		as_row(s->t, s->style, FLEET_NO_OVER, (size_t)s->mean);
	} else {
		as_say(&scope, s->style, FLEET_OVER, r->n_over);
		as_verdict_phrase(&words, s->style, &v);
		as_verdict_bounds(&range, s->style, &v);
		as_row(s->t, s->style, FLEET_ALL, &words, &range, r->c.confidence, &scope);
	}
	for (size_t k = 0; k < r->n_strata; k++)
		add_stratum(s, &r->stratum[k]);
}

static void add_answer(const struct telling *s)
{
	const struct as_fleet_row *r = s->row;
	const bool beyond = r->counting >= VERDICT_BEYOND;
	const struct as_fleet_interval *i = beyond ? &r->alike : &r->these;
	struct as_text scope = {0}, words = {0}, range = {0};

	if (s->mean && beyond) {
		const struct as_quantity at = quantity(s, r->value, i->lo, i->hi),
					 lo = quantity(s, i->lo, i->lo, i->hi),
					 hi = quantity(s, i->hi, i->lo, i->hi);
		as_row(s->t, s->style, FLEET_MEAN, &at, &lo, &hi, r->c.confidence,
			r->counting, s->f->n_aside);
	}
	if (s->mean)
		return;
	if (beyond)
		as_say(&scope, s->style, FLEET_LIKE, r->counting, s->f->n_aside);
	else
		as_say(&scope, s->style, FLEET_TWO);
	const struct as_versus v = versus(s, &r->c);
	as_verdict_phrase(&words, s->style, &v);
	as_verdict_bounds(&range, s->style, &v);
	as_row(s->t, s->style, FLEET_ALL, &words, &range, r->c.confidence, &scope);
}

static void add_intervals(const struct telling *s)
{
	const struct as_fleet_row *r = s->row;
	const bool beyond = r->counting >= VERDICT_BEYOND;
	struct as_text these = bounds(s, r->these.lo, r->these.hi);

	if (beyond || s->mean)
		as_row(s->t, s->style, FLEET_THESE, &these, r->counting);
	else
		as_text_release(&these);
	struct as_text other = beyond ? bounds(s, r->another.lo, r->another.hi)
				      : bounds(s, r->alike.lo, r->alike.hi);
	if (beyond)
		as_row(s->t, s->style, FLEET_ANOTHER, &other);
	else
		as_row(s->t, s->style, FLEET_ALIKE, &other);
	if (!isnan(r->share))
		as_row(s->t, s->style, FLEET_SPREAD, r->share, r->impact);
}

static const char *word_of(bool more)
{
	return as_saying(more ? AS_SAY_FLEET_MORE : AS_SAY_FLEET_LESS)->words;
}

static void add_found(const struct telling *s)
{
	const struct as_fleet_row *r = s->row;

	if (!s->mean && r->above + r->below)
		as_row(s->t, s->style, FLEET_SURE, r->above ? r->above : r->below,
			word_of(r->above > 0), r->counting);
	if (r->differ)
		as_row(s->t, s->style, FLEET_DIFFER, (size_t)!s->mean, r->differ_p);
	for (size_t k = 0; k < s->f->n; k++) {
		const struct as_fleet_cell *c = &r->cell[k];
		struct as_text by = {0};
		if (!c->counts && !s->f->aside[k].why)
			as_row(s->t, s->style, FLEET_OUT, s->f->machine[k], c->rounds,
				s->f->planned);
		if (!c->differs)
			continue;
		struct as_comparison one = r->c;
		one.ratio = 1 + c->by;
		one.lo = one.hi = (double)NAN;
		const struct as_versus v = versus(s, &one);
		as_verdict_ratio(&by, s->style, &v);
		as_row(s->t, s->style, FLEET_DIFFERS, s->f->machine[k], &by, c->differs_p);
	}
	if (r->apart_p <= 0.01)
		as_row(s->t, s->style, FLEET_APART, s->f->machine[r->apart], r->apart_p);
}

static void add_title(const struct telling *s)
{
	const char *subject = s->f->subject[s->row->subject];
	struct as_text title = {0};

	as_text_add(s->t, "\n");
	if (s->mean)
		as_say(&title, s->style, FLEET_TITLE, subject, s->f->metric.name);
	else
		as_say(&title, s->style, FLEET_TITLE_PAIR, subject,
			s->f->subject[s->row->reference]);
	as_layout_body(s->t, s->style, "", 0, &title);
}

static void add_kinds(struct as_text *t, const struct as_style *style, const struct as_fleet *f)
{
	struct as_list kinds = {.most = 4};
	size_t n = 0;

	for (size_t i = 0; i < f->n; i++) {
		size_t k = 0;
		while (k < i && strcmp(f->kind[k] ? f->kind[k] : "", f->kind[i] ? f->kind[i] : ""))
			k++;
		if (k < i)
			continue;
		n++;
		if (as_list_next(&kinds))
			as_say(&kinds.text, style, FLEET_KIND, f->kind[i] ? f->kind[i] : "unknown");
	}
	as_row(t, style, FLEET_KINDS, n, as_list_end(&kinds));
}

static void add_aside(struct as_text *t, const struct as_style *style, const struct as_fleet *f)
{
	for (size_t k = 0; k < f->n; k++) {
		const double by = f->aside[k].by;
		struct as_text why = {0};
		switch (f->aside[k].why) {
		case AS_ASIDE_DOCTOR:
			as_say(&why, style, FLEET_BY_DOCTOR);
			break;
		case AS_ASIDE_PROFILE:
			as_say(&why, style, FLEET_BY_PROFILE, by);
			break;
		case AS_ASIDE_NOISE:
			as_say(&why, style, FLEET_BY_NOISE, by);
			break;
		case AS_ASIDE_LEVEL:
			as_say(&why, style, FLEET_BY_LEVEL, by);
			break;
		case AS_ASIDE_NOT:
		case AS_ASIDES:
			continue;
		}
		as_row(t, style, FLEET_ASIDE, f->machine[k], &why);
	}
}

void as_report_fleet(struct as_text *t, const struct as_style *style, const struct as_fleet *f)
{
	as_row(t, style, FLEET, f->n, f->planned, f->kinds ? NULL : f->kind[0]);
	if (f->kinds)
		add_kinds(t, style, f);
	add_aside(t, style, f);
	if (f->same_builds)
		as_row(t, style, FLEET_BUILDS);
	for (size_t i = 0; i < f->n_rows; i++) {
		const struct telling s = {t, style, f, &f->row[i],
			f->row[i].subject == f->row[i].reference};
		add_title(&s);
		if (f->kinds) {
			add_strata(&s);
		} else {
			add_answer(&s);
			add_intervals(&s);
		}
		add_found(&s);
		as_text_add(t, "\n");
		add_table(&s);
	}
}
