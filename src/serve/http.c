/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "serve/server.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "serve/endpoint.h"

#if AS_HAVE_HTTP
#include <arpa/inet.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <poll.h>

#include "clock/clock.h"
#include "serve/daemon.h"

/* Bodies that are held at once, and how long one may take. */
enum { HELD_MOST = 64 << 20, BODY_S = 300 };

/* A request. */
struct visit {
	struct as_server *server;
	char target[AS_SERVE_TARGET_BYTES];
	bool too_long, begun;
	struct as_arena arena;
	struct as_serve_ask ask;
	const struct as_serve_rule *rule;
	struct as_text body;
	int64_t began_ns;
	unsigned refused; /* what comes yet is not looked at */
};

static enum as_status load(struct as_http_library *out, struct as_err *err)
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

enum as_status as_serve_can(struct as_err *err)
{
	struct as_http_library http;

	return load(&http, err);
}

/* ---- who asks ---- */

static const char *header(const struct as_server *s, struct MHD_Connection *c, const char *name)
{
	return s->http.MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

/* An address as text, of IPv6 its network. */
static void read_address(
	const struct as_server *s, struct MHD_Connection *c, char out[static INET6_ADDRSTRLEN])
{
	const union MHD_ConnectionInfo *info =
		s->http.MHD_get_connection_info(c, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	const struct sockaddr *from = info ? info->client_addr : NULL;
	union {
		struct sockaddr_in v4;
		struct sockaddr_in6 v6;
	} a = {0};

	out[0] = '\0';
	if (from && from->sa_family == AF_INET) {
		memcpy(&a.v4, from, sizeof a.v4);
		(void)inet_ntop(AF_INET, &a.v4.sin_addr, out, INET6_ADDRSTRLEN);
	} else if (from && from->sa_family == AF_INET6) {
		memcpy(&a.v6, from, sizeof a.v6);
		memset(a.v6.sin6_addr.s6_addr + 8, 0, 8);
		(void)inet_ntop(AF_INET6, &a.v6.sin6_addr, out, INET6_ADDRSTRLEN);
	}
}

static unsigned admit(
	struct as_server *s, struct MHD_Connection *c, struct visit *v, const char **why)
{
	char address[INET6_ADDRSTRLEN];
	const bool signs_in = !strcmp(v->ask.path, "/sign-in");
	const struct as_guard_ask ask = {.authorization = header(s, c, "Authorization"),
		.cookie = signs_in ? NULL : header(s, c, "Cookie"),
		.csrf = header(s, c, "X-Assay-Session"),
		.address = address,
		.may = signs_in ? AS_MAY_TRIAGE : v->rule->may,
		.changes = v->rule->changes,
		.now_ns = as_clock_now(),
		.date_ns = as_clock_date()};

	read_address(s, c, address);
	return as_guard_admit(s->guard, &ask, &v->arena, &v->ask.who, why);
}

/* ---- requests ---- */

/* Of what has a body: its size, as far as it is said. */
static unsigned check_body(const struct as_server *s, struct MHD_Connection *c,
	const struct visit *v, const char **why)
{
	const char *said = header(s, c, "Content-Length");
	const size_t length = said ? strtoul(said, NULL, 10) : 0;

	*why = "The body is to be sent as it is, without Content-Encoding.";
	if (header(s, c, "Content-Encoding"))
		return 415;
	*why = "The body is too large for this address.";
	if (length > v->rule->most)
		return 413;
	*why = "Too much is being sent at once; try it again later.";
	return s->held + length > HELD_MOST ? 503 : 0;
}

/* Method, body and form of what is asked. */
static unsigned check_form(struct as_server *s, struct MHD_Connection *c, struct visit *v,
	const char *method, const char **why)
{
	static const struct as_serve_rule page = {.may = AS_MAY_READ};
	const char *body = header(s, c, "Content-Length");
	const bool reads = !strcmp(method, "GET") || !strcmp(method, "HEAD");

	v->rule = &page;
	*why = "GET and HEAD are answered, and POST where something can be changed.";
	if (!reads && strcmp(method, "POST") != 0)
		return 405;
	*why = "A request that asks for something has no body.";
	if (reads && ((body && strcmp(body, "0") != 0) || header(s, c, "Transfer-Encoding")))
		return 400;
	*why = "The address is too long.";
	if (v->too_long)
		return 414;
	struct as_err err = {0};
	if (as_serve_read_target(v->target, &v->arena, &v->ask, &err)) {
		const char *words = as_arena_strdup(&v->arena, err.msg);
		*why = words ? words : "The address cannot be read.";
		return 400;
	}
	v->rule = s->how->rule(s->how->data, v->ask.path);
	*why = v->rule->changes ? "This takes POST."
				: "Nothing can be changed from here: GET and HEAD are answered.";
	return reads == v->rule->changes ? 405 : 0;
}

/* Whether it is looked at; else the status, and why not. */
static unsigned objection(struct as_server *s, struct MHD_Connection *c, struct visit *v,
	const char *method, const char **why)
{
	unsigned status = check_form(s, c, v, method, why);

	if (status)
		return status;
	*why = "This server is not reached by that name: assay serve --host NAME says that it is.";
	if (!as_serve_host_fits(s->how, header(s, c, "Host")))
		return 421;
	*why = "A page of another site may change nothing here.";
	if (v->rule->changes && !as_serve_origin_fits(s->how, header(s, c, "Origin")))
		return 403;
	status = admit(s, c, v, why);
	return status || !v->rule->changes ? status : check_body(s, c, v, why);
}

static enum MHD_Result refuse(struct as_server *s, struct MHD_Connection *c, const struct visit *v,
	unsigned status, const char *why)
{
	struct as_serve_answer answer = {.status = status,
		.type = "text/plain; charset=utf-8",
		.allow = v->rule && v->rule->changes ? "POST" : NULL};

	as_text_addf(&answer.body, "%s\n", why);
	return as_http_reply(s, c, &answer);
}

/* A session of the browser that has said a token: pages may then change what it may. */
static enum MHD_Result sign_in(struct as_server *s, struct MHD_Connection *c, const struct visit *v)
{
	char cookie[AS_GUARD_COOKIE + 1];
	const char *by = header(s, c, "X-Forwarded-Proto");
	struct as_serve_answer out = {
		.status = 303, .type = "text/plain; charset=utf-8", .to = "/alerts"};
	struct as_text set = {0};
	struct as_err err = {0};

	if (!v->ask.who.name)
		return refuse(s, c, v, 401, "This takes a token, as the password with any name.");
	if (as_guard_begin(s->guard, &v->ask.who, as_clock_date(), cookie, &err))
		return refuse(s, c, v, 503, err.msg);
	as_text_addf(&set, "assay=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%d%s", cookie,
		(int)AS_SESSION_S, by && !strcmp(by, "https") ? "; Secure" : "");
	out.cookie = as_text_str(&set);
	const enum MHD_Result done = as_http_reply(s, c, &out);
	as_text_release(&set);
	return done;
}

static enum MHD_Result answer(struct as_server *s, struct MHD_Connection *c, struct visit *v)
{
	struct as_serve_answer out = {.status = 200, .type = "text/html; charset=utf-8"};

	if (v->refused || v->body.failed)
		return refuse(s, c, v, v->refused ? v->refused : 503, "The body is too large.");
	if (!strcmp(v->ask.path, "/events"))
		return as_http_watch(s, c, &v->ask);
	if (!strcmp(v->ask.path, "/sign-in"))
		return sign_in(s, c, v);
	v->ask.body = as_text_str(&v->body);
	v->ask.n_body = v->body.len;
	v->ask.counts = &s->counts;
	s->counts.body_bytes += v->body.len;
	s->counts.watchers = s->n_watchers;
	s->how->answer(s->how->data, &v->ask, &out);
	return as_http_reply(s, c, &out);
}

/* A piece of a body. */
static enum MHD_Result take_body(struct visit *v, const char *bytes, size_t n)
{
	struct as_server *s = v->server;

	if (as_clock_now() - v->began_ns > BODY_S * INT64_C(1000000000))
		return MHD_NO; /* who sends so slowly is not waited for */
	if (!v->rule->changes || v->refused)
		return MHD_YES;
	if (v->body.len + n > v->rule->most || s->held + n > HELD_MOST) {
		v->refused = v->body.len + n > v->rule->most ? 413 : 503;
		s->held -= v->body.len;
		as_text_release(&v->body);
		return MHD_YES;
	}
	as_text_add_n(&v->body, bytes, n);
	s->held += n;
	return MHD_YES;
}

/* libmicrohttpd asks once when it has the headers, for each piece of a body, and when it has all. */
static enum MHD_Result on_request(void *data, struct MHD_Connection *c, const char *url,
	const char *method, const char *version, const char *body, size_t *n_body, void **kept)
{
	struct as_server *s = data;
	struct visit *v = *kept;
	const char *why = NULL;

	(void)url;
	(void)version;
	if (!v)
		return MHD_NO;
	if (!v->begun) {
		const unsigned status = objection(s, c, v, method, &why);
		v->begun = true;
		v->began_ns = as_clock_now();
		return status ? refuse(s, c, v, status, why) : MHD_YES;
	}
	if (*n_body) {
		const size_t n = *n_body;
		*n_body = 0;
		return take_body(v, body, n);
	}
	return answer(s, c, v);
}

/* The target as it came: what libmicrohttpd makes of it is not looked at. */
static void *on_target(void *data, const char *target, struct MHD_Connection *c)
{
	struct visit *v = calloc(1, sizeof *v);
	const size_t n = strlen(target);

	(void)c;
	if (!v)
		return NULL;
	v->server = data;
	v->too_long = n >= sizeof v->target;
	memcpy(v->target, target, v->too_long ? 0 : n);
	return v;
}

static void on_end(
	void *data, struct MHD_Connection *c, void **kept, enum MHD_RequestTerminationCode how)
{
	struct visit *v = *kept;

	(void)data;
	(void)c;
	(void)how;
	if (!v)
		return;
	if (!v->refused)
		v->server->held -= v->body.len;
	as_text_release(&v->body);
	as_arena_release(&v->arena);
	free(v);
	*kept = NULL;
}

/* ---- the server ---- */

static enum as_status start(struct as_server *s, struct as_err *err)
{
	enum { CONNECTIONS = 200, IDLE_S = 30, CONNECTION_BYTES = 32768 };

	s->daemon = s->http.MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL,
		NULL, on_request, s, MHD_OPTION_LISTEN_SOCKET, (MHD_socket)s->fd,
		MHD_OPTION_URI_LOG_CALLBACK, on_target, s, MHD_OPTION_NOTIFY_COMPLETED, on_end,
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
	st = as_guard_new(how, &s->guard, err);
	if (!st)
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
		if (!n)
			as_http_tick(s);
		(void)s->http.MHD_run(s->daemon);
	}
}

void as_serve_close(struct as_server *s)
{
	if (!s)
		return;
	as_http_wake_all(s); /* who sleeps cannot be sent away */
	if (s->daemon)
		s->http.MHD_stop_daemon(s->daemon);
	else if (s->fd >= 0)
		(void)close(s->fd);
	as_guard_free(s->guard);
	as_text_release(&s->url);
	free(s);
}

#else

enum as_status as_serve_can(struct as_err *err)
{
	return as_fail(err, AS_ERR_USAGE,
		"cannot serve: this assay was built without libmicrohttpd; install it "
		"(libmicrohttpd-dev, of Debian) and build again");
}

enum as_status as_serve_open(
	const struct as_serve_how *how, struct as_server **out, struct as_err *err)
{
	(void)how;
	(void)out;
	return as_serve_can(err);
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
