/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_FLEET_FLEET_SHOW_H
#define AS_CLI_FLEET_FLEET_SHOW_H

#include "analyse/result/question.h"
#include "cli/verb.h"

/* Put results together, and show what they say: a screen, or with --json a document. */
enum as_status as_fleet_show(struct as_cli *cli, const struct as_result *v, size_t n,
	struct as_err *err) AS_MUST_CHECK;

#endif
