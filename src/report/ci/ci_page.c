/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/ci/ci_page.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"
#include "say/size.h"
#include "say/say_words.h"
#include "say/reviewed.h"

enum {
	GATES = 20,
	REASONS = 10,
	WHY_BYTES = 400,
	COMMAND_BYTES = 1500,
	OUTPUT_BYTES = 300,
	FACT_BYTES = 80,
	HEADING_BYTES = 200
};

bool as_page_fits(const struct as_page *p, size_t bytes, size_t limit)
{
	const size_t most = limit ? limit : p->limit;

	return !p->limit || p->t->len + bytes + p->reserve <= most;
}

/* The piece, if there is room; it is emptied either way. */
static bool add_piece(struct as_page *p, struct as_text *piece)
{
	const bool fits = as_page_fits(p, piece->len, 0);

	if (fits)
		as_text_add(p->t, as_text_str(piece));
	p->t->failed = p->t->failed || piece->failed;
	as_text_clear(piece);
	return fits;
}

void as_page_heading(struct as_page *p, enum as_say_id words)
{
	as_page_line(p, CI_GATE, words, NULL);
	as_text_char(p->t, '\n');
}

void as_page_overall(struct as_page *p)
{
	static const struct as_metric time = {
		.name = "time", .unit = "ns", .better = AS_BETTER_LESS};
	const struct as_overall *o = &p->r->overall;
	struct as_text words = {0};

	if (o->n < 2 || *o->refused || !isfinite(o->ratio) || p->metrics)
		return;
	const struct as_comparison c = {.ratio = o->ratio, .lo = o->lo, .hi = o->hi,
		.confidence = o->confidence, .verdict = AS_VERDICT_UNDECIDED};
	const struct as_review_row row = {.c = c, .metric = &time};
	as_ci_change_add(&words, &row);
	if (words.len) {
		struct as_text change = as_ci_named(as_ci_words_add, as_text_str(&words), 0);
		as_page_line(p, CI_GEOMEAN, o->n, &change, o->confidence,
			p->r->in_sessions && !o->sessions);
		as_text_char(p->t, '\n');
	}
	as_text_take(p->t, &words);
}

/* ---- gates and reasons ---- */

static void make_gate(const struct as_review *r, const struct as_review_row *row,
	const struct as_gated *g, struct as_text *piece)
{
	const bool undecided = g->state == AS_GATE_UNDECIDED;
	struct as_text name = as_ci_named(as_ci_code_add, row->name, AS_CI_NAME_BYTES),
		       gate = as_ci_named(as_ci_code_add, g->gate->text, AS_CI_NAME_BYTES),
		       open = as_gate_open(&as_ci_style, g, true), words = {0};

	as_ci_gate_add(&words, g);
	as_text_add(&words, as_text_str(&open));
	as_text_take(piece, &open);
	as_layout_flat(&words, 0);
	struct as_text found = as_ci_named(as_ci_words_add, as_text_str(&words), 0);
	as_text_take(piece, &words);
	as_ci_say(piece, CI_GATE_LINE, as_ci_symbol(undecided ? AS_CI_OPEN : AS_CI_BAD), &name,
		&gate, &found, undecided && (r->require_decision || g->gate->unless));
	as_text_char(piece, '\n');
}

/* Those of one state, the worst rows first. */
static size_t add_gates(struct as_page *p, enum as_gate_state state, size_t most)
{
	struct as_text piece = {0};
	size_t n = 0;
	bool room = true;

	for (size_t i = 0; i < p->r->n && room; i++) {
		const struct as_review_row *row = &p->r->v[p->order[i]];
		for (size_t k = 0; k < row->gates.n && room; k++) {
			if (row->gates.v[k].state != state)
				continue;
			make_gate(p->r, row, &row->gates.v[k], &piece);
			room = n < most && add_piece(p, &piece);
			n += room;
		}
	}
	as_text_release(&piece);
	return n;
}

void as_page_gates(struct as_page *p)
{
	const size_t all = p->sum.failed + p->sum.open;
	size_t n;

	if (!all || !as_page_fits(p, HEADING_BYTES, 0))
		return;
	as_page_heading(p, AS_SAY_CI_GATES);
	n = add_gates(p, AS_GATE_FAILED, GATES);
	n += add_gates(p, AS_GATE_UNDECIDED, GATES - n);
	if (n < all && n)
		as_page_line(p, CI_GATES_MORE, all - n, p->sum.gates);
	as_text_char(p->t, '\n');
}

static void make_reason(const struct as_review *r, const struct as_review_row *row,
	struct as_text *piece)
{
	const struct as_review_side *s = as_ci_failure(row);

	struct as_text name = as_ci_named(as_ci_code_add, row->name, AS_CI_NAME_BYTES),
		       label = as_ci_named(as_ci_code_add,
			       as_ci_label(r, (size_t)(s - row->side)), AS_CI_LABEL_BYTES),
		       why = {0}, last = {0};

	if (s->why && *s->why)
		as_ci_code_add(&why, s->why, WHY_BYTES);
	else
		as_ci_say(&why, CI_GATE,
			s->state == AS_SIDE_NOT_BUILT ? AS_SAY_CI_BUILD_FAILED
						      : AS_SAY_CI_EXECUTION_FAILED, NULL);
	if (s->output && *s->output) {
		const size_t n = strlen(s->output);
		as_ci_code_add(&last, s->output + (n > OUTPUT_BYTES ? n - OUTPUT_BYTES : 0), 0);
	}
	as_ci_say(piece, CI_REASON, &name, row->kind == AS_REVIEW_BROKEN, &label, &why, &last);
	as_text_char(piece, '\n');
}

