/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "peers_rules.h"

#include "stat/dist/comparing/decide.h"
#include "study.h"

double peer_welch_p(struct values a, struct values b)
{
	struct as_side x = as_side_of(a.x, a.n), y = as_side_of(b.x, b.n);
	struct as_test t;

	if (as_welch(&x, &y, 0.95, &t, NULL))
		study_fail("no t test of %zu and %zu values", a.n, b.n);
	return t.has_p ? t.p : 1;
}
