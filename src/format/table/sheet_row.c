/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of a table after the first. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/number/decimal.h"
#include "base/text.h"
#include "base/vec.h"
#include "format/table/csv_field.h"
#include "format/table/sheet_parts.h"
#include "model/fields/vocabulary.h"

/* The unit a line is about, and the execution it belongs to. */
struct sheet_cells {
	size_t level;
	uint32_t unit, execution;
	bool has_execution;
};

/* Set v[i], filling up with `none`; false when out of memory. */
static bool marks_set(struct as_marks *m, size_t i, uint8_t v)
{
	while (m->n <= i)
		if (!AS_PUSH(m->v, m->n, m->cap, AS_MARK_NONE))
			return false;
	m->v[i] = v;
	return true;
}

static bool numbers_set(struct as_numbers *m, size_t i, uint32_t v)
{
	while (m->n <= i)
		if (!AS_PUSH(m->v, m->n, m->cap, UINT32_MAX))
			return false;
	m->v[i] = v;
	return true;
}

/* The field of a column that is no level; NULL where there is none, or it is empty. */
static const struct as_csv_field *field_of(const struct as_sheet *t, enum as_sheet_column c)
{
	size_t i = t->head.column[c];

	return i && t->csv.field[i - 1].n ? &t->csv.field[i - 1] : NULL;
}

static enum as_status bad(const struct as_sheet *t, const struct as_csv_field *f,
	struct as_err *err, const char *expected)
{
	return as_csv_bad(&t->csv, (size_t)(f - t->csv.field), err, "expected %s, found '%.*s'",
		expected, f->n < 60 ? (int)f->n : 60, f->s);
}

/* A text by number. */
static enum as_status text_of(struct as_sheet *t, const struct as_csv_field *f, uint32_t *out,
	struct as_err *err)
{
	const size_t guard = as_csv_guard(f->s, f->n);

	if (memchr(f->s, 0, f->n))
		return bad(t, f, err, "a text without zero bytes");
	return as_labels_add(&t->texts, f->s + guard, f->n - guard, out) ? AS_OK
		: as_fail_memory(err);
}

/* A number as one writes it, 0 or without a 0 before it, of up to 18 digits. */
static bool is_count(const struct as_csv_field *f, uint64_t *out)
{
	uint64_t v = 0;

	if (!f->n || f->n > 18 || (f->s[0] == '0' && f->n > 1))
		return false;
	for (size_t i = 0; i < f->n; i++) {
		if (f->s[i] < '0' || f->s[i] > '9')
			return false;
		v = v * 10 + (uint64_t)(f->s[i] - '0');
	}
	*out = v;
	return true;
}

static enum as_status subject_of(struct as_sheet *t, uint32_t *out, struct as_err *err)
{
	const struct as_csv_field *f = field_of(t, AS_SHEET_SUBJECT);
	uint32_t text = 0, version = 0;
	enum as_status st = as_sheet_version(t, &version, err);

	*out = 0;
	if (st || (!t->head.column[AS_SHEET_SUBJECT] && t->subjects.n && !t->versions.n))
		return st;
	if (f)
		st = text_of(t, f, &text, err);
	else if (t->head.column[AS_SHEET_SUBJECT])
		return as_csv_bad(&t->csv, t->head.column[AS_SHEET_SUBJECT] - 1, err,
			"expected the name of the subject, found nothing");
	else if (!as_labels_add(&t->texts, t->csv.name, strlen(t->csv.name), &text))
		return as_fail_memory(err);
	if (st)
		return st;
	if (!as_units_add(&t->subjects, version, as_label_of_text(text), out) ||
		!as_grow(&t->subject_text, &t->cap_subjects, (size_t)*out + 1,
			sizeof *t->subject_text))
		return as_fail_memory(err);
	t->subject_text[*out] = text;
	return AS_OK;
}

static enum as_status label_of(struct as_sheet *t, const struct as_csv_field *f, uint64_t *out,
	struct as_err *err)
{
	uint64_t number = 0;
	uint32_t text = 0;

	if (is_count(f, &number)) {
		*out = as_label_of_number(number);
		return AS_OK;
	}
	enum as_status st = text_of(t, f, &text, err);
	*out = as_label_of_text(text);
	return st;
}