void as_page_reasons(struct as_page *p)
{
	const size_t all = p->sum.kind[AS_REVIEW_BROKEN] + p->sum.kind[AS_REVIEW_FAILING];
	struct as_text piece = {0};
	size_t n = 0;

	if (!all || !as_page_fits(p, HEADING_BYTES, 0))
		return;
	as_page_heading(p, AS_SAY_CI_FAILED);
	for (size_t i = 0; i < p->r->n && n < REASONS; i++) {
		const struct as_review_row *row = &p->r->v[p->order[i]];
		if ((row->kind != AS_REVIEW_BROKEN && row->kind != AS_REVIEW_FAILING) ||
			!as_ci_failure(row))
			continue;
		make_reason(p->r, row, &piece);
		if (!add_piece(p, &piece))
			break;
		n++;
	}
	if (n && n < all)
		as_page_line(p, CI_FAILED_MORE, all - n);
	as_text_char(p->t, '\n');
	as_text_release(&piece);
}

/* ---- the end ---- */

static void add_version(struct as_text *t, const struct as_review *r, size_t side)
{
	const struct as_version *v = &r->version[side];

	struct as_text label = as_ci_named(as_ci_code_add, as_ci_label(r, side), AS_CI_LABEL_BYTES),
		       commit = {0}, branch = {0};

	if (v->commit) {
		char shortened[13];
		snprintf(shortened, sizeof shortened, "%s", v->commit);
		as_ci_code_add(&commit, shortened, 0);
	}
	if (v->branch)
		as_ci_code_add(&branch, v->branch, AS_CI_LABEL_BYTES);
	as_ci_say(t, CI_VERSION, side == AS_REVIEW_BASE, &label, &commit, &branch,
		v->changes == AS_CHANGES_SOME);
	as_text_char(t, '\n');
}

static const struct as_review_row *first_compared(const struct as_review *r)
{
	for (size_t i = 0; i < r->n; i++)
		if (r->v[i].side[AS_REVIEW_HEAD].summary && r->v[i].c.method != AS_COMPARE_NONE)
			return &r->v[i];
	return NULL;
}

static struct as_text fact_of(const struct as_machine *m, const char *name)
{
	struct as_text t = {0};

	for (size_t i = 0; i < m->n_facts && !t.len; i++)
		if (!strcmp(m->facts[i].name, name))
			as_ci_code_add(&t, m->facts[i].value, FACT_BYTES);
	return t;
}

static void add_where(struct as_text *t, const struct as_review *r, const struct as_review_row *row)
{
	const struct as_experiment *x = row->side[AS_REVIEW_HEAD].x;
	struct as_text model = {0}, kernel = {0}, across = {0};

	if (x) {
		model = fact_of(&x->machine, "cpu.model");
		kernel = fact_of(&x->machine, "kernel.release");
	}
	as_ci_say(t, CI_WHERE, r->in_sessions, &model, &kernel,
		r->seconds > 0 ? r->seconds : (double)NAN);
	as_text_char(t, '\n');
	if (r->across) {
		as_ci_code_add(&across, r->across, WHY_BYTES);
		as_ci_say(t, CI_ACROSS, &across);
		as_text_char(t, '\n');
	}
}

/* What ± is, and the interval behind a change. */
static void add_meaning(struct as_text *t, const struct as_review *r,
	const struct as_review_row *row)
{
	const struct as_comparison *c = &row->c;
	const bool each = !r->benjamini && c->n_comparisons > 1;
	struct as_held held = {0};
	struct as_text held_words = {0};

	for (size_t i = 0; i < r->n; i++)
		for (size_t k = 0; k < AS_REVIEW_SIDES; k++)
			if (r->v[i].side[k].summary)
				as_held_count(&held, r->v[i].side[k].summary);
	as_held_add(&held_words, &held);
	as_ci_say(t, CI_MEANING, row->side[AS_REVIEW_HEAD].summary->confidence, &held_words,
		isfinite(r->confidence) ? c->confidence : (double)NAN, each ? c->n_comparisons : 0,
		1 - (1 - c->confidence) * (double)c->n_comparisons);
	as_text_char(t, '\n');
	if (r->benjamini) {
		as_ci_say(t, CI_FEW_WRONG);
		as_text_char(t, '\n');
	}
	if (isfinite(r->tolerance)) {
		as_ci_say(t, CI_TOLERANCE, r->tolerance);
		as_text_char(t, '\n');
	}
}

void as_page_tail(struct as_text *t, const struct as_review *r)
{
	const struct as_review_row *row = first_compared(r);

	as_text_add(t, "<details><summary>");
	as_ci_say(t, CI_HOW);
	as_text_add(t, "</summary>\n\n");
	for (size_t side = 0; side < AS_REVIEW_SIDES; side++)
		add_version(t, r, side);
	if (row) {
		add_where(t, r, row);
		add_meaning(t, r, row);
	}
	as_text_char(t, '\n');
	if (r->command_line && *r->command_line)
		as_ci_code_block_add(t, r->command_line, COMMAND_BYTES);
	as_text_add(t, "</details>\n");
}
