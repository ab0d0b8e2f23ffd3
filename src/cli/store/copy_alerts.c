/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/store/copied.h"

#include "base/text.h"
#include "store/store_alerts.h"

static int64_t placed(const struct as_copied_ids *ids, int64_t id)
{
	int64_t to = 0;

	for (size_t i = 0; i < ids->n && ids->v[i].from <= id; i++)
		to = ids->v[i].to;
	return to;
}

static bool is_same(const struct as_alert *a, const struct as_alert *b)
{
	return a->suspected_ns == b->suspected_ns && as_same_text(a->project, b->project) &&
	       as_same_text(a->name, b->name) && as_same_text(a->parameters, b->parameters) &&
	       as_same_text(a->command, b->command) && as_same_text(a->metric, b->metric) &&
	       as_same_text(a->unit, b->unit) && as_same_text(a->machine, b->machine);
}

/* Of all[0 .. n-1] the one that list[i] is; all[n]: none. Those of one series that were seen at one
 * instant keep their order, since none is ever removed. */
static struct as_alert *place_of(
	struct as_alert *all, size_t n, const struct as_alert *list, size_t i)
{
	size_t before = 0, at = 0;

	for (size_t k = 0; k < i; k++)
		before += is_same(&list[k], &list[i]);
	for (; at < n; at++)
		if (is_same(&all[at], &list[i]) && !before--)
			break;
	return &all[at];
}

/* *one of the other store in place of *at, which is kept there already or new (all 0). */
static void take_alert(
	struct as_alert *at, const struct as_alert *one, const struct as_copied_ids *ids)
{
	const int64_t id = at->id, edits = at->edits;

	*at = *one;
	at->id = id;
	at->edits = edits;
	at->first_rerun = placed(ids, one->first_rerun);
	at->second_rerun = placed(ids, one->second_rerun);
	at->rest_rerun = placed(ids, one->rest_rerun);
	at->dirty = true;
}

enum as_status as_copied_alerts(struct as_cli *cli, struct as_store *from, struct as_store *to,
	const struct as_copied_ids *ids, size_t *n, struct as_err *err)
{
	struct as_alert *theirs = NULL, *ours = NULL;
	size_t n_theirs = 0, n_ours = 0, written = 0;
	enum as_status st = as_store_alerts(from, cli->arena, &theirs, &n_theirs, err);

	if (!st)
		st = as_store_alerts(to, cli->arena, &ours, &n_ours, err);
	*n = 0;
	if (st || !n_theirs)
		return st;
	struct as_alert *all = as_arena_array(cli->arena, n_ours + n_theirs, sizeof *all);
	if (!all)
		return as_fail_memory(err);
	for (size_t i = 0; i < n_ours; i++)
		all[i] = ours[i];
	for (size_t i = 0; i < n_theirs; i++) {
		struct as_alert *at = place_of(all, n_ours, theirs, i);

		if (at->id && at->changed_ns >= theirs[i].changed_ns)
			continue;
		n_ours += at == &all[n_ours];
		take_alert(at, &theirs[i], ids);
		written++;
	}
	*n = written;
	return written ? as_store_put_alerts(to, all, n_ours, err) : AS_OK;
}