/* The unit of the lowest level that has a label. */
static enum as_status find_unit(struct as_sheet *t, struct sheet_cells *out, struct as_err *err)
{
	const struct as_sheet_head *h = &t->head;
	size_t top = h->bottom + h->n_levels, lowest = top, l = top;
	struct sheet_cells r = {.level = top};
	enum as_status st = subject_of(t, &r.unit, err);

	while (lowest > h->bottom && t->csv.field[h->level[lowest - 1]].n)
		lowest--;
	for (size_t k = lowest; k-- > h->bottom && !st;)
		if (t->csv.field[h->level[k]].n || lowest == top)
			st = as_csv_bad(&t->csv, h->level[lowest == top ? top - 1 : lowest - 1],
				err, "expected the number of the %s, found nothing",
				h->level_name[lowest == top ? top - 1 : lowest - 1]);
	while (!st && l-- > lowest) {
		uint64_t label = 0;
		st = label_of(t, &t->csv.field[h->level[l]], &label, err);
		if (!st && !as_units_add(&t->level[l].units, r.unit, label, &r.unit))
			st = as_fail_memory(err);
		r.level = l;
		if (l == AS_LEVEL_EXECUTION) {
			r.execution = r.unit;
			r.has_execution = true;
		}
	}
	*out = r;
	return st;
}

/* Note role or ending of a unit; what an earlier line said of it stays true. */
static enum as_status set_mark(struct as_sheet *t, struct as_marks *m, const struct sheet_cells *r,
	const struct as_csv_field *f, const struct as_vocabulary *words, struct as_err *err)
{
	struct as_text all = {0};
	size_t v = 0;

	while (v < words->n &&
		(strlen(words->v[v]) != f->n || memcmp(words->v[v], f->s, f->n) != 0))
		v++;
	if (v == words->n) {
		for (size_t i = 0; i < v; i++)
			as_text_addf(&all, "%s%s", i ? ", " : "one of ", words->v[i]);
		enum as_status st = bad(t, f, err, as_text_str(&all));
		as_text_release(&all);
		return st;
	}
	if (r->unit < m->n && m->v[r->unit] != AS_MARK_NONE && m->v[r->unit] != v)
		return bad(t, f, err, as_word(words, m->v[r->unit]));
	return marks_set(m, r->unit, (uint8_t)v) ? AS_OK : as_fail_memory(err);
}

static enum as_status set_number(struct as_sheet *t, struct as_numbers *m,
	const struct sheet_cells *r,
	const struct as_csv_field *f, struct as_err *err)
{
	uint64_t v = 0;

	if (!r->has_execution)
		return bad(t, f, err, "nothing, as this line is about no execution");
	if (!is_count(f, &v) || v >= UINT32_MAX)
		return bad(t, f, err, "a whole number below 4294967295");
	if (r->execution < m->n && m->v[r->execution] != UINT32_MAX && m->v[r->execution] != v)
		return bad(t, f, err, "the number of an earlier line of this execution");
	return numbers_set(m, r->execution, (uint32_t)v) ? AS_OK : as_fail_memory(err);
}

static enum as_status take_marks(struct as_sheet *t, const struct sheet_cells *r,
	struct as_err *err)
{
	const struct as_csv_field *role = field_of(t, AS_SHEET_ROLE),
				  *end = field_of(t, AS_SHEET_ENDING);
	const struct as_csv_field *round = field_of(t, AS_SHEET_ROUND),
				  *order = field_of(t, AS_SHEET_ORDER);
	struct as_sheet_level *l = &t->level[r->level];
	enum as_status st = AS_OK;

	if (role)
		st = set_mark(t, &l->role, r, role, &as_role_words, err);
	if (!st && end && r->level == AS_LEVEL_ITERATION)
		return bad(t, end, err, "nothing, as only what is above iterations has an ending");
	if (!st && end)
		st = set_mark(t, &l->ending, r, end, &as_ending_words, err);
	if (!st && round)
		st = set_number(t, &t->round, r, round, err);
	if (!st && order)
		st = set_number(t, &t->order, r, order, err);
	return st;
}

