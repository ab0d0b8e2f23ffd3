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
	return row->kind == AS_REVIEW_UNDECIDED || r->require_decision ||
			as_gates_are_unshown(&row->gates)
		? AS_CI_OPEN : AS_CI_GOOD;
}

/* ---- words ---- */

void as_ci_words(struct as_text *t, const void *words)
{
	const size_t from = t->len;

	as_say_add(t, &as_ci_style, words);
	as_layout_flat(t, from);
}

struct as_text as_ci_named(as_ci_add_fn add, const char *name, size_t most)
{
	struct as_text t = {0};

	add(&t, name, most);
	return t;
}

static void add_undecided(struct as_text *t, const struct as_review_row *row)
{
	if (row->c.verdict == AS_VERDICT_NONE)
		as_ci_say(t, NO_VERDICT, NULL, 0);
	else if (as_ci_row_is_open(row))
		as_ci_say(t, KIND_UNDECIDED);
	else
		as_ci_say(t, NOT_FOUND, NULL, NULL, NULL, NULL);
}

/* A gate of time is by the typical run. Where the mean is known to differ and the typical run is not, or the other way
 * round, whoever watches the mean is told (methods-typical.md 3.2). */
static void add_disagreeing_mean(struct as_text *t, const struct as_review_row *row)
{
	const struct as_versus v = as_ci_versus(row);
	const bool decided = row->kind == AS_REVIEW_WORSE || row->kind == AS_REVIEW_BETTER;
	struct as_text mean = {0};

	if (!row->gates.n || (decided && (row->c.ratio > 1) == (row->c.material.means_ratio > 1)))
		return;
	as_verdict_on_average(&mean, &as_ci_style, &v);
	if (mean.len)
		as_ci_say(t, CI_ROW_ON_AVERAGE, &mean);
	else
		as_text_release(&mean);
}

void as_ci_kind_add(struct as_text *t, const struct as_review_row *row)
{
	const bool not_built = row->side[AS_REVIEW_HEAD].state == AS_SIDE_NOT_BUILT,
		   fresh = row->side[AS_REVIEW_BASE].state == AS_SIDE_ABSENT;

	switch (row->kind) {
	case AS_REVIEW_BROKEN: as_ci_say(t, CI_ROW_BROKEN, not_built); break;
	case AS_REVIEW_FAILING: as_ci_say(t, CI_ROW_FAILING, not_built, fresh); break;
	case AS_REVIEW_WORSE:
	case AS_REVIEW_BETTER:
		as_ci_say(t, CI_ROW_CHANGED, as_is_more(&row->c),
			row->metric && as_metric_words(row->metric).duration, row->metric);
		break;
	case AS_REVIEW_SAME:
		if (row->c.verdict == AS_VERDICT_IDENTICAL)
			as_ci_say(t, EQUAL_VALUES);
		else
			as_ci_say(t, EQUIVALENT, row->c.tolerance);
		break;
	case AS_REVIEW_UNDECIDED: add_undecided(t, row); break;
	case AS_REVIEW_SMALL: as_ci_say(t, DIFFERS_BELOW, row->c.tolerance); break;
	case AS_REVIEW_MENDED: as_ci_say(t, CI_ROW_MENDED); break;
	case AS_REVIEW_IDENTICAL: as_ci_say(t, CI_ROW_SAME_PROGRAM); break;
	case AS_REVIEW_GONE:
	case AS_REVIEW_NEW:
	case AS_REVIEW_SKIPPED:
	case AS_REVIEW_KINDS: as_ci_say(t, CI_GATE, as_review_kind_words(row->kind), NULL);
	}
	if (row->same_program)
		as_ci_say(t, CI_ROW_THOUGH);
	add_disagreeing_mean(t, row);
}

/* With a sign, but where it rounds to zero. */
static struct as_text signed_number(double x, int decimals)
{
	struct as_text t = {0}, number = {0};

