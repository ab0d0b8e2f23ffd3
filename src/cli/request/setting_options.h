/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_REQUEST_SETTING_OPTIONS_H
#define AS_CLI_REQUEST_SETTING_OPTIONS_H

/* From options that say a setting (model/settings/setting.h) to the members of a request. What a row tells is
 * read by its type; for the few options that mean something of their own there are readers in
 * own_options.c. */

#include "cli/line/options.h"
#include "run/request/settings.h"

/* What was given of an option, into r. Strings are borrowed, or in a. AS_ERR_USAGE, AS_ERR_MEM. */
typedef enum as_status as_option_reader(const struct as_args *args, struct as_arena *a,
	struct as_request *r, struct as_err *err);

/*
 * as_settings_said - all settings of a part that were given
 *
 *   part   NULL: of all
 *   r      has what holds where the options say nothing
 *
 * Metrics and gates are read elsewhere. AS_ERR_USAGE names the option; AS_ERR_SYS, AS_ERR_MEM.
 */
enum as_status as_settings_said(const struct as_args *args, const char *part, struct as_arena *a,
	struct as_request *r, struct as_err *err) AS_MUST_CHECK;

/* Those that one option says. */
enum as_status as_setting_said(const struct as_args *args, enum as_option_id id,
	struct as_arena *a, struct as_request *r, struct as_err *err) AS_MUST_CHECK;

/* The reader of an option that means something of its own; NULL: it has none. */
as_option_reader *as_own_reader(enum as_option_id id);

#endif
