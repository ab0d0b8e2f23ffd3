/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/table/sheet.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "format/native/data.h"
#include "format/table/sheet_parts.h"

static void release(struct as_sheet *t)
{
	as_csv_release(&t->csv);
	as_experiment_free(t->x);
	as_labels_release(&t->texts);
	as_units_release(&t->versions);
	free(t->version);
	as_units_release(&t->subjects);
	free(t->subject_text);
	for (size_t l = 0; l < AS_TREE_LEVELS; l++) {
		as_units_release(&t->level[l].units);
		free(t->level[l].role.v);
		free(t->level[l].ending.v);
	}
	free(t->round.v);
	free(t->order.v);
	for (size_t i = 0; i < t->n_metrics; i++)
		free(t->metric[i].values);
	free(t->metric);
	free(t->metric_of);
}

static enum as_status read_sheet(const struct as_source *source, const char *name, bool plain,
	struct as_experiment **out, struct as_err *err)
{
	struct as_sheet t = {.x = as_experiment_new()};
	enum as_status st = t.x ? AS_OK : as_fail_memory(err);

	as_csv_init(&t.csv, source, name);
	t.csv.made = plain;
	t.csv.next_line -= plain;
	if (!st)
		st = as_csv_next(&t.csv, err);
	if (!st)
		st = as_sheet_head(&t.csv, &t.x->arena, &t.head, err);
	while (!st) {
		st = as_csv_next(&t.csv, err);
		if (st || !t.csv.n)
			break;
		st = as_sheet_row(&t, err);
	}
	if (!st)
		st = as_sheet_finish(&t, err);
	if (!st) {
		*out = t.x;
		t.x = NULL;
	}
	release(&t);
	return st;
}

enum as_status as_sheet_read(const struct as_source *source, const char *name,
	struct as_experiment **out, struct as_err *err)
{
	return read_sheet(source, name, false, out, err);
}

enum as_status as_sheet_read_plain(const struct as_source *source, const char *name,
	struct as_experiment **out, struct as_err *err)
{
	return read_sheet(source, name, true, out, err);
}

static bool has_value_column(const char *s, const char *end)
{
	static const char column[] = "value";

	while (s < end) {
		const char *stop = s;
		while (stop < end && !strchr(",;\t", *stop))
			stop++;
		const char *next = stop + 1;
		while (s < stop && strchr(" \"", *s))
			s++;
		while (stop > s && strchr(" \"\r", stop[-1]))
			stop--;
		const size_t n = (size_t)(stop - s);
		if (n == sizeof column - 1 && !strncasecmp(s, column, n))
			return true;
		s = next;
	}
	return false;
}

/* Text whose first line has several fields may be a table with an error in it, which its reader
 * names best; with a column "value" it is one. */
static int probe(const struct as_head *head)
{
	const char *bytes = head->bytes;
	const size_t n = head->n;
	const size_t mark = n >= 3 && !memcmp(bytes, "\xEF\xBB\xBF", 3) ? 3 : 0;
	const char *nl = n ? memchr(bytes, '\n', n) : NULL;
	const size_t end = nl ? (size_t)(nl - bytes) : n;

	if (n == mark || strchr("{[", bytes[mark]) || memchr(bytes, 0, n))
		return 0;
	if (has_value_column(bytes + mark, bytes + end))
		return 60;
	return memchr(bytes, ',', end) || memchr(bytes, ';', end) || memchr(bytes, '\t', end) ? 5
											      : 0;
}

const struct as_data_format as_data_csv = {
	.name = "csv",
	.summary = "a value a line, with its levels",
	.extension = ".csv",
	.probe = probe,
	.read = as_sheet_read,
	.write = as_sheet_write,
	.guess = true,
};
