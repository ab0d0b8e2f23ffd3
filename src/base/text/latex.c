/* SPDX-License-Identifier: MIT */
#include "base/text/latex.h"

#include <string.h>

void as_latex_add(struct as_text *t, const char *s)
{
	static const struct {
		char c;
		const char *as;
	} own[] = {{'\\', "\\textbackslash{}"}, {'~', "\\textasciitilde{}"},
		{'^', "\\textasciicircum{}"}, {'<', "\\textless{}"}, {'>', "\\textgreater{}"},
		{'|', "\\textbar{}"}, {'"', "\\textquotedbl{}"}, {'\'', "\\textquotesingle{}"},
		{'`', "\\textasciigrave{}"}, {'-', "-{}"}};
	struct as_text plain = {0};

	as_text_add_neutral(&plain, s, strlen(s), 0);
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
	as_text_take(t, &plain);
}
