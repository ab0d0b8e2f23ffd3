/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "serve/server.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "serve/endpoint.h"

#if AS_HAVE_HTTP
#include <dlfcn.h>
#include <microhttpd.h>
#include <poll.h>

struct library {
#define AS_HTTP_CALL(name) __typeof__(&name) name;
#include "serve/http_calls.def"
#undef AS_HTTP_CALL
};

/* Somebody who waits for changes. */
struct watcher {
	struct as_server *server;
	struct watcher *next;
	struct MHD_Connection *connection;
	char seen[AS_SERVE_STAMP_BYTES]; /* the stamp that was sent last */
	bool waits; /* suspended */
	bool beats; /* a sign of life is due, by which one who left is noticed */
};

struct as_server {
	struct watcher *watchers;
	size_t n_watchers;
	unsigned ticks; /* seconds while somebody watched */
	const struct as_serve_how *how;
	struct library http;
	struct MHD_Daemon *daemon;
	int fd; /* that is listened on; the daemon's once there is one */
	struct as_text url;
};

/* A request. */
struct visit {
	char target[AS_SERVE_TARGET_BYTES];
	bool too_long, begun;
};

static enum as_status load(struct library *out, struct as_err *err)
{
	/* It stays: what it has allocated is its own. */
	void *so = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_NODELETE);
	bool all = so != NULL;

