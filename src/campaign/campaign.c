/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "campaign/campaign.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "clock/clock.h"
#include "run/interrupt.h"

const struct as_campaign_kind *const as_campaign_kinds[] = {
#define AS_KIND(name) &as_kind_##name,
#include "campaign/kinds/kinds.def"
#undef AS_KIND
};
const size_t as_campaign_kinds_known = sizeof as_campaign_kinds / sizeof *as_campaign_kinds;

bool as_campaign_is_whole(const struct as_result *r)
{
	const enum as_outcome outcome = r->x ? r->x->plan.outcome : AS_OUTCOME_FAILED;

	return outcome != AS_OUTCOME_STOPPED && outcome != AS_OUTCOME_FAILED &&
		outcome != AS_OUTCOME_INTERRUPTED;
}

bool as_campaign_is_there(const struct as_result *r)
{
	return r->x && (as_campaign_is_whole(r) || r->x->plan.outcome == AS_OUTCOME_STOPPED);
}

/* The words and the status of both; that of what went wrong first. */
static enum as_status join(const struct as_campaign *c, enum as_status first, enum as_status then,
	const struct as_err *late, struct as_err *err)
{
	size_t n = err ? strlen(err->msg) : 0;

	if (!then)
		return first;
	if (first) {
		if (err)
			snprintf(err->msg + n, sizeof err->msg - n, "; and %s", late->msg);
		c->hands->raise(c->hands->context, then);
		return first;
	}
	if (err)
		*err = *late;
	return then;
}

/* Measure one; *more tells whether there was one. */
static enum as_status go(const struct as_campaign_kind *kind, struct as_campaign *c, bool *more,
	struct as_err *err)
{
	struct as_arena own = {0};
	struct as_piece piece = {.arena = &own};
	struct as_result r = {0};
	enum as_status st = kind->next(c, &piece, err);

	*more = !st && piece.name;
	if (*more) {
		st = c->hands->measure(c->hands->context, &piece, &r, err);
		/* what was measured is kept or in a journal: nothing is lost if this is ended */
		as_interrupt_ends(true);
		st = kind->took ? kind->took(c, &piece, &r, st, err) : st;
		as_interrupt_ends(false);
		*more = !kind->took || !st;
		if (!AS_PUSH(c->v, c->n, c->cap, r)) {
			as_result_release(&r);
			*more = false;
			st = as_fail_memory(err);
		}
	}
	as_arena_release(&own);
	return st;
}

enum as_status as_campaign_conduct(const struct as_campaign_kind *kind, struct as_campaign *c,
	struct as_err *err)
{
	const int64_t begun = as_clock_now();
	enum as_status st = AS_OK, then = AS_OK;

	c->ended.left = c->suite ? c->suite->n : 0;
	for (bool more = true; more;) {
		struct as_err late = {0};
		then = go(kind, c, &more, &late);
		c->st = st = join(c, st, then, &late, err);
	}
	c->ended.seconds = (double)(as_clock_now() - begun) / 1e9;
	struct as_err late = {0};
	as_interrupt_ends(true);
	then = kind->end(c, &late);
	as_interrupt_ends(false);
	st = join(c, st, then, &late, err);
	for (size_t i = 0; i < c->n; i++)
		as_result_release(&c->v[i]);
	free(c->v);
	c->v = NULL;
	c->n = c->cap = 0;
	return st;
}
