/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_SERVE_DAEMON_H
#define AS_SERVE_DAEMON_H

/* What the files of serve/ share that speak to libmicrohttpd. All of it is of the one thread that does. */

#include <microhttpd.h>

#include "serve/admission.h"
#include "serve/client.h"
#include "serve/work.h"

struct as_http_library {
#define AS_HTTP_CALL(name) __typeof__(&name) name;
#include "serve/http_calls.def"
#undef AS_HTTP_CALL
};

struct as_watcher;
struct as_server;
struct as_http_visit;

/* What a connection is at, since when; each has an end (limits.def) but pages that wait for changes. */
enum as_http_phase {
	AS_HTTP_HEAD, /* its next request is not there yet */
	AS_HTTP_BODY,
	AS_HTTP_WORK, /* an answer is made */
	AS_HTTP_SEND,
	AS_HTTP_WATCH,
};
struct as_http_connection {
	struct as_http_connection *next;
	struct as_http_visit *visit; /* of AS_HTTP_WORK */
	int fd;
	struct as_serve_network peer;
	char client[AS_CLIENT_BYTES]; /* the peer as text */
	enum as_http_phase phase;
	bool again; /* it has had an answer */
	bool ends; /* it was shut down, which libmicrohttpd sees next */
	int64_t since_ns;
};

/* The stamp of what is served, taken by a thread that answers. */
struct as_http_stamp {
	struct as_work work; /* first */
	const struct as_serve_how *how;
	char made[AS_SERVE_STAMP_BYTES], known[AS_SERVE_STAMP_BYTES];
	uint64_t begun, n_known; /* how often it was taken */
	bool goes, again; /* it is being taken; and is to be once more */
};

struct as_server {
	struct as_watcher *watchers;
	size_t n_watchers;
	unsigned ticks; /* seconds */
	struct as_serve_counts counts;
	size_t held; /* bytes of bodies that are being sent */
	const struct as_serve_how *how;
	struct as_guard *guard;
	struct as_workers *workers;
	struct as_http_stamp stamp;
	struct as_http_connection *connections;
	size_t working; /* visits that a thread may still have */
	struct as_serve_stream *streams; /* of visits */
	struct as_http_library http;
	struct MHD_Daemon *daemon;
	int fd; /* that is listened on; the daemon's once there is one */
	int wake; /* can be read when something is done */
	struct as_text url;
};

/* ---- connections.c ---- */

/* As libmicrohttpd asks: whether one more is let in, for which the one that has waited longest may go; and when it
 * begins and ends. */
enum MHD_Result as_http_let_in(void *server, const struct sockaddr *from, socklen_t n);
void as_http_connected(void *server, struct MHD_Connection *c, void **context,
	enum MHD_ConnectionNotificationCode what);

struct as_http_connection *as_http_connection_of(struct as_server *s, struct MHD_Connection *c);
void as_http_phase(struct as_server *s, struct MHD_Connection *c, enum as_http_phase phase);

/* End those that are late; on_late is called for those whose answer is. */
void as_http_end_late(
	struct as_server *s, int64_t now_ns, void (*on_late)(struct as_http_visit *v));

/* ---- reply.c ---- */

/* Send an answer, whose body is taken. */
enum MHD_Result as_http_reply(
	struct as_server *s, struct MHD_Connection *c, struct as_serve_answer *answer);
/* Send a stream from its beginning; and go on with one that waits for more. */
enum MHD_Result as_http_stream(
	struct as_server *s, struct MHD_Connection *c, struct as_serve_stream *stream);
void as_http_wake_stream(struct as_server *s, struct as_serve_stream *stream);
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
/* Once a second; when the stamp has been taken; and at the end, for all. */
void as_http_tick(struct as_server *s);
void as_http_stamped(struct as_server *s);
void as_http_wake_all(struct as_server *s);

#endif
