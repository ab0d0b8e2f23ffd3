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

/* The surest of them; NULL where none is at all, or what others write is more likely. */
static const struct as_data_format *likeliest(const char *bytes, size_t n, const char **title)
{
	const struct as_data_format *best = NULL;
	int most = 0;

	*title = NULL;

	for (size_t i = 0; i < as_data_formats_known; i++) {
		int score = as_data_formats[i]->probe(bytes, n);
		if (score > most) {
			most = score;
			best = as_data_formats[i];
		}
	}
	if (most < SURE)
		*title = as_foreign_title(bytes, n);
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

enum as_status as_data_read_as(const struct as_data_format *format, const struct as_source *from,
	const char *name, struct as_experiment **out, struct as_err *err)
{
	char all[AS_DATA_PROBED];
	struct as_bytes head = {all, 0};
	size_t more = 1;

	while (head.n < sizeof all && more) {
		enum as_status st =
			from->read(from->from, all + head.n, sizeof all - head.n, &more, err);
		if (st)
			return st;
		head.n += more;
	}
	if (head.n >= 3 && !memcmp(all, "\xEF\xBB\xBF", 3)) /* a byte order mark */
		head = (struct as_bytes){all + 3, head.n - 3};
	const char *title = NULL;
	if (!format)
		format = likeliest(head.bytes, head.n, &title);
	if (!format)
		return unknown(name, !head.n, title, err);
	struct begun begun = {head, from};
	return format->read(&(struct as_source){read_begun, &begun}, name, out, err);
}
