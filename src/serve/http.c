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
#include <poll.h>
#include <strings.h>
#include <sys/eventfd.h>

#include "clock/clock.h"
#include "serve/daemon.h"
#include "serve/answer_stream.h"

/* A request. While a thread makes its answer, ask, arena, body and out are that thread's. */
struct as_http_visit {
	struct as_work work; /* first */
	struct as_server *server;
	struct MHD_Connection *connection;
	char target[AS_SERVE_TARGET_BYTES];
	bool too_long, begun;
	struct as_arena arena;
	struct as_serve_ask ask;
	const struct as_serve_rule *rule;
	struct as_text body;
	struct as_serve_answer out;
	char client[AS_CLIENT_BYTES];
	unsigned refused; /* what comes yet is not looked at */
	struct as_serve_stream *stream; /* of what may be large */
	bool works, done; /* a thread has it, or is to have it; and has had it */
	bool streams; /* it is sent while it is made */
	bool late; /* it is answered without */
	bool left; /* the request is over: it goes when the thread gives it back */
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

/* A header that may stand more than once, of all that is said there. */
struct joined_header {
	const char *name;
	struct as_text values; /* "" for none */
};

static enum MHD_Result join_header(
	void *data, enum MHD_ValueKind kind, const char *name, const char *value)
{
	struct joined_header *j = data;

	(void)kind;
	if (strcasecmp(name, j->name) != 0)
		return MHD_YES;
	as_text_add(&j->values, j->values.len ? "," : "");
	as_text_add(&j->values, value);
	return MHD_YES;
}

/* The client as text, also behind a proxy that is named. */
static void read_client(
	struct as_server *s, struct MHD_Connection *c, char out[static AS_CLIENT_BYTES])
{
	const struct as_http_connection *from = as_http_connection_of(s, c);
	struct joined_header x = {.name = "X-Forwarded-For"}, forwarded = {.name = "Forwarded"};

	out[0] = '\0';
	if (!from)
		return;
	if (as_client_is_proxy(s->how, &from->peer)) {
		(void)s->http.MHD_get_connection_values(c, MHD_HEADER_KIND, join_header, &x);
		(void)s->http.MHD_get_connection_values(
			c, MHD_HEADER_KIND, join_header, &forwarded);
	}
	const struct as_serve_network client = as_client_of(s->how, &from->peer,
		x.values.len && !x.values.failed ? as_text_str(&x.values) : NULL,
		forwarded.values.len && !forwarded.values.failed ? as_text_str(&forwarded.values)
								 : NULL);
	as_client_text(&client, out);
	as_text_release(&x.values);
	as_text_release(&forwarded.values);
}

static unsigned admit(
	struct as_server *s, struct MHD_Connection *c, struct as_http_visit *v, const char **why)
{
	const bool signs_in = !strcmp(v->ask.path, "/sign-in");
	const struct as_guard_ask ask = {.authorization = header(s, c, "Authorization"),
		.cookie = signs_in ? NULL : header(s, c, "Cookie"),
		.csrf = header(s, c, "X-Assay-Session"),
		.address = v->client,
		.may = signs_in ? AS_MAY_TRIAGE : v->rule->may,
		.changes = v->rule->changes,
		.now_ns = as_clock_now(),
		.date_ns = as_clock_date()};

	read_client(s, c, v->client);
	return as_guard_admit(s->guard, &ask, &v->arena, &v->ask.who, why);
}

/* ---- requests ---- */

/* Of what has a body: its size, as far as it is said. */
static unsigned check_body(const struct as_server *s, struct MHD_Connection *c,
	const struct as_http_visit *v, const char **why)
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
	size_t bodies = 0;
	for (const struct as_http_connection *b = s->connections; b; b = b->next)
		bodies += b->phase == AS_HTTP_BODY;
	return bodies >= AS_MOST_BODIES || s->held + length > AS_MOST_BODIES_BYTES ? 503 : 0;
}

