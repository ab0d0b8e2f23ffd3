/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "report/draw/layout.h"
#include "report/draw/screen.h"
#include "report/result/builds.h"
#include "say/say_words.h"

/* Its summary of a metric; NULL where there is none. */
static const struct as_summary *summary_of(const struct as_screen *s, size_t subject,
	const char *metric)
{
	for (size_t k = 0; k < s->n; k++) {
		const struct as_summary *y = subject < s->a[k].n_subjects
						     ? &s->a[k].summaries[subject]
						     : NULL;

		if (y && !strcmp(as_screen_metric(s, y->metric)->name, metric))
			return y->n_values ? y : NULL;
	}
	return NULL;
}

static bool has_zero(const struct as_summary *y)
{
	return y->method != AS_INTERVAL_NONE && y->lo <= 0 && y->hi >= 0;
}

/* One of the two figures, for the other has a row already. */
static struct as_text figure_of(const struct as_screen *s, size_t subject, const char *metric)
{
	const struct as_summary *y = summary_of(s, subject, metric);
	struct as_text t = {0};

	if (y)
		as_result_add(&t, s->style, as_screen_metric(s, y->metric), y,
			as_builds_scope(s, subject));
	return t;
}

void as_net_collect(struct as_screen *s, size_t subject)
{
	const size_t subtracted = as_experiment_n_compared(s->x);
	const struct as_summary *net = summary_of(s, subject, AS_METRIC_NET);
	const bool first = !strcmp(as_screen_metric(s, as_screen_summary(s, subject)->metric)->name,
		AS_METRIC_NET);
	const size_t rounds = net ? net->n_values : 0;

	if (subtracted == s->x->n_subjects)
		return;
	if (subject == subtracted) {
		as_remark_words(s, subject, AS_WORDS(NET_SUBTRACTED));
		return;
	}
	struct as_text figure = figure_of(s, subject, first ? "wall" : AS_METRIC_NET);
	if (first)
		as_remark_words(s, subject, AS_WORDS(NET_BESIDE, &figure, s->name[subtracted],
			rounds, net && has_zero(net)));
	else
		as_remark_words(s, subject, AS_WORDS(NET_OF, &figure, s->name[subtracted], rounds,
			net && has_zero(net)));
}
