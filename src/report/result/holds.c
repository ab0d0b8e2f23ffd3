/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far the confidence of a mean's interval holds (methods-repairs.md 1.4). */
#include "report/draw/layout.h"
#include "report/draw/screen.h"

static const struct as_style any = {.unicode = true};

/* Runs that a confidence is for: where what is rare was not met. */
static size_t runs_of(enum as_holds holds, size_t runs)
{
	return holds == AS_HOLDS_LIKE_THESE ? runs : 0;
}

static void add_sure(struct as_text *t, double confidence, enum as_holds holds, size_t runs)
{
	const struct as_holds_text *words = &as_holds_texts[holds];

	as_say(t, &any, SURE, words->before, confidence, *words->behind ? words->behind : NULL,
		runs_of(holds, runs));
}

void as_sure_add(struct as_text *t, double confidence, enum as_holds holds)
{
	add_sure(t, confidence, holds, 0);
}

void as_confidence_add(struct as_text *t, const struct as_summary *y, enum as_holds holds)
{
	add_sure(t, y->confidence, holds, y->n_top);
}

void as_holds_add(struct as_text *t, const struct as_summary *y)
{
	const struct as_holds_text *words = &as_holds_texts[y->lasting.holds];

	as_say(t, &any, SURE_SHORT, words->before, y->confidence, words->behind,
		runs_of(y->lasting.holds, y->n_top));
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
	as_say(t, &any, HELD,
		h->if_independent ? as_holds_texts[AS_HOLDS_IF_INDEPENDENT].behind : NULL, h->below,
		h->n > 1 ? h->n : 0);
}
