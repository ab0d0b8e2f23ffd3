/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/foreign/parts/columns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/text/put.h"
#include "format/table/csv.h"
#include "model/joined/rows.h"

enum { FIELD_BYTES = AS_ROWS_NAME_BYTES, NAME_BYTES = 100, ROWS_MOST = 32, SURE = 95 };

int as_columns_probe(const struct as_columns *c, const struct as_head *head)
{
	const char *bytes = head->bytes;
	const size_t n = head->n, k = strlen(c->head);
	size_t i = 0;

	while (i < n && (bytes[i] == '#' || bytes[i] == '\n' || bytes[i] == '\r')) {
		const char *end = memchr(bytes + i, '\n', n - i);
		i = end ? (size_t)(end - bytes) + 1 : n;
	}
	return n - i >= k && !memcmp(bytes + i, c->head, k) ? SURE : 0;
}

/* A table while it is read. */
struct reading {
	const struct as_columns *is;
	struct as_csv csv;
	struct as_gather *g;
	size_t column[ROWS_MOST]; /* of each row, number from 1; 0: the table does not have it */
	char name[ROWS_MOST][NAME_BYTES]; /* of each row; "": none */
	/* of the line at hand */
	char field[FIELD_BYTES + 1];
	const char *metric; /* NULL: it is what counts */
	char metric_name[FIELD_BYTES + 1];
	char unit[FIELD_BYTES + 1];
	double value, inner;
	bool centre;
};

/* The field of a row, as a text; "" where there is none. */
static const char *field_of(struct reading *d, size_t row)
{
	const size_t at = d->column[row];

	d->field[0] = '\0';
	if (at && at <= d->csv.n) {
		const struct as_csv_field *f = &d->csv.field[at - 1];
		snprintf(d->field, sizeof d->field, "%.*s",
			(int)(f->n < FIELD_BYTES ? f->n : FIELD_BYTES), f->s);
	}
	return d->field;
}

/* NaN for what is no number; commas between thousands do no harm. */
static double number_of(struct reading *d, size_t row)
{
	const char *s = field_of(d, row);
	char plain[FIELD_BYTES + 1] = "";
	size_t n = 0;
	double v;

	for (; *s; s++)
		if (*s != ',')
			(void)as_put_char(AS_ROOM(plain), &n, *s);
	return as_parse_double(plain, &v) ? v : (double)NAN;
}

static bool is_taken(const struct reading *d, size_t rows, size_t column)
{
	size_t r = 0;

	while (r < rows && d->column[r] != column)
		r++;
	return r < rows;
}

/* The column of a row; a name with * at its end is that of the first that begins so and no row
 * before has. 0: there is none. */
static size_t column_of(struct reading *d, size_t row)
{
	const char *name = d->is->rows[row].column;
	const size_t n = strlen(name), k = n && name[n - 1] == '*' ? n - 1 : n;

	for (size_t i = 0; i < d->csv.n; i++) {
		const struct as_csv_field *f = &d->csv.field[i];
		if (f->n < k || memcmp(f->s, name, k) != 0 || (k == n && f->n != n) ||
			is_taken(d, row, i + 1))
			continue;
		if (k < n)
			snprintf(d->name[row], sizeof d->name[row], "%.*s",
				(int)(f->n - k < NAME_BYTES ? f->n - k : NAME_BYTES - 1), f->s + k);
		return i + 1;
	}
	return 0;
}

/* Columns that no row is of. */
static void say_unused(struct reading *d)
{
	for (size_t i = 0; i < d->csv.n; i++) {
		const struct as_csv_field *f = &d->csv.field[i];
		if (is_taken(d, d->is->n_rows, i + 1))
			continue;
		snprintf(d->field, sizeof d->field, "%.*s",
			(int)(f->n < NAME_BYTES ? f->n : NAME_BYTES), f->s);
		as_gather_unused(d->g, d->field);
	}
}

