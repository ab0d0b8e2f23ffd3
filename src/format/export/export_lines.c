/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table in long form as lines of JSON, an object a value: the lines of as_sheet_write, whose
 * first has the names. The first object has them all, so that who reads it knows what will come. */
#include <string.h>

#include "base/json/json.h"
#include "base/num.h"
#include "format/export/export.h"
#include "format/table/sheet.h"

enum { COLUMNS_MOST = 24, PIECE = 1 << 16 };

struct line_sink {
	const struct as_sink *to;
	struct as_text field, out;
	struct as_text name[COLUMNS_MOST];
	size_t column;
	bool head, first; /* the line with the names, the first object */
	bool quoted, quote; /* quote: one has just ended a quoted field, or stands for itself */
	bool begun; /* the object of this line has a member */
};

/* Columns that are words whatever they look like. */
static bool is_text(const char *column)
{
	static const char *const words[] = {
		"subject", "metric", "unit", "better", "role", "ending"};

	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (!strcmp(words[i], column))
			return true;
	return false;
}

static void add_member(struct line_sink *s)
{
	const char *name = as_text_str(&s->name[s->column]);
	const char *field = as_text_str(&s->field);
	struct as_json j;
	double number;

	if (!s->field.len && !s->first)
		return;
	as_text_add(&s->out, s->begun ? "," : "{");
	s->begun = true;
	as_json_init(&j, &s->out, 0);
	as_json_string(&j, name);
	as_text_char(&s->out, ':');
	as_json_init(&j, &s->out, 0);
	if (!s->field.len)
		as_json_null(&j);
	else if (!is_text(name) && as_parse_double(field, &number))
		as_text_add(&s->out, field);
	else
		as_json_string(&j, field);
}

static void end_field(struct line_sink *s)
{
	if (s->column < COLUMNS_MOST && s->head)
		as_text_add_n(&s->name[s->column], as_text_str(&s->field), s->field.len);
	else if (s->column < COLUMNS_MOST)
		add_member(s);
	as_text_clear(&s->field);
	s->column++;
}

static void end_line(struct line_sink *s)
{
	end_field(s);
	if (s->begun)
		as_text_add(&s->out, "}\n");
	s->first = s->head;
	s->begun = s->head = false;
	s->column = 0;
}

static void take_char(struct line_sink *s, char c)
{
	if (c == '"') {
		if (s->quote)
			as_text_char(&s->field, '"');
		s->quote = s->quoted && !s->quote;
		s->quoted = true;
		return;
	}
	const bool inside = s->quoted && !s->quote;
	s->quote = s->quote && inside;
	if (inside) {
		as_text_char(&s->field, c);
		return;
	}
	s->quoted = false;
	if (c == ',')
		end_field(s);
	else if (c == '\n')
		end_line(s);
	else
		as_text_char(&s->field, c);
}

static enum as_status pass(void *to, const char *bytes, size_t n, struct as_err *err)
{
	struct line_sink *s = to;

	for (size_t i = 0; i < n; i++)
		take_char(s, bytes[i]);
	if (s->field.failed || s->out.failed)
		return as_fail_memory(err);
	enum as_status st = s->out.len ? s->to->write(s->to->to, s->out.data, s->out.len, err)
				       : AS_OK;
	as_text_clear(&s->out);
	return st;
}

static enum as_status stream(
	const struct as_experiment *x, const struct as_sink *to, struct as_err *err)
{
	struct line_sink s = {.to = to, .head = true};
	const struct as_sink lines = {pass, &s};
	enum as_status st = as_sheet_write(x, &lines, err);

	for (size_t i = 0; i < COLUMNS_MOST; i++)
		as_text_release(&s.name[i]);
	as_text_release(&s.field);
	as_text_release(&s.out);
	return st;
}

const struct as_exporter as_exporter_lines = {
	.name = "jsonl",
	.title = "lines of JSON",
	.summary = "the same as lines of JSON, an object a value",
	.extension = ".jsonl",
	.holds = ~(AS_HOLDS_PART(CRITERION) | AS_HOLDS_PART(PARAMETERS) | AS_HOLDS_PART(VERSIONS) |
		   AS_HOLDS_PART(CONDITIONS)),
	.stream = stream,
};
