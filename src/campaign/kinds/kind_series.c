/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Versions of a repository, a session of them after the other; what comes of them is a part of
 * their history. */
#include "campaign/campaign.h"
#include "campaign/versions/version_series.h"
#include "report/history/series_screen.h"
#include "run/interrupt.h"

static enum as_status next(struct as_campaign *c, struct as_piece *out, struct as_err *err)
{
	if (c->n == c->series->sessions || as_interrupt_count())
		return AS_OK;
	out->command = c->n;
	out->share_ns = as_campaign_share(&c->budget, c->n);
	out->name = as_arena_printf(out->arena, "session %zu of %zu", c->n + 1,
		c->series->sessions);
	return out->name ? AS_OK : as_fail_memory(err);
}

static enum as_status end(struct as_campaign *c, struct as_err *err)
{
	const struct as_version_series *s = c->series;
	struct as_text t = {0};

	for (size_t i = 0; i < s->n; i++)
		if (s->v[i].fate > AS_SERIES_MEASURED)
			as_report_series_skipped(&t, &c->style, s->v[i].commit,
				s->v[i].fate == AS_SERIES_NOT_BUILT);
	as_report_series_end(&t, &c->style, as_series_count(s, AS_SERIES_MEASURED), c->n,
		s->command);
	enum as_status st = c->hands->print(c->hands->context, &t, err);
	as_text_release(&t);
	return st;
}

const struct as_campaign_kind as_kind_series = {.name = "series", .next = next, .end = end};
