/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of LaTeX with the lines of booktabs. */
#include <string.h>

#include "format/export/markup.h"

/* Nothing in it acts. */
static void add_name(struct as_text *t, const char *name)
{
	static const struct {
		char c;
		const char *as;
	} own[] = {{'\\', "\\textbackslash{}"}, {'~', "\\textasciitilde{}"},
		{'^', "\\textasciicircum{}"}, {'<', "\\textless{}"}, {'>', "\\textgreater{}"},
		{'|', "\\textbar{}"}, {'"', "\\textquotedbl{}"}, {'\'', "\\textquotesingle{}"},
		{'`', "\\textasciigrave{}"}, {'-', "-{}"}};
	struct as_text plain = {0};

	as_text_add_neutral(&plain, name, strlen(name), 0);
	as_text_add(t, "\\texttt{");
	for (const char *c = as_text_str(&plain); *c; c++) {
		size_t i = 0;
		while (i < sizeof own / sizeof own[0] && own[i].c != *c)
			i++;
		if (i < sizeof own / sizeof own[0]) {
			as_text_add(t, own[i].as);
			continue;
		}
		if (strchr("{}$&#_%", *c))
			as_text_char(t, '\\');
		as_text_char(t, *c);
	}
	as_text_char(t, '}');
	t->failed = t->failed || plain.failed;
	as_text_release(&plain);
}

static void write(const struct as_export *e, struct as_text *t)
{
	static const struct as_markup latex = {
		.begin = "% \\usepackage{booktabs,textcomp}\n\\begin{tabular}{lrrrr}\n\\toprule\n",
		.row_begin = "",
		.separator = " & ",
		.separators = " & ",
		.row_end = " \\\\\n",
		.rule = "\\midrule\n",
		.end = "\\bottomrule\n\\end{tabular}\n",
		.note_begin = "\n",
		.percent = "\\%",
		.add_name = add_name,
	};

	as_markup_write(e, &latex, t);
}

const struct as_exporter as_exporter_latex = {
	.name = "latex",
	.title = "a table of LaTeX",
	.summary = "a LaTeX table, with the lines of booktabs",
	.holds = AS_HOLDS_PART(CRITERION),
	.extension = ".tex",
	.times = true,
	.write = write,
};
