/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What alerts suspect is measured again: the two versions of each, in the same rounds. */
#include "campaign/campaign.h"
#include "campaign/confirming.h"
#include "clock/clock.h"
#include "report/history/alerts_screen.h"
#include "run/interrupt.h"

static bool is_over(const struct as_campaign *c)
{
	return c->n == c->confirming->n || as_interrupt_count() ||
		(c->budget.until_ns && as_clock_now() >= c->budget.until_ns);
}

static enum as_status next(struct as_campaign *c, struct as_piece *out, struct as_err *err)
{
	const struct as_rerun_wanted *w = &c->confirming->v[c->n];
	struct as_text t = {0};

	if (is_over(c))
		return AS_OK;
	out->name = as_arena_printf(out->arena, "alert %lld, %.12s beside %.12s",
		(long long)w->alert, w->before, w->after);
	if (!out->name)
		return as_fail_memory(err);
	c->confirming->done = c->n + 1;
	if (!c->json)
		as_report_rerun(&t, &c->style, w->before, w->after, w->rounds, (size_t)w->alert);
	enum as_status st = c->hands->print(c->hands->context, &t, err);
	as_text_release(&t);
	return st;
}

static enum as_status end(struct as_campaign *c, struct as_err *err)
{
	const struct as_confirming *m = c->confirming;
	const struct as_reruns_left left = {.budget = m->n - m->done, .later = m->later,
		.others = m->others};
	struct as_text t = {0};

	if (!c->json && !as_interrupt_count())
		as_report_reruns_end(&t, &c->style, m->n ? NULL : m->command, &left);
	enum as_status st = c->hands->print(c->hands->context, &t, err);
	as_text_release(&t);
	return st;
}

const struct as_campaign_kind as_kind_confirm = {.name = "confirm", .next = next, .end = end};
