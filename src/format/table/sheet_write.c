/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/text.h"
#include "format/table/csv_field.h"
#include "format/table/sheet.h"
#include "format/table/sheet_parts.h"
#include "model/fields/vocabulary.h"

enum { PIECE = 1 << 16 };

struct writer {
	const struct as_experiment *x;
	const struct as_sink *sink;
	struct as_text t;
	size_t bottom, top; /* levels that stand in the table, but for those that no subject has */
	bool has[AS_TREE_LEVELS];
	const struct as_subject *s;
	size_t *number[AS_TREE_LEVELS]; /* of each unit of s among those of its parent, from 1 */
	size_t *rank; /* of each metric, from 1 as they come; 0: not yet */
	size_t ranked;
	size_t *order; /* of the columns of a level, by rank */
};

static enum as_status flush(struct writer *w, size_t least, struct as_err *err)
{
	if (w->t.failed)
		return as_fail_memory(err);
	if (w->t.len < least || !w->t.len)
		return AS_OK;
	enum as_status st = w->sink->write(w->sink->to, w->t.data, w->t.len, err);
	as_text_clear(&w->t);
	return st;
}

enum { DIGITS = 24, NUMBER = 32 }; /* what as_digits and as_double_text write into */

static void add_count(struct as_text *t, uint64_t n)
{
	char buf[DIGITS];

	as_text_add(t, as_digits(n, buf));
}

static void add_head(struct writer *w)
{
	as_text_add(&w->t, as_sheet_column_name(AS_SHEET_SUBJECT));
	for (size_t l = w->top + 1; l-- > w->bottom;) {
		if (!w->has[l])
			continue;
		as_text_char(&w->t, ',');
		as_csv_field_add(&w->t, as_experiment_level(w->x, l));
	}
	for (size_t c = AS_SHEET_METRIC; c < AS_SHEET_WRITTEN; c++)
		as_text_addf(&w->t, ",%s", as_sheet_column_name((enum as_sheet_column)c));
	as_text_char(&w->t, '\n');
}

/* Subject and labels down to a unit, and nothing for the levels below. A level that this subject
 * does not have is one unit. */
static void add_path(struct writer *w, size_t level, size_t unit)
{
	size_t at[AS_TREE_LEVELS] = {0};

	at[level] = unit;
	for (size_t l = level, up = level + 1; up <= w->top; up++) {
		if (!w->s->levels[up].n)
			continue;
		at[up] = as_unit_parent(&w->s->levels[l], at[l]);
		l = up;
	}
	as_csv_field_add(&w->t, w->s->name);
	for (size_t l = w->top + 1; l-- > w->bottom;) {
		if (!w->has[l])
			continue;
		as_text_char(&w->t, ',');
		if (l >= level)
			add_count(&w->t, w->s->levels[l].n ? w->number[l][at[l]] : 1);
	}
}

static void add_before_value(struct as_text *t, const struct as_metric *m)
{
	as_text_char(t, ',');
	as_csv_field_add(t, m->name);
	as_text_char(t, ',');
}

static void add_value(struct as_text *t, double v)
{
	char number[NUMBER];

	as_text_add_n(t, number, as_double_text(v, number));
}

static void add_after_value(struct as_text *t, const struct as_metric *m, const char *role)
{
	static const char *const better[] = {"less", "more", "neither"};

	as_text_char(t, ',');
	as_csv_field_add(t, m->unit);
	as_text_char(t, ',');
	as_text_add(t, better[m->better]);
	as_text_char(t, ',');
	as_text_add(t, role);
}

/* An order that the table did not have is not made up. */
static void add_unit_rest(struct writer *w, size_t level, const struct as_unit *u)
{
	as_text_char(&w->t, ',');
	as_text_add(&w->t, as_word(&as_ending_words, u->ending));
	as_text_char(&w->t, ',');
	if (level == AS_LEVEL_EXECUTION && u->round != AS_NO_ROUND)
		add_count(&w->t, u->round);
	as_text_char(&w->t, ',');
	if (level == AS_LEVEL_EXECUTION && as_experiment_in_time(w->x))
		add_count(&w->t, u->order);
	as_text_char(&w->t, '\n');
}

/* Metrics of a unit stand in the order in which they came first, which is the one that a reader of
 * the table has them in: so it is the same when it is written again. */
static void order_columns(struct writer *w, const struct as_level *l)
{
	for (size_t c = 0; c < l->n_columns; c++) {
		const size_t rank = w->rank[l->columns[c].metric];
		size_t at = c;
		while (at && rank) {
			const size_t before = w->rank[l->columns[w->order[at - 1]].metric];
			if (before && before < rank)
				break;
			w->order[at] = w->order[at - 1];
			at--;
		}
		w->order[at] = c;
	}
}

