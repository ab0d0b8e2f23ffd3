/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_SERVE_SERVER_H
#define AS_SERVE_SERVER_H

/* A server of pages: HTTP in, HTTP out. One thread speaks HTTP and never waits; answers are made by others (work.h).
 *
 * Folder serve: whoever asks is not trusted. It decides who may ask (host, token, session), what may be
 * asked (method, size, form of the target), how often and how long (limits.def), and hands the rest to a handler; it
 * knows nothing of what the pages say and prints nothing. libmicrohttpd does the protocol and is
 * loaded when a server begins. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"
#include "serve/limits.h"
#include "serve/token.h"

/* What is asked for, read from the target of a request. */
enum { AS_SERVE_STAMP_BYTES = 96 };
enum { AS_SERVE_PARAMETERS = 16, AS_SERVE_TARGET_BYTES = AS_MOST_TARGET_BYTES };
struct as_serve_parameter {
	const char *name, *value;
};
/* Who asks. */
struct as_serve_who {
	const char *name; /* of the token; NULL: nobody said */
	unsigned may; /* enum as_serve_right */
	enum as_token_kind kind; /* of that token, if there is one */
	const char *project; /* all that it may see or send is of this one; NULL: of any */
	const char *csrf; /* what the pages of its session say when they change something; NULL: none */
};
/* Since it serves. */
enum { AS_SERVE_CLASSES = 5 };
struct as_serve_counts {
	uint64_t answers[AS_SERVE_CLASSES]; /* of status 1xx to 5xx */
	uint64_t refused; /* 401 and 429 */
	uint64_t body_bytes;
	uint64_t watchers; /* now */
};
struct as_serve_ask {
	const char *path; /* decoded; begins with / */
	struct as_serve_parameter parameter[AS_SERVE_PARAMETERS];
	size_t n_parameters;
	struct as_arena *arena; /* of this request */
	struct as_serve_who who;
	struct as_serve_counts counts; /* as they were when it was asked */
	const char *body; /* of what changes something: n_body bytes */
	size_t n_body;
	struct as_serve_stream *stream; /* of what may be large; NULL: the answer is made whole */
};

/* The value of a parameter; NULL: it is not there. Of several the first. */
const char *as_serve_parameter(const struct as_serve_ask *ask, const char *name);

/*
 * as_serve_read_target - "/benchmark?name=a%20b" as path and parameters
 *
 * AS_ERR_DATA: too long, more than AS_SERVE_PARAMETERS of them, does not begin with /, an escape
 * that is none, control characters, bytes that are no UTF-8. Strings are in memory of a.
 */
enum as_status as_serve_read_target(const char *target, struct as_arena *a,
	struct as_serve_ask *out, struct as_err *err) AS_MUST_CHECK;

enum as_serve_keep {
	AS_SERVE_ANEW = 0, /* asked for anew each time */
	AS_SERVE_FOR_GOOD, /* never changes under this target */
};

struct as_serve_answer {
	unsigned status; /* 200, 404, ... */
	const char *type; /* Content-Type */
	const char *file; /* a name to be saved under; NULL: it is shown */
	const char *to; /* of a 303: where to; NULL else */
	const char *cookie; /* to be kept by a browser; NULL: none */
	const char *allow; /* of a 405: the methods; NULL: GET, HEAD */
	enum as_serve_keep keep;
	struct as_text body; /* released by the server */
	/* the stream of the request has the body in its place; and it had to break off */
	bool streamed, broken;
};

/* An answer that is sent while it is made. From now on it has the status, the type and the name of head, and what will be
 * written. fd: a file without a name, for reading and writing, which is taken over also on failure.
 * AS_ERR_INTERRUPTED: nobody waits for it. */
struct as_serve_stream;
enum as_status as_serve_stream_begin(struct as_serve_stream *s, const struct as_serve_answer *head,
	int fd, struct as_err *err) AS_MUST_CHECK;

