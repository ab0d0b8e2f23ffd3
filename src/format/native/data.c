/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/native/data.h"

#include <string.h>

#include "base/text.h"
#include "format/foreign/foreign.h"

enum { SURE = 20, OWN = 3 /* native, csv, numbers */ };

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

/* A source whose beginning was read already. */
struct begun {
	struct as_bytes head;
	const struct as_source *rest;
};

static enum as_status read_begun(void *from, char *to, size_t room, size_t *n, struct as_err *err)
{
	struct begun *b = from;

	if (!b->head.n)
		return b->rest->read(b->rest->from, to, room, n, err);
	const struct as_source head = as_source_of(&b->head);
	return head.read(head.from, to, room, n, err);
}

/* The surest of them, and how sure that is, in per cent; NULL where none is at all. */
static const struct as_data_format *surest(const char *bytes, size_t n, int *sure)
{
	const struct as_data_format *best = NULL;
	int most = 0;

	for (size_t i = 0; i < as_data_formats_known; i++) {
		int score = as_data_formats[i]->probe(bytes, n);
		if (score > most) {
			most = score;
			best = as_data_formats[i];
		}
	}
	*sure = most;
	return best;
}

/* NULL, too, where what others write is more likely: title says what. */
static const struct as_data_format *likeliest(const char *bytes, size_t n, const char **title)
{
	int sure = 0;
	const struct as_data_format *best = surest(bytes, n, &sure);

	*title = sure < SURE ? as_foreign_title(bytes, n) : NULL;
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

/* The first bytes, of which `head` is what follows a byte order mark. */
static enum as_status read_head(const struct as_source *from, char all[AS_DATA_PROBED],
	struct as_bytes *head, struct as_err *err)
{
	size_t n = 0, more = 1;

	while (n < AS_DATA_PROBED && more) {
		enum as_status st =
			from->read(from->from, all + n, AS_DATA_PROBED - n, &more, err);
		if (st)
			return st;
		n += more;
	}
	const size_t mark = n >= 3 && !memcmp(all, "\xEF\xBB\xBF", 3) ? 3 : 0;
	*head = (struct as_bytes){all + mark, n - mark};
	return AS_OK;
}

enum as_status as_data_recognise(
	const struct as_source *from, const struct as_data_format **out, struct as_err *err)
{
	char all[AS_DATA_PROBED];
	struct as_bytes head = {0};
	int sure = 0;
	enum as_status st = read_head(from, all, &head, err);

	*out = st ? NULL : surest(head.bytes, head.n, &sure);
	if (sure < SURE || (*out && (*out)->only_named))
		*out = NULL;
	return st;
}

enum as_status as_data_read_as(const struct as_data_format *format, const struct as_source *from,
	const char *name, struct as_experiment **out, struct as_err *err)
{
	char all[AS_DATA_PROBED];
	struct as_bytes head = {0};
	const char *title = NULL;
	enum as_status st = read_head(from, all, &head, err);

	if (st)
		return st;
	if (!format)
		format = likeliest(head.bytes, head.n, &title);
	if (!format)
		return unknown(name, !head.n, title, err);
	struct begun begun = {head, from};
	return format->read(&(struct as_source){read_begun, &begun}, name, out, err);
}
