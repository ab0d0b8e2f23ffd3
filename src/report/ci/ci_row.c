/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/ci/ci_sum.h"
#include "report/draw/layout.h"
#include "say/reviewed.h"
#include "say/number.h"
#include "say/size.h"
#include "say/say_words.h"

const struct as_style as_ci_style = {.unicode = true, .width = 10000};

struct as_versus as_ci_versus(const struct as_review_row *row)
{
	const struct as_summary *base = row->side[AS_REVIEW_BASE].summary;
	const struct as_summary *head = row->side[AS_REVIEW_HEAD].summary;

	return (struct as_versus){.c = &row->c,
		.metric = row->metric,
		.subject = "",
		.reference = "",
		.unit = head ? as_top_word(head) : "",
		.reference_unit = base ? as_top_word(base) : ""};
}

bool as_ci_row_has(const struct as_review_row *row, enum as_gate_state state)
{
	for (size_t i = 0; i < row->gates.n; i++)
		if (row->gates.v[i].state == state)
			return true;
	return false;
}

bool as_ci_row_is_open(const struct as_review_row *row)
{
	return row->gates.n ? as_ci_row_has(row, AS_GATE_UNDECIDED)
			    : row->kind == AS_REVIEW_UNDECIDED;
}

enum as_ci_mark as_ci_row_mark(const struct as_review *r, const struct as_review_row *row)
{
	if (as_ci_row_has(row, AS_GATE_FAILED) || row->kind == AS_REVIEW_BROKEN ||
		row->kind == AS_REVIEW_FAILING)
		return AS_CI_BAD;
	if (row->kind == AS_REVIEW_WORSE || row->kind == AS_REVIEW_GONE)
		return AS_CI_WORRY;
	if (!as_ci_row_is_open(row))
		return AS_CI_GOOD;
	return row->kind == AS_REVIEW_UNDECIDED || r->require_decision ? AS_CI_OPEN : AS_CI_GOOD;
}

/* ---- words ---- */

static void add_direction(struct as_text *t, const struct as_review_row *row)
{
	const bool more = as_is_more(&row->c);

	if (!row->metric) {
		as_text_add(t, more ? "more" : "less");
	} else if (as_metric_words(row->metric).duration) {
		as_text_add(t, more ? "slower" : "faster");
	} else {
		as_text_addf(t, "%s ", more ? "more" : as_less_word(row->metric));
		as_noun_add(t, row->metric);
	}
}

static void add_failing(struct as_text *t, const struct as_review_row *row, const char *fails,
	const char *not_built)
{
	as_text_add(t, row->side[AS_REVIEW_HEAD].state == AS_SIDE_NOT_BUILT ? not_built : fails);
}

void as_ci_kind_add(struct as_text *t, const struct as_review_row *row)
{
	static const char *const fixed[AS_REVIEW_KINDS] = {[AS_REVIEW_MENDED] = "works again",
		[AS_REVIEW_GONE] = "gone",
		[AS_REVIEW_NEW] = "new",
		[AS_REVIEW_IDENTICAL] = "the same program"};
	const size_t from = t->len;

	if (row->kind == AS_REVIEW_BROKEN)
		add_failing(t, row, "newly fails", "no longer builds");
	else if (row->kind == AS_REVIEW_FAILING)
		add_failing(t, row,
			row->side[AS_REVIEW_BASE].state == AS_SIDE_ABSENT ? "new, and fails"
									  : "fails in both",
			row->side[AS_REVIEW_BASE].state == AS_SIDE_ABSENT
				? "new, and does not build"
				: "does not build");
	else if (row->kind == AS_REVIEW_WORSE || row->kind == AS_REVIEW_BETTER)
		add_direction(t, row);
	else if (row->kind == AS_REVIEW_SAME && row->c.verdict == AS_VERDICT_IDENTICAL)
		as_say(t, &as_ci_style, EQUAL_VALUES);
	else if (row->kind == AS_REVIEW_SAME)
		as_say(t, &as_ci_style, EQUIVALENT, row->c.tolerance);
	else if (row->kind == AS_REVIEW_UNDECIDED && row->c.verdict == AS_VERDICT_NONE)
		as_say(t, &as_ci_style, NO_VERDICT, NULL, 0);
	else if (row->kind == AS_REVIEW_UNDECIDED && as_ci_row_is_open(row))
		as_text_add(t, "undecided");
	else if (row->kind == AS_REVIEW_UNDECIDED)
		as_say(t, &as_ci_style, NOT_FOUND, NULL, 0);
	else if (row->kind == AS_REVIEW_SMALL)
		as_say(t, &as_ci_style, DIFFERS_BELOW, row->c.tolerance);
	else
		as_text_add(t, fixed[row->kind]);
	if (row->same_program)
		as_text_add(t, ", though it is the same program");
	as_layout_flat(t, from);
}

/* With a sign, but where it rounds to zero. */
static void add_plain(struct as_text *t, double x, int decimals)
{
	struct as_text number = {0};

	as_number_add(&number, (struct as_scale){1, ""}, fabs(x), decimals);
	const bool zero = strspn(as_text_str(&number), "0.") == number.len;
	as_text_addf(t, "%s%s", zero ? "" : x < 0 ? "−" : "+", as_text_str(&number));
	as_text_take(t, &number);
}