/* Without a column of metrics there is one: the value, or the time where that is its unit. */
static enum as_status metric_name(struct as_sheet *t, uint32_t unit, uint32_t *out,
	struct as_err *err)
{
	const struct as_csv_field *f = field_of(t, AS_SHEET_METRIC);
	double scale = 1;
	const char *usual = f || strcmp(as_unit_kept(t->texts.text[unit], &scale), "ns") != 0
				    ? "value"
				    : "time";

	if (f)
		return text_of(t, f, out, err);
	if (t->head.column[AS_SHEET_METRIC])
		return as_csv_bad(&t->csv, t->head.column[AS_SHEET_METRIC] - 1, err,
			"expected the name of the metric, found nothing");
	if (t->n_metrics) {
		*out = t->metric->name;
		return AS_OK;
	}
	return as_labels_add(&t->texts, usual, strlen(usual), out) ? AS_OK : as_fail_memory(err);
}

static enum as_status check_unit(const struct as_sheet *t, const char *name, const char *unit,
	const char *kept, struct as_err *err)
{
	const struct as_metric *known = as_metric_find(name);
	size_t column = t->head.column[AS_SHEET_UNIT];

	if (known && !*unit && *known->unit)
		return as_csv_bad(&t->csv, column ? column - 1 : t->csv.n, err,
			"the metric %s needs a unit: add a column 'unit' with ms, say", name);
	if (known && strcmp(known->unit, kept) != 0)
		return as_csv_bad(&t->csv, column - 1, err,
			"the metric %s is in %s and its like, not in '%.60s': give it another name",
			name, known->unit, unit);
	return AS_OK;
}

static enum as_status add_metric(struct as_sheet *t, uint32_t name, const struct sheet_cells *r,
	const char *kept, struct as_err *err)
{
	const struct as_metric *known = as_metric_find(t->texts.text[name]);
	struct as_sheet_metric m = {.name = name,
		.level = r->level,
		.unit = UINT32_MAX,
		.kept = kept,
		.better = known ? known->better : AS_BETTER_LESS,
		.says_better = known != NULL};

	while (t->n_metric_of <= name)
		if (!AS_PUSH(t->metric_of, t->n_metric_of, t->cap_metric_of, 0))
			return as_fail_memory(err);
	if (!AS_PUSH(t->metric, t->n_metrics, t->cap_metrics, m))
		return as_fail_memory(err);
	t->metric_of[name] = (uint32_t)t->n_metrics;
	return AS_OK;
}

/* The unit of measure of this line, and the factor to what is kept. */
static enum as_status take_unit(struct as_sheet *t, struct as_sheet_metric *m, uint32_t unit,
	struct as_err *err)
{
	const char *text = t->texts.text[unit], *name = t->texts.text[m->name];
	double scale = 1;
	const char *kept = as_unit_kept(text, &scale);
	enum as_status st = check_unit(t, name, text, kept, err);

	if (st)
		return st;
	if (strcmp(kept, m->kept) != 0)
		return as_csv_bad(&t->csv, t->head.column[AS_SHEET_UNIT] - 1, err,
			"expected a unit that goes with '%.60s', in which %.100s was before, found "
			"'%.60s'",
			m->kept, name, text);
	m->unit = unit;
	m->scale = scale;
	return AS_OK;
}

static enum as_status take_better(struct as_sheet *t, struct as_sheet_metric *m, struct as_err *err)
{
	static const char *const words[] = {"less", "more", "neither"};
	const struct as_csv_field *f = field_of(t, AS_SHEET_BETTER);
	size_t i = 0;

	if (!f)
		return AS_OK;
	while (i < 3 && (strlen(words[i]) != f->n || memcmp(words[i], f->s, f->n) != 0))
		i++;
	if (i == 3)
		return bad(t, f, err, "less, more or neither");
	if (m->says_better && m->better != i)
		return bad(t, f, err, words[m->better]);
	m->better = (enum as_better)i;
	m->says_better = true;
	return AS_OK;
}

static enum as_status find_metric(struct as_sheet *t, const struct sheet_cells *r,
	struct as_sheet_metric **out, struct as_err *err)
{
	const struct as_csv_field *f = field_of(t, AS_SHEET_UNIT);
	const struct as_csv_field none = {"", 0, 0};
	uint32_t unit = 0, name = 0;
	double scale = 1;
	enum as_status st = text_of(t, f ? f : &none, &unit, err);

