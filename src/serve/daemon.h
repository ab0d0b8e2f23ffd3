/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_SERVE_DAEMON_H
#define AS_SERVE_DAEMON_H

/* What the files of serve/ share that speak to libmicrohttpd. */

#include <microhttpd.h>

#include "serve/admission.h"

struct as_http_library {
#define AS_HTTP_CALL(name) __typeof__(&name) name;
#include "serve/http_calls.def"
#undef AS_HTTP_CALL
};

struct as_watcher;

struct as_server {
	struct as_watcher *watchers;
	size_t n_watchers;
	unsigned ticks; /* seconds while somebody watched */
	struct as_serve_counts counts;
	size_t held; /* bytes of bodies that are being sent */
	const struct as_serve_how *how;
	struct as_guard *guard;
	struct as_http_library http;
	struct MHD_Daemon *daemon;
	int fd; /* that is listened on; the daemon's once there is one */
	struct as_text url;
};

/* ---- reply.c ---- */

/* Send an answer, whose body is released. */
enum MHD_Result as_http_reply(
	struct as_server *s, struct MHD_Connection *c, struct as_serve_answer *answer);
/* One of words alone. */
enum MHD_Result as_http_refuse(
	struct as_server *s, struct MHD_Connection *c, unsigned status, const char *why);
/* Headers that all answers have. */
void as_http_headers(const struct as_http_library *http, struct MHD_Response *r,
	const struct as_serve_answer *answer);

/* ---- watchers.c ---- */

/* Tell who asks of every change from now on. */
enum MHD_Result as_http_watch(
	struct as_server *s, struct MHD_Connection *c, const struct as_serve_ask *ask);
/* Once a second, and at the end, for all. */
void as_http_tick(struct as_server *s);
void as_http_wake_all(struct as_server *s);

#endif
