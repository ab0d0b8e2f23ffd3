/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/native/data.h"

#include <string.h>

#include "base/num.h"
#include "base/text.h"
#include "base/text/fixed.h"
#include "format/foreign/foreign.h"
#include "format/foreign/parts/columns.h"
#include "format/table/sheet.h"

enum { SURE = 20, OWN = 4 /* native, csv, jsonl, numbers */ };

const struct as_data_format *const as_data_formats[] = {
#define AS_DATA(name) &as_data_##name,
#include "format/export/formats.def"
};

const size_t as_data_formats_known = sizeof as_data_formats / sizeof as_data_formats[0];

const struct as_data_format *as_data_of_name(const char *file)
{
	const size_t n = strlen(file);

	for (size_t i = 0; i < as_data_formats_known; i++) {
		const char *end = as_data_formats[i]->extension;
		const size_t k = strlen(end);
		if (n > k && !strcmp(file + n - k, end))
			return as_data_formats[i];
	}
	return NULL;
}

/* The surest of them by its probe, and how sure that is, in per cent; NULL where none is at all. */
static const struct as_data_format *surest_probe(const struct as_head *head, int *sure)
{
	const struct as_data_format *best = NULL;
	int most = 0;

	for (size_t i = 0; i < as_data_formats_known; i++) {
		int score = as_data_formats[i]->probe(head);
		if (score > most) {
			most = score;
			best = as_data_formats[i];
		}
	}
	*sure = most;
	return best;
}

/* The same, but that the first line of another tool's files says more than what its columns are called. */
static const struct as_data_format *surest(const struct as_head *head, int *sure)
{
	const struct as_data_format *best = surest_probe(head, sure);

	if (!best || !best->guess || !as_foreign_begins(head->bytes, head->n))
		return best;
	*sure = 0;
	return NULL;
}

/* NULL, too, where what others write is more likely: title says what. */
static const struct as_data_format *likeliest(struct as_bytes begun, const char **title)
{
	struct as_head head;
	int sure = 0;

	as_head_init(&head, begun.bytes, begun.n);
	const struct as_data_format *best = surest(&head, &sure);
	as_head_release(&head);
	*title = sure < SURE ? as_foreign_title(begun.bytes, begun.n) : NULL;
	return *title ? NULL : best;
}

static enum as_status unknown(const char *name, bool empty, const char *title, struct as_err *err)
{
	if (title)
		return as_fail(err, AS_ERR_DATA,
			"cannot read '%.300s': this looks like %s, which cannot be read here; a "
			"table of its values can, with columns such as execution,value,unit "
			"(docs/formats.md)",
			name, title);
	return as_fail(err, AS_ERR_DATA,
		"cannot read '%.300s': %s; assay reads its own files, tables with columns such as "
		"execution,value,unit, and what %zu other tools write (docs/formats.md)",
		name, empty ? "it is empty" : "it is of no format that is known here",
		as_data_formats_known - OWN);
}

enum as_status as_data_named(
	const char *name, const struct as_data_format **out, struct as_err *err)
{
	struct as_text known = {0};

	for (size_t i = 0; i < as_data_formats_known; i++) {
		if (!strcmp(as_data_formats[i]->name, name)) {
			*out = as_data_formats[i];
			as_text_release(&known);
			return AS_OK;
		}
		as_text_addf(&known, "%s%s", i ? ", " : "", as_data_formats[i]->name);
	}
	enum as_status st = as_fail(err, AS_ERR_USAGE,
		"cannot read files of a format called '%.60s': --format takes %s", name,
		as_text_str(&known));
	as_text_release(&known);
	return st;
}

enum as_status as_data_read(const struct as_source *from, const char *name,
	struct as_experiment **out, struct as_err *err)
{
	return as_data_read_as(NULL, from, name, out, err);
}

/* The first bytes, without a byte order mark. */
static enum as_status read_head(const struct as_source *from, char all[AS_DATA_PROBED],
	struct as_begun *out, struct as_err *err)
{
	const enum as_status st = as_begun_read(out, from, all, AS_DATA_PROBED, err);
	struct as_bytes *head = &out->head;

	if (!st && head->n >= 3 && !memcmp(head->bytes, "\xEF\xBB\xBF", 3))
		*head = (struct as_bytes){head->bytes + 3, head->n - 3};
	return st;
}

enum as_status as_data_recognise(
	const struct as_source *from, const struct as_data_format **out, struct as_err *err)
{
	char all[AS_DATA_PROBED];
	struct as_begun begun;
	int sure = 0;
	enum as_status st = read_head(from, all, &begun, err);

	*out = NULL;
	if (!st) {
		struct as_head head;
		as_head_init(&head, begun.head.bytes, begun.head.n);
		*out = surest(&head, &sure);
		as_head_release(&head);
	}
	if (sure < SURE || (*out && (*out)->only_named))
		*out = NULL;
	return st;
}

