/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_SUITE_SUITE_CARRY_H
#define AS_CLI_SUITE_SUITE_CARRY_H

/* Files that git does not have, and that all versions get. */

#include "campaign/versions/versions.h"
#include "cli/verb.h"
#include "model/settings/suite.h"

/* Put what --carry and the suite (NULL: there is none) name into all versions. Memory is the
 * arena's. */
enum as_status as_carry_said(const struct as_args *args, const struct as_suite *s,
	struct as_versions *v, struct as_arena *a, struct as_err *err) AS_MUST_CHECK;

#endif
