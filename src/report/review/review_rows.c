/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "report/review/geomean.h"
#include "report/review/review_parts.h"
#include "report/draw/layout.h"
#include "say/reviewed.h"
#include "say/size.h"
#include "say/say_words.h"
#include "report/suite_screen.h"

enum { INDENT = 2, SHOWN_LINES = 6, OUTPUT = 400 };

static const struct as_summary *summary_of(const struct as_review_row *row, size_t i)
{
	return row->side[i].summary;
}

struct as_versus as_review_versus(const struct as_review_row *row)
{
	const struct as_summary *base = summary_of(row, AS_REVIEW_BASE);
	const struct as_summary *head = summary_of(row, AS_REVIEW_HEAD);

	return (struct as_versus){.c = &row->c, .metric = row->metric, .subject = "head",
		.reference = "base", .unit = head ? as_top_word(head) : "execution",
		.reference_unit = base ? as_top_word(base) : "execution"};
}

static bool is_compared(const struct as_review_row *row)
{
	return summary_of(row, AS_REVIEW_BASE) && summary_of(row, AS_REVIEW_HEAD) &&
		row->c.method != AS_COMPARE_NONE;
}

/* ---- what went wrong ---- */

static const enum as_say_id states[AS_SIDE_STATES] = {
	[AS_SIDE_FAILED] = AS_SAY_SIDE_FAILS,
	[AS_SIDE_NOT_BUILT] = AS_SAY_SIDE_NOT_BUILT,
	[AS_SIDE_ABSENT] = AS_SAY_SIDE_ABSENT,
	[AS_SIDE_SKIPPED] = AS_SAY_SIDE_SKIPPED,
};

/* The sentence that says it, which names the version, or "fails in the head". */
static struct as_text why_of(const struct as_style *style, const struct as_review_side *side,
	enum as_say_id where)
{
	struct as_text t = {0};

	if (states[side->state])
		as_say(&t, style, TROUBLE, side->state != AS_SIDE_ABSENT ? side->why : NULL,
			states[side->state], where);
	return t;
}

static bool same_words(const struct as_review_side *a, const struct as_review_side *b)
{
	return a->state == b->state && a->why && b->why && !strcmp(a->why, b->why);
}

/* Of the one that is gone, too, what it may be called now; of one that works again, that it is not
 * the head which failed. */
static struct as_text trouble_of(const struct as_style *style, const struct as_review_row *row)
{
	const struct as_review_side *base = &row->side[AS_REVIEW_BASE],
				    *head = &row->side[AS_REVIEW_HEAD];
	const bool same = same_words(base, head);
	struct as_text t = {0}, second = {0},
		       first = why_of(style, head, same ? AS_SAY_IN_BOTH : AS_SAY_IN_HEAD);

	if (!same)
		second = why_of(style, base, AS_SAY_IN_BASE);
	as_say(&t, style, TROUBLES, &first, &second,
		row->kind == AS_REVIEW_GONE ? head->why : NULL,
		(size_t)(row->kind == AS_REVIEW_MENDED && base->why));
	return t;
}

/* The last lines that were written, behind a rule. */
static void add_lines(struct as_text *t, const struct as_style *style, const char *output,
	size_t indent)
{
	const char *from = output ? output + strlen(output) : "";

	for (int lines = 0; output && from > output; from--)
		if (from[-1] == '\n' && from[0] && ++lines == SHOWN_LINES)
			break;
	while (*from) {
		size_t n = strcspn(from, "\n");
		struct as_text line = {0};
		as_text_add_neutral(&line, from, n, OUTPUT);
		as_blank(t, indent);
		as_text_add(t, "| ");
		as_name_add(t, style, as_text_str(&line), as_style_width(style) - indent - 2);
		as_text_char(t, '\n');
		as_text_take(t, &line);
		from += n + (from[n] == '\n');
	}
}

/* Of the version that is to blame: the head, unless it works. */
static const char *output_of(const struct as_review_row *row)
{
	const struct as_review_side *base = &row->side[AS_REVIEW_BASE],
				    *head = &row->side[AS_REVIEW_HEAD];

	return states[head->state] ? head->output : base->output;
}

/* ---- a line as each has ended ---- */

/* What is undecided now is so in the end: verdicts of all together are the more cautious ones. The
 * others get theirs in the summary. */
static struct as_text so_far(const struct as_style *style, const struct as_review_row *row,
	const struct as_versus *v, bool more)
{
	struct as_text t = {0}, ratio = {0};

	if (row->c.verdict == AS_VERDICT_UNDECIDED) {
		as_say(&t, style, NOT_FOUND, NULL, NULL, NULL, NULL);
	} else if (row->c.verdict == AS_VERDICT_NONE) {
		as_say(&t, style, NO_VERDICT, NULL, 0);
	} else if (as_same_double(row->c.ratio, 1)) {
		as_say(&t, style, SAME_SIZE);
	} else {
		as_verdict_ratio(&ratio, style, v);
		as_say(&t, style, REVIEW_SO_FAR, &ratio, more);
	}
	return t;
}