static void note_rank(struct writer *w, const struct as_column *c)
{
	if (!w->rank[c->metric])
		w->rank[c->metric] = ++w->ranked;
}

static void add_unit(struct writer *w, size_t level, size_t i)
{
	const struct as_level *l = &w->s->levels[level];
	const struct as_unit u = as_unit_at(l, i);
	const char *role = as_word(&as_role_words, u.role);
	bool any = false;

	order_columns(w, l);
	for (size_t c = 0; c < l->n_columns; c++) {
		const struct as_column *column = &l->columns[w->order[c]];
		const double v = as_column_at(column, i);
		if (isnan(v))
			continue;
		const struct as_metric *m = &w->x->metrics[column->metric];
		note_rank(w, column);
		add_path(w, level, i);
		add_before_value(&w->t, m);
		add_value(&w->t, v);
		add_after_value(&w->t, m, role);
		add_unit_rest(w, level, &u);
		any = true;
	}
	if (any)
		return;
	add_path(w, level, i);
	as_text_add(&w->t, ",,,,,");
	as_text_add(&w->t, role);
	add_unit_rest(w, level, &u);
}

/* What all iterations of an execution have around a value of one column: made once. */
struct frame {
	const struct as_column *column;
	struct as_text before, after;
	uint8_t role; /* that `after` ends with */
};

static void set_role(const struct writer *w, struct frame *f, uint8_t role)
{
	if (f->after.len && f->role == role)
		return;
	f->role = role;
	as_text_clear(&f->after);
	add_after_value(&f->after, &w->x->metrics[f->column->metric],
		as_word(&as_role_words, role));
	as_text_add(&f->after, ",,,\n");
}

/* One of an execution whose columns begin with path. */
static void add_iteration(struct writer *w, const struct as_text *path, struct frame *f, size_t i,
	size_t number)
{
	const double v = as_column_at(f->column, i);

	if (isnan(v))
		return;
	note_rank(w, f->column);
	set_role(w, f, (uint8_t)as_iteration_role(w->s, i));
	w->t.failed = w->t.failed || f->before.failed || f->after.failed;
	char *const line = as_text_room(
		&w->t, path->len + DIGITS + f->before.len + NUMBER + f->after.len);
	char *to = line, digits[DIGITS];
	if (!line)
		return;
	const char *count = as_digits(number, digits);
	to = mempcpy(to, path->data, path->len);
	to = mempcpy(to, count, (size_t)(digits + DIGITS - 1 - count));
	to = mempcpy(to, f->before.data, f->before.len);
	to += as_double_text(v, to);
	to = mempcpy(to, f->after.data, f->after.len);
	as_text_took(&w->t, (size_t)(to - line));
}

/* Subject and labels down to execution e; the iteration's number follows. */
static void add_iteration_path(struct writer *w, size_t e, struct as_text *path)
{
	const struct as_text all = w->t;

	w->t = *path;
	add_path(w, AS_LEVEL_EXECUTION, e);
	*path = w->t;
	w->t = all;
	w->t.failed = w->t.failed || path->failed;
}

/* Iterations of execution e one after the other, with what is known of each: who reads them numbers
 * them as they come. */
static enum as_status add_iterations(struct writer *w, size_t e, struct as_err *err)
{
	const struct as_level *l = &w->s->levels[AS_LEVEL_ITERATION];
	const struct as_range range = as_iterations_of(w->s, e);
	struct frame *frames = calloc(l->n_columns + 1, sizeof *frames);
	struct as_text path = {0};
	enum as_status st = frames ? AS_OK : as_fail_memory(err);

	order_columns(w, l);
	for (size_t c = 0; c < l->n_columns && !st; c++) {
		frames[c].column = &l->columns[w->order[c]];
		add_before_value(&frames[c].before, &w->x->metrics[frames[c].column->metric]);
	}
	add_iteration_path(w, e, &path);
	for (size_t i = range.from; i < range.to && !st; i++) {
		for (size_t c = 0; c < l->n_columns; c++)
			add_iteration(w, &path, &frames[c], i, i - range.from + 1);
		st = flush(w, PIECE, err);
	}
	as_text_release(&path);
	for (size_t c = 0; frames && c < l->n_columns; c++) {
		as_text_release(&frames[c].before);
		as_text_release(&frames[c].after);
	}
	free(frames);
	return st;
}

/* Units of the next level up that this subject has. */
static size_t parents_of(const struct writer *w, size_t level)
{
	for (size_t l = level + 1; l <= w->top; l++)
		if (w->s->levels[l].n)
			return w->s->levels[l].n;
	return 1;
}

