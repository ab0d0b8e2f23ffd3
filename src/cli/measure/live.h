/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_MEASURE_LIVE_H
#define AS_CLI_MEASURE_LIVE_H

/* What is shown while measuring: one line on standard error that is written over, and the plan. */

#include "cli/verb.h"
#include "report/draw/terminal.h"
#include "run/conduct.h"

struct as_live {
	struct as_cli *cli;
	struct as_style style;
	int64_t last_ns; /* when the line was last written */
	bool always;     /* say the plan also of short work: it is what was asked for */
	bool never;      /* do not say the plan: a table is being written */
	bool shown;      /* there is a line to be wiped */
};

void as_live_init(struct as_live *l, struct as_cli *cli);

/* An observer that shows what it is told; l must live as long. */
struct as_observer as_live_observer(struct as_live *l);

/* Wipe the line. */
void as_live_end(struct as_live *l);

#endif
