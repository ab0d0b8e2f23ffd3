/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How answers are sent. */
#include "serve/daemon.h"
#include "serve/answer_stream.h"

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

static void count(struct as_server *s, unsigned status)
{
	if (status >= 100 && status / 100 <= AS_SERVE_CLASSES)
		s->counts.answers[status / 100 - 1]++;
	s->counts.refused += status == 401 || status == 429;
}

enum MHD_Result as_http_reply(
	struct as_server *s, struct MHD_Connection *c, struct as_serve_answer *answer)
{
	const struct as_http_library *http = &s->http;
	const bool failed = answer->body.failed;
	const bool empty = failed || !answer->body.len;
	struct MHD_Response *r = http->MHD_create_response_from_buffer(
		empty ? 0 : answer->body.len, empty ? NULL : answer->body.data,
		empty ? MHD_RESPMEM_PERSISTENT : MHD_RESPMEM_MUST_FREE);
	enum MHD_Result done = MHD_NO;

	count(s, answer->status);
	if (r) {
		if (!empty)
			answer->body = (struct as_text){0}; /* it is that of the response */
		as_http_headers(http, r, answer);
		done = http->MHD_queue_response(c, failed ? 503 : answer->status, r);
		http->MHD_destroy_response(r);
	}
	as_text_release(&answer->body);
	return done;
}

/* ---- what is sent while it is made ---- */

static ssize_t on_read(void *data, uint64_t at, char *out, size_t room)
{
	struct as_serve_stream *stream = data;
	bool broken = false;
	const ssize_t n = as_serve_stream_read(stream, at, out, room, &broken);

	if (n < 0)
		return broken ? MHD_CONTENT_READER_END_WITH_ERROR
			      : MHD_CONTENT_READER_END_OF_STREAM;
	if (!n && stream->connection) {
		stream->asleep = true;
		stream->http->MHD_suspend_connection(stream->connection);
	}
	return n;
}

static void on_leave(void *data)
{
	struct as_serve_stream *stream = data;

	stream->gone = true;
	stream->connection = NULL;
	as_serve_stream_drop(stream);
}

enum MHD_Result as_http_stream(
	struct as_server *s, struct MHD_Connection *c, struct as_serve_stream *stream)
{
	enum { PIECE = 1 << 16 };
	struct MHD_Response *r = s->http.MHD_create_response_from_callback(
		MHD_SIZE_UNKNOWN, PIECE, on_read, stream, on_leave);

	if (!r)
		return MHD_NO;
	stream->held++;
	stream->connection = c;
	stream->http = &s->http;
	count(s, stream->head.status);
	as_http_headers(&s->http, r, &stream->head);
	const enum MHD_Result done = s->http.MHD_queue_response(c, stream->head.status, r);
	s->http.MHD_destroy_response(r);
	return done;
}

void as_http_wake_stream(struct as_server *s, struct as_serve_stream *stream)
{
	if (!stream->asleep || !stream->connection)
		return;
	stream->asleep = false;
	s->http.MHD_resume_connection(stream->connection);
}

enum MHD_Result as_http_refuse(
	struct as_server *s, struct MHD_Connection *c, unsigned status, const char *why)
{
	struct as_serve_answer answer = {.status = status, .type = "text/plain; charset=utf-8"};

	as_text_addf(&answer.body, "%s\n", why);
	return as_http_reply(s, c, &answer);
}