static void add_compared(struct as_text *t, const struct as_style *style,
	const struct as_review_row *row, bool more)
{
	const struct as_versus v = as_review_versus(row);
	const struct as_summary *base = summary_of(row, AS_REVIEW_BASE),
				*head = summary_of(row, AS_REVIEW_HEAD);
	struct as_text basis = {0}, phrase = so_far(style, row, &v, more),
		       means = as_from_to(style, row->metric->unit, base->mean, head->mean,
			       fmin(base->half_width, head->half_width));

	as_verdict_basis(&basis, &v);
	as_say(t, style, REVIEW_LINE, &means, &phrase, &basis);
}

void as_report_review_line(struct as_text *t, const struct as_style *style,
	const struct as_review_row *row, size_t name_columns, bool more)
{
	struct as_text head = {0}, body = {0};

	as_suite_name_add(&head, style, row->name, name_columns);
	as_blank(&head, 3);
	if (is_compared(row)) {
		add_compared(&body, style, row, more);
	} else if (row->side[AS_REVIEW_HEAD].state == AS_SIDE_SAME) {
		as_say(&body, style, KIND_IDENTICAL);
	} else if (states[row->side[AS_REVIEW_HEAD].state] ||
		   states[row->side[AS_REVIEW_BASE].state]) {
		struct as_text trouble = trouble_of(style, row);
		as_say(&body, style, PAINTED, AS_PAINT_WARN, &trouble);
	} else {
		as_say(&body, style, NOT_COMPARABLE);
	}
	as_layout_body(t, style, as_text_str(&head), INDENT + name_columns + 3, &body);
	as_text_take(t, &head);
}

/* ---- the summary ---- */

static void add_comparison(struct as_text *t, const struct as_review_screen *s,
	const struct as_review_row *row)
{
	const struct as_versus v = as_review_versus(row);

	as_verdict_phrase(t, s->style, &v);
	if (as_has_interval(&row->c))
		as_verdict_interval(t, s->style, &v);
}

void as_review_row_add(const struct as_review_screen *s, const struct as_review_row *row,
	enum as_label label)
{
	const bool bad = states[row->side[AS_REVIEW_BASE].state] ||
		states[row->side[AS_REVIEW_HEAD].state];
	const bool named = row->kind == AS_REVIEW_NEW && s->r->in_sessions; /* what it was called */
	struct as_text name = {0}, words = {0}, needed = {0};

	as_name_add(&name, s->style, row->name, as_style_width(s->style) / 2);
	if (bad)
		words = trouble_of(s->style, row);
	else
		add_comparison(&words, s, row);
	if (!bad && row->kind == AS_REVIEW_UNDECIDED && row->c.needed)
		needed = as_needed_told(s->style, &row->c, !s->r->in_sessions);
	as_row_of(s->t, s->style, label, REVIEW_ROW, &name, &words, &needed,
		named ? row->side[AS_REVIEW_BASE].why : NULL, row->same_program);
	if (bad)
		add_lines(s->t, s->style, output_of(row), AS_ROW_HANG);
}

/* A metric that all are compared by, for the words. */
static const struct as_metric *common_metric(const struct as_review *r)
{
	for (size_t i = 0; i < r->n; i++)
		if (is_compared(&r->v[i]))
			return r->v[i].metric;
	return NULL;
}

void as_review_overall_add(const struct as_review_screen *s)
{
	const struct as_overall *o = &s->r->overall;
	const struct as_metric *m = common_metric(s->r);
	struct as_text body = {0};

	if (!o->n || !m)
		return;
	as_geomean_add(&body, s->style, o, m, s->r->in_sessions);
	as_layout_row(s->t, s->style, "overall", &body);
}

/* ---- gates ---- */

static void add_gate(const struct as_review_screen *s, const struct as_review_row *row,
	const struct as_gated *g)
{
	struct as_text name = {0}, by = {0}, found = as_gate_found(s->style, g),
		       open = as_gate_open(s->style, g, true);

	as_name_add(&name, s->style, row->name, as_style_width(s->style) / 2);
	as_say(&by, s->style, GATE_BY, &name);
	as_row(s->t, s->style, GATE_ONE, g->gate->text, as_gate_paint(g->gate, g->state),
		as_gate_words(g->gate, g->state), &by, &found, &open);
}

static void add_gates_of(const struct as_review_screen *s, enum as_gate_state state)
{
	for (size_t i = 0; i < s->r->n; i++)
		for (size_t k = 0; k < s->r->v[i].gates.n; k++)
			if (s->r->v[i].gates.v[k].state == state)
				add_gate(s, &s->r->v[i], &s->r->v[i].gates.v[k]);
}

void as_review_gates_add(const struct as_review_screen *s)
{
	const size_t passed = as_review_gates(s->r, AS_GATE_PASSED);
	const size_t all = passed + as_review_gates(s->r, AS_GATE_FAILED) +
		as_review_gates(s->r, AS_GATE_UNDECIDED);

	add_gates_of(s, AS_GATE_FAILED);
	add_gates_of(s, AS_GATE_UNDECIDED);
	if (passed)
		as_row(s->t, s->style, GATES_PASSED, AS_PAINT_GOOD, passed, all);
	as_report_joint(s->t, s->style, &s->r->joint);
	as_report_early(s->t, s->style, &s->r->early);
}
