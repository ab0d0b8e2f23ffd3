/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_SCREEN_OUT_H
#define AS_CLI_SCREEN_OUT_H

/* From options to what report/ needs. */

#include "cli/verb.h"
#include "model/answer/summary.h"
#include "model/kept/experiment.h"
#include "report/draw/terminal.h"

/* How screens look here: width, colour, Unicode, unit, order. */
struct as_style as_screen_style(const struct as_cli *cli);

/* Write a screen, or with --json the document that stands in its place. AS_ERR_MEM if t failed. */
enum as_status as_screen_print(struct as_cli *cli, const struct as_text *t, struct as_err *err)
	AS_MUST_CHECK;

#endif
