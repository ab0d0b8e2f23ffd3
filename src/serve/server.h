/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_SERVE_SERVER_H
#define AS_SERVE_SERVER_H

/* A server of pages: HTTP in, HTTP out, one thread.
 *
 * Folder serve: whoever asks is not trusted. It decides who may ask (host, token), what may be
 * asked (method, size, form of the target), and hands the rest to a handler; it knows nothing of
 * what the pages say, opens no file and prints nothing. libmicrohttpd does the protocol and is
 * loaded when a server begins. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"

/* What is asked for, read from the target of a request. */
enum { AS_SERVE_STAMP_BYTES = 64 };
enum { AS_SERVE_PARAMETERS = 16, AS_SERVE_TARGET_BYTES = 4096 };
struct as_serve_parameter {
	const char *name, *value;
};
struct as_serve_ask {
	const char *path; /* decoded; begins with / */
	struct as_serve_parameter parameter[AS_SERVE_PARAMETERS];
	size_t n_parameters;
	struct as_arena *arena; /* of this request */
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
	enum as_serve_keep keep;
	struct as_text body; /* released by the server */
};

/* Answer what is asked. Never fails: an error is an answer, too. */
typedef void (*as_serve_fn)(
	void *data, const struct as_serve_ask *ask, struct as_serve_answer *out);

struct as_serve_how {
	const char *listen; /* "127.0.0.1:8080", "[::1]:0"; port 0: any that is free */
	const char *token; /* who has it may ask; NULL: whoever can connect */
	/* names under which it is reached, beside those of loopback and its own address */
	const char *const *hosts;
	size_t n_hosts;
	as_serve_fn answer;
	/* What changes when pages do, asked for once a second while somebody waits for it at /events
	 * (server-sent events); borrowed until the next call. */
	const char *(*stamp)(void *data);
	void *data;
};

struct as_server;

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

void as_serve_close(struct as_server *s); /* takes NULL */

/* ---- who may ask ---- */

/* The value of a Host header names this server: its own address, loopback or one of hosts, with any
 * port. A page of another name that leads here (DNS rebinding) says that name. */
bool as_serve_host_fits(const struct as_serve_how *how, const char *host);

/* The value of an Authorization header has the token: Bearer, or as the password of Basic. Takes as
 * long for a token that is nearly right as for any other. NULL: there is none. */
bool as_serve_token_fits(const char *token, const char *authorization);

#endif
