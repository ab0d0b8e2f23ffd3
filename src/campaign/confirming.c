/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "campaign/confirming.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/history/alert_life.h"

/* What an alert waits for; false: nothing. */
static bool read_wanted(const struct as_alert *a, struct as_rerun_wanted *out)
{
	const bool rest = a->left_by != NULL;

	*out = (struct as_rerun_wanted){.alert = a->id, .before = a->before,
		.after = rest ? a->left_by : a->after, .rounds = a->rounds,
		.kind = rest ? AS_RERUN_REST : a->state == AS_ALERT_WAITING ? AS_RERUN_SECOND
									     : AS_RERUN_FIRST};
	return rest || a->state == AS_ALERT_SUSPECTED || a->state == AS_ALERT_WAITING;
}

static bool is_meant(const struct as_alert *a, const int64_t *ids, size_t n)
{
	bool meant = !n;

	for (size_t i = 0; i < n; i++)
		meant = meant || ids[i] == a->id;
	return meant;
}

static bool is_here(const struct as_alert *a, const struct as_confirming_here *here)
{
	return !strcmp(a->command, here->command) &&
		(!a->machine || !strcmp(a->machine, here->machine_id));
}

/* A second re-run is of another session than the first. */
static bool can_be_now(const struct as_alerting *u, const struct as_alert *a,
	const struct as_rerun_wanted *w, const struct as_confirming_here *here)
{
	const struct as_alert_rerun now = {.started_ns = u->now_ns, .boot = here->boot_id};

	return w->kind != AS_RERUN_SECOND || as_alert_is_later(a, &now);
}

/* The same pair serves all of its benchmarks and metrics, in the most rounds that any asks for. */
static void add_rerun(struct as_confirming *c, const struct as_rerun_wanted *w)
{
	for (size_t i = 0; i < c->n; i++) {
		struct as_rerun_wanted *one = &c->v[i];
		if (strcmp(one->before, w->before) != 0 || strcmp(one->after, w->after) != 0)
			continue;
		one->rounds = one->rounds > w->rounds ? one->rounds : w->rounds;
		return;
	}
	c->v[c->n++] = *w;
}

static int by_size(const void *one, const void *two)
{
	const struct as_alert *const *a = one, *const *b = two;
	const double x = fabs((*a)->size), y = fabs((*b)->size);

	return x > y ? -1 : x < y ? 1 : (*a)->id < (*b)->id ? -1 : (*a)->id > (*b)->id;
}

enum as_status as_confirming_choose(const struct as_alerting *u,
	const struct as_confirming_here *here, const int64_t *ids, size_t n_ids,
	struct as_confirming *out, struct as_err *err)
{
	const struct as_alert **sorted = as_arena_array(u->arena, u->n, sizeof *sorted);

	*out = (struct as_confirming){.command = here->command,
		.v = as_arena_array(u->arena, u->n, sizeof *out->v)};
	if (!sorted || !out->v)
		return as_fail_memory(err);
	for (size_t i = 0; i < u->n; i++)
		sorted[i] = &u->v[i];
	if (u->n)
		qsort(sorted, u->n, sizeof *sorted, by_size);
	for (size_t i = 0; i < u->n; i++) {
		struct as_rerun_wanted w;
		if (!read_wanted(sorted[i], &w) || !is_meant(sorted[i], ids, n_ids))
			continue;
		if (!is_here(sorted[i], here))
			out->others++;
		else if (!can_be_now(u, sorted[i], &w, here))
			out->later++;
		else
			add_rerun(out, &w);
	}
	return AS_OK;
}
