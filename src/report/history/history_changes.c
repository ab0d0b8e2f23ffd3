/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes in words. */
#include <math.h>

#include "say/verdict.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "say/size.h"
#include "report/history/history_parts.h"

static void add_change(struct as_text *t, const struct as_style *style, const struct as_history *h,
	const struct as_history_series *s, const struct as_history_change *c)
{
	struct as_text size = {0};

	as_history_size_add(&size, style, h, s, c);
	as_row_of(t, style, as_history_label(s, c), HISTORY_CHANGED, &size, c->p, c->p_is_bound,
		c->kind == AS_HISTORY_SAME_PROGRAM,
		c->kind == AS_HISTORY_SMALL ? h->tolerance : (double)NAN);
	as_history_at_row(t, style, AS_SAY_NOTHING, s, &(struct as_history_place){c->at, c});
}

static void add_break(struct as_text *t, const struct as_style *style,
	const struct as_history_series *s, const struct as_history_part *p)
{
	struct as_text version = {0};

	as_history_version_add(&version, style, as_history_at(s, p->from));
	as_row(t, style, HISTORY_BREAK, as_history_break_word(p->why), &version);
}

/* One event: a change, a slope, or a change with the one that takes it back; gives its last change.
 * */
static size_t add_event(struct as_text *t, const struct as_style *style, const struct as_history *h,
	const struct as_history_series *s, size_t first)
{
	const struct as_history_change *c = &s->changes[first];
	size_t last = first;

	while (c->gradual && last + 1 < s->n_changes && s->changes[last + 1].gradual == c->gradual)
		last++;
	if (c->gradual)
		as_history_slope_add(t, style, h, s, &s->changes[last]);
	else if (c->back < s->n_changes)
		as_history_excursion_add(t, style, h, s, c);
	else
		add_change(t, style, h, s, c);
	return c->back < s->n_changes ? c->back : last;
}

void as_history_changes_add(struct as_text *t, const struct as_style *style,
	const struct as_history *h, const struct as_history_series *s)
{
	size_t next = 0;

	for (size_t i = 0; i < s->n_parts; i++) {
		if (i)
			add_break(t, style, s, &s->parts[i]);
		while (next < s->n_changes && s->changes[next].part == i)
			next = add_event(t, style, h, s, next) + 1;
		as_history_outliers_add(t, style, s, &s->parts[i]);
	}
	if (h->beside)
		as_history_beside_add(t, style, h, s);
	if (h->n == 1 || style->verbose)
		as_history_noise_add(t, style, s);
	as_history_newest_add(t, style, h, s);
}