/* More of it, as a sink of a struct as_serve_stream. AS_ERR_SYS; AS_ERR_INTERRUPTED: nobody waits for it any more. */
enum as_status as_serve_stream_write(
	void *stream, const char *bytes, size_t n, struct as_err *err) AS_MUST_CHECK;

/* What is behind a path. */
struct as_serve_rule {
	unsigned may; /* the right that it takes */
	bool changes; /* something: it is asked for by POST, with a body */
	bool large; /* it may take long: few of them are answered at once, beside all others */
	size_t most; /* bytes of that */
};

/* Answer what is asked. Never fails: an error is an answer, too. Called by several threads at once. */
typedef void (*as_serve_fn)(
	void *data, const struct as_serve_ask *ask, struct as_serve_answer *out);

/* Addresses that begin with the same bits, of IPv6; IPv4 is ::ffff:0:0/96. */
struct as_serve_network {
	uint8_t bytes[16];
	unsigned bits;
};
/* "192.0.2.7", "10.0.0.0/8", "2001:db8::/32" */
bool as_serve_network_read(const char *text, struct as_serve_network *out);

struct as_serve_how {
	const char *listen; /* "127.0.0.1:8080", "[::1]:0"; port 0: any that is free */
	const char *token; /* who has it may do anything; NULL: there is none */
	bool open; /* pages and data are for all that can connect, whatever tokens there are */
	/* names under which it is reached, beside those of loopback and its own address */
	const char *const *hosts;
	size_t n_hosts;
	/* whose X-Forwarded-For and Forwarded say who the client is */
	const struct as_serve_network *proxies;
	size_t n_proxies;
	as_serve_fn answer;
	/* Never NULL: of a path that leads nowhere it is that of a page. */
	const struct as_serve_rule *(*rule)(void *data, const char *path);
	/* Those that are kept, borrowed until the next call, which the same thread makes; *out NULL: none ever was. Who
	 * can connect may read then, if there is no token either. A failure (AS_ERR_MEM, or a file of which nothing is
	 * known yet) lets nobody in. */
	enum as_status (*tokens)(
		void *data, const struct as_tokens **out, struct as_err *err) AS_MUST_CHECK;
	/* What changes when pages do, asked for once a second while somebody waits for it at /events
	 * (server-sent events), by one of the threads that answer. */
	void (*stamp)(void *data, char out[static AS_SERVE_STAMP_BYTES]);
	void *data;
};

struct as_server;

/* What serving takes is there, and is loaded. AS_ERR_USAGE. */
enum as_status as_serve_can(struct as_err *err) AS_MUST_CHECK;

/*
 * as_serve_open - listen
 *
 *   how  borrowed until as_serve_close
 *
 * AS_ERR_USAGE: an address that is none, or one beyond loopback without a token. AS_ERR_SYS: it
 * cannot be listened on, or libmicrohttpd is not there.
 */
enum as_status as_serve_open(
	const struct as_serve_how *how, struct as_server **out, struct as_err *err) AS_MUST_CHECK;

/* "http://127.0.0.1:8080/" */
const char *as_serve_address(const struct as_server *s);

/* Serve until `until` can be read from. AS_ERR_SYS. */
enum as_status as_serve_run(struct as_server *s, int until, struct as_err *err) AS_MUST_CHECK;

/* false: an answer is still being made, so that nothing of how may be freed. Takes NULL. */
bool as_serve_close(struct as_server *s);

/* ---- who may ask ---- */

/* The value of a Host header names this server: its own address, loopback or one of hosts, with any
 * port. A page of another name that leads here (DNS rebinding) says that name. */
bool as_serve_host_fits(const struct as_serve_how *how, const char *host);

/* The same of an Origin header, which browsers send with what changes something; NULL: it is no browser. */
bool as_serve_origin_fits(const struct as_serve_how *how, const char *origin);

/* The token of an Authorization header: Bearer, or as the password of Basic. false: there is none. */
bool as_serve_token_text(const char *authorization, char *out, size_t room);

#endif
