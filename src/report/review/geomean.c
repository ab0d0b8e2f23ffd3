/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/review/geomean.h"

#include <math.h>

#include "say/verdict.h"
#include "say/number.h"
#include "say/say.h"

/* "1.012x (1.003 … 1.021)", to as many digits as its width has meaning for. */
static struct as_text factor_of(const struct as_style *style, const struct as_overall *o)
{
	const struct as_scale plain = {1, ""};
	int decimals = o->hi > o->lo ? as_decimals_of((o->hi - o->lo) / 2, 1) : 3;
	struct as_text t = {0}, at = {0}, lo = {0}, hi = {0};

	decimals = decimals < 2 ? 2 : decimals > 6 ? 6 : decimals;
	as_number_add(&at, plain, o->ratio, decimals);
	if (o->hi > o->lo) {
		as_number_add(&lo, plain, o->lo, decimals);
		as_number_add(&hi, plain, o->hi, decimals);
	}
	as_say(&t, style, FACTOR, &at, &lo, &hi);
	return t;
}

void as_geomean_add(struct as_text *t, const struct as_style *style, const struct as_overall *o,
	const struct as_metric *m, bool apart)
{
	const struct as_comparison c = {.ratio = o->ratio, .lo = o->lo, .hi = o->hi,
		.verdict = AS_VERDICT_UNDECIDED};
	const struct as_versus v = {.c = &c, .metric = m, .subject = "", .reference = "",
		.unit = "", .reference_unit = ""};

	if (*o->refused) {
		as_say(t, style, GEOMEAN_NONE, o->n, o->refused);
		return;
	}
	struct as_text factor = factor_of(style, o), ratio = {0};
	as_verdict_ratio(&ratio, style, &v);
	as_say(t, style, GEOMEAN, &factor, o->n, o->programs, &ratio,
		o->hi > o->lo ? o->confidence : (double)NAN, o->strictest,
		!apart ? AS_SAY_FOR_SUITE
		: o->sessions && !o->for_information ? AS_SAY_FOR_SUITE_BEYOND
						     : AS_SAY_FOR_SUITE_HERE,
		apart && o->for_information);
}
