/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen without --verbose: at most five lines of one command, of a comparison at most three and
 * one for each command, as far as names and figures fit. */
#include <stdlib.h>
#include <string.h>

#include "report/result/builds.h"
#include "report/draw/draw.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"
#include "say/say_words.h"

enum { LINES = 5, ROWS = 2, PAIRS_IN_FULL = 10 };

/* A row that may be said: of all, or of a subject. */
struct brief_row {
	const struct as_remark *r;
	bool named; /* by those that it is of */
};

struct brief {
	struct as_screen *s;
	struct brief_row *row;
	size_t n;
	size_t chosen[ROWS], n_chosen;
};

static size_t lines_of(const struct as_text *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->len; i++)
		n += t->data[i] == '\n';
	return n;
}

/* head and body, and behind that as many pieces (each begins with AS_GAP) as leave it within so many
 * lines. */
static void add_fitting(struct as_screen *s, const char *head, struct as_text *body,
	const struct as_text *pieces, size_t lines)
{
	const char *from = as_text_str(pieces);

	while (*from) {
		struct as_text longer = {0}, drawn = {0};
		const size_t n = strcspn(from + 1, AS_GAP) + 1;
		as_text_add(&longer, as_text_str(body));
		as_text_add_n(&longer, from, n);
		as_layout(&drawn, s->style, head, AS_BRIEF_HANG, as_text_str(&longer));
		if (lines_of(&drawn) <= lines)
			as_text_add_n(body, from, n);
		as_text_take(s->t, &longer);
		as_text_take(s->t, &drawn);
		from += n;
	}
	as_layout_body(s->t, s->style, head, AS_BRIEF_HANG, body);
}

/* The name, with blanks up to the column where values stand; a name that leaves no room beside it has
 * a line of its own. */
static void begin_value(struct as_screen *s, struct as_text *head, size_t subject, size_t indent)
{
	const size_t own = as_layout_width(s->name[subject]);
	const size_t column = indent + s->name_columns + 3;

	as_blank(head, indent);
	as_paint(head, s->style, AS_PAINT_STRONG);
	as_text_add(head, s->name[subject]);
	as_paint_end(head, s->style);
	if (column + 20 <= as_style_width(s->style)) {
		as_blank(head, column - indent - own);
		return;
	}
	as_layout(s->t, s->style, as_text_str(head), 0, "");
	as_text_clear(head);
	as_blank(head, indent + 2);
}

/* "memory " before what is not the time. */
static void add_label(struct as_text *t, const struct as_screen *s, size_t subject)
{
	const struct as_metric *m = as_screen_metric(s, as_screen_summary(s, subject)->metric);

	if (!strcmp(m->name, AS_METRIC_NET))
		as_text_add(t, "net");
	else if (strcmp(m->name, "time") != 0 && strcmp(m->name, "wall") != 0)
		as_metric_label_add(t, m);
	as_text_add(t, t->len ? AS_TIE : "");
}

static void add_order(struct as_text *t, const struct as_screen *s, const struct as_summary *y,
	const char *name, double x)
{
	int decimals = 0;
	const struct as_scale scale = as_summary_scale(s->style, as_screen_metric(s, y->metric), y,
		&decimals);

	as_text_addf(t, AS_GAP "%s" AS_TIE, name);
	as_number_add(t, scale, x, decimals);
	as_unit_add(t, scale);
}

static void add_pieces(struct as_text *t, struct as_screen *s, size_t subject)
{
	const struct as_summary *y = as_screen_summary(s, subject);

	if (!y->n_few && as_has_useful_interval(as_screen_metric(s, y->metric), y)) {
		add_order(t, s, y, "min", y->spread.min);
		add_order(t, s, y, "median", y->spread.median);
	}
	as_aside_add(t, s, subject, AS_ASIDE_USUAL);
}

