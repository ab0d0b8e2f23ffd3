/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands below histories: what is to be known of them, and what was left out. */
#include <math.h>

#include "say/number.h"
#include "report/history/history_parts.h"

enum { NAMES = 5, NAME_COLUMNS = 28, PATH_COLUMNS = 50 };

/* ---- of whole histories ---- */

static bool wanders(const struct as_history_series *s)
{
	return s->parts[s->n_parts - 1].dependence == AS_DEPENDENCE_WANDERS;
}

static bool is_dependent(const struct as_history_series *s)
{
	return s->parts[s->n_parts - 1].dependence == AS_DEPENDENCE_STRONG;
}

/* Compared by its executions, as there are too few versions. */
static bool is_alone(const struct as_history_series *s)
{
	return as_history_is_few(s) && isfinite(s->newest.alone);
}

/* The words, and the names of those histories that they hold for. */
static void add_named(struct as_text *t, const struct as_style *style, const struct as_history *h,
	bool (*holds)(const struct as_history_series *s), const char *words)
{
	struct as_text body = {0};
	size_t n = 0;

	for (size_t i = 0; i < h->n; i++) {
		if (!holds(&h->series[i]))
			continue;
		if (n < NAMES) {
			as_text_add(&body, n ? ", " : words);
			as_name_add(&body, style, h->series[i].name, NAME_COLUMNS);
		}
		n++;
	}
	if (n > NAMES)
		as_text_addf(&body, " and %zu more", n - NAMES);
	if (n)
		as_layout_body(t, style, "", 2, &body);
	as_text_release(&body);
}

static void add_alone(struct as_text *t, const struct as_style *style, const struct as_history *h)
{
	struct as_text body = {0};
	size_t n = 0;

	for (size_t i = 0; i < h->n; i++)
		n += is_alone(&h->series[i]) ? 1 : 0;
	if (!n)
		return;
	as_text_add(&body,
		"a comparison by executions alone leaves out what makes versions differ, such as "
		"builds and sessions");
	as_layout_body(t, style, "", 2, &body);
}

/* ---- what was left out ---- */

void as_report_no_history(struct as_text *t, const struct as_style *style,
	const struct as_version *v)
{
	struct as_text body = {0};

	as_text_add(&body, "no part of a history: ");
	if (v->changes == AS_CHANGES_UNKNOWN) {
		as_text_add(&body,
			"git could not tell within two seconds whether the tree has changes that "
			"are not committed");
	} else if (v->changed) {
		as_name_add(&body, style, v->changed, PATH_COLUMNS);
		as_text_add(&body, " has changes that are not committed");
	} else {
		as_text_add(&body, "the tree has changes that are not committed");
	}
	as_layout_body(t, style, "", 2, &body);
}

static void add_left_out(
	struct as_text *t, const struct as_style *style, size_t n, const char *which)
{
	struct as_text body = {0};

	if (!n)
		return;
	as_text_add(&body, "left out: ");
	as_count_add(&body, n, "result");
	as_text_addf(&body, " %s", which);
	as_layout_body(t, style, "", 2, &body);
}

/* What single series do without. */
static void add_results(struct as_text *t, const struct as_style *style, const struct as_history *h)
{
	size_t failed = 0, aside = 0;

	for (size_t i = 0; i < h->n; i++) {
		failed += h->series[i].failed;
		aside += h->series[i].aside;
	}
	add_left_out(t, style, failed, "without a value, which failed");
	add_left_out(t, style, aside,
		"of another environment, of versions that were measured in several");
}

void as_history_notes_add(
	struct as_text *t, const struct as_style *style, const struct as_history *h)
{
	struct as_text body = {0};
	size_t alone = 0;

	add_named(t, style, h, is_dependent,
		"strongly dependent history, neighbouring versions alike (rho above 0.6); the "
		"detection is conservative: ");
	add_named(t, style, h, wanders,
		"wanders without levels (random walk, season or trend); changes are shown, none is "
		"an "
		"alert: ");
	add_alone(t, style, h);
	for (size_t i = 0; i < h->n; i++)
		alone += h->series[i].newest.word == AS_NEWEST_SUSPECTED &&
			 as_history_is_calm(&h->series[i]);
	if (alone) {
		as_count_add(&body, alone, "newest version");
		as_text_addf(&body,
			" would be suspected alone, but not among %zu tests, of which one in a "
			"hundred would be by luck",
			h->tests);
		as_layout_body(t, style, "", 2, &body);
	}
	as_history_beside_note_add(t, style, h);
	add_left_out(t, style, h->dirty, "of trees with changes that were not committed");
	add_left_out(t, style, h->untold,
		"of trees of which it could not be told whether they had changes");
	add_left_out(t, style, h->elsewhere,
		"of commits that are not among the first parents here (--until)");
	add_left_out(t, style, h->before, "of versions before --since");
	add_results(t, style, h);
	add_left_out(t, style, h->unnamed, "of no commit and without a label (--label)");
}
