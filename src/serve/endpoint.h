/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_SERVE_ENDPOINT_H
#define AS_SERVE_ENDPOINT_H

/* The socket of a server. Internal to serve/. */

#include "serve/server.h"

/* Listen as how->listen says; url gets where that is, with the port that was free. Errors as of
 * as_serve_open. */
enum as_status as_serve_listen(const struct as_serve_how *how, int *fd, struct as_text *url,
	struct as_err *err) AS_MUST_CHECK;

#endif
