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
		as_text_addf(p->t, "Geometric mean of %zu ratios: ", o->n);
		as_ci_words_add(p->t, as_text_str(&words), 0);
		as_text_add(p->t, ", ");
		size_t from = p->t->len;
		as_percent_exact_add(p->t, o->confidence);
		as_layout_flat(p->t, from);
		as_text_addf(p->t, " confidence, for these benchmarks%s.\n\n",
			p->r->in_sessions && !o->sessions ? " in these sessions" : "");
	}
	as_text_take(p->t, &words);
}

/* ---- gates and reasons ---- */

static void make_gate(const struct as_review *r, const struct as_review_row *row,
	const struct as_gated *g, struct as_text *piece)
{
	const bool undecided = g->state == AS_GATE_UNDECIDED;
	struct as_text name = {0}, gate = {0}, words = {0}, found = {0},
		       open = as_gate_open(&as_ci_style, g, true);

	as_ci_code_add(&name, row->name, AS_CI_NAME_BYTES);
	as_ci_code_add(&gate, g->gate->text, AS_CI_NAME_BYTES);
	as_ci_gate_add(&words, g);
	as_text_add(&words, as_text_str(&open));
	as_text_take(piece, &open);
	as_layout_flat(&words, 0);
	as_ci_words_add(&found, as_text_str(&words), 0);
	as_text_take(piece, &words);
	as_say(piece, &as_ci_style, CI_GATE_LINE, as_ci_symbol(undecided ? AS_CI_OPEN : AS_CI_BAD),
		&name, &gate, &found, undecided && r->require_decision);
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
	as_text_add(p->t, "**Gates:**\n\n");
	n = add_gates(p, AS_GATE_FAILED, GATES);
	n += add_gates(p, AS_GATE_UNDECIDED, GATES - n);
	if (n < all && n)
		as_text_addf(p->t, "- and %zu more of %zu gates\n", all - n, p->sum.gates);
	as_text_char(p->t, '\n');
}

static void make_reason(const struct as_review *r, const struct as_review_row *row,
	struct as_text *piece)
{
	const struct as_review_side *s = as_ci_failure(row);

	as_text_add(piece, "- ");
	as_ci_code_add(piece, row->name, AS_CI_NAME_BYTES);
	as_text_add(piece, row->kind == AS_REVIEW_BROKEN ? " newly fails, in " : " fails, in ");
	as_ci_code_add(piece, as_ci_label(r, (size_t)(s - row->side)), AS_CI_LABEL_BYTES);
	as_text_add(piece, ": ");
	if (s->why && *s->why)
		as_ci_code_add(piece, s->why, WHY_BYTES);
	else
		as_text_add(piece,
			s->state == AS_SIDE_NOT_BUILT ? "its build failed" : "an execution failed");
	if (s->output && *s->output) {
		const size_t n = strlen(s->output);
		as_text_add(piece, "; it said last ");
		as_ci_code_add(piece, s->output + (n > OUTPUT_BYTES ? n - OUTPUT_BYTES : 0), 0);
	}
	as_text_char(piece, '\n');
}

void as_page_reasons(struct as_page *p)
{
	const size_t all = p->sum.kind[AS_REVIEW_BROKEN] + p->sum.kind[AS_REVIEW_FAILING];
	struct as_text piece = {0};
	size_t n = 0;

	if (!all || !as_page_fits(p, HEADING_BYTES, 0))
		return;
	as_text_add(p->t, "**What failed:**\n\n");
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
		as_text_addf(p->t, "- and %zu more that fail\n", all - n);
	as_text_char(p->t, '\n');
	as_text_release(&piece);
}

/* ---- the end ---- */

static void add_version(struct as_text *t, const struct as_review *r, size_t side)
{
	const struct as_version *v = &r->version[side];

	as_text_addf(t, "- %s: ", side == AS_REVIEW_BASE ? "Base" : "Head");
	as_ci_code_add(t, as_ci_label(r, side), AS_CI_LABEL_BYTES);
	if (v->commit) {
		char commit[13];
		snprintf(commit, sizeof commit, "%s", v->commit);
		as_text_add(t, ", commit ");
		as_ci_code_add(t, commit, 0);
	}
	if (v->branch) {
		as_text_add(t, " of branch ");
		as_ci_code_add(t, v->branch, AS_CI_LABEL_BYTES);
	}
	as_text_add(t,
		v->changes == AS_CHANGES_SOME ? ", with changes that are not committed\n" : "\n");
}

