/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_REQUEST_SETTINGS_FIT_H
#define AS_RUN_REQUEST_SETTINGS_FIT_H

#include "run/request/request.h"

/* What does not fit the rest of a request, as a path in its JSON, and what was expected there. */
struct as_misfit {
	char path[48];
	const char *expected; /* NULL: all fits */
};

/* What one value of a request cannot know of the others; the first that is found. */
struct as_misfit as_request_misfit(const struct as_request *r);

/* The same without what commands and other settings may change. */
struct as_misfit as_settings_misfit(const struct as_request *r);

#endif
