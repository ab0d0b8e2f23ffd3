/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_SERVE_ADMISSION_H
#define AS_SERVE_ADMISSION_H

/* Who may ask for what: by a token, or by the session of a browser that was begun with one. Internal to
 * serve/ and its tests.
 *
 * A right token is known at once. What is none is a guess: these are limited, those of one client and all together.
 * Tokens of assay-tokens-1 have a slow hash, and are known at once when they were right before. Times are CLOCK_MONOTONIC and
 * CLOCK_REALTIME of the caller. */

#include "serve/server.h"

enum { AS_GUARD_COOKIE = AS_CRYPT_SECRET, AS_SESSION_S = 12 * 3600 };

struct as_guard;

/* how is borrowed; AS_ERR_MEM. */
enum as_status as_guard_new(
	const struct as_serve_how *how, struct as_guard **out, struct as_err *err) AS_MUST_CHECK;
void as_guard_free(struct as_guard *g); /* takes NULL */

/* What a request says of who asks; NULL: nothing. */
struct as_guard_ask {
	const char *authorization, *cookie, *csrf;
	const char *address;
	unsigned may; /* the right that it takes */
	bool changes; /* something */
	int64_t now_ns, date_ns;
};

/* 0: it may be answered; else the status of the answer, and words. out has memory of a. */
unsigned as_guard_admit(struct as_guard *g, const struct as_guard_ask *ask, struct as_arena *a,
	struct as_serve_who *out, const char **why);

/* Begin a session of who: the value of its cookie. AS_ERR_SYS, AS_ERR_MEM. */
enum as_status as_guard_begin(struct as_guard *g, const struct as_serve_who *who, int64_t date_ns,
	char cookie[static AS_GUARD_COOKIE + 1], struct as_err *err) AS_MUST_CHECK;

#endif