/* Method, body and form of what is asked. */
static unsigned check_form(struct as_server *s, struct MHD_Connection *c, struct as_http_visit *v,
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
static unsigned objection(struct as_server *s, struct MHD_Connection *c, struct as_http_visit *v,
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

static enum MHD_Result refuse(struct as_server *s, struct MHD_Connection *c,
	const struct as_http_visit *v, unsigned status, const char *why)
{
	struct as_serve_answer answer = {.status = status,
		.type = "text/plain; charset=utf-8",
		.allow = v->rule && v->rule->changes ? "POST" : NULL};

	as_text_addf(&answer.body, "%s\n", why);
	return as_http_reply(s, c, &answer);
}

/* A session of the browser that has said a token: pages may then change what it may. */
static enum MHD_Result sign_in(
	struct as_server *s, struct MHD_Connection *c, const struct as_http_visit *v)
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

static void work_on(struct as_work *work)
{
	struct as_http_visit *v = (struct as_http_visit *)work;

	v->server->how->answer(v->server->how->data, &v->ask, &v->out);
	if (v->stream)
		as_serve_stream_end(v->stream, !v->out.broken);
}

/* The answer is made beside this thread, and sent when it is there. */
static enum MHD_Result begin_work(
	struct as_server *s, struct MHD_Connection *c, struct as_http_visit *v)
{
	struct as_http_connection *connection = as_http_connection_of(s, c);

	if (!connection)
		return MHD_NO;
	v->ask.body = as_text_str(&v->body);
	v->ask.n_body = v->body.len;
	s->counts.body_bytes += v->body.len;
	s->counts.watchers = s->n_watchers;
	v->ask.counts = s->counts;
	v->out = (struct as_serve_answer){.status = 200, .type = "text/html; charset=utf-8"};
	v->work = (struct as_work){.run = work_on,
		.lane = v->rule->large ? AS_LANE_DATA : AS_LANE_PAGES,
		.client = v->client};
	v->connection = c;
	v->works = true;
	v->stream = v->rule->large && !v->rule->changes ? as_serve_stream_new(s->wake) : NULL;
	if (v->stream) { /* where there is no memory for it the answer is made whole */
		v->stream->visit = v;
		v->stream->next = s->streams;
		s->streams = v->stream;
	}
	v->ask.stream = v->stream;
	s->working++;
	connection->visit = v;
	as_http_phase(s, c, AS_HTTP_WORK);
	s->http.MHD_suspend_connection(c);
	as_workers_add(s->workers, &v->work);
	return MHD_YES;
}

static enum MHD_Result answer(
	struct as_server *s, struct MHD_Connection *c, struct as_http_visit *v)
{
	if (v->done || v->late || v->streams) {
		as_http_phase(s, c, AS_HTTP_SEND);
		if (v->stream && v->stream->begun && !v->late)
			return as_http_stream(s, c, v->stream);
		return v->done ? as_http_reply(s, c, &v->out)
			       : refuse(s, c, v, 503,
					 "This takes too long: the server has too much to "
					 "do, or it is too much at once.");
	}
	if (!v->refused && !v->body.failed && strcmp(v->ask.path, "/events") != 0 &&
		strcmp(v->ask.path, "/sign-in") != 0)
		return begin_work(s, c, v);
	as_http_phase(s, c, AS_HTTP_SEND);
	if (v->refused || v->body.failed)
		return refuse(s, c, v, v->refused ? v->refused : 503, "The body is too large.");
	return !strcmp(v->ask.path, "/events") ? as_http_watch(s, c, &v->ask) : sign_in(s, c, v);
}

/* A piece of a body. */
static enum MHD_Result take_body(struct as_http_visit *v, const char *bytes, size_t n)
{
	struct as_server *s = v->server;

	if (!v->rule->changes || v->refused)
		return MHD_YES;
	if (v->body.len + n > v->rule->most || s->held + n > AS_MOST_BODIES_BYTES) {
		v->refused = v->body.len + n > v->rule->most ? 413 : 503;
		s->held -= v->body.len;
		as_text_release(&v->body);
		return MHD_YES;
	}
	as_text_add_n(&v->body, bytes, n);
	s->held += n;
	return MHD_YES;
}

/* libmicrohttpd asks once when it has the headers, for each piece of a body, and when it has all; then again when the
 * answer is there. */
static enum MHD_Result on_request(void *data, struct MHD_Connection *c, const char *url,
	const char *method, const char *version, const char *body, size_t *n_body, void **kept)
{
	struct as_server *s = data;
	struct as_http_visit *v = *kept;
	const char *why = NULL;

	(void)url;
	(void)version;
	if (!v)
		return MHD_NO;
	if (!v->begun) {
		const unsigned status = objection(s, c, v, method, &why);
		v->begun = true;
		as_http_phase(s, c, status ? AS_HTTP_SEND : AS_HTTP_BODY);
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
	struct as_http_visit *v = calloc(1, sizeof *v);
	const size_t n = strlen(target);

	(void)c;
	if (!v)
		return NULL;
	v->server = data;
	v->too_long = n >= sizeof v->target;
	memcpy(v->target, target, v->too_long ? 0 : n);
	return v;
}

static void visit_free(struct as_http_visit *v)
{
	if (!v->refused)
		v->server->held -= v->body.len;
	if (v->stream) {
		struct as_serve_stream **at = &v->server->streams;
		while (*at != v->stream)
			at = &(*at)->next;
		*at = v->stream->next;
		v->stream->visit = NULL;
		as_serve_stream_drop(v->stream);
	}
	as_text_release(&v->out.body);
	as_text_release(&v->body);
	as_arena_release(&v->arena);
	free(v);
}

static void on_end(
	void *data, struct MHD_Connection *c, void **kept, enum MHD_RequestTerminationCode how)
{
	struct as_server *s = data;
	struct as_http_connection *connection = as_http_connection_of(s, c);
	struct as_http_visit *v = *kept;

	(void)how;
	if (connection)
		connection->visit = NULL;
	as_http_phase(s, c, AS_HTTP_HEAD);
	*kept = NULL;
	if (!v)
		return;
	if (v->stream) { /* whoever makes it need not go on */
		v->stream->gone = true;
		v->stream->connection = NULL;
	}
	if (v->works && as_workers_drop(s->workers, &v->work)) {
		v->works = false;
		s->working--;
	}
	if (v->works)
		v->left = true;
	else
		visit_free(v);
}

/* ---- what is worked on ---- */

static void resume(struct as_http_visit *v)
{
	struct as_http_connection *c = as_http_connection_of(v->server, v->connection);

	if (c)
		c->visit = NULL;
	v->server->http.MHD_resume_connection(v->connection);
}

/* Its time is over: it is answered without. */
static void on_late(struct as_http_visit *v)
{
	v->late = true;
	if (v->stream)
		v->stream->gone = true;
	resume(v);
}

/* Those that have begun are sent, and those that wait for more go on; all of them at the end of the server, and where a
 * connection was shut down, which it has to be awake for to see. */
static void go_on_with_streams(struct as_server *s, bool end)
{
	for (struct as_serve_stream *stream = s->streams; stream; stream = stream->next) {
		struct as_http_visit *v = stream->visit;
		const struct as_http_connection *c = stream->connection
			? as_http_connection_of(s, stream->connection) : NULL;
		if (stream->begun && !v->streams && !v->done && !v->late && !v->left) {
			v->streams = true;
			resume(v);
		}
		stream->cut = stream->cut || end || (c && c->ends);
		if (stream->cut || !stream->waits || stream->ended)
			as_http_wake_stream(s, stream);
	}
}

static void take_done(struct as_server *s)
{
	struct as_work *w;

	while ((w = as_workers_take(s->workers))) {
		if (w == &s->stamp.work) {
			as_http_stamped(s);
			continue;
		}
		struct as_http_visit *v = (struct as_http_visit *)w;
		v->works = false;
		s->working--;
		if (v->left) {
			visit_free(v);
		} else if (!v->late && !v->streams) {
			v->done = true;
			resume(v);
		}
	}
}

/* ---- the server ---- */

static enum as_status start(struct as_server *s, struct as_err *err)
{
	/* those that were shut down are still some for a moment */
	enum { CONNECTIONS = 2 * AS_MOST_CONNECTIONS };

	s->daemon = s->http.MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0,
		as_http_let_in, s, on_request, s, MHD_OPTION_LISTEN_SOCKET, (MHD_socket)s->fd,
		MHD_OPTION_URI_LOG_CALLBACK, on_target, s, MHD_OPTION_NOTIFY_COMPLETED, on_end,
		s, MHD_OPTION_NOTIFY_CONNECTION, as_http_connected, s,
		MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT,
		(unsigned)AS_MOST_IDLE_S, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
		(size_t)AS_MOST_HEAD_BYTES, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
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
	s->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	s->stamp.how = how;
	st = s->wake < 0 ? as_fail(err, AS_ERR_SYS, "cannot serve") : AS_OK;
	if (!st)
		st = as_guard_new(how, &s->guard, err);
	if (!st)
		st = as_workers_new(s->wake, &s->workers, err);
	if (!st)
		st = as_serve_listen(how, &s->fd, &s->url, err);
	if (!st)
		st = start(s, err);
	if (st)
		(void)as_serve_close(s);
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
	enum { TICK_MS = 1000 };
	const union MHD_DaemonInfo *info =
		s->http.MHD_get_daemon_info(s->daemon, MHD_DAEMON_INFO_EPOLL_FD);
	struct pollfd wait[3] = {{.fd = info ? info->epoll_fd : -1, .events = POLLIN},
		{.fd = until, .events = POLLIN}, {.fd = s->wake, .events = POLLIN}};
	int64_t ticked_ns = as_clock_now();

	s->how->stamp(s->how->data, s->stamp.known);
	for (;;) {
		MHD_UNSIGNED_LONG_LONG ms = 0;
		const bool timed = s->http.MHD_get_timeout(s->daemon, &ms) == MHD_YES;
		const int n = poll(wait, 3, timed && ms < TICK_MS ? (int)ms : TICK_MS);
		if (n < 0 && errno != EINTR)
			return as_fail(err, AS_ERR_SYS, "cannot wait for requests");
		if (n > 0 && wait[1].revents)
			return AS_OK;
		uint64_t times;
		if (n > 0 && wait[2].revents)
			(void)!read(s->wake, &times, sizeof times);
		take_done(s);
		go_on_with_streams(s, false);
		const int64_t now_ns = as_clock_now();
		if (now_ns - ticked_ns >= TICK_MS * INT64_C(1000000)) {
			ticked_ns = now_ns;
			as_http_end_late(s, now_ns, on_late);
			as_http_tick(s);
		}
		(void)s->http.MHD_run(s->daemon);
	}
}

bool as_serve_close(struct as_server *s)
{
	if (!s)
		return true;
	as_http_wake_all(s); /* who sleeps cannot be sent away */
	go_on_with_streams(s, true);
	for (struct as_http_connection *c = s->connections; c; c = c->next)
		if (c->visit)
			on_late(c->visit);
	if (s->daemon)
		s->http.MHD_stop_daemon(s->daemon);
	else if (s->fd >= 0)
		(void)close(s->fd);
	/* connections are gone; a thread may still make an answer, for nobody */
	s->stamp.again = false;
	if (s->workers && s->stamp.goes && as_workers_drop(s->workers, &s->stamp.work))
		s->stamp.goes = false;
	s->daemon = NULL;
	if (s->workers && !as_workers_rest(s->workers))
		return false;
	if (s->workers)
		take_done(s);
	as_workers_free(s->workers);
	as_guard_free(s->guard);
	as_text_release(&s->url);
	if (s->wake >= 0)
		(void)close(s->wake);
	free(s);
	return true;
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

bool as_serve_close(struct as_server *s)
{
	(void)s;
	return true;
}

#endif
