/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What several changes are together, and versions that are no change of level. */
#include <math.h>

#include "say/number.h"
#include "report/history/history_parts.h"

enum { OUTLIERS = 5 };

/* The first of the changes that are one slope with this. */
static const struct as_history_change *first_of(
	const struct as_history_series *s, const struct as_history_change *last)
{
	while (last > s->changes && last[-1].gradual == last->gradual)
		last--;
	return last;
}

void as_history_slope_add(struct as_text *t, const struct as_style *style,
	const struct as_history *h, const struct as_history_series *s,
	const struct as_history_change *last)
{
	const struct as_history_change *first = first_of(s, last);
	struct as_history_change all = *first;
	struct as_text body = {0};

	all.size = first->whole;
	all.lo = first->whole_lo;
	all.hi = first->whole_hi;
	/* any of its steps shows that it is no luck: the surest of them is said */
	for (const struct as_history_change *c = first; c <= last; c++)
		all.p = fmin(all.p, c->p);
	as_text_add(&body, "gradually, ");
	as_history_size_add(&body, style, h, s, &all);
	as_text_add(&body, " over ");
	as_count_add(&body, last->last - first->first + 1, "version");
	as_history_p_add(&body, &all);
	if (first->kind == AS_HISTORY_SMALL) {
		as_text_add(&body, "; less than ");
		as_percent_exact_add(&body, h->tolerance);
		as_text_add(&body, ", no alert");
	}
	as_layout_row(t, style, as_history_label(s, &all), &body);
	as_text_add(&body, "from ");
	as_history_commit_add(&body, style, &s->points[first->first]);
	as_layout_row(t, style, "", &body);
	as_text_add(&body, "to ");
	as_history_commit_add(&body, style, &s->points[last->last]);
	as_layout_row(t, style, "", &body);
}

void as_history_excursion_add(struct as_text *t, const struct as_style *style,
	const struct as_history *h, const struct as_history_series *s,
	const struct as_history_change *c)
{
	const struct as_history_change *back = &s->changes[c->back];
	bool worse =
		s->better != AS_BETTER_NEITHER && (c->size > 0) == (s->better == AS_BETTER_LESS);
	struct as_text body = {0};

	as_text_add(&body, "was ");
	as_history_size_add(&body, style, h, s, c);
	as_history_p_add(&body, c);
	as_text_add(&body, ", for ");
	as_count_add(&body, back->at - c->at, "version");
	as_text_add(&body, worse ? "; recovered" : "; back as before");
	as_layout_row(t, style, as_history_label(s, c), &body);
	as_text_add(&body, "from ");
	as_history_commit_add(&body, style, &s->points[c->at]);
	as_history_doubt_add(&body, style, s, c);
	as_layout_row(t, style, "", &body);
	as_text_add(&body, "back at ");
	as_history_commit_add(&body, style, &s->points[back->at]);
	as_history_doubt_add(&body, style, s, back);
	as_layout_row(t, style, "", &body);
}

static void add_outlier(struct as_text *t, const struct as_style *style,
	const struct as_history_series *s, const struct as_history_part *part,
	const struct as_history_outlier *o)
{
	as_history_version_add(t, style, &s->points[o->at]);
	as_text_add(t, o->size > 0 ? AS_TIE "+" : AS_TIE "-");
	if (part->logarithms)
		as_percent_add(t, fabs(o->size));
	else
		as_quantity_add(t, style, s->unit, fabs(o->size), (double)NAN);
}

void as_history_outliers_add(struct as_text *t, const struct as_style *style,
	const struct as_history_series *s, const struct as_history_part *part)
{
	struct as_text body = {0};

	if (!part->n_outliers)
		return;
	as_count_add(&body, part->n_outliers, "version");
	as_text_add(&body, part->n_outliers == 1 ? " far from its level" : " far from their level");
	as_text_add(&body, " (no change of level): ");
	for (size_t i = 0; i < part->n_outliers && i < OUTLIERS; i++) {
		as_text_add(&body, i ? ", " : "");
		add_outlier(&body, style, s, part, &part->outliers[i]);
	}
	if (part->n_outliers > OUTLIERS)
		as_text_addf(&body, " and %zu more", part->n_outliers - OUTLIERS);
	as_layout_row(t, style, "far", &body);
}
