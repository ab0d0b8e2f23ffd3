/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "campaign/campaign_budget.h"

#include "clock/clock.h"

int64_t as_campaign_share(const struct as_campaign_budget *b, size_t i)
{
	double sum = 0;

	if (!b->until_ns)
		return b->shares ? b->shares[i] : 0;
	for (size_t k = i; k < b->n; k++)
		sum += b->shares ? (double)b->shares[k] : 1;
	const double left = (double)(b->until_ns - as_clock_now());
	const double share = left * (b->shares ? (double)b->shares[i] : 1) / sum;
	return share > 1 ? (int64_t)share : 1;
}
