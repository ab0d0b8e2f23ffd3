/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Another detector beside ours. */
#include "report/draw/layout.h"
#include "report/history/history_parts.h"

static void add_found(struct as_text *t, const struct as_style *style,
	const struct as_history_series *s, const struct as_history_beside *b)
{
	const struct as_history_point *p = as_history_at(s, b->at);
	struct as_text version = {0}, change = {0};

	as_history_version_add(&version, style, p);
	if (b->same >= s->n_changes) {
		as_row(t, style, BESIDE_ALONE, &version, p->date_ns, p->subject, b->p);
		return;
	}
	const bool here = s->changes[b->same].at == b->at;
	as_history_version_add(&change, style, as_history_at(s, s->changes[b->same].at));
	if (here)
		as_text_clear(&version);
	as_row(t, style, BESIDE_FINDS, here, &change, &version, b->p);
}

static bool is_found(const struct as_history_series *s, size_t change)
{
	for (size_t i = 0; i < s->n_beside; i++)
		if (s->beside[i].same == change)
			return true;
	return false;
}

/* Steps of a slope are not told one by one. */
static void add_missed(struct as_text *t, const struct as_style *style, const struct as_history *h,
	const struct as_history_series *s)
{
	struct as_list list = {0};

	for (size_t i = 0; i < s->n_changes; i++) {
		const struct as_history_change *c = &s->changes[i];
		const struct as_history_part *p = &s->parts[c->part];
		if (c->gradual || p->to - p->from < h->beside_least || is_found(s, i))
			continue;
		as_list_next(&list);
		as_history_version_add(&list.text, style, as_history_at(s, c->at));
	}
	if (list.n)
		as_row(t, style, BESIDE_MISSES, as_list_end(&list));
}

void as_history_beside_add(struct as_text *t, const struct as_style *style,
	const struct as_history *h, const struct as_history_series *s)
{
	for (size_t i = 0; i < s->n_beside; i++)
		add_found(t, style, s, &s->beside[i]);
	add_missed(t, style, h, s);
}

/* Histories whose newest part it could not look at. */
static size_t count_short(const struct as_history *h)
{
	size_t n = 0;

	for (size_t i = 0; i < h->n; i++) {
		const struct as_history_part *p = &h->series[i].parts[h->series[i].n_parts - 1];
		n += p->to - p->from < h->beside_least ? 1 : 0;
	}
	return n;
}

void as_history_beside_note_add(struct as_text *t, const struct as_style *style,
	const struct as_history *h)
{
	const size_t n = count_short(h), block = h->block > 1 ? h->block : 0;
	struct as_text too_short = {0};

	if (!h->beside || !h->n)
		return;
	if (n)
		as_say(&too_short, style, BESIDE_SHORT, n, h->n, n == h->n, h->beside_least, block);
	as_lines(t, style, 2, BESIDE_IS, h->permutations, block, h->seed, &too_short);
}
