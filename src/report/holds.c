/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far the confidence of a mean's interval holds (methods-repairs.md 1.4). */
#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"

void as_confidence_add(struct as_text *t, const struct as_summary *y, enum as_holds holds)
{
	const struct as_holds_text *words = &as_holds_texts[holds];

	as_text_add(t, words->before);
	as_percent_exact_add(t, y->confidence);
	as_text_add(t, *words->behind ? words->behind : AS_TIE "confidence");
}

void as_holds_add(struct as_text *t, const struct as_summary *y)
{
	const struct as_holds_text *words = &as_holds_texts[y->lasting.holds];

	as_text_add(t, words->before);
	as_percent_exact_add(t, y->confidence);
	as_text_add(t, words->behind);
}

void as_held_count(struct as_held *h, const struct as_summary *y)
{
	if (y->method == AS_INTERVAL_NONE)
		return;
	h->holds = !h->n || y->lasting.holds < h->holds ? y->lasting.holds : h->holds;
	h->n++;
	h->below += y->lasting.holds == AS_HOLDS_BELOW;
	h->if_independent += y->lasting.holds == AS_HOLDS_IF_INDEPENDENT;
}

void as_held_add(struct as_text *t, const struct as_held *h)
{
	if (h->if_independent)
		as_text_addf(t, ",%s", as_holds_texts[AS_HOLDS_IF_INDEPENDENT].behind);
	if (h->below && h->n > 1)
		as_text_addf(t, "; for %zu" AS_TIE "of" AS_TIE "%zu", h->below, h->n);
	else if (h->below)
		as_text_add(t, "; here");
	if (h->below)
		as_text_add(t, " it is less than that, as the machine's state lasts as long as the "
			       "experiment");
}
