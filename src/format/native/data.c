/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/native/data.h"

#include <string.h>

#include "base/text.h"
#include "format/foreign/foreign.h"

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

/* The surest of them, and how sure that is, in per cent; NULL where none is at all. */
static const struct as_data_format *surest(const struct as_head *head, int *sure)
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
