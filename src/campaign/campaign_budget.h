/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CAMPAIGN_CAMPAIGN_BUDGET_H
#define AS_CAMPAIGN_CAMPAIGN_BUDGET_H

/* One budget for all pieces of a campaign. */

#include <stddef.h>
#include <stdint.h>

struct as_campaign_budget {
	int64_t until_ns;      /* CLOCK_MONOTONIC: it ends; 0: there is none, or only a plan is wanted */
	const int64_t *shares; /* of each piece, as they were planned; NULL: all weigh alike */
	size_t n;              /* pieces */
};

/*
 * as_campaign_share - the share of piece i, which is next; ns, at least 1; 0: there is no budget
 *
 * Of the time that is left now, in the proportions planned: what others have left over, or taken too
 * much, says nothing about the results to come.
 */
int64_t as_campaign_share(const struct as_campaign_budget *b, size_t i);

#endif
