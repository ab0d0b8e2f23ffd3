/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands below histories: what is to be known of them, and what was left out. */
#include <math.h>
#include <string.h>

#include "report/history/history_parts.h"

enum { NAMES = 5, NAME_COLUMNS = 28, HOST_COLUMNS = 60 };

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

/* The names of those histories that it holds for. */
static struct as_list named(const struct as_style *style, const struct as_history *h,
	bool (*holds)(const struct as_history_series *s))
{
	struct as_list list = {.most = NAMES};

	for (size_t i = 0; i < h->n; i++)
		if (holds(&h->series[i]) && as_list_next(&list))
			as_name_add(&list.text, style, h->series[i].name, NAME_COLUMNS);
	return list;
}

static void add_kinds(struct as_text *t, const struct as_style *style, const struct as_history *h)
{
	struct as_list list = named(style, h, is_dependent);

	if (list.n)
		as_lines(t, style, 2, HISTORIES_DEPENDENT, as_list_end(&list));
	list = named(style, h, wanders);
	if (list.n)
		as_lines(t, style, 2, HISTORIES_WANDER, as_list_end(&list));
	list = named(style, h, is_alone);
	if (list.n)
		as_lines(t, style, 2, HISTORIES_ALONE);
	as_text_release(&list.text);
}

static bool same(const char *a, const char *b)
{
	return !strcmp(a ? a : "", b ? b : "");
}

/* Series of the same numbers stand one behind the other, those of other machines among them. */
static size_t alike(const struct as_history *h, size_t i)
{
	const struct as_history_series *a = &h->series[i];
	size_t n = 1;

	for (; i + n < h->n; n++) {
		const struct as_history_series *b = &h->series[i + n];
		if (!same(a->name, b->name) || !same(a->parameters, b->parameters) ||
			!same(a->project, b->project) || !same(a->metric, b->metric))
			break;
	}
	return n;
}

/* Why a benchmark has several series. */
static void add_machines(
	struct as_text *t, const struct as_style *style, const struct as_history *h)
{
	struct as_list hosts = {.most = NAMES};
	struct as_text name = {0};
	size_t machines = 0, others = 0;

	for (size_t i = 0, n; i < h->n; i += n) {
		n = alike(h, i);
		if (n < 2 || machines) {
			others += n > 1;
			continue;
		}
		machines = n;
		as_name_add(&name, style, h->series[i].name, NAME_COLUMNS);
		for (size_t k = i; k < i + n; k++)
			if (as_list_next(&hosts))
				as_name_add(&hosts.text, style,
					h->series[k].host ? h->series[k].host : "unknown",
					HOST_COLUMNS);
	}
	if (machines)
		as_lines(t, style, 2, HISTORIES_OF_MACHINES, &name, as_list_end(&hosts), machines,
			others);
	as_text_release(&name);
	as_text_release(&hosts.text);
}

/* ---- what was left out ---- */

void as_report_no_history(struct as_text *t, const struct as_style *style,
	const struct as_version *v)
{
	as_lines(t, style, 2, HISTORY_NO_PART, v->changes == AS_CHANGES_UNKNOWN, v->changed);
}

static void add_left_out(
	struct as_text *t, const struct as_style *style, size_t n, enum as_say_id which)
{
	if (n)
		as_lines(t, style, 2, LEFT_OUT, n, which);
}

/* What single series do without. */
static void add_results(struct as_text *t, const struct as_style *style, const struct as_history *h)
{
	size_t failed = 0, aside = 0;

	for (size_t i = 0; i < h->n; i++) {
		failed += h->series[i].failed;
		aside += h->series[i].aside;
	}
	add_left_out(t, style, failed, AS_SAY_LEFT_FAILED);
	add_left_out(t, style, aside, AS_SAY_LEFT_ASIDE);
}

void as_history_notes_add(
	struct as_text *t, const struct as_style *style, const struct as_history *h)
{
	size_t alone = 0;

	add_kinds(t, style, h);
	add_machines(t, style, h);
	for (size_t i = 0; i < h->n; i++)
		alone += h->series[i].newest.word == AS_NEWEST_SUSPECTED &&
			 as_history_is_calm(&h->series[i]);
	if (alone)
		as_lines(t, style, 2, HISTORIES_BY_LUCK, alone, h->tests);
	as_history_beside_note_add(t, style, h);
	add_left_out(t, style, h->dirty, AS_SAY_LEFT_DIRTY);
	add_left_out(t, style, h->untold, AS_SAY_LEFT_UNTOLD);
	add_left_out(t, style, h->elsewhere, AS_SAY_LEFT_ELSEWHERE);
	add_left_out(t, style, h->before, AS_SAY_LEFT_BEFORE);
	add_results(t, style, h);
	add_left_out(t, style, h->unnamed, AS_SAY_LEFT_UNNAMED);
}
