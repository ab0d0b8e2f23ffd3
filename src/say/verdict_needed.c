/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "say/verdict.h"

#include <math.h>

#include "say/findings.h"

void as_needed_add(struct as_text *t, const struct as_style *style, const struct as_comparison *c,
	const char *unit, const char *each)
{
	const size_t n = c->needed;

	if (!c->difference.is && fabs(log(c->ratio)) < c->tolerance / 2)
		as_say(t, style, WOULD_BOUND, n, unit, each, c->tolerance);
	else
		as_say(t, style, WOULD_SHOW, n, unit, each);
}

void as_gate_needed_add(struct as_text *t, size_t n, const char *unit, const char *each)
{
	static const struct as_style any = {0};

	as_say(t, &any, WOULD_DECIDE, n, unit, each);
}