/* Numbers of units among those of their parent. */
static enum as_status number_units(struct writer *w, struct as_err *err)
{
	for (size_t l = AS_LEVEL_EXECUTION; l <= w->top; l++) {
		const struct as_level *level = &w->s->levels[l];
		size_t parents = parents_of(w, l);
		size_t *next = calloc(parents, sizeof *next);

		free(w->number[l]);
		w->number[l] = calloc(level->n + 1, sizeof *w->number[l]);
		for (size_t i = 0; next && w->number[l] && i < level->n; i++) {
			const uint32_t parent = as_unit_parent(level, i);
			w->number[l][i] = ++next[parent < parents ? parent : 0];
		}
		bool ok = next && w->number[l];
		free(next);
		if (!ok)
			return as_fail_memory(err);
	}
	return AS_OK;
}

static enum as_status add_subject(struct writer *w, struct as_err *err)
{
	enum as_status st = number_units(w, err);

	for (size_t l = w->top; l >= AS_LEVEL_EXECUTION && !st; l--)
		for (size_t i = 0; i < w->s->levels[l].n && !st; i++) {
			add_unit(w, l, i);
			if (l == AS_LEVEL_EXECUTION && w->bottom == AS_LEVEL_ITERATION &&
				as_iterations_of(w->s, i).to > as_iterations_of(w->s, i).from)
				st = add_iterations(w, i, err);
			if (!st)
				st = flush(w, PIECE, err);
		}
	return st;
}

static size_t first_infinite(const struct as_column *c, size_t n)
{
	size_t i = 0;

	while (i < n && !isinf(as_column_at(c, i)))
		i++;
	return i;
}

/* A table holds finite numbers alone. */
static enum as_status check_values(const struct as_experiment *x, const struct as_subject *s,
	size_t level, struct as_err *err)
{
	const struct as_level *l = &s->levels[level];

	for (size_t c = 0; c < l->n_columns; c++) {
		const size_t i = first_infinite(&l->columns[c], l->n);
		if (i < l->n)
			return as_fail(err, AS_ERR_DATA,
				"cannot write '%.200s' as a table: its %.100s is "
				"infinite at %s %zu, and a table holds finite numbers; JSON holds "
				"all",
				s->name, x->metrics[l->columns[c].metric].name,
				as_experiment_level(x, level), i + 1);
	}
	return AS_OK;
}

/* Which levels stand in the table. Where no iterations are left of those that a table had a column
 * for, its column stays, or the next level up would be taken for it. */
static void choose_levels(struct writer *w)
{
	const struct as_experiment *x = w->x;
	size_t n = 0;

	w->top = AS_LEVEL_EXECUTION;
	w->has[AS_LEVEL_EXECUTION] = true;
	for (size_t i = 0; i < x->n_subjects; i++)
		for (size_t l = AS_LEVEL_EXECUTION; l < AS_TREE_LEVELS; l++)
			if (x->subjects[i].levels[l].n) {
				w->top = l > w->top ? l : w->top;
				w->has[l] = true;
			}
	for (size_t l = AS_LEVEL_EXECUTION; l < AS_TREE_LEVELS; l++)
		n += w->has[l];
	w->bottom = as_experiment_has_iterations(x) ? AS_LEVEL_ITERATION :
		as_sheet_bottom(as_experiment_level(x, AS_LEVEL_EXECUTION), n);
	w->has[w->bottom] = true;
}

enum as_status as_sheet_write(const struct as_experiment *x, const struct as_sink *sink,
	struct as_err *err)
{
	struct writer w = {.x = x,
		.sink = sink,
		.rank = calloc(x->n_metrics + 1, sizeof *w.rank),
		.order = calloc(x->n_metrics + 1, sizeof *w.order)};
	enum as_status st = w.rank && w.order ? AS_OK : as_fail_memory(err);

	for (size_t i = 0; i < x->n_subjects && !st; i++)
		for (size_t l = 0; l < AS_TREE_LEVELS && !st; l++)
			st = check_values(x, &x->subjects[i], l, err);
	if (!st) {
		choose_levels(&w);
		add_head(&w);
	}
	for (size_t i = 0; i < x->n_subjects && !st; i++) {
		w.s = &x->subjects[i];
		st = add_subject(&w, err);
	}
	if (!st)
		st = flush(&w, 0, err);
	for (size_t l = 0; l < AS_TREE_LEVELS; l++)
		free(w.number[l]);
	free(w.rank);
	free(w.order);
	as_text_release(&w.t);
	return st;
}