static enum as_status find_columns(struct reading *d, struct as_err *err)
{
	for (size_t r = 0; r < d->is->n_rows; r++) {
		const struct as_column_row *row = &d->is->rows[r];
		if (row->name)
			snprintf(d->name[r], sizeof d->name[r], "%s", row->name);
		d->column[r] = column_of(d, r);
		if (!d->column[r] && (row->is == AS_COLUMN_VALUE || row->is == AS_COLUMN_CENTRE))
			return as_csv_bad(&d->csv, SIZE_MAX, err,
				"there is no column '%s', which files of %s have", row->column,
				d->is->tool);
	}
	say_unused(d);
	return AS_OK;
}

/* ---- a line ---- */

/* Names of lines that are made of others end with a word of `skip`. */
static bool is_skipped(const struct reading *d, const char *name)
{
	const size_t n = strlen(name);

	for (const char *w = d->is->skip; w && *w;) {
		const size_t k = strcspn(w, " ");
		if (k && n >= k && !memcmp(name + n - k, w, k))
			return true;
		w += k + (w[k] == ' ');
	}
	return false;
}

/* The subject of a line: groups by its keys, the last of which is it; of a table without keys there
 * is one. AS_SCOPE_TOP: the line is skipped. */
static uint32_t subject_of(struct reading *d)
{
	char key[2 * FIELD_BYTES + 2];
	uint32_t at = AS_SCOPE_TOP;
	size_t last = 0;

	for (size_t r = 0; r < d->is->n_rows; r++)
		last = d->is->rows[r].is == AS_COLUMN_KEY && d->column[r] ? r : last;
	for (size_t r = 0; r < d->is->n_rows; r++) {
		const struct as_column_row *row = &d->is->rows[r];
		const char *s = field_of(d, r);
		if (row->is == AS_COLUMN_COMMIT && *s) {
			at = as_gather_find(d->g, AS_SCOPE_FILE, at, s);
			if (!as_gather_said(d->g, at, AS_TRAIT_COMMIT, ""))
				as_gather_text(d->g, at, AS_TRAIT_COMMIT, s);
		}
		if (row->is != AS_COLUMN_KEY || !d->column[r])
			continue;
		if (is_skipped(d, s))
			return AS_SCOPE_TOP;
		snprintf(key, sizeof key, "%s%s%s", *s ? d->name[r] : "",
			*s && *d->name[r] ? "=" : "", s);
		at = as_gather_find(d->g, r == last ? AS_SCOPE_SUBJECT : AS_SCOPE_GROUP, at, key);
	}
	return d->column[last] && d->is->rows[last].is == AS_COLUMN_KEY
		       ? at
		       : as_gather_find(d->g, AS_SCOPE_SUBJECT, at, d->is->tool);
}

static void take_field(struct reading *d, size_t r, uint32_t subject)
{
	const struct as_column_row *row = &d->is->rows[r];

	if (!d->column[r])
		return;
	if (row->is == AS_COLUMN_VALUE || row->is == AS_COLUMN_CENTRE) {
		d->value = number_of(d, r);
		d->centre = row->is == AS_COLUMN_CENTRE;
	} else if (row->is == AS_COLUMN_INNER) {
		d->inner = number_of(d, r);
	} else if (row->is == AS_COLUMN_UNIT) {
		snprintf(d->unit, sizeof d->unit, "%s", field_of(d, r));
	} else if (row->is == AS_COLUMN_METRIC_NAME) {
		snprintf(d->metric_name, sizeof d->metric_name, "%s", field_of(d, r));
		d->metric = strcmp(d->metric_name, row->name) ? d->metric_name : NULL;
	} else if (row->is == AS_COLUMN_FAILED) {
		const char *why = field_of(d, r);
		if (*why && strcmp(why, "0") != 0 && strcmp(why, "false") != 0)
			as_gather_text(d->g, subject, AS_TRAIT_FAILED, why);
	}
}

