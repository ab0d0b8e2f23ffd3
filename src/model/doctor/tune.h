/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_DOCTOR_TUNE_H
#define AS_MODEL_DOCTOR_TUNE_H

/* Settings of the system that assay doctor --tune changes and --restore gives back. */

#include <stdbool.h>
#include <stddef.h>

#include "model/doctor/doctor.h"

enum { AS_TUNE_WORD = 40, AS_TUNE_PATH = 128 };

/* What became of a setting. */
enum as_setting_state {
	AS_SETTING_PLANNED = 0,
	AS_SETTING_CHANGED,  /* it is now what was wanted; restoring: what it was before */
	AS_SETTING_ALREADY,  /* it was already that */
	/* restoring: it is neither, somebody else has changed it; left alone */
	AS_SETTING_FOREIGN,
	/* restoring: the machine was started anew since, which undid it; left alone */
	AS_SETTING_BOOTED,
	AS_SETTING_CLOSED,   /* no permission */
	AS_SETTING_FAILED,   /* the kernel refused it, or kept another word */
	AS_SETTING_STATES
};

struct as_setting {
	enum as_check_id check;
	char path[AS_TUNE_PATH]; /* from the root */
	char old[AS_TUNE_WORD], want[AS_TUNE_WORD];
	char found[AS_TUNE_WORD]; /* what it is now; "" where that cannot be read */
	enum as_setting_state state;
	int sys;                  /* errno of CLOSED and FAILED, 0: none */
};

enum as_tune_action { AS_TUNE_APPLY, AS_TUNE_RESTORE };

struct as_tuning {
	enum as_tune_action action;
	struct as_setting *v; /* n of them */
	size_t n;
	size_t count[AS_SETTING_STATES];
	bool kept;            /* there is still something to restore */
	bool stale;           /* applying: a state file of an earlier boot was thrown away */
	const char *state;    /* the file that remembers */
};

#endif
