/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "campaign/campaign.h"

#include <math.h>
#include <stdlib.h>

#include "clock/clock.h"
#include "run/interrupt.h"

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

enum as_status as_campaign_divide(const struct as_campaign *c, int64_t budget_ns, int64_t *out,
	struct as_err *err)
{
	const size_t n = c->suite->n;
	const int64_t begun = as_clock_now();
	struct as_share_need *need = calloc(n, sizeof *need);
	double *share = calloc(n, sizeof *share);
	enum as_status st = need && share ? AS_OK : as_fail_memory(err);

	for (size_t i = 0; i < n && !st; i++) {
		need[i] = (struct as_share_need){.cost_s = (double)NAN};
		if (n > 1 && (c->dry_run || as_clock_now() - begun < budget_ns / 2))
			st = c->hands->foresee(c->hands->context, i, &need[i], err);
		if (!st && as_interrupt_count())
			st = as_fail(err, AS_ERR_INTERRUPTED,
				"stopped by you before anything was measured");
	}
	const int64_t left = c->dry_run ? budget_ns : budget_ns - (as_clock_now() - begun);
	if (!st)
		st = as_share_budget(need, n, (double)(left > 1 ? left : 1) / 1e9, share);
	for (size_t i = 0; i < n && !st; i++)
		out[i] = (int64_t)fmax(share[i] * 1e9, 1);
	free(need);
	free(share);
	return st;
}
