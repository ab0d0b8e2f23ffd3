/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How answers are sent. */
#include <unistd.h>

#include "serve/daemon.h"

void as_http_headers(const struct as_http_library *http, struct MHD_Response *r,
	const struct as_serve_answer *answer)
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
		(void)http->MHD_add_response_header(
			r, "Allow", answer->allow ? answer->allow : "GET, HEAD");
	if (answer->status == 429 || answer->status == 503)
		(void)http->MHD_add_response_header(r, "Retry-After", "30");
	if (answer->cookie)
		(void)http->MHD_add_response_header(r, "Set-Cookie", answer->cookie);
	if (answer->file) {
		as_text_addf(&name, "attachment; filename=\"%s\"", answer->file);
		(void)http->MHD_add_response_header(r, "Content-Disposition", as_text_str(&name));
	}
	as_text_release(&name);
}

enum MHD_Result as_http_reply(
	struct as_server *s, struct MHD_Connection *c, struct as_serve_answer *answer)
{
	const struct as_http_library *http = &s->http;
	const bool failed = answer->body.failed;
	const bool empty = failed || !answer->body.len;
	struct MHD_Response *r = answer->in_file
		? http->MHD_create_response_from_fd64(answer->n_file, answer->fd)
		: http->MHD_create_response_from_buffer(
		empty ? 0 : answer->body.len, empty ? NULL : answer->body.data,
		empty ? MHD_RESPMEM_PERSISTENT : MHD_RESPMEM_MUST_FREE);
	enum MHD_Result done = MHD_NO;

	if (answer->status >= 100 && answer->status / 100 <= AS_SERVE_CLASSES)
		s->counts.answers[answer->status / 100 - 1]++;
	s->counts.refused += answer->status == 401 || answer->status == 429;

	if (r) {
		answer->in_file = false; /* as its file */
		if (!empty)
			answer->body = (struct as_text){0}; /* it is that of the response */
		as_http_headers(http, r, answer);
		done = http->MHD_queue_response(c, failed ? 503 : answer->status, r);
		http->MHD_destroy_response(r);
	}
	as_text_release(&answer->body);
	if (answer->in_file)
		(void)close(answer->fd);
	answer->in_file = false;
	return done;
}

enum MHD_Result as_http_refuse(
	struct as_server *s, struct MHD_Connection *c, unsigned status, const char *why)
{
	struct as_serve_answer answer = {.status = status, .type = "text/plain; charset=utf-8"};

	as_text_addf(&answer.body, "%s\n", why);
	return as_http_reply(s, c, &answer);
}