#define AS_HTTP_CALL(name) \
	if (all) { \
		memcpy(&out->name, &(void *){dlsym(so, #name)}, sizeof out->name); \
		all = out->name != NULL; \
	}
#include "serve/http_calls.def"
#undef AS_HTTP_CALL
	if (so)
		(void)dlclose(so);
	return all ? AS_OK
		   : as_fail(err, AS_ERR_USAGE,
			     "cannot serve: libmicrohttpd 0.9.64 or newer is not there; install it "
			     "(libmicrohttpd12, of Debian)");
}

/* ---- answers ---- */

static void add_headers(
	const struct library *http, struct MHD_Response *r, const struct as_serve_answer *answer)
{
	static const char *const always[][2] = {
		{"Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src "
					    "'self'; img-src 'self' data:; "
					    "connect-src 'self'; base-uri 'none'; form-action "
					    "'self'; frame-ancestors 'none'"},
		{"X-Content-Type-Options", "nosniff"},
		{"X-Frame-Options", "DENY"},
		{"Referrer-Policy", "no-referrer"},
		{"Cross-Origin-Opener-Policy", "same-origin"},
		{"Cross-Origin-Resource-Policy", "same-origin"},
	};
	struct as_text name = {0};

	for (size_t i = 0; i < sizeof always / sizeof always[0]; i++)
		(void)http->MHD_add_response_header(r, always[i][0], always[i][1]);
	(void)http->MHD_add_response_header(r, "Content-Type", answer->type);
	(void)http->MHD_add_response_header(r, "Cache-Control",
		answer->keep == AS_SERVE_FOR_GOOD ? "private, max-age=31536000, immutable"
						  : "no-store");
	if (answer->to)
		(void)http->MHD_add_response_header(r, "Location", answer->to);
	if (answer->status == 401)
		(void)http->MHD_add_response_header(r, "WWW-Authenticate",
			"Basic realm=\"assay: any name, and the token\", charset=\"UTF-8\"");
	if (answer->status == 405)
		(void)http->MHD_add_response_header(r, "Allow", "GET, HEAD");
	if (answer->file) {
		as_text_addf(&name, "attachment; filename=\"%s\"", answer->file);
		(void)http->MHD_add_response_header(r, "Content-Disposition", as_text_str(&name));
	}
	as_text_release(&name);
}

static enum MHD_Result reply(
	const struct library *http, struct MHD_Connection *c, struct as_serve_answer *answer)
{
	const bool failed = answer->body.failed;
	struct MHD_Response *r = http->MHD_create_response_from_buffer(
		failed ? 0 : answer->body.len, answer->body.data, MHD_RESPMEM_MUST_COPY);
	enum MHD_Result done = MHD_NO;

	if (r) {
		add_headers(http, r, answer);
		done = http->MHD_queue_response(c, failed ? 503 : answer->status, r);
		http->MHD_destroy_response(r);
	}
	as_text_release(&answer->body);
	return done;
}

static enum MHD_Result refuse(
	const struct library *http, struct MHD_Connection *c, unsigned status, const char *why)
{
	struct as_serve_answer answer = {.status = status, .type = "text/plain; charset=utf-8"};

	as_text_addf(&answer.body, "%s\n", why);
	return reply(http, c, &answer);
}

/* ---- who waits for changes ---- */

enum { WATCHERS = 100, BEAT_S = 15, EVENT_BYTES = 512 };

static const char *stamp_of(const struct as_server *s)
{
	return s->how->stamp(s->how->data);
}

/* The next bytes for a watcher; it sleeps where there are none. */
static ssize_t on_read(void *data, uint64_t at, char *out, size_t room)
{
	struct watcher *w = data;
	const char *stamp = stamp_of(w->server);
	int n = 0;

	if (strcmp(stamp, w->seen) != 0) {
		n = snprintf(out, room, "data: %s\n\n", stamp);
		(void)snprintf(w->seen, sizeof w->seen, "%s", stamp);
	} else if (w->beats || !at) {
		n = snprintf(out, room, ": it is as it was\n\n");
	} else {
		w->waits = true;
		w->server->http.MHD_suspend_connection(w->connection);
	}
	w->beats = false;
	return n > 0 && (size_t)n < room ? n : 0;
}

static void on_leave(void *data)
{
	struct watcher *w = data;
	struct watcher **at = &w->server->watchers;

	while (*at != w)
		at = &(*at)->next;
	*at = w->next;
	w->server->n_watchers--;
	free(w);
}

static void wake(struct as_server *s, bool all)
{
	const char *stamp = s->watchers ? stamp_of(s) : "";

	for (struct watcher *w = s->watchers; w; w = w->next) {
		if (!w->waits || (!all && !strcmp(stamp, w->seen)))
			continue;
		w->waits = false;
		w->beats = all;
		s->http.MHD_resume_connection(w->connection);
	}
}

static enum MHD_Result watch(
	struct as_server *s, struct MHD_Connection *c, const struct as_serve_ask *ask)
{
	const struct as_serve_answer head = {.status = 200, .type = "text/event-stream"};
	const char *seen = as_serve_parameter(ask, "stamp");
	struct watcher *w = s->n_watchers < WATCHERS ? calloc(1, sizeof *w) : NULL;

	if (!w)
		return refuse(&s->http, c, 503, "Too many wait for changes already.");
	*w = (struct watcher){.server = s, .next = s->watchers, .connection = c};
	(void)snprintf(w->seen, sizeof w->seen, "%s", seen ? seen : "");
	s->watchers = w;
	s->n_watchers++;
	struct MHD_Response *r = s->http.MHD_create_response_from_callback(
		MHD_SIZE_UNKNOWN, EVENT_BYTES, on_read, w, on_leave);
	if (!r) {
		on_leave(w);
		return MHD_NO;
	}
	add_headers(&s->http, r, &head);
	const enum MHD_Result done = s->http.MHD_queue_response(c, head.status, r);
	s->http.MHD_destroy_response(r);
	return done;
}

/* ---- requests ---- */

static const char *header(const struct library *http, struct MHD_Connection *c, const char *name)
{
	return http->MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

/* Why it is not looked at; NULL: it is. */
static const char *objection(const struct as_server *s, struct MHD_Connection *c,
	const struct visit *v, const char *method, unsigned *status)
{
	const struct library *http = &s->http;
	const char *body = header(http, c, "Content-Length");

	*status = 405;
	if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
		return "Nothing can be changed from here: GET and HEAD are answered.";
	*status = 400;
	if ((body && strcmp(body, "0") != 0) || header(http, c, "Transfer-Encoding"))
		return "A request that asks for something has no body.";
	*status = 414;
	if (v->too_long)
		return "The address is too long.";
	*status = 421;
	if (!as_serve_host_fits(s->how, header(http, c, "Host")))
		return "This server is not reached by that name: assay serve --host NAME says that "
		       "it is.";
	*status = 401;
	if (s->how->token && !as_serve_token_fits(s->how->token, header(http, c, "Authorization")))
		return "This takes the token of the server, as the password with any name.";
	return NULL;
}

static enum MHD_Result answer(struct as_server *s, struct MHD_Connection *c, const struct visit *v)
{
	struct as_serve_answer out = {.status = 200, .type = "text/html; charset=utf-8"};
	struct as_arena arena = {0};
	struct as_serve_ask ask;
	struct as_err err = {0};
	enum MHD_Result done = MHD_NO;

	if (as_serve_read_target(v->target, &arena, &ask, &err)) {
		done = refuse(&s->http, c, 400, err.msg);
	} else if (!strcmp(ask.path, "/events")) {
		done = watch(s, c, &ask);
	} else {
		s->how->answer(s->how->data, &ask, &out);
		done = reply(&s->http, c, &out);
	}
	as_arena_release(&arena);
	return done;
}

/* libmicrohttpd asks once when it has the headers, and again when it has all. */
static enum MHD_Result on_request(void *data, struct MHD_Connection *c, const char *url,
	const char *method, const char *version, const char *body, size_t *n_body, void **kept)
{
	struct as_server *s = data;
	struct visit *v = *kept;
	unsigned status = 0;

	(void)url;
	(void)version;
	(void)body;
	if (!v)
		return MHD_NO;
	if (!v->begun) {
		const char *why = objection(s, c, v, method, &status);
		v->begun = true;
		return why ? refuse(&s->http, c, status, why) : MHD_YES;
	}
	if (*n_body) {
		*n_body = 0;
		return MHD_YES;
	}
	return answer(s, c, v);
}

/* The target as it came: what libmicrohttpd makes of it is not looked at. */
static void *on_target(void *data, const char *target, struct MHD_Connection *c)
{
	struct visit *v = calloc(1, sizeof *v);
	const size_t n = strlen(target);

	(void)data;
	(void)c;
	if (!v)
		return NULL;
	v->too_long = n >= sizeof v->target;
	memcpy(v->target, target, v->too_long ? 0 : n);
	return v;
}

static void on_end(
	void *data, struct MHD_Connection *c, void **kept, enum MHD_RequestTerminationCode how)
{
	(void)data;
	(void)c;
	(void)how;
	free(*kept);
	*kept = NULL;
}

/* ---- the server ---- */

static enum as_status start(struct as_server *s, struct as_err *err)
{
	enum { CONNECTIONS = 200, IDLE_S = 30, CONNECTION_BYTES = 32768 };

	s->daemon = s->http.MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL,
		NULL, on_request, s, MHD_OPTION_LISTEN_SOCKET, (MHD_socket)s->fd,
		MHD_OPTION_URI_LOG_CALLBACK, on_target, NULL, MHD_OPTION_NOTIFY_COMPLETED, on_end,
		NULL, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS,
		MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_S, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
		(size_t)CONNECTION_BYTES, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
	if (!s->daemon)
		return as_fail(err, AS_ERR_SYS, "cannot serve on '%.100s'", s->how->listen);
	return AS_OK;
}

enum as_status as_serve_open(
	const struct as_serve_how *how, struct as_server **out, struct as_err *err)
{
	struct as_server *s = calloc(1, sizeof *s);
	enum as_status st = s ? load(&s->http, err) : as_fail_memory(err);

	if (st) {
		free(s);
		return st;
	}
	s->how = how;
	s->fd = -1;
	st = as_serve_listen(how, &s->fd, &s->url, err);
	if (!st)
		st = start(s, err);
	if (st)
		as_serve_close(s);
	else
		*out = s;
	return st;
}

const char *as_serve_address(const struct as_server *s)
{
	return as_text_str(&s->url);
}

enum as_status as_serve_run(struct as_server *s, int until, struct as_err *err)
{
	const union MHD_DaemonInfo *info =
		s->http.MHD_get_daemon_info(s->daemon, MHD_DAEMON_INFO_EPOLL_FD);
	struct pollfd wait[2] = {{.fd = info ? info->epoll_fd : -1, .events = POLLIN},
		{.fd = until, .events = POLLIN}};

	for (;;) {
		MHD_UNSIGNED_LONG_LONG ms = 0;
		const bool timed = s->http.MHD_get_timeout(s->daemon, &ms) == MHD_YES;
		const int n = poll(wait, 2, timed && ms < 1000 ? (int)ms : 1000);
		if (n < 0 && errno != EINTR)
			return as_fail(err, AS_ERR_SYS, "cannot wait for requests");
		if (n > 0 && wait[1].revents)
			return AS_OK;
		if (!n && s->watchers)
			wake(s, ++s->ticks % BEAT_S == 0);
		(void)s->http.MHD_run(s->daemon);
	}
}

void as_serve_close(struct as_server *s)
{
	if (!s)
		return;
	wake(s, true); /* who sleeps cannot be sent away */
	if (s->daemon)
		s->http.MHD_stop_daemon(s->daemon);
	else if (s->fd >= 0)
		(void)close(s->fd);
	as_text_release(&s->url);
	free(s);
}

#else

enum as_status as_serve_open(
	const struct as_serve_how *how, struct as_server **out, struct as_err *err)
{
	(void)how;
	(void)out;
	return as_fail(err, AS_ERR_USAGE,
		"cannot serve: this assay was built without libmicrohttpd; install it "
		"(libmicrohttpd-dev, of Debian) and build again");
}

const char *as_serve_address(const struct as_server *s)
{
	(void)s;
	return "";
}

enum as_status as_serve_run(struct as_server *s, int until, struct as_err *err)
{
	(void)s;
	(void)until;
	(void)err;
	return AS_OK;
}

void as_serve_close(struct as_server *s)
{
	(void)s;
}

#endif
