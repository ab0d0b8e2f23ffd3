/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "format/export/markup.h"

/* The longest run of backticks in s: the fence around it has one more. */
static size_t longest_run(const char *s)
{
	size_t best = 0;

	while (*s) {
		size_t n = strspn(s, "`");
		best = n > best ? n : best;
		s += n + (n == 0);
	}
	return best;
}

/* Inside a code span nothing acts but the end of the span, and in a table the bar. */
static void add_name(struct as_text *t, const char *name, bool cell)
{
	struct as_text plain = {0};
	size_t fence = longest_run(name) + 1;

	as_text_add_neutral(&plain, name, strlen(name), 0);
	as_text_repeat(t, "`", fence);
	as_text_add(t, fence > 1 ? " " : "");
	for (const char *c = as_text_str(&plain); *c; c++) {
		if (*c == '|' && cell)
			as_text_char(t, '\\');
		as_text_char(t, *c);
	}
	as_text_add(t, fence > 1 ? " " : "");
	as_text_repeat(t, "`", fence);
	t->failed = t->failed || plain.failed;
	as_text_release(&plain);
}

static void write(const struct as_export *e, struct as_text *t)
{
	static const struct as_markup markdown = {
		.begin = "",
		.row_begin = "| ",
		.separator = " | ",
		.separators = " | ",
		.row_end = " |\n",
		.rule = "|:---|---:|---:|---:|---:|\n",
		.end = "",
		.note_begin = "\n",
		.add_name = add_name,
	};

	as_markup_write(e, &markdown, t);
}

const struct as_exporter as_exporter_markdown = {
	.name = "markdown",
	.title = "a Markdown table",
	.option = "export-markdown",
	.summary = "a Markdown table",
	.holds = AS_HOLDS_PART(CRITERION),
	.extension = ".md",
	.times = true,
	.write = write,
};
