/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a stranger asks a server for: target, Host and Authorization, a line each. */
#include <string.h>

#include "base/utf8.h"
#include "fuzz.h"
#include "serve/server.h"

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char token[64];
	const struct as_serve_how how = {.listen = "127.0.0.1:8080"};
	struct as_arena a = {0};
	char *rest = as_arena_strndup(&a, (const char *)data, size);

	MUST(rest);
	const char *target = strsep(&rest, "\n"), *host = strsep(&rest, "\n");
	read_target(target, &a);
	if (as_serve_host_fits(&how, host))
		MUST(strcasestr(host, "localhost") || strstr(host, "127.0.0.1") ||
			strstr(host, "::1"));
	if (as_serve_token_text(rest, token, sizeof token))
		MUST(strlen(token) < sizeof token && (strncasecmp(rest, "Basic ", 6) == 0 || strstr(rest, token)));
	as_arena_release(&a);
	return 0;
}
