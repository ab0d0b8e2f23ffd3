/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CAMPAIGN_ALERTING_H
#define AS_CAMPAIGN_ALERTING_H

/* Alerts brought up to date: by what histories show now, and by the re-runs that the store has. */

#include "model/kept/alert.h"
#include "store/store.h"

struct as_alerting {
	struct as_store *store; /* open for writing */
	const struct as_history *history;
	const struct as_commits *commits; /* that lead to what is checked out; NULL: not known */
	int64_t now_ns;                   /* CLOCK_REALTIME */
	struct as_arena *arena;
	struct as_alert *v; /* out: all of the store, n of them, the oldest first */
	size_t n;
};

/*
 * as_alerts_update - read the alerts, take each as far on its way as it goes, add new ones, and keep
 * them
 *
 * A re-run is an experiment of exactly the two versions, which no other alert of the series was
 * judged by; the first one counts, whatever it says (methods-machines.md D). AS_ERR_STORE where
 * another assay has written alerts meanwhile: nothing was.
 */
enum as_status as_alerts_update(struct as_alerting *u, struct as_err *err) AS_MUST_CHECK;

#endif
