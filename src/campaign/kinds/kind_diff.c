/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two versions in the same rounds: every command of every benchmark against itself, an experiment
 * each, and one review of all. */
#include <string.h>

#include "campaign/campaign.h"
#include "report/review/review_screen.h"
#include "run/interrupt.h"

/* The name of a plan, and an empty line between screens. */
static enum as_status announce(struct as_campaign *c, const char *name, struct as_err *err)
{
	struct as_text t = {0};

	if (c->table || c->json)
		return AS_OK;
	if (c->dry_run)
		as_text_add_neutral(&t, name, strlen(name), 0);
	if (c->dry_run || c->n)
		as_text_char(&t, '\n');
	enum as_status st = c->hands->print(c->hands->context, &t, err);
	as_text_release(&t);
	return st;
}

static enum as_status next(struct as_campaign *c, struct as_piece *out, struct as_err *err)
{
	if (!c->suite)
		return as_campaign_next(c, out, err);
	if (c->n && ++c->command == c->suite->v[c->benchmark].variants) {
		c->command = 0;
		c->benchmark++;
	}
	if (c->benchmark == c->suite->n || as_interrupt_count())
		return AS_OK;
	out->benchmark = &c->suite->v[c->benchmark];
	out->command = c->command;
	out->share_ns = as_campaign_share(&c->budget, c->n);
	enum as_status st = c->hands->name(c->hands->context, out, err);
	return st ? st : announce(c, out->name, err);
}

/* The rows that the piece has made: a program may have several benchmarks. */
static enum as_status took(struct as_campaign *c, const struct as_piece *piece,
	struct as_result *r, enum as_status st, struct as_err *err)
{
	const size_t from = c->ended.done;
	struct as_text t = {0};

	(void)piece, (void)r;
	c->ended.done = c->review->n;
	if (st || !c->table)
		return st;
	for (size_t i = from; i < c->review->n; i++)
		as_report_review_line(&t, &c->style, &c->review->v[i], c->columns,
			c->suite->variants > 1);
	st = c->hands->print(c->hands->context, &t, err);
	as_text_release(&t);
	return st;
}

/* What was measured before the user stopped it is reviewed. */
static enum as_status end(struct as_campaign *c, struct as_err *err)
{
	const bool some = c->st == AS_ERR_INTERRUPTED && c->review->n;

	c->review->seconds = c->ended.seconds;
	return c->dry_run || (c->st && !some) ? AS_OK
					      : c->hands->review(c->hands->context, c, err);
}

const struct as_campaign_kind as_kind_diff = {.name = "diff", .next = next,
	.took = took, .end = end};
