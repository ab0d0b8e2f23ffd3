/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What several changes are together, and versions that are no change of level. */
#include <math.h>

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
	struct as_text size = {0};

	all.size = first->whole;
	all.lo = first->whole_lo;
	all.hi = first->whole_hi;
	/* any of its steps shows that it is no luck: the surest of them is said */
	for (const struct as_history_change *c = first; c <= last; c++)
		all.p = fmin(all.p, c->p);
	as_history_size_add(&size, style, h, s, &all);
	as_row_of(t, style, as_history_label(s, &all), HISTORY_SLOPE, &size, all.p, all.p_is_bound,
		last->last - first->first + 1,
		first->kind == AS_HISTORY_SMALL ? h->tolerance : (double)NAN);
	as_history_at_row(t, style, AS_SAY_HISTORY_FROM, s,
		&(struct as_history_place){first->first, NULL});
	as_history_at_row(t, style, AS_SAY_HISTORY_TO, s,
		&(struct as_history_place){last->last, NULL});
}

void as_history_excursion_add(struct as_text *t, const struct as_style *style,
	const struct as_history *h, const struct as_history_series *s,
	const struct as_history_change *c)
{
	const struct as_history_change *back = &s->changes[c->back];
	bool worse =
		s->better != AS_BETTER_NEITHER && (c->size > 0) == (s->better == AS_BETTER_LESS);
	struct as_text size = {0};

	as_history_size_add(&size, style, h, s, c);
	as_row_of(t, style, as_history_label(s, c), HISTORY_EXCURSION, &size, c->p, c->p_is_bound,
		back->at - c->at, worse);
	as_history_at_row(t, style, AS_SAY_HISTORY_FROM, s, &(struct as_history_place){c->at, c});
	as_history_at_row(t, style, AS_SAY_HISTORY_BACK_AT, s,
		&(struct as_history_place){back->at, back});
}

void as_history_outliers_add(struct as_text *t, const struct as_style *style,
	const struct as_history_series *s, const struct as_history_part *part)
{
	struct as_list list = {.most = OUTLIERS};

	if (!part->n_outliers)
		return;
	for (size_t i = 0; i < part->n_outliers; i++) {
		const struct as_history_outlier *o = &part->outliers[i];
		const struct as_quantity size = as_history_amount(s, part, fabs(o->size));
		struct as_text version = {0};
		if (!as_list_next(&list))
			continue;
		as_history_version_add(&version, style, as_history_at(s, o->at));
		as_say(&list.text, style, HISTORY_OUTLIER, &version, o->size > 0, &size);
	}
	as_row(t, style, HISTORY_FAR, part->n_outliers, as_list_end(&list));
}
