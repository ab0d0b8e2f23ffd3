/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/foreign/parts/columns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/num.h"
#include "base/text/fixed.h"
#include "base/text.h"
#include "format/instant.h"
#include "format/table/csv.h"
#include "model/joined/rows.h"

enum { FIELD_BYTES = AS_ROWS_NAME_BYTES, NAME_BYTES = 100, ROWS_MOST = 32 };
enum { SURE = 95, UNIT_SURE = 80 };

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
	bool centre, skipped;
	/* of a table of nobody */
	struct as_columns own;
	struct as_column_row own_rows[ROWS_MOST];
	char own_name[ROWS_MOST][NAME_BYTES];
	char own_unit[40];
	bool executions, iterations;
	struct as_text understood;
	size_t bad; /* row + 1 of a field that is not what it has to be; 0: all are */
	const char *expected; /* what that is */
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

/* Takes out commas between thousands, "1,234,567", if all of them are. */
static void join_thousands(char *s)
{
	const char *from = s + strspn(s, "+-");
	size_t n = strspn(from, "0123456789");
	char *to = s;

	if (!n || n > 3 || from[n] != ',')
		return;
	for (from += n; *from == ','; from += 1 + n)
		if ((n = strspn(from + 1, "0123456789")) != 3)
			return;
	for (from = s; *from; from++)
		if (*from != ',')
			*to++ = *from;
	*to = '\0';
}

/* The first of a line is told. */
static void complain(struct reading *d, size_t row, const char *expected)
{
	if (d->bad)
		return;
	d->bad = row + 1;
	d->expected = expected;
}