static void add_signed(struct as_text *t, const struct as_size *s, bool interval)
{
	add_plain(t, s->at, s->decimals);
	as_unit_add(t, s->scale);
	if (!interval)
		return;
	as_text_add(t, " (");
	add_plain(t, s->lo, s->decimals);
	as_text_add(t, AS_TIE "…" AS_TIE);
	add_plain(t, s->hi, s->decimals);
	as_unit_add(t, s->scale);
	as_text_char(t, ')');
}

static void add_factor(struct as_text *t, const struct as_size *s, bool interval)
{
	static const struct as_scale one = {1, ""};

	as_number_add(t, one, s->at, s->decimals);
	as_text_add(t, s->manner == AS_BY_INVERSE ? AS_TIE "times as fast" : AS_TIE "times");
	if (!interval)
		return;
	as_text_add(t, " (");
	as_number_add(t, one, s->lo, s->decimals);
	as_text_add(t, AS_TIE "…" AS_TIE);
	as_number_add(t, one, s->hi, s->decimals);
	as_text_char(t, ')');
}

void as_ci_change_add(struct as_text *t, const struct as_review_row *row)
{
	const struct as_comparison *c = &row->c;
	const size_t from = t->len;

	if (!row->metric || row->side[AS_REVIEW_BASE].state != AS_SIDE_MEASURED ||
		row->side[AS_REVIEW_HEAD].state != AS_SIDE_MEASURED ||
		!(c->of_difference ? isfinite(c->difference) : isfinite(c->ratio) && c->ratio > 0))
		return;
	const struct as_versus v = as_ci_versus(row);
	const struct as_size s = as_size_of(&as_ci_style, &v);
	if (as_is_signed(s.manner))
		add_signed(t, &s, as_has_interval(c));
	else
		add_factor(t, &s, as_has_interval(c));
	as_layout_flat(t, from);
}

void as_ci_side_add(struct as_text *t, const struct as_review_row *row, size_t side)
{
	static const char *const words[AS_SIDE_STATES] = {[AS_SIDE_MEASURED] = "–",
		[AS_SIDE_FAILED] = "failed",
		[AS_SIDE_NOT_BUILT] = "not built",
		[AS_SIDE_ABSENT] = "–",
		[AS_SIDE_SAME] = "the same"};
	const struct as_review_side *s = &row->side[side];
	const struct as_summary *y = s->summary;
	const size_t from = t->len;

	if (s->state != AS_SIDE_MEASURED || !y || !row->metric) {
		as_text_add(t, words[s->state]);
		return;
	}
	as_quantity_add(t, &as_ci_style, row->metric->unit, y->mean, y->half_width);
	if (y->method != AS_INTERVAL_NONE && y->mean > 0) {
		as_text_char(t, ' ');
		as_plus_minus_add(t, &as_ci_style, y->half_width / y->mean);
	}
	as_layout_flat(t, from);
}

const struct as_review_side *as_ci_failure(const struct as_review_row *row)
{
	for (size_t i = AS_REVIEW_SIDES; i-- > 0;)
		if (row->side[i].state == AS_SIDE_FAILED || row->side[i].state == AS_SIDE_NOT_BUILT)
			return &row->side[i];
	return NULL;
}

void as_ci_gate_add(struct as_text *t, const struct as_gated *g)
{
	struct as_text found = as_gate_found(&as_ci_style, g);
	const size_t from = t->len;

	as_say(t, &as_ci_style, CI_GATE, as_gate_words(g->state), &found);
	as_layout_flat(t, from);
}

/* ---- order ---- */

struct place {
	unsigned rank;
	double size;
	size_t i;
};

static int worst_first(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	if (x->size > y->size || x->size < y->size)
		return x->size > y->size ? -1 : 1;
	return (x->i > y->i) - (x->i < y->i);
}

static struct place place_of(const struct as_review_row *row, size_t i)
{
	const double size = row->c.of_difference ? fabs(row->c.difference)
						 : fabs(log(row->c.ratio));
	unsigned rank = 2 * (unsigned)row->kind + 1;

	/* A gate of another metric makes a row as bad as its criterion would. */
	if (as_ci_row_has(row, AS_GATE_FAILED) && row->kind != AS_REVIEW_BROKEN)
		rank = 2 * AS_REVIEW_WORSE;
	return (struct place){rank, row->metric && isfinite(size) ? size : 0, i};
}

const size_t *as_ci_order(const struct as_review *r, struct as_arena *a)
{
	struct place *v = as_arena_array(a, r->n, sizeof *v);
	size_t *order = as_arena_array(a, r->n, sizeof *order);

	if (!v || !order)
		return NULL;
	for (size_t i = 0; i < r->n; i++)
		v[i] = place_of(&r->v[i], i);
	qsort(v, r->n, sizeof *v, worst_first);
	for (size_t i = 0; i < r->n; i++)
		order[i] = v[i].i;
	return order;
}