/* The scope of a line's value. */
static uint32_t unit_of(struct reading *d, uint32_t subject)
{
	uint32_t at = subject;

	for (size_t r = 0; r < d->is->n_rows; r++)
		if (d->is->rows[r].is == AS_COLUMN_EXECUTION && d->column[r])
			at = as_gather_find(d->g, AS_SCOPE_EXECUTION, at, field_of(d, r));
	for (size_t r = 0; r < d->is->n_rows; r++)
		if (d->is->rows[r].is == AS_COLUMN_ITERATION && d->column[r])
			at = as_gather_find(d->g, AS_SCOPE_ITERATION, at, field_of(d, r));
	return at;
}

static void add_metrics(struct reading *d, uint32_t scope)
{
	for (size_t r = 0; r < d->is->n_rows; r++) {
		const struct as_column_row *row = &d->is->rows[r];
		if (row->is != AS_COLUMN_METRIC || !d->column[r])
			continue;
		const double v = number_of(d, r);
		if (isfinite(v))
			as_gather_named(d->g, scope,
				&(struct as_trait){.kind = AS_TRAIT_METRIC,
					.name = row->name,
					.text = row->unit    ? row->unit
						: *d->unit ? d->unit
							   : d->is->unit,
					.number = v});
	}
}

static void take_line(struct reading *d)
{
	const uint32_t subject = subject_of(d);

	if (subject == AS_SCOPE_TOP)
		return;
	d->metric = NULL;
	d->unit[0] = '\0';
	d->inner = 0;
	d->value = (double)NAN;
	for (size_t r = 0; r < d->is->n_rows; r++)
		take_field(d, r, subject);
	if (isnan(d->value) && as_gather_said(d->g, subject, AS_TRAIT_FAILED, ""))
		return;
	uint32_t at = unit_of(d, subject);
	if (d->metric) {
		as_gather_named(d->g, at,
			&(struct as_trait){.kind = AS_TRAIT_METRIC,
				.name = d->metric,
				.text = d->unit,
				.number = d->value});
		return;
	}
	if (*d->unit && !as_gather_said(d->g, subject, AS_TRAIT_UNIT, ""))
		as_gather_text(d->g, subject, AS_TRAIT_UNIT, d->unit);
	if (d->centre) {
		as_gather_number(d->g, subject, AS_TRAIT_CENTRE, d->value);
	} else {
		if (at == subject)
			at = as_gather_open(d->g, AS_SCOPE_ITERATION, subject);
		as_gather_value(d->g, at, d->value, d->inner, AS_ROLE_MEASURED);
	}
	add_metrics(d, at);
}

static enum as_status read_lines(struct reading *d, struct as_err *err)
{
	enum as_status st = as_csv_next(&d->csv, err);

	if (!st)
		st = find_columns(d, err);
	const size_t n = d->csv.n;
	while (!st && !(st = as_csv_next(&d->csv, err)) && d->csv.n) {
		if (d->csv.n != n)
			return as_csv_bad(&d->csv, SIZE_MAX, err,
				"expected %zu fields as in its first line, found %zu", n, d->csv.n);
		take_line(d);
	}
	return st;
}

enum as_status as_columns_read(const struct as_columns *c, const struct as_source *from,
	const char *name, struct as_experiment **out, struct as_err *err)
{
	struct reading *d = calloc(1, sizeof *d);
	uint64_t hash[2];
	enum as_status st = AS_OK;

	if (!d || !(d->g = as_gather_new())) {
		free(d);
		return as_fail_memory(err);
	}
	d->is = c;
	as_csv_init(&d->csv, from, name);
	st = read_lines(d, err);
	if (!st) {
		as_csv_hash(&d->csv, hash);
		st = as_gather_experiment(d->g,
			&(struct as_gather_how){.tool = c->tool,
				.unit = c->unit,
				.executions = c->executions,
				.per_inner = c->per_inner,
				.sorted = c->sorted,
				.hash = {hash[0], hash[1]}},
			name, out, err);
	}
	as_csv_release(&d->csv);
	as_gather_free(d->g);
	free(d);
	return st;
}