/* NaN where there is none; what is something else, such as "12 ms", is an error of the line. */
static double number_of(struct reading *d, size_t row)
{
	double v = (double)NAN;

	(void)field_of(d, row);
	join_thousands(d->field);
	if (!as_gather_number_of(d->field, &v))
		complain(d, row,
			d->is->rows[row].is == AS_COLUMN_INNER ? "a number from 1" : "a number");
	return v;
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

/* ---- a table of nobody, with a column that is named by a unit ---- */

static bool is_word_of(const struct as_csv_field *f, const char *const *words)
{
	for (; *words; words++)
		if (strlen(*words) == f->n && !strncasecmp(*words, f->s, f->n))
			return true;
	return false;
}

/* The unit in a name such as "ms", "time_ms", "time (ms)" or "size [MB]"; *n is its length. NULL: there is none. */
static const char *unit_in(const char *s, size_t length, size_t *n)
{
	static const char *const units[] = {"ns", "us", "\xc2\xb5s", "ms", "s", "sec", "seconds",
		"B", "bytes", "kB", "KB", "KiB", "MB", "MiB", "GB", "GiB"};
	size_t end = length, from = length;

	if (end && (s[end - 1] == ')' || s[end - 1] == ']')) {
		const char open = s[end - 1] == ')' ? '(' : '[';
		while (from && s[from - 1] != open)
			from--;
		end--;
	} else {
		while (from && s[from - 1] != '_' && s[from - 1] != ' ')
			from--;
	}
	for (size_t i = 0; from < end && i < sizeof units / sizeof units[0]; i++)
		if (strlen(units[i]) == end - from && !memcmp(units[i], s + from, end - from)) {
			*n = end - from;
			return s + from;
		}
	return NULL;
}

static const char *const subject_words[] = {
	"name", "benchmark", "bench", "test", "case", "command", "subject", NULL};
static const char *const execution_words[] = {"run", "execution", "process", "fork", "trial", "rep",
	"repetition", "repeat", "sample", "i", "n", "#", NULL};
/* what a table of ours says of its values, which --value and --unit say instead */
static const char *const other_words[] = {"value", "unit", "metric", NULL};
static const char *const iteration_words[] = {"iteration", "iter", "loop", NULL};

static bool begins_with_number(const char *s, size_t n)
{
	const char *end = s + n;
	char word[64] = "";
	double v;

	while (s < end && strchr(" \t\r\n\"", *s))
		s++;
	for (size_t i = 0; s < end && i + 1 < sizeof word && !strchr(" \t\r\n\"", *s); i++)
		word[i] = *s++;
	return as_gather_number_of(word, &v);
}

int as_columns_of_unit_probe(const struct as_columns *c, const struct as_head *head)
{
	const char *s = head->bytes, *end = memchr(s, '\n', head->n);
	const char *line_end = end ? end : s + head->n;
	size_t found = 0, fields = 0, n = 0;

	(void)c;
	if (!end || (size_t)(end - s) > FIELD_BYTES)
		return 0;
	for (; s < line_end; fields++) {
		size_t k = 0;
		while (s + k < line_end && !strchr(",;\t\r", s[k]))
			k++;
		struct as_csv_field f = {s, k, 0};
		while (f.n && (*f.s == ' ' || *f.s == '"'))
			f.s++, f.n--;
		while (f.n && (f.s[f.n - 1] == ' ' || f.s[f.n - 1] == '"'))
			f.n--;
		if (is_word_of(&f, other_words))
			return 0;
		found += unit_in(f.s, f.n, &n) != NULL;
		s += k + 1;
	}
	/* a line of words may end with one, too, and so may a comment above plain numbers */
	const size_t left = head->n - (size_t)(end + 1 - head->bytes);
	const bool alone = *head->bytes != '#' && begins_with_number(end + 1, left);
	return found == 1 && (fields > 1 || alone) ? UNIT_SURE : 0;
}

static bool is_fraction(const struct as_csv_field *f)
{
	char text[64];
	double v;

	snprintf(text, sizeof text, "%.*s", f->n < sizeof text ? (int)f->n : 0, f->s);
	return *text && as_parse_double(text, &v) && v > floor(v);
}

/* There is no column of that name: those that there are. */
static enum as_status fail_column(const struct reading *d, struct as_err *err)
{
	struct as_text known = {0};

	for (size_t i = 0; i < d->csv.n && known.len < 400; i++)
		as_text_addf(&known, "%s%.*s", i ? ", " : "",
			(int)(d->csv.field[i].n < NAME_BYTES ? d->csv.field[i].n : NAME_BYTES),
			d->csv.field[i].s);
	const enum as_status st = as_csv_bad(&d->csv, SIZE_MAX, err,
		"it has no column '%.100s' (only: %s)", d->is->value, as_text_str(&known));
	as_text_release(&known);
	return st;
}

/* of the software, where there is a date, too */
static const char *const version_words[] = {"version", NULL};
static const char *const commit_words[] = {"commit", NULL};
static const char *const date_words[] = {"date", NULL};

static bool has_column(const struct reading *d, const char *const *words)
{
	for (size_t i = 0; i < d->csv.n; i++)
		if (is_word_of(&d->csv.field[i], words))
			return true;
	return false;
}

static bool is_of_version(enum as_column_is is)
{
	return is == AS_COLUMN_COMMIT || is == AS_COLUMN_VERSION || is == AS_COLUMN_DATE;
}

/* What the columns are, by their names, and where these say nothing by the first line of values: a fraction labels
 * nothing, and its column is not used. */
static enum as_status understand(struct reading *d, struct as_err *err)
{
	const size_t most = d->csv.n < ROWS_MOST ? d->csv.n : ROWS_MOST;
	const char *given = d->is->value;
	const bool dated = has_column(d, date_words) &&
		(has_column(d, version_words) || has_column(d, commit_words));
	struct as_text said[4] = {{0}};
	size_t n = 0, unit_length = 0, values = 0;

	if (d->csv.n > ROWS_MOST)
		return as_csv_bad(&d->csv, SIZE_MAX, err, "there are more than %d columns",
			ROWS_MOST);
	for (size_t i = 0; i < most; i++) {
		const struct as_csv_field *f = &d->csv.field[i];
		size_t length = 0;
		const char *unit = unit_in(f->s, f->n, &length);
		struct as_column_row *row = &d->own_rows[i];
		snprintf(d->own_name[i], sizeof d->own_name[i], "%.*s",
			(int)(f->n < NAME_BYTES ? f->n : NAME_BYTES - 1), f->s);
		*row = (struct as_column_row){.column = d->own_name[i], .is = AS_COLUMN_KEY};
		if (given ? strlen(given) == f->n && !memcmp(given, f->s, f->n) : unit != NULL) {
			row->is = AS_COLUMN_VALUE;
			values++;
			unit_length = given && d->is->unit ? strlen(d->is->unit) : length;
			snprintf(d->own_unit, sizeof d->own_unit, "%.*s", (int)unit_length,
				given && d->is->unit ? d->is->unit : unit_length ? unit : "");
		} else if (given && (unit || is_word_of(f, other_words))) {
			row->is = AS_COLUMN_IS;
		} else if (dated && is_word_of(f, version_words)) {
			row->is = AS_COLUMN_VERSION;
		} else if (dated && is_word_of(f, commit_words)) {
			row->is = AS_COLUMN_COMMIT;
		} else if (dated && is_word_of(f, date_words)) {
			row->is = AS_COLUMN_DATE;
		} else if (is_word_of(f, execution_words)) {
			row->is = AS_COLUMN_EXECUTION;
		} else if (is_word_of(f, iteration_words)) {
			row->is = AS_COLUMN_ITERATION;
		} else if (!is_word_of(f, subject_words)) {
			row->name = d->own_name[i];
		}
	}
	if (given && values > 1)
		return as_csv_bad(&d->csv, SIZE_MAX, err, "the column '%.100s' is there twice",
			given);
	if (given && !values)
		return fail_column(d, err);
	if (given && !unit_length)
		return as_csv_bad(&d->csv, SIZE_MAX, err,
			"nothing says in which unit the column '%.100s' is; give --unit ms, say",
			given);
	if (!unit_length)
		return as_csv_bad(&d->csv, SIZE_MAX, err,
			"no column is named by a unit, as time_ms or 'size (MB)'");
	enum as_status st = as_csv_next(&d->csv, err);
	for (size_t i = 0; !st && i < most; i++) {
		const struct as_column_row row = d->own_rows[i];
		if (row.is == AS_COLUMN_IS ||
			(row.is == AS_COLUMN_KEY && i < d->csv.n &&
				is_fraction(&d->csv.field[i]))) {
			as_gather_unused(d->g, row.column);
			continue;
		}
		const size_t of = row.is == AS_COLUMN_VALUE ? 0 : row.is == AS_COLUMN_KEY ? 2
			: is_of_version(row.is) ? 3 : 1;
		as_text_addf(&said[of], "%s%s", said[of].len ? ", " : "", row.column);
		d->iterations = d->iterations || row.is == AS_COLUMN_ITERATION;
		d->executions = d->executions || row.is == AS_COLUMN_EXECUTION;
		d->column[n] = i + 1;
		if (row.name)
			snprintf(d->name[n], sizeof d->name[n], "%s", row.name);
		d->own_rows[n++] = row;
	}
	d->own = *d->is;
	d->own.rows = d->own_rows;
	d->own.n_rows = n;
	d->own.unit = d->own_unit;
	d->own.executions = !(d->iterations && d->executions);
	d->is = &d->own;
	as_text_addf(&d->understood, "values in %s are those of column '%s'", d->own_unit,
		as_text_str(&said[0]));
	if (said[1].len)
		as_text_addf(&d->understood, "; what was repeated: %s", as_text_str(&said[1]));
	else
		as_text_add(&d->understood, "; each line is a run");
	if (said[2].len)
		as_text_addf(&d->understood, "; benchmarks are told apart by %s",
			as_text_str(&said[2]));
	if (said[3].len)
		as_text_addf(&d->understood, "; versions of a history are told apart by %s",
			as_text_str(&said[3]));
	for (size_t i = 0; i < sizeof said / sizeof *said; i++)
		as_text_release(&said[i]);
	return st;
}

static enum as_status find_columns(struct reading *d, struct as_err *err)
{
	if (d->is->of_unit)
		return understand(d, err);
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

/* A name of a file that is too long for one of a benchmark, from its last slash on. */
static const char *last_part(const char *name)
{
	const char *slash = strlen(name) > FIELD_BYTES ? strrchr(name, '/') : NULL;

	return slash ? slash + 1 : name;
}

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

/* The scope of the version that a line is of; AS_SCOPE_TOP: it says none. */
static uint32_t version_of(struct reading *d)
{
	uint32_t at = AS_SCOPE_TOP;
	size_t named = SIZE_MAX;
	int64_t ns;

	for (size_t r = 0; r < d->is->n_rows; r++) {
		const enum as_column_is is = d->is->rows[r].is;
		const enum as_trait_kind kind =
			is == AS_COLUMN_COMMIT ? AS_TRAIT_COMMIT : AS_TRAIT_VERSION;
		if (is != AS_COLUMN_COMMIT && is != AS_COLUMN_VERSION)
			continue;
		named = r;
		if (!*field_of(d, r))
			continue;
		at = as_gather_find(d->g, AS_SCOPE_FILE, at, d->field);
		if (!as_gather_said(d->g, at, kind, ""))
			as_gather_text(d->g, at, kind, d->field);
	}
	for (size_t r = 0; r < d->is->n_rows; r++) {
		if (d->is->rows[r].is != AS_COLUMN_DATE)
			continue;
		if (at == AS_SCOPE_TOP && named != SIZE_MAX)
			complain(d, named, "the version that the value is of");
		if (!as_instant_read(field_of(d, r), &ns))
			complain(d, r, "a date such as 2026-08-18 or 2026-08-18T10:00:00Z");
		const struct as_trait *said = as_gather_said(d->g, at, AS_TRAIT_DATE, "");
		if (said && strcmp(said->text, d->field) != 0)
			complain(d, r, "the date of an earlier line of this version");
		else if (!said)
			as_gather_text(d->g, at, AS_TRAIT_DATE, d->field);
	}
	return at;
}

/* The subject of a line: groups by its keys, the last of which is it; of a table without keys there
 * is one. AS_SCOPE_TOP: the line is skipped. */
static uint32_t subject_of(struct reading *d)
{
	char key[2 * FIELD_BYTES + 2];
	uint32_t at = version_of(d);
	size_t last = 0;

	for (size_t r = 0; r < d->is->n_rows; r++)
		last = d->is->rows[r].is == AS_COLUMN_KEY && d->column[r] ? r : last;
	for (size_t r = 0; r < d->is->n_rows; r++) {
		const struct as_column_row *row = &d->is->rows[r];
		const char *s = field_of(d, r);
		if (row->is != AS_COLUMN_KEY || !d->column[r])
			continue;
		if (is_skipped(d, s))
			return AS_SCOPE_TOP;
		if (row->unit && !strcmp(s, row->unit))
			s = "";
		snprintf(key, sizeof key, "%s%s%s", *s ? d->name[r] : "",
			*s && *d->name[r] ? "=" : "", s);
		at = as_gather_find(d->g, r == last ? AS_SCOPE_SUBJECT : AS_SCOPE_GROUP, at, key);
	}
	return d->column[last] && d->is->rows[last].is == AS_COLUMN_KEY
		       ? at
		       : as_gather_find(d->g, AS_SCOPE_SUBJECT, at,
				 d->is->of_unit ? last_part(d->csv.name) : d->is->tool);
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
		if (d->is->per_inner && !(d->inner > 0))
			complain(d, r, "a number from 1");
	} else if (row->is == AS_COLUMN_UNIT) {
		snprintf(d->unit, sizeof d->unit, "%s", field_of(d, r));
	} else if (row->is == AS_COLUMN_METRIC_NAME) {
		snprintf(d->metric_name, sizeof d->metric_name, "%s", field_of(d, r));
		d->metric = strcmp(d->metric_name, row->name) ? d->metric_name : NULL;
	} else if (row->is == AS_COLUMN_IS_FAILED) {
		d->skipped = !strcmp(field_of(d, r), "false");
	} else if (row->is == AS_COLUMN_FAILED) {
		const char *why = field_of(d, r);
		if (*why && strcmp(why, "0") != 0 && strcmp(why, "false") != 0)
			as_gather_text(d->g, subject,
				d->skipped ? AS_TRAIT_SKIPPED : AS_TRAIT_FAILED, why);
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
		if (isnan(v) && *d->field)
			as_gather_none(d->g);
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
	d->skipped = false;
	d->unit[0] = '\0';
	d->inner = 0;
	d->value = (double)NAN;
	for (size_t r = 0; r < d->is->n_rows; r++)
		take_field(d, r, subject);
	if (isnan(d->value) && (as_gather_said(d->g, subject, AS_TRAIT_FAILED, "") ||
		as_gather_said(d->g, subject, AS_TRAIT_SKIPPED, "")))
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

	const size_t n = d->csv.n;
	if (!st)
		st = find_columns(d, err);
	/* of a table of nobody the first line has been looked at */
	if (!st && !d->is->of_unit)
		st = as_csv_next(&d->csv, err);
	for (; !st && d->csv.n; st = as_csv_next(&d->csv, err)) {
		if (d->csv.n != n)
			return as_csv_bad(&d->csv, SIZE_MAX, err,
				"expected %zu fields as in its first line, found %zu", n, d->csv.n);
		take_line(d);
		const char *found = d->bad ? field_of(d, d->bad - 1) : NULL;
		if (found)
			return as_csv_bad(&d->csv, d->column[d->bad - 1] - 1, err,
				"expected %s, found %s%.40s%s", d->expected,
				*found ? "'" : "nothing", found, *found ? "'" : "");
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
	d->csv.made = c->lines;
	d->csv.next_line -= c->lines;
	st = read_lines(d, err);
	if (!st) {
		as_csv_hash(&d->csv, hash);
		/* another column of the same table is another result */
		for (const char *s = c->value; s && *s; s++)
			hash[0] = (hash[0] ^ (unsigned char)*s) * UINT64_C(1099511628211);
		for (const char *s = c->value ? d->own_unit : NULL; s && *s; s++)
			hash[1] = (hash[1] ^ (unsigned char)*s) * UINT64_C(1099511628211);
		st = as_gather_experiment(d->g,
			&(struct as_gather_how){.tool = c->tool,
				.unit = d->is->unit,
				.executions = d->is->executions,
				.per_inner = c->per_inner,
				.sorted = c->sorted,
				.hash = {hash[0], hash[1]}},
			name, out, err);
	}
	if (!st && d->understood.len &&
		!as_experiment_remark(*out, "%s", as_text_str(&d->understood))) {
		as_experiment_free(*out);
		st = as_fail_memory(err);
	}
	as_text_release(&d->understood);
	as_csv_release(&d->csv);
	as_gather_free(d->g);
	free(d);
	return st;
}
