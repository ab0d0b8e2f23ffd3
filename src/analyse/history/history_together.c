/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What several benchmarks owe to one commit. */
#include "analyse/history/history_inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct one {
	const struct as_history_series *series;
	const struct as_history_change *change;
};

static const struct as_history_point *point_of(const struct one *a)
{
	return as_history_at(a->series, a->change->at);
}

static int by_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) : !b - !a;
}

/* By what makes changes belong together. */
static int by_version(const void *x, const void *y)
{
	const struct one *a = x, *b = y;
	const struct as_history_point *p = point_of(a), *q = point_of(b);
	const char *const texts[][2] = {{a->series->project, b->series->project},
		{p->commit, q->commit}, {p->label, q->label},
		{a->series->metric, b->series->metric}, {a->series->machine, b->series->machine}};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		const int order = by_text(texts[i][0], texts[i][1]);
		if (order)
			return order;
	}
	return 0;
}

static int by_changes(const void *x, const void *y)
{
	const struct as_history_together *a = x, *b = y;

	if (a->changes != b->changes)
		return a->changes < b->changes ? 1 : -1;
	return (a->at->date_ns < b->at->date_ns) - (a->at->date_ns > b->at->date_ns);
}

/* A change that is a ratio, and not the environment's. */
static bool counts(const struct as_history_series *s, const struct as_history_change *c)
{
	return c->kind != AS_HISTORY_SAME_PROGRAM && s->parts[c->part].logarithms;
}

static size_t collect_changes(const struct as_history *h, struct one *out)
{
	size_t n = 0;

	for (size_t i = 0; i < h->n; i++)
		for (size_t k = 0; k < h->series[i].n_changes; k++) {
			const struct one one = {&h->series[i], &h->series[i].changes[k]};
			if (!counts(one.series, one.change))
				continue;
			if (out)
				out[n] = one;
			n++;
		}
	return n;
}

static struct as_history_together sum(const struct one *v, size_t n)
{
	double logs = 0;

	for (size_t i = 0; i < n; i++)
		logs += log1p(v[i].change->size);
	return (struct as_history_together){point_of(v), v->series, n, exp(logs / (double)n)};
}

enum as_status as_history_put_together(struct as_history *h, struct as_arena *a, struct as_err *err)
{
	const size_t n = collect_changes(h, NULL);
	struct as_arena room = {0};
	struct one *v = as_arena_array(&room, n, sizeof *v);

	h->together = as_arena_array(a, n / 2, sizeof *h->together);
	if (!v || !h->together) {
		as_arena_release(&room);
		return as_fail_memory(err);
	}
	collect_changes(h, v);
	if (n)
		qsort(v, n, sizeof *v, by_version);
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i + 1; end < n && !by_version(&v[i], &v[end]); end++)
			;
		if (end - i > 1)
			h->together[h->n_together++] = sum(v + i, end - i);
	}
	if (h->n_together)
		qsort(h->together, h->n_together, sizeof *h->together, by_changes);
	as_arena_release(&room);
	return AS_OK;
}