	if (!st)
		st = metric_name(t, unit, &name, err);
	if (st)
		return st;
	if (name >= t->n_metric_of || !t->metric_of[name])
		st = add_metric(t, name, r, as_unit_kept(t->texts.text[unit], &scale), err);
	if (st)
		return st;
	struct as_sheet_metric *m = &t->metric[t->metric_of[name] - 1];
	if (m->unit != unit)
		st = take_unit(t, m, unit, err);
	if (!st && m->level != r->level)
		st = as_csv_bad(&t->csv, t->head.level[r->level], err,
			"%.100s was read at each %s before, and here at the %s; give it another "
			"name",
			t->texts.text[name], t->head.level_name[m->level],
			t->head.level_name[r->level]);
	if (!st)
		st = take_better(t, m, err);
	*out = m;
	return st;
}

/* Any number that C writes, and none of its infinities. */
static bool read_number(const struct as_csv_field *f, double *out)
{
	struct as_decimal d;
	char copy[400];

	if (as_decimal_scan(f->s, f->s + f->n, &d) == f->s + f->n) {
		*out = as_decimal_double(&d, f->s);
		return isfinite(*out);
	}
	if (f->n >= sizeof copy || memchr(f->s, 0, f->n))
		return false;
	memcpy(copy, f->s, f->n);
	copy[f->n] = 0;
	return as_parse_double(copy, out);
}

static enum as_status take_value(struct as_sheet *t, const struct as_csv_field *f,
	const struct sheet_cells *r, struct as_err *err)
{
	struct as_sheet_metric *m = NULL;
	double v = 0;
	enum as_status st = AS_OK;

	if (!read_number(f, &v))
		return bad(t, f, err, "a finite number");
	st = find_metric(t, r, &m, err);
	if (st)
		return st;
	v *= m->scale;
	if (!isfinite(v))
		return bad(t, f, err, "a number that is not too large for its unit");
	if (v < 0 && !strcmp(m->kept, "ns"))
		return bad(t, f, err, "a time of 0 or more");
	while (m->n <= r->unit)
		if (!AS_PUSH(m->values, m->n, m->cap, (double)NAN))
			return as_fail_memory(err);
	if (!isnan(m->values[r->unit]))
		return as_csv_bad(&t->csv, (size_t)(f - t->csv.field), err,
			"a second value of %.100s for the same %s; number each %s",
			t->texts.text[m->name], t->head.level_name[r->level],
			t->head.level_name[r->level]);
	m->values[r->unit] = v;
	return AS_OK;
}

/* A line without a value is for a unit that failed, or that has no metric. */
static enum as_status check_empty(const struct as_sheet *t, const struct sheet_cells *r,
	struct as_err *err)
{
	const struct as_marks *ending = &t->level[r->level].ending;
	bool failed = r->unit < ending->n && ending->v[r->unit] != AS_MARK_NONE &&
		ending->v[r->unit] != AS_ENDED_OK;

	if (failed || (t->head.column[AS_SHEET_METRIC] && !field_of(t, AS_SHEET_METRIC)))
		return AS_OK;
	return as_csv_bad(&t->csv, t->head.column[AS_SHEET_VALUE] - 1, err,
		"expected a finite number, found nothing; leave the line out, or say in a column "
		"'ending' that it failed");
}

enum as_status as_sheet_row(struct as_sheet *t, struct as_err *err)
{
	const struct as_csv_field *value = NULL;
	struct sheet_cells r;

	if (t->csv.n != t->head.n && t->csv.made)
		return as_csv_bad(&t->csv, t->csv.n, err,
			"expected one number, with a point, and nothing beside it; a table of "
			"several columns begins with their names");
	if (t->csv.n != t->head.n)
		return as_csv_bad(&t->csv, t->csv.n, err,
			"expected %zu fields, as in the first line, found "
			"%zu",
			t->head.n, t->csv.n);
	enum as_status st = find_unit(t, &r, err);
	if (!st)
		st = take_marks(t, &r, err);
	if (st)
		return st;
	value = field_of(t, AS_SHEET_VALUE);
	return value ? take_value(t, value, &r, err) : check_empty(t, &r, err);
}
