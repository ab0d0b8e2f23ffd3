/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CAMPAIGN_VERSIONS_AUTO_BUILD_H
#define AS_CAMPAIGN_VERSIONS_AUTO_BUILD_H

#include "campaign/versions/versions.h"
#include "run/request/request.h"

/*
 * as_build_choose - the build command of a program that has none, or whose is "auto"
 *
 * What the head's files say, by the file that each kind of project has (auto_builds.def), if the
 * program is not one of them; *built_by is that command then. AS_ERR_USAGE: "auto", and no such file.
 */
enum as_status as_build_choose(const struct as_versions *v, struct as_command *c,
	struct as_arena *a, const char **built_by, struct as_err *err) AS_MUST_CHECK;

#endif
