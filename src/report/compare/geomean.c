/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/compare/geomean.h"

#include <string.h>

#include "say/verdict.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "say/size.h"
#include "say/say_words.h"

/* "1.012x (1.003 … 1.021)", to as many digits as its width has meaning for. */
static void add_factor(struct as_text *t, const struct as_style *style, const struct as_overall *o)
{
	const struct as_scale plain = {1, ""};
	int decimals = o->hi > o->lo ? as_decimals_of((o->hi - o->lo) / 2, 1) : 3;

	decimals = decimals < 2 ? 2 : decimals > 6 ? 6 : decimals;
	as_number_add(t, plain, o->ratio, decimals);
	as_text_char(t, 'x');
	if (!(o->hi > o->lo))
		return;
	as_text_add(t, AS_TIE "(");
	as_number_add(t, plain, o->lo, decimals);
	as_text_addf(t, AS_TIE "%s" AS_TIE, as_symbols(style)->to);
	as_number_add(t, plain, o->hi, decimals);
	as_text_char(t, ')');
}

void as_geomean_add(struct as_text *t, const struct as_style *style, const struct as_overall *o,
	const struct as_metric *m, bool apart)
{
	const struct as_comparison c = {.ratio = o->ratio, .lo = o->lo, .hi = o->hi,
		.verdict = AS_VERDICT_UNDECIDED};
	const struct as_versus v = {.c = &c, .metric = m, .subject = "", .reference = "",
		.unit = "", .reference_unit = ""};

	if (*o->refused) {
		as_text_addf(t, "no mean of %zu ratios, because ", o->n);
		as_text_add_neutral(t, o->refused, strlen(o->refused), 0);
		return;
	}
	add_factor(t, style, o);
	as_text_add(t, ", ");
	as_count_add(t, o->n, "benchmark");
	as_text_add(t, " of" AS_TIE);
	as_count_add(t, o->programs, "program");
	as_text_add(t, ": ");
	as_verdict_ratio(t, style, &v);
	if (o->hi > o->lo) {
		as_text_addf(t, ", %s", o->strictest ? "at" AS_TIE : "");
		as_percent_exact_add(t, o->confidence);
		as_text_add(t, o->strictest ? ", the strictest of the rows" : "");
	}
	as_text_add(t, !apart ? ", for this suite"
			: o->sessions && !o->for_information
			? ", for this suite, beyond these sessions"
			: ", for this suite in these sessions");
	if (apart && o->for_information)
		as_text_add(t, ", for information: of some it is not known what sessions do");
}