/* Words of what reads lines or members say where; of which file is known here. */
static enum as_status name_file(const char *name, enum as_status st, struct as_err *err)
{
	if (!err || !strncmp(err->msg, "cannot ", strlen("cannot ")) || strstr(err->msg, name))
		return st;
	const struct as_err why = *err;
	return as_fail(err, st, "cannot read '%.300s': %s", name, why.msg);
}

enum as_status as_data_read_as(const struct as_data_format *format, const struct as_source *from,
	const char *name, struct as_experiment **out, struct as_err *err)
{
	char all[AS_DATA_PROBED];
	struct as_begun begun;
	const char *title = NULL;
	enum as_status st = read_head(from, all, &begun, err);

	if (st)
		return st;
	if (!format)
		format = likeliest(begun.head, &title);
	if (!format)
		return unknown(name, !begun.head.n, title, err);
	const struct as_source all_of_it = as_source_begun(&begun);
	st = format->read(&all_of_it, name, out, err);
	return st == AS_ERR_DATA ? name_file(name, st, err) : st;
}

/* ---- a column of a table ---- */

/* Its first line names columns: text with several of them, or one, which is no number but has one below it. */
static bool has_columns(struct as_bytes head)
{
	const char *nl = head.n ? memchr(head.bytes, '\n', head.n) : NULL;
	const size_t end = nl ? (size_t)(nl - head.bytes) : head.n;
	char below[64] = "";
	double v;

	if (!nl || memchr(head.bytes, 0, head.n))
		return false;
	for (size_t i = 0; i < end; i++)
		if (strchr(",;\t", head.bytes[i]))
			return true;
	const size_t left = head.n - end - 1;
	const char *line = nl + 1, *stop = left ? memchr(line, '\n', left) : NULL;
	size_t n = stop ? (size_t)(stop - line) : left;
	while (n && (line[n - 1] == '\r' || line[n - 1] == ' '))
		n--;
	return as_copy_n(AS_ROOM(below), line, n) && as_parse_double(below, &v);
}

static enum as_status read_columns(const void *context, const struct as_source *table,
	const char *name, struct as_experiment **out, struct as_err *err)
{
	return as_columns_read(context, table, name, out, err);
}

enum as_status as_data_read_column(const struct as_value_column *c, const struct as_source *from,
	const char *name, struct as_experiment **out, struct as_err *err)
{
	struct as_columns columns = {
		.tool = "csv", .head = "", .of_unit = true, .value = c->name, .unit = c->unit};
	char all[AS_DATA_PROBED];
	struct as_begun begun;
	struct as_head head;
	int sure = 0;
	double scale;

	if (c->unit && !as_unit_is_amount(c->unit) && as_unit_common(c->unit, &scale) == c->unit)
		return as_fail(err, AS_ERR_USAGE,
			"unknown unit '%.60s': --unit takes ns, us, ms, s, min, h, B, kB, MB, GB, "
			"KiB, MiB, GiB, count, and any of them per second, such as MB/s and ops/s",
			c->unit);
	enum as_status st = read_head(from, all, &begun, err);
	if (st)
		return st;
	as_head_init(&head, begun.head.bytes, begun.head.n);
	const struct as_data_format *best = surest_probe(&head, &sure); /* the user has said more */
	as_head_release(&head);
	best = sure < SURE ? NULL : best;
	const bool object = begun.head.n && begun.head.bytes[0] == '{';
	const bool table = best ? !strcmp(best->extension, ".csv") : !object;
	const char *title = best ? NULL : as_foreign_title(begun.head.bytes, begun.head.n);
	const bool lines = object && (!best || best == &as_data_jsonl) && !title;
	const struct as_source rest = as_source_begun(&begun);

	if (lines) {
		columns.lines = true;
		st = as_sheet_read_lines(&rest, name, read_columns, &columns, out, err);
	} else if (table && !title && has_columns(begun.head)) {
		st = as_columns_read(&columns, &rest, name, out, err);
	} else {
		const char *is = best ? best->summary : title;
		return as_fail(err, AS_ERR_DATA,
			"cannot take --value of '%.300s': it is no table with a line that names "
			"its columns%s%.100s%s",
			name, is ? " (" : "", is ? is : "", is ? ")" : "");
	}
	return st == AS_ERR_DATA ? name_file(name, st, err) : st;
}