/* The line of one of several. */
static void add_value(struct as_screen *s, size_t subject, bool alike)
{
	const struct as_summary *y = as_screen_summary(s, subject);
	const struct as_metric *m = as_screen_metric(s, y->metric);
	struct as_text head = {0}, body = {0}, pieces = {0};

	begin_value(s, &head, subject, 2);
	add_label(&body, s, subject);
	const bool few = y->n_values && as_few_add(&body, s, subject);
	if (!few)
		as_mean_add(&body, s, subject);
	if (!few && y->n_values && as_has_useful_interval(m, y)) {
		if (y->lasting.holds != AS_HOLDS_YES) {
			as_text_add(&body, AS_GAP "(");
			as_holds_add(&body, y);
			as_text_add(&body, ")");
		}
		if (!alike)
			as_say(&body, s->style, SCOPE_BEHIND, as_builds_scope(s, subject));
	}
	if (y->n_values) {
		as_aside_add(&body, s, subject, AS_ASIDE_ASKED);
		as_aside_add(&pieces, s, subject, AS_ASIDE_USUAL);
	}
	add_fitting(s, as_text_str(&head), &body, &pieces, 1);
	as_text_take(s->t, &head);
	as_text_take(s->t, &pieces);
}

/* The lines of the only one, with what else fits into so many. */
static void add_only(struct as_screen *s, size_t lines)
{
	const struct as_summary *y = as_screen_summary(s, 0);
	const struct as_metric *m = as_screen_metric(s, y->metric);
	struct as_text head = {0}, body = {0}, pieces = {0};

	begin_value(s, &head, 0, 0);
	add_label(&body, s, 0);
	const bool few = y->n_values && as_few_add(&body, s, 0);
	if (!few)
		as_mean_alone_add(&body, s, 0);
	if (!few && y->n_values && as_has_useful_interval(m, y)) {
		as_text_add(&body, AS_GAP "(");
		as_range_add(&body, s->style, m, y);
		as_text_add(&body, ", ");
		as_holds_add(&body, y);
		as_say(&body, s->style, SCOPE_BEHIND, as_builds_scope(s, 0));
		as_text_char(&body, ')');
	}
	if (y->n_values) {
		as_aside_add(&body, s, 0, AS_ASIDE_ASKED);
		add_pieces(&pieces, s, 0);
	}
	add_fitting(s, as_text_str(&head), &body, &pieces, lines);
	as_text_take(s->t, &head);
	as_text_take(s->t, &pieces);
}

/* What the machine does is said of all, whichever of them shows it. */
static bool is_named(struct as_screen *s, const struct as_remark *r)
{
	return s->x->n_subjects > 1 && r->topic != AS_TOPIC_MACHINE && !as_remark_is_common(s, r);
}

/* All that could be said, of comparisons and the plan, then of each command. */
static bool gather_rows(struct brief *b)
{
	struct as_screen *s = b->s;
	size_t all = 0;

	as_comparison_rows_add(s);
	if (!s->x->table) {
		as_looks_add(s);
		as_ended_add(s);
	}
	as_next_add(s);
	all = s->rows->n;
	for (size_t i = 0; i < s->x->n_subjects; i++)
		all += s->remark[i].n;
	b->row = as_arena_array(&s->arena, all + 1, sizeof *b->row);
	for (size_t k = 0; b->row && k < s->rows->n; k++)
		b->row[b->n++] = (struct brief_row){&s->rows->v[k], false};
	for (size_t i = 0; b->row && i < s->x->n_subjects; i++)
		for (size_t k = 0; k < s->remark[i].n; k++) {
			const struct as_remark *r = &s->remark[i].v[k];
			if (!as_remark_is_repeated(s, i, r))
				b->row[b->n++] = (struct brief_row){r, is_named(s, r)};
		}
	return b->row != NULL;
}

static bool is_answer(const struct as_remark *r)
{
	return r->importance >= AS_IMPORTANCE_ANSWER;
}

/* The two rows that matter most; what belongs to the answer is written in any case. */
static bool choose_rows(struct brief *b)
{
	struct as_row_choice *choice = as_arena_array(&b->s->arena, b->n + 1, sizeof *choice);

	if (!choice)
		return false;
	for (size_t i = 0; i < b->n; i++) {
		const struct as_remark *r = b->row[i].r;
		choice[i] = (struct as_row_choice){is_answer(r) ? 0 : r->importance, r->topic,
			r->body};
	}
	b->n_chosen = as_rows_choose(choice, b->n, ROWS, b->chosen);
	return true;
}

static void add_row(struct brief *b, const struct brief_row *row, const char *more)
{
	struct as_text names = {0}, body = {0};
	struct as_remark r = *row->r;

	if (row->named)
		as_remark_names_add(&names, b->s, row->r);
	as_text_addf(&body, "%s%s%s", r.body, more ? AS_GAP : "", more ? more : "");
	r.body = as_text_str(&body);
	as_remark_add(b->s, &r, row->named ? as_text_str(&names) : NULL);
	as_text_take(b->s->t, &names);
	as_text_take(b->s->t, &body);
}