	as_number_add(&number, (struct as_scale){1, ""}, fabs(x), decimals);
	const bool zero = strspn(as_text_str(&number), "0.") == number.len;
	as_ci_say(&t, CI_SIGNED, zero ? "" : x < 0 ? "−" : "+", &number);
	return t;
}

static struct as_text factor(double x, int decimals)
{
	struct as_text t = {0};

	as_number_add(&t, (struct as_scale){1, ""}, x, decimals);
	return t;
}

void as_ci_change_add(struct as_text *t, const struct as_review_row *row)
{
	const struct as_comparison *c = &row->c;
	struct as_text at = {0}, lo = {0}, hi = {0};

	if (!row->metric || row->side[AS_REVIEW_BASE].state != AS_SIDE_MEASURED ||
		row->side[AS_REVIEW_HEAD].state != AS_SIDE_MEASURED ||
		!(c->difference.is ? isfinite(c->difference.value)
				   : isfinite(c->ratio) && c->ratio > 0))
		return;
	const struct as_versus v = as_ci_versus(row);
	const struct as_size s = as_size_of(&as_ci_style, &v);
	const bool is_signed = as_is_signed(s.manner);
	struct as_text (*number)(double, int) = is_signed ? signed_number : factor;
	at = number(s.at, s.decimals);
	if (as_has_interval(c)) {
		lo = number(s.lo, s.decimals);
		hi = number(s.hi, s.decimals);
	}
	if (is_signed) {
		as_unit_add(&at, s.scale);
		if (hi.len)
			as_unit_add(&hi, s.scale);
		as_ci_say(t, CI_CHANGE, &at, &lo, &hi);
	} else {
		as_ci_say(t, CI_CHANGE_TIMES, &at, s.manner == AS_BY_INVERSE, &lo, &hi);
	}
}

void as_ci_side_add(struct as_text *t, const struct as_review_row *row, size_t side)
{
	static const enum as_say_id words[AS_SIDE_STATES] = {
		[AS_SIDE_MEASURED] = AS_SAY_CI_SIDE_NONE,
		[AS_SIDE_FAILED] = AS_SAY_CI_SIDE_FAILED,
		[AS_SIDE_NOT_BUILT] = AS_SAY_SIDE_NOT_BUILT,
		[AS_SIDE_ABSENT] = AS_SAY_CI_SIDE_NONE,
		[AS_SIDE_SKIPPED] = AS_SAY_SIDE_SKIPPED,
		[AS_SIDE_SAME] = AS_SAY_CI_SIDE_SAME};
	const struct as_review_side *s = &row->side[side];
	const struct as_summary *y = s->summary;

	if (s->state != AS_SIDE_MEASURED || !y || !row->metric) {
		as_ci_say(t, CI_GATE, words[s->state], NULL);
		return;
	}
	const struct as_quantity mean = {row->metric->unit, y->mean, y->half_width},
				 half = {NULL, y->half_width / y->mean, (double)NAN};
	as_ci_say(t, CI_MEAN, &mean, y->method != AS_INTERVAL_NONE && y->mean > 0 ? &half : NULL);
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

	as_ci_say(t, CI_GATE, as_gate_words(g->gate, g->state), &found);
}

struct as_text as_ci_gates(const struct as_review_row *row, size_t most, bool passed)
{
	struct as_text t = {0};

	for (size_t i = 0; i < row->gates.n; i++) {
		const struct as_gated *g = &row->gates.v[i];
		struct as_text name = {0}, words = {0};
		if (g->state == AS_GATE_PASSED && !passed)
			continue;
		name = as_ci_named(as_ci_plain_add, g->gate->text, most);
		as_ci_gate_add(&words, g);
		as_ci_say(&t, CI_GATE_OF, &name, &words);
	}
	return t;
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
	const double size = row->c.difference.is ? fabs(row->c.difference.value)
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
