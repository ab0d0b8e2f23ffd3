/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/draw/layout.h"
#include "report/draw/screen.h"
#include "say/reviewed.h"

enum { NAMED = 3 }; /* so many that passed, or that are undecided, by name */

struct gates {
	struct as_text *t;
	const struct as_style *style;
	const char **name;
};

static void add_one(const struct gates *s, const struct as_gated *g)
{
	struct as_text of = {0}, found = as_gate_found(s->style, g),
		       open = as_gate_open(s->style, g, true);

	as_say(&of, s->style, GATE_OF_PAIR, s->name[g->c.subject], s->name[g->c.reference]);
	as_row(s->t, s->style, GATE_ONE, g->gate->text, as_gate_paint(g->gate, g->state),
		as_gate_words(g->gate, g->state), &of, &found, &open);
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
			as_row(s->t, s->style, GATE_MANY, v->gate->text,
				as_gate_paint(v->gate, order[k]),
				as_gate_words(v->gate, order[k]), many, n);
	}
}

void as_report_joint(struct as_text *t, const struct as_style *style, const struct as_joint *joint)
{
	struct as_text words = {0};

	if (joint->n < 2)
		return;
	as_say(&words, style, JOINT, joint->shown, joint->n, joint->confidence,
		joint->each);
	as_row(t, style, GATES_JOINT, joint->shown ? AS_PAINT_GOOD : AS_PAINT_WARN, &words);
}

void as_report_early(struct as_text *t, const struct as_style *style,
	const struct as_early_saving *early)
{
	if (early->would < early->of)
		as_row(t, style, EARLY_WOULD, early->would, early->of);
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
			for (n = 1; i + n < gates->n &&
				gates->v[i + n].gate->text == gates->v[i].gate->text;)
				n++;
			add_gate(&s, &gates->v[i], n);
		}
		as_report_joint(t, style, &gates->joint);
		as_report_early(t, style, &gates->early);
	}
	as_arena_release(&arena);
}