static const struct as_review_row *first_compared(const struct as_review *r)
{
	for (size_t i = 0; i < r->n; i++)
		if (r->v[i].side[AS_REVIEW_HEAD].summary && r->v[i].c.method != AS_COMPARE_NONE)
			return &r->v[i];
	return NULL;
}

static void add_fact(struct as_text *t, const struct as_machine *m, const char *name,
	const char *before)
{
	for (size_t i = 0; i < m->n_facts; i++)
		if (!strcmp(m->facts[i].name, name)) {
			as_text_add(t, before);
			as_ci_code_add(t, m->facts[i].value, FACT_BYTES);
			return;
		}
}

static void add_where(struct as_text *t, const struct as_review *r, const struct as_review_row *row)
{
	const struct as_experiment *x = row->side[AS_REVIEW_HEAD].x;
	size_t from = t->len;

	as_text_addf(t, "- Measured %s",
		r->in_sessions ? "in different sessions, which differ by themselves"
			       : "side by side, in the same rounds");
	if (x) {
		add_fact(t, &x->machine, "cpu.model", ", on ");
		add_fact(t, &x->machine, "kernel.release", ", Linux ");
	}
	if (isfinite(r->seconds) && r->seconds > 0) {
		as_text_add(t, ", in" AS_TIE);
		as_duration_add(t, r->seconds);
	}
	as_text_add(t, ".\n");
	as_layout_flat(t, from);
	if (!r->across)
		return;
	as_text_add(t, "- ⚠️ The environments differ: ");
	as_ci_code_add(t, r->across, WHY_BYTES);
	as_text_char(t, '\n');
}

/* What ± is, and the interval behind a change. */
static void add_meaning(struct as_text *t, const struct as_review *r,
	const struct as_review_row *row)
{
	const struct as_comparison *c = &row->c;
	const size_t from = t->len;
	struct as_held held = {0};

	as_text_add(t, "- ± is half the width of the" AS_TIE);
	if (isfinite(row->side[AS_REVIEW_HEAD].summary->confidence)) {
		as_percent_exact_add(t, row->side[AS_REVIEW_HEAD].summary->confidence);
		as_text_add(t, AS_TIE);
	}
	for (size_t i = 0; i < r->n; i++)
		for (size_t k = 0; k < AS_REVIEW_SIDES; k++)
			if (r->v[i].side[k].summary)
				as_held_count(&held, r->v[i].side[k].summary);
	as_text_add(t, "confidence interval of a mean");
	as_held_add(t, &held);
	as_text_add(t, ". Behind a change stands its own interval, "
		       "which is what the verdict comes from (not from whether two ± overlap)");
	if (isfinite(r->confidence)) {
		as_text_add(t, ": at" AS_TIE);
		as_percent_exact_add(t, c->confidence);
		if (!r->benjamini && c->n_comparisons > 1) {
			as_text_addf(t, " each, so that all %zu hold together at" AS_TIE,
				c->n_comparisons);
			as_percent_exact_add(t, 1 - (1 - c->confidence) * (double)c->n_comparisons);
			as_text_add(t, " (Holm)");
		}
	}
	as_text_add(t, ".\n");
	if (r->benjamini)
		as_text_add(t,
			"- Which benchmarks differ is decided after Benjamini and Hochberg: "
			"among those that are said to differ, few are expected to be wrong, not "
			"none.\n");
	if (isfinite(r->tolerance)) {
		as_text_add(t, "- A difference below" AS_TIE);
		as_percent_exact_add(t, r->tolerance);
		as_text_add(t, " (`--tolerance`) is none that matters; *undecided* means that the "
			       "interval allows for one that does, and for none.\n");
	}
	as_layout_flat(t, from);
}

void as_page_tail(struct as_text *t, const struct as_review *r)
{
	const struct as_review_row *row = first_compared(r);

	as_text_add(t,
		"<details><summary>How this was measured, and how to repeat it</summary>\n\n");
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
