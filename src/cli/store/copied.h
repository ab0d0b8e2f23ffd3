/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_STORE_COPIED_H
#define AS_CLI_STORE_COPIED_H

/* What goes from one store into another beside experiments, and names some of them by number. */

#include "cli/verb.h"
#include "store/store.h"

/* The number of an experiment in the one store, and in the other. */
struct as_copied_id {
	int64_t from, to;
};

/* Of all that were copied or were there, in ascending order of from. */
struct as_copied_ids {
	struct as_copied_id *v;
	size_t n, room;
};

/*
 * as_copied_alerts - alerts with the way that they have gone
 *
 *   n   receives how many were written
 *
 * One that the other store has (of the same series, first seen at the same instant) takes its place
 * there where it has changed later, and keeps its number there. A re-run that was pruned becomes the
 * nearest experiment before it.
 */
enum as_status as_copied_alerts(struct as_cli *cli, struct as_store *from, struct as_store *to,
	const struct as_copied_ids *ids, size_t *n, struct as_err *err) AS_MUST_CHECK;

#endif
