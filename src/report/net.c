/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "report/builds.h"
#include "report/draw/layout.h"
#include "report/draw/screen.h"
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
static void add_figure(struct as_text *t, const struct as_screen *s, size_t subject,
	const char *metric)
{
	const struct as_summary *y = summary_of(s, subject, metric);

	if (y)
		as_result_add(t, s->style, as_screen_metric(s, y->metric), y,
			as_builds_scope(s, subject));
	else
		as_text_add(t, "none");
}

enum as_label as_net_add(struct as_text *t, const struct as_screen *s, size_t subject)
{
	const size_t subtracted = as_experiment_n_compared(s->x);
	const struct as_summary *net = summary_of(s, subject, AS_METRIC_NET);
	const bool first = !strcmp(as_screen_metric(s, as_screen_summary(s, subject)->metric)->name,
		AS_METRIC_NET);

	if (subtracted == s->x->n_subjects)
		return AS_LABEL_NONE;
	if (subject == subtracted) {
		as_text_add(t,
			"subtracted from the others (--subtract), and not compared with them");
		return AS_LABEL_NET;
	}
	add_figure(t, s, subject, first ? "wall" : AS_METRIC_NET);
	as_text_addf(t,
		first ? "; net is what is left of it without the time of %s"
		      : "; its time without that of %s",
		s->name[subtracted]);
	as_text_add(t, ", in" AS_TIE);
	as_count_add(t, net ? net->n_values : 0, "round");
	as_text_add(t, " of both");
	if (net && has_zero(net))
		as_text_add(t, "; not distinguishable from" AS_TIE "0");
	return first ? AS_LABEL_WALL : AS_LABEL_NET;
}