/* What --interval asked for, or why it is refused. */
static void add_asked_interval(struct as_screen *s, const struct as_summary *y)
{
	if (y->method != AS_INTERVAL_SKEWED)
		as_basis_add(s, y);
	as_refusal_add(s, y);
}

/* The verdict, then a line a command; in a list each verdict stands beside its command. */
static void add_answer(struct brief *b)
{
	struct as_screen *s = b->s;
	const bool pairs = as_pairs_are_meant(s);
	const bool list = (s->a->n_comparisons > 1 && !pairs) ||
		(pairs && s->x->n_subjects > PAIRS_IN_FULL);
	const bool said = s->a->n_comparisons && as_screen_scope(s);

	as_comparisons_add(s);
	if (s->x->n_subjects == 1)
		add_only(s, LINES - 1 - b->n_chosen);
	for (size_t i = 0; s->x->n_subjects > 1 && !list && i < s->x->n_subjects; i++)
		add_value(s, i, said);
	for (size_t i = 0; i < s->x->n_subjects; i++)
		add_asked_interval(s, as_screen_summary(s, i));
	for (size_t i = 0; i < b->n; i++)
		if (is_answer(b->row[i].r))
			add_row(b, &b->row[i], NULL);
}

/* How much of a single command was measured, and of what shape it is. */
static void add_amount(struct as_text *t, struct as_screen *s)
{
	const struct as_summary *y = as_screen_summary(s, 0);

	as_counts_add(t, s, 0);
	if (!s->x->table && (s->x->plan.warmups != 1 || s->x->plan.drop))
		as_warmups_add(t, s, 0);
	if (y->bins.n) {
		as_text_add(t, AS_GAP);
		as_spark_add(t, s->style, y->bins.v, y->bins.n);
	}
	as_text_add(t, AS_GAP);
}

/* Advice stands below caution. */
static void sort_chosen(struct brief *b)
{
	const size_t first = b->chosen[0];

	if (b->n_chosen == ROWS && b->row[first].r->label == AS_LABEL_NEXT) {
		b->chosen[0] = b->chosen[1];
		b->chosen[1] = first;
	}
}

/* Where the last line of what was laid out begins with the words. */
static bool is_alone(const struct as_text *t, const char *words)
{
	const char *s = as_text_str(t);
	size_t at = t->len ? t->len - 1 : 0;

	while (at && s[at - 1] != '\n')
		at--;
	at += strspn(s + at, " ");
	return !strncmp(s + at, words, strcspn(words, " " AS_TIE));
}

/* The last of the rows has what would be a line more behind it, if it is none there. */
static bool end_in_row(struct brief *b, const struct brief_row *row, const char *more)
{
	struct as_text *t = b->s->t, apart = {0};

	if (b->s->x->n_subjects < 2 || *row->r->lines)
		return false;
	b->s->t = &apart;
	add_row(b, row, more);
	b->s->t = t;
	const bool fits = !is_alone(&apart, more);
	if (fits)
		as_text_add(t, as_text_str(&apart));
	as_text_take(t, &apart);
	return fits;
}

/* The two rows, and where the rest is. */
static void add_end(struct brief *b)
{
	struct as_screen *s = b->s;
	struct as_text more = {0}, body = {0};
	bool said = false;

	as_say(&more, s->style, MORE, s->x->id > 0 ? (size_t)s->x->id : 0,
		s->style->store ? s->style->store : "");
	sort_chosen(b);
	for (size_t i = 0; i < b->n_chosen; i++) {
		const struct brief_row row = b->row[b->chosen[i]];
		said = i + 1 == ROWS && end_in_row(b, &row, as_text_str(&more));
		if (!said)
			add_row(b, &row, NULL);
	}
	if (s->x->n_subjects == 1)
		add_amount(&body, s);
	as_text_add(&body, as_text_str(&more));
	if (!said)
		as_layout_body(s->t, s->style, "  ", AS_BRIEF_HANG, &body);
	as_text_take(s->t, &more);
	as_text_take(s->t, &body);
}

void as_brief_add(struct as_screen *s)
{
	struct as_remarks rows = {0};
	struct brief b = {.s = s};

	s->rows = &rows;
	if (gather_rows(&b) && choose_rows(&b)) {
		add_answer(&b);
		add_end(&b);
	} else {
		s->t->failed = true;
	}
	s->rows = NULL;
	free(rows.v);
}
