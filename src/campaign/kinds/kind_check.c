/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is here, a suite or a command, against a baseline that is kept: measured as a suite is, and
 * then reviewed. */
#include "campaign/campaign.h"

static enum as_status took(struct as_campaign *c, const struct as_piece *piece,
	struct as_result *r, enum as_status st, struct as_err *err)
{
	if (c->suite)
		return as_campaign_tell(c, piece, r, st, err);
	if (st != AS_ERR_BENCH)
		return st;
	c->hands->raise(c->hands->context, st); /* the review has a row of it */
	return AS_OK;
}

static enum as_status end(struct as_campaign *c, struct as_err *err)
{
	enum as_status st = c->suite ? as_campaign_tell_end(c, err) : AS_OK;

	return st || c->st ? st : c->hands->review(c->hands->context, c, err);
}

const struct as_campaign_kind as_kind_check = {.name = "check",
	.next = as_campaign_next, .took = took, .end = end};
