/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_SCREEN_H
#define AS_CLI_SCREEN_H

/* From options to what report/ needs. */

#include "cli/command.h"
#include "model/experiment.h"
#include "model/summary.h"
#include "report/terminal.h"

/* How screens look here: width, colour, Unicode, unit, order. */
struct as_style as_screen_style(const struct as_cli *cli);

#endif
