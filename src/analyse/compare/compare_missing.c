/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "analyse/compare/compare_parts.h"
#include "analyse/estimate/view/view.h"

static const double many_lost = 0.1; /* methods-blocks.md 7 */

enum { OF_REFERENCE = 1, OF_SUBJECT = 2, OF_BOTH = OF_REFERENCE | OF_SUBJECT };

/* The round of a unit that was to be measured, whatever came of it. */
static bool tried_in(const struct as_level *l, size_t e, uint32_t *round)
{
	*round = as_unit_round(l, e);
	return as_unit_role(l, e) == AS_ROLE_MEASURED &&
	       (as_unit_ending(l, e) == AS_ENDED_OK || as_ending_failed(as_unit_ending(l, e))) &&
	       *round != AS_NO_ROUND;
}

static size_t rounds_of(const struct as_level *l)
{
	size_t n = 0;
	uint32_t round = 0;

	for (size_t e = 0; e < l->n; e++)
		if (tried_in(l, e, &round) && round >= n)
			n = (size_t)round + 1;
	return n;
}

static void mark(const struct as_level *l, unsigned char side, unsigned char *who)
{
	uint32_t round = 0;

	for (size_t e = 0; e < l->n; e++)
		if (tried_in(l, e, &round))
			who[round] |= side;
}

enum as_status as_compare_missing(const struct as_experiment *x, struct as_comparison *c,
	struct as_err *err)
{
	const struct as_level *old = &x->subjects[c->reference].levels[AS_LEVEL_EXECUTION];
	const struct as_level *new = &x->subjects[c->subject].levels[AS_LEVEL_EXECUTION];
	size_t of_old = rounds_of(old), of_new = rounds_of(new);
	size_t n = of_old > of_new ? of_old : of_new;
	unsigned char *who = calloc(n + 1, 1);

	if (!who)
		return as_fail_memory(err);
	mark(old, OF_REFERENCE, who);
	mark(new, OF_SUBJECT, who);
	if (n && !x->table && who[n - 1] != OF_BOTH)
		n--; /* measuring ended in the middle of that round, and nothing failed in it */
	c->pairs.n_tried = 0;
	for (size_t r = 0; r < n; r++)
		c->pairs.n_tried += who[r] != 0;
	free(who);
	size_t lost = c->pairs.n_tried > c->n ? c->pairs.n_tried - c->n : 0;
	if ((double)lost > many_lost * (double)c->pairs.n_tried)
		as_find(&c->findings, AS_FINDING_ROUNDS_LOST, (double)lost,
			(double)c->pairs.n_tried, 0);
	return AS_OK;
}
