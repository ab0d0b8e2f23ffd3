/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CAMPAIGN_CONFIRMING_H
#define AS_CAMPAIGN_CONFIRMING_H

/* Re-runs that alerts wait for, of one command on this machine (methods-machines.md D). */

#include "campaign/alerting.h"

enum as_rerun_kind { AS_RERUN_FIRST, AS_RERUN_SECOND, AS_RERUN_REST };

/* `before` beside `after`, in so many rounds; strings are the alert's. */
struct as_rerun_wanted {
	int64_t alert; /* the first one that asks for it */
	enum as_rerun_kind kind;
	const char *before, *after;
	size_t rounds;
};

struct as_confirming {
	const char *command; /* whose re-runs they are */
	struct as_rerun_wanted *v; /* n of them, the largest changes first */
	size_t n;
	size_t done;   /* that were begun */
	size_t later;  /* alerts that wait for another session */
	size_t others; /* those of other commands, or of another machine, that wait for a re-run */
};

/* Who measures, and when. */
struct as_confirming_here {
	const char *command; /* as experiments keep it */
	const char *machine_id, *boot_id;
};

/*
 * as_confirming_choose - what can be measured now, each pair of versions once
 *
 *   u    brought up to date
 *   ids  alerts that are meant, n_ids of them; 0: all
 *   out  in the arena of u. AS_ERR_MEM
 */
enum as_status as_confirming_choose(const struct as_alerting *u,
	const struct as_confirming_here *here, const int64_t *ids, size_t n_ids,
	struct as_confirming *out, struct as_err *err) AS_MUST_CHECK;

#endif
