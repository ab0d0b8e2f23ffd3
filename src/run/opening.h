/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_OPENING_H
#define AS_RUN_OPENING_H

/* What is there before the first step of an experiment: machine, facts, files. It goes to the journal. */

#include "run/conductor.h"

/* What is there before the first step; it goes to the journal. */
enum as_status as_conductor_open(struct as_conductor *c, struct as_err *err) AS_MUST_CHECK;

#endif
