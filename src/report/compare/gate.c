/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "say/verdict.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"
#include "say/size.h"
#include "say/say_words.h"
#include "say/findings.h"

enum { NAMED = 3 }; /* so many that passed, or that are undecided, by name */

struct gates {
	struct as_text *t;
	const struct as_style *style;
	const char **name;
};

static const struct {
	const char *word;
	enum as_paint paint;
} states[AS_GATE_STATES] = {
	[AS_GATE_PASSED] = {"passed", AS_PAINT_GOOD},
	[AS_GATE_FAILED] = {"failed", AS_PAINT_BAD},
	[AS_GATE_UNDECIDED] = {"undecided", AS_PAINT_WARN},
};

static void add_word(struct as_text *t, const struct as_style *style, enum as_gate_state state)
{
	as_paint(t, style, states[state].paint);
	as_text_add(t, states[state].word);
	as_paint_end(t, style);
}

static const char *unit_of(const struct as_comparison *c)
{
	if (c->of_sessions)
		return "session";
	return c->of_builds ? "build" : c->method == AS_COMPARE_PAIRED ? "round" : "execution";
}

static void add_needed(struct as_text *t, const struct as_gated *g)
{
	const struct as_comparison *c = &g->c;

	if (g->state != AS_GATE_UNDECIDED)
		return;
	if (c->verdict == AS_VERDICT_NONE) {
		as_text_addf(t, ", %s", as_no_verdict_words(c));
	} else if (c->of_difference) {
		as_text_add(t, ", because the limit is a percentage, and --difference is none");
	} else if (g->needed) {
		as_text_add(t, "; ");
		as_gate_needed_add(t, g->needed, unit_of(c), c->of_builds ? " of each" : "");
		if (!c->of_sessions)
			as_text_addf(t, " (--%s" AS_TIE "%zu)", c->of_builds ? "builds" : "runs",
				g->needed);
	}
}

/* What there is more or less of, behind its bounds: "4.1 … 6.3 % more time", "2.7 … 2.8 times the
 * time", "3.1 … 3.4 times as fast". */
static void add_of_what(struct as_text *t, const struct as_metric *m, enum as_manner manner)
{
	if (manner == AS_BY_INVERSE) {
		as_text_add(t, AS_TIE "as" AS_TIE "fast");
		return;
	}
	as_text_add(t, manner == AS_BY_FACTOR ? AS_TIE "the" AS_TIE : AS_TIE);
	as_noun_add(t, m);
}

/* "b against a: 4.1 … 6.3 % more time, 95 %" */
static void add_what(const struct gates *s, struct as_text *t, const struct as_gated *g)
{
	const struct as_comparison *c = &g->c;
	const struct as_versus v = {.c = c, .metric = g->metric, .subject = s->name[c->subject],
		.reference = s->name[c->reference], .unit = "", .reference_unit = "",
		.limit = g->gate->more ? g->gate->limit : -g->gate->limit};
	struct as_text bounds = {0};

	as_verdict_bounds(&bounds, s->style, &v);
	as_text_addf(t, "%s against %s", v.subject, v.reference);
	if (c->verdict == AS_VERDICT_IDENTICAL) {
		as_text_add(t, ": equal values");
	} else if (bounds.len) {
		as_text_addf(t, ": %s", as_text_str(&bounds));
		add_of_what(t, g->metric, as_size_of(s->style, &v).manner);
		as_text_add(t, ", ");
		as_percent_exact_add(t, c->confidence);
	} else if (as_is_decided(c->verdict)) {
		as_text_add(t, ": ");
		as_verdict_phrase(t, s->style, &v);
	}
	as_text_take(t, &bounds);
}

static void add_one(const struct gates *s, const struct as_gated *g)
{
	struct as_text body = {0};

	as_text_add_neutral(&body, g->gate->text, strlen(g->gate->text), 60);
	as_text_add(&body, ": ");
	add_word(&body, s->style, g->state);
	as_text_add(&body, ", ");
	add_what(s, &body, g);
	add_needed(&body, g);
	as_layout_row(s->t, s->style, "gate", &body);
}

/* "passed by 61 of 63 comparisons" */
static void add_count(const struct gates *s, const struct as_gated *v, size_t n, size_t of,
	enum as_gate_state state)
{
	struct as_text body = {0};

	as_text_add_neutral(&body, v->gate->text, strlen(v->gate->text), 60);
	as_text_add(&body, ": ");
	add_word(&body, s->style, state);
	as_text_addf(&body, " by %zu of" AS_TIE "%zu comparisons", n, of);
	as_layout_row(s->t, s->style, "gate", &body);
}

/* n comparisons by one gate: first what failed, then what is undecided, then what passed. */
static void add_gate(const struct gates *s, const struct as_gated *v, size_t n)
{
	static const enum as_gate_state order[] = {
		AS_GATE_FAILED, AS_GATE_UNDECIDED, AS_GATE_PASSED};

	for (size_t k = 0; k < sizeof order / sizeof order[0]; k++) {
		size_t many = 0;
		for (size_t i = 0; i < n; i++)
			many += v[i].state == order[k];
		bool each = order[k] == AS_GATE_FAILED || many <= NAMED;
		for (size_t i = 0; i < n && each; i++)
			if (v[i].state == order[k])
				add_one(s, &v[i]);
		if (!each)
			add_count(s, v, many, n, order[k]);
	}
}

void as_report_gates(struct as_text *t, const struct as_style *style, const struct as_gates *gates,
	const char *const *name, size_t n_names)
{
	struct as_arena arena = {0};
	struct gates s = {t, style, as_arena_array(&arena, n_names, sizeof *s.name)};

	if (!s.name ||
		!as_names(&arena, style, name, n_names, as_style_width(style) * 2 / 5, s.name)) {
		t->failed = true;
	} else {
		if (gates->n)
			as_text_char(t, '\n');
		for (size_t i = 0, n = 0; i < gates->n; i += n) {
			for (n = 1; i + n < gates->n && gates->v[i + n].gate == gates->v[i].gate;)
				n++;
			add_gate(&s, &gates->v[i], n);
		}
	}
	as_arena_release(&arena);
}
