/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a stranger asks a server for: target, Host, Authorization, cookies and the word of a session, a line each; and
 * the same as a file of tokens. */
#include <string.h>

#include "base/text/utf8.h"
#include "fuzz.h"
#include "serve/admission.h"

static void is_text(const char *s)
{
	const size_t n = strlen(s);

	for (size_t i = 0, k; i < n; i += k) {
		uint32_t cp = 0;
		k = as_utf8_next(s + i, n - i, &cp);
		MUST(k && cp >= 0x20 && cp != 0x7f);
	}
}

static void read_target(const char *target, struct as_arena *a)
{
	struct as_serve_ask ask = {.path = NULL};
	struct as_err err = {0};

	if (as_serve_read_target(target, a, &ask, &err)) {
		MUST(err.msg[0] && !ask.path);
		return;
	}
	MUST(ask.path[0] == '/' && ask.n_parameters <= AS_SERVE_PARAMETERS);
	is_text(ask.path);
	for (size_t i = 0; i < ask.n_parameters; i++) {
		is_text(ask.parameter[i].name);
		is_text(ask.parameter[i].value);
		MUST(as_serve_parameter(&ask, ask.parameter[i].name));
	}
}

static struct as_token one = {.name = "ci", .role = AS_ROLE_SEND};
static const struct as_tokens kept = {&one, 1};

static enum as_status tokens(void *data, const struct as_tokens **out, struct as_err *err)
{
	(void)err;
	*out = data;
	return AS_OK;
}

/* Whatever a stranger says, nobody is let in under a name, and what takes a right is refused. */
static void ask(const struct as_serve_how *how, struct as_guard_ask said, struct as_arena *a)
{
	static struct as_guard *guard;
	struct as_serve_who who;
	const char *why = NULL;

	if (!guard)
		MUST(as_guard_new(how, &guard, NULL) == AS_OK);
	said.address = "192.0.2.7";
	for (unsigned may = AS_MAY_READ; may <= AS_MAY_TRIAGE; may <<= 1) {
		said.may = may;
		said.changes = may != AS_MAY_READ;
		const unsigned status = as_guard_admit(guard, &said, a, &who, &why);
		MUST(status >= 400 && status < 600 && why && *why);
	}
}

/* A file of tokens is one that writes itself, or none. */
static void read_tokens(const char *text, struct as_arena *a)
{
	struct as_tokens t = {0}, again = {0};
	struct as_text x = {0}, y = {0};
	struct as_err err = {0};

	if (as_tokens_read(text, "t", a, &t, &err)) {
		MUST(err.msg[0]);
		return;
	}
	as_tokens_write(&x, &t);
	MUST(as_tokens_read(as_text_str(&x), "t", a, &again, NULL) == AS_OK);
	as_tokens_write(&y, &again);
	MUST(strcmp(as_text_str(&x), as_text_str(&y)) == 0);
	as_text_release(&x);
	as_text_release(&y);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct as_serve_how how = {
		.listen = "127.0.0.1:8080", .token = "a-token-that-nobody-has-%c3%28", .tokens = tokens,
		.data = (void *)(uintptr_t)&kept};
	struct as_arena a = {0};
	char *rest = as_arena_strndup(&a, (const char *)data, size);
	struct as_guard_ask said = {.now_ns = 1};
	char token[64];

	MUST(rest);
	read_tokens(rest, &a);
	const char *target = strsep(&rest, "\n"), *host = strsep(&rest, "\n");
	read_target(target, &a);
	if (as_serve_host_fits(&how, host))
		MUST(strcasestr(host, "localhost") || strstr(host, "127.0.0.1") ||
			strstr(host, "::1"));
	if (as_serve_origin_fits(&how, host) && host)
		MUST(strstr(host, "://"));
	said.authorization = strsep(&rest, "\n");
	if (as_serve_token_text(said.authorization, token, sizeof token))
		MUST(strlen(token) < sizeof token && (strncasecmp(said.authorization, "Basic ", 6) == 0 ||
							 strstr(said.authorization, token)));
	said.cookie = strsep(&rest, "\n");
	said.csrf = strsep(&rest, "\n");
	ask(&how, said, &a);
	as_arena_release(&a);
	return 0;
}
