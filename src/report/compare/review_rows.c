/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "report/compare/check_screen.h"
#include "report/compare/geomean.h"
#include "report/compare/review_parts.h"
#include "report/draw/layout.h"
#include "say/say.h"
#include "say/number.h"
#include "say/size.h"
#include "say/say_words.h"
#include "say/findings.h"
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

static const char *const states[AS_SIDE_STATES] = {
	[AS_SIDE_FAILED] = "fails",
	[AS_SIDE_NOT_BUILT] = "not built",
	[AS_SIDE_ABSENT] = "not there",
};

/* The sentence that says it, which names the version, or "fails in the head". */
static void add_why(struct as_text *t, const struct as_review_side *side, const char *where)
{
	if (!states[side->state])
		return;
	as_text_add(t, t->len ? "; " : "");
	if (side->why && side->state != AS_SIDE_ABSENT)
		as_text_add_neutral(t, side->why, strlen(side->why), 0);
	else
		as_text_addf(t, "%s in the %s", states[side->state], where);
}

static bool same_words(const struct as_review_side *a, const struct as_review_side *b)
{
	return a->state == b->state && a->why && b->why && !strcmp(a->why, b->why);
}

static void add_trouble(struct as_text *t, const struct as_review_row *row)
{
	const struct as_review_side *base = &row->side[AS_REVIEW_BASE],
				    *head = &row->side[AS_REVIEW_HEAD];
	struct as_text words = {0};

	if (same_words(base, head)) {
		add_why(&words, head, "base and in the head");
	} else {
		add_why(&words, head, "head");
		add_why(&words, base, "base");
	}
	if (row->kind == AS_REVIEW_GONE && head->why) { /* what it may be called now */
		as_text_add(&words, "; ");
		as_text_add_neutral(&words, head->why, strlen(head->why), 0);
	}
	as_text_add(t, as_text_str(&words));
	as_text_take(t, &words);
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

/* Both means in one unit: "8.12 to 8.53 ms". */
static void add_means(struct as_text *t, const struct as_style *style,
	const struct as_review_row *row)
{
	const struct as_summary *base = summary_of(row, AS_REVIEW_BASE);
	const struct as_summary *head = summary_of(row, AS_REVIEW_HEAD);
	double half = fmin(base->half_width, head->half_width);
	const struct as_scale scale = as_scale_for(style, row->metric->unit, head->mean, half);
	int decimals = as_decimals(scale, head->mean, half);

	as_number_add(t, scale, base->mean, decimals);
	as_text_add(t, AS_TIE "to" AS_TIE);
	as_number_add(t, scale, head->mean, decimals);
	as_unit_add(t, scale);
}

/* What is undecided now is so in the end: verdicts of all together are the more cautious ones. The
 * others get theirs in the summary. */
static void add_so_far(struct as_text *t, const struct as_style *style,
	const struct as_review_row *row, const struct as_versus *v, bool more)
{
	bool open = row->c.verdict == AS_VERDICT_UNDECIDED;

	if (open) {
		as_say(t, style, NOT_FOUND, NULL, 0);
	} else if (row->c.verdict == AS_VERDICT_NONE) {
		as_say(t, style, NO_VERDICT, NULL, 0);
	} else if (as_same_double(row->c.ratio, 1)) {
		as_text_add(t, "the same");
	} else {
		as_verdict_ratio(t, style, v);
		as_text_add(t, more ? " so far" : "");
	}
}

void as_report_review_line(struct as_text *t, const struct as_style *style,
	const struct as_review_row *row, size_t name_columns, bool more)
{
	const struct as_versus v = as_review_versus(row);
	struct as_text head = {0}, body = {0};

	as_suite_name_add(&head, style, row->name, name_columns);
	as_blank(&head, 3);
	if (is_compared(row)) {
		add_means(&body, style, row);
		as_text_add(&body, AS_GAP);
		add_so_far(&body, style, row, &v, more);
		as_text_add(&body, AS_GAP);
		as_verdict_basis(&body, &v);
	} else if (row->side[AS_REVIEW_HEAD].state == AS_SIDE_SAME) {
		as_text_add(&body, "the same program in both");
	} else if (states[row->side[AS_REVIEW_HEAD].state] ||
		   states[row->side[AS_REVIEW_BASE].state]) {
		as_paint(&body, style, AS_PAINT_WARN);
		add_trouble(&body, row);
		as_paint_end(&body, style);
	} else {
		as_text_add(&body, "cannot be compared");
	}
	as_layout_body(t, style, as_text_str(&head), INDENT + name_columns + 3, &body);
	as_text_take(t, &head);
}

/* ---- the summary ---- */

static void add_needed(struct as_text *t, const struct as_review *r,
	const struct as_review_row *row)
{
	const struct as_comparison *c = &row->c;
	const struct as_versus v = as_review_versus(row);
	bool rounds = c->method == AS_COMPARE_PAIRED && !c->of_sessions;

	if (row->kind != AS_REVIEW_UNDECIDED || !c->needed)
		return;
	as_text_add(t, AS_GAP);
	as_needed_add(t, c, c->needed, c->of_sessions ? "session" : rounds ? "round" : v.unit,
		rounds ? "" : " of each");
	if (!r->in_sessions && !c->of_sessions)
		as_text_addf(t, " (--%s" AS_TIE "%zu)", c->of_builds ? "builds" : "runs",
			c->needed);
}

static void add_comparison(struct as_text *t, const struct as_review_screen *s,
	const struct as_review_row *row)
{
	const struct as_versus v = as_review_versus(row);

	as_verdict_phrase(t, s->style, &v);
	if (as_has_interval(&row->c))
		as_verdict_interval(t, s->style, &v);
	add_needed(t, s->r, row);
}

void as_review_row_add(const struct as_review_screen *s, const struct as_review_row *row,
	const char *label)
{
	const bool bad = states[row->side[AS_REVIEW_BASE].state] ||
		states[row->side[AS_REVIEW_HEAD].state];
	struct as_text body = {0};

	as_name_add(&body, s->style, row->name, as_style_width(s->style) / 2);
	as_text_add(&body, ": ");
	if (bad)
		add_trouble(&body, row);
	else
		add_comparison(&body, s, row);
	const char *then = row->kind == AS_REVIEW_NEW && s->r->in_sessions
				   ? row->side[AS_REVIEW_BASE].why
				   : NULL;
	if (then) { /* what it may have been called */
		as_text_add(&body, "; ");
		as_text_add_neutral(&body, then, strlen(then), 0);
	}
	if (row->same_program)
		as_text_add(&body, AS_GAP "the same program in both: an A/A check");
	as_layout_row(s->t, s->style, label, &body);
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

static const struct {
	const char *word;
	enum as_paint paint;
} ends[AS_GATE_STATES] = {
	[AS_GATE_PASSED] = {"passed", AS_PAINT_GOOD},
	[AS_GATE_FAILED] = {"failed", AS_PAINT_BAD},
	[AS_GATE_UNDECIDED] = {"undecided", AS_PAINT_WARN},
};

static void add_gate(const struct as_review_screen *s, const struct as_review_row *row,
	const struct as_gated *g)
{
	struct as_versus v = as_review_versus(row);
	struct as_text body = {0};

	v.c = &g->c;
	v.metric = g->metric;
	v.limit = g->gate->more ? g->gate->limit : -g->gate->limit;
	as_text_add_neutral(&body, g->gate->text, strlen(g->gate->text), 60);
	as_text_add(&body, ": ");
	as_paint(&body, s->style, ends[g->state].paint);
	as_text_add(&body, ends[g->state].word);
	as_paint_end(&body, s->style);
	as_text_add(&body, " by ");
	as_name_add(&body, s->style, row->name, as_style_width(s->style) / 2);
	if (g->by) {
		as_text_add(&body, ": ");
		as_estimated_add(&body, s->style, g->by);
	} else if (as_has_interval(&g->c)) {
		as_text_add(&body, ": ");
		as_verdict_bounds(&body, s->style, &v);
		as_text_add(&body, AS_TIE);
		as_noun_add(&body, g->metric);
	}
	if (g->state == AS_GATE_UNDECIDED && g->needed) {
		as_text_add(&body, "; ");
		as_gate_needed_add(&body, g->needed, g->c.of_builds ? "build" : "round",
			g->c.of_builds ? " of each" : "");
		as_text_addf(&body, " (--%s" AS_TIE "%zu)", g->c.of_builds ? "builds" : "runs",
			g->needed);
	} else if (g->state == AS_GATE_UNDECIDED && g->c.verdict == AS_VERDICT_NONE) {
		as_text_addf(&body, ", %s", as_no_verdict_words(&g->c));
	}
	as_layout_row(s->t, s->style, "gate", &body);
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
	struct as_text body = {0};

	add_gates_of(s, AS_GATE_FAILED);
	add_gates_of(s, AS_GATE_UNDECIDED);
	if (!passed)
		return;
	as_paint(&body, s->style, AS_PAINT_GOOD);
	as_text_add(&body, "passed");
	as_paint_end(&body, s->style);
	as_text_addf(&body, ": %zu of" AS_TIE "%zu", passed, all);
	as_layout_row(s->t, s->style, "gate", &body);
}
