/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of LaTeX with the lines of booktabs. */
#include "base/text/latex.h"
#include "format/export/markup.h"

static void add_name(struct as_text *t, const char *name, bool cell)
{
	(void)cell;
	as_text_add(t, "\\texttt{");
	as_latex_add(t, name);
	as_text_char(t, '}');
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
