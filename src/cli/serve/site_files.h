/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_SERVE_SITE_FILES_H
#define AS_CLI_SERVE_SITE_FILES_H

/* The same pages as files, for any host of files, so that they outlive the server. */

#include "cli/serve/site.h"

/*
 * as_site_write - every page into a folder, which is made
 *
 * Of each benchmark the versions that matter: around changes, the newest, and of the others some. Of
 * results the newest few are pages. Files of an earlier call are replaced; others stay. AS_ERR_SYS, and
 * what pages fail with.
 */
enum as_status as_site_write(
	struct as_site *site, const char *folder, struct as_err *err) AS_MUST_CHECK;

#endif
