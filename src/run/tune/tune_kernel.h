/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_TUNE_TUNE_KERNEL_H
#define AS_RUN_TUNE_TUNE_KERNEL_H

/* Changes settings of the system so that it disturbs less, and gives back exactly what was there.
 *
 * What there was is in a file of the user's before anything is changed: written, synced, and only
 * then given its name. So whatever happens, restoring finds the old values, and it may itself be
 * stopped at any instant and done again. Only words of tunables.def are written into files of
 * tunables.def. */

#include "base/arena.h"
#include "base/err.h"
#include "model/doctor/tune.h"
#include "probe/probe.h"

struct as_tune_place {
	const struct as_probe_root *root;
	const char *state;   /* path of the state file; its folder is made if it is not there */
	const char *boot_id; /* of struct as_machine */
	/* Called before each thing that is done to a file; NULL: nobody asks. For tests, which stop
	 * there. */
	void (*step)(void *of);
	void *of;
};

enum { AS_TUNE_STATE_BYTES = 4096 };

/* Where the state file of this user is: $XDG_STATE_HOME/assay/tuned, or ~/.local/state/assay/tuned;
 * each tree has one of its own beside it. AS_ERR_USAGE without a HOME. */
enum as_status as_tune_state_path(const struct as_probe_root *root,
	char out[static AS_TUNE_STATE_BYTES], struct as_err *err) AS_MUST_CHECK;

/*
 * as_tune_plan - which settings there are to change
 *
 *   d    judged: what weighs less than AS_WEIGHT_MAY is left as it is
 *   out  settings are PLANNED, or CLOSED where they cannot be written; those that are as wanted are left out
 *
 * Reads only. Fails only for lack of memory.
 */
enum as_status as_tune_plan(const struct as_probe_root *root, const struct as_diagnosis *d,
	struct as_arena *a, struct as_tuning *out, struct as_err *err) AS_MUST_CHECK;

/*
 * as_tune_apply - make the planned changes
 *
 * What cannot be changed is in the state of its setting, and the others are changed all the same.
 * When none was, no state file is left.
 *
 * AS_ERR_REFUSED, with nothing changed, where a tune of this boot is active, or where another assay
 * is tuning right now; AS_ERR_SYS where the state file cannot be kept.
 */
enum as_status as_tune_apply(const struct as_tune_place *p, struct as_tuning *t, struct as_err *err)
	AS_MUST_CHECK;

/*
 * as_tune_restore - give back what the state file remembers
 *
 *   out  n = 0 when there is no state file
 *
 * A setting that is no longer what tuning made of it belongs to somebody else and stays. The state
 * file goes when each setting is settled; where one could not be written it stays, and restoring
 * can be done again. Of another boot, nothing is touched.
 *
 * AS_ERR_DATA, with nothing touched, for a state file that is not this user's own, that others may
 * write, or that as_tune_apply did not write.
 */
enum as_status as_tune_restore(const struct as_tune_place *p, struct as_arena *a,
	struct as_tuning *out, struct as_err *err) AS_MUST_CHECK;

#endif
