/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "format/export/markup.h"

/* Does c do something in monospaced text? Marks of emphasis come in pairs; one alone is a sign. */
static bool acts(const char *name, char c)
{
	if (strchr("`+{[<", c))
		return true;
	return strchr("*_#~^", c) && strchr(strchr(name, c) + 1, c);
}

/* What acts is written as a character reference. */
static void add_name(struct as_text *t, const char *name, bool cell)
{
	struct as_text plain = {0};

	as_text_add_neutral(&plain, name, strlen(name), 0);
	as_text_char(t, '`');
	for (const char *c = as_text_str(&plain); *c; c++) {
		if (*c == '|' && cell)
			as_text_add(t, "\\|");
		else if (acts(as_text_str(&plain), *c))
			as_text_addf(t, "&#%d;", *c);
		else
			as_text_char(t, *c);
	}
	as_text_char(t, '`');
	t->failed = t->failed || plain.failed;
	as_text_release(&plain);
}

static void write(const struct as_export *e, struct as_text *t)
{
	static const struct as_markup asciidoc = {
		.begin = "[cols=\"<,>,>,>,>\"]\n|===",
		.row_begin = "\n| ",
		.separator = " \n| ",
		.separators = " \n| ",
		.row_end = " \n",
		.rule = "",
		.end = "|===\n",
		.note_begin = "\n",
		.add_name = add_name,
	};

	as_markup_write(e, &asciidoc, t);
}

const struct as_exporter as_exporter_asciidoc = {
	.name = "asciidoc",
	.title = "an AsciiDoc table",
	.option = "export-asciidoc",
	.summary = "an AsciiDoc table",
	.holds = AS_HOLDS_PART(CRITERION),
	.extension = ".adoc",
	.times = true,
	.write = write,
};
