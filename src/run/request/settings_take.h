/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_REQUEST_SETTINGS_TAKE_H
#define AS_RUN_REQUEST_SETTINGS_TAKE_H

/* One value of a request as JSON has it, by the type of its row. */

#include "base/json/json_read.h"
#include "run/request/settings.h"

enum { AS_REQUEST_LIST_MAX = 100000 };

struct as_request_reading {
	struct as_json_reader *r;
	struct as_arena *a;
};

/* Into the member of `base`, a struct of whose rows s is. What cannot be is an error of the reader. */
void as_setting_take(struct as_request_reading *in, const struct as_setting_row *s, char *base);

#endif
