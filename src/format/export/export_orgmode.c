/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "format/export/markup.h"

/* Verbatim text between = signs; ~ where there is one in it. A bar divides cells even there, and
 * nothing can quote it: a broken bar stands for it. */
static void add_name(struct as_text *t, const char *name, bool cell)
{
	struct as_text plain = {0};
	char mark = strchr(name, '=') && !strchr(name, '~') ? '~' : '=';

	as_text_add_neutral(&plain, name, strlen(name), 0);
	as_text_char(t, mark);
	for (const char *c = as_text_str(&plain); *c; c++) {
		if (*c == '|' && cell)
			as_text_add(t, "¦");
		else
			as_text_char(t, *c);
	}
	as_text_char(t, mark);
	t->failed = t->failed || plain.failed;
	as_text_release(&plain);
}

static void write(const struct as_export *e, struct as_text *t)
{
	static const struct as_markup orgmode = {
		.begin = "",
		.row_begin = "| ",
		.separator = "  |  ",
		.separators = " |  ",
		.row_end = " |\n",
		.rule = "|--+--+--+--+--|\n",
		.end = "",
		.note_begin = "\n",
		.add_name = add_name,
	};

	as_markup_write(e, &orgmode, t);
}

const struct as_exporter as_exporter_orgmode = {
	.name = "org",
	.title = "an org-mode table",
	.option = "export-orgmode",
	.summary = "an Emacs org-mode table",
	.holds = AS_HOLDS_PART(CRITERION),
	.extension = ".org",
	.times = true,
	.write = write,
};
