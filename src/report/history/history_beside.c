/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Another detector beside ours. */
#include "say/verdict.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "say/when.h"
#include "report/history/history_parts.h"

enum { SUBJECT_COLUMNS = 40 };

static void add_p(struct as_text *t, const struct as_history_beside *b)
{
	as_text_add(t, "," AS_TIE);
	as_p_add(t, b->p);
}

static void add_found(struct as_text *t, const struct as_style *style,
	const struct as_history_series *s, const struct as_history_beside *b)
{
	const struct as_history_point *p = &s->points[b->at];
	struct as_text body = {0};

	if (b->same < s->n_changes) {
		const struct as_history_change *c = &s->changes[b->same];
		as_text_add(&body, "finds the change ");
		as_text_add(&body, c->at == b->at ? "at " : "near ");
		as_history_version_add(&body, style, &s->points[c->at]);
		as_text_add(&body, ", too");
		if (c->at != b->at) {
			as_text_add(&body, ", at ");
			as_history_version_add(&body, style, p);
		}
		add_p(&body, b);
	} else {
		as_text_add(&body, "alone finds ");
		as_history_version_add(&body, style, p);
		as_text_add(&body, AS_TIE AS_TIE);
		as_when_add(&body, p->date_ns, 0, AS_WHEN_SHORT);
		if (p->subject) {
			as_text_add(&body, AS_TIE " ");
			as_name_add(&body, style, p->subject, SUBJECT_COLUMNS);
		}
		add_p(&body, b);
		as_text_add(&body, ": no alert");
	}
	as_layout_row(t, style, "e-div", &body);
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
	struct as_text body = {0};
	size_t n = 0;

	for (size_t i = 0; i < s->n_changes; i++) {
		const struct as_history_change *c = &s->changes[i];
		const struct as_history_part *p = &s->parts[c->part];
		if (c->gradual || p->to - p->from < h->beside_least || is_found(s, i))
			continue;
		as_text_add(&body, n++ ? ", " : "does not find ");
		as_history_version_add(&body, style, &s->points[c->at]);
	}
	if (n)
		as_layout_row(t, style, "e-div", &body);
	as_text_release(&body);
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

static void add_short(struct as_text *t, const struct as_history *h, size_t n)
{
	as_text_add(t, n == h->n ? h->n == 1 ? "; this history is" : "; all histories are" : "; ");
	if (n < h->n)
		as_text_addf(t, "%zu of %zu histories are", n, h->n);
	as_text_addf(t, " too short for it, which takes %zu versions", h->beside_least);
	if (h->block > 1)
		as_text_addf(t,
			" in blocks of %zu: --block 1 takes fewer, and neighbouring versions for "
			"independent",
			h->block);
}

void as_history_beside_note_add(struct as_text *t, const struct as_style *style,
	const struct as_history *h)
{
	struct as_text body = {0};

	if (!h->beside || !h->n)
		return;
	as_text_addf(&body, "e-div is E-divisive, by the energy statistic and %zu permutations of ",
		h->permutations);
	if (h->block > 1)
		as_text_addf(&body, "%zu versions at a time", h->block);
	else
		as_text_add(&body, "the versions");
	as_text_addf(&body, " (seed %llu); it stands beside, and decides nothing",
		(unsigned long long)h->seed);
	size_t n = count_short(h);
	if (n)
		add_short(&body, h, n);
	as_layout_body(t, style, "", 2, &body);
}
