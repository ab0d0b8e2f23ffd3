/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who waits for changes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "serve/daemon.h"

struct as_watcher {
	struct as_server *server;
	struct as_watcher *next;
	struct MHD_Connection *connection;
	char seen[AS_SERVE_STAMP_BYTES]; /* the stamp that was sent last */
	uint64_t from; /* what is taken before is not for it: it may be older than what it has seen */
	bool waits; /* suspended */
	bool beats; /* a sign of life is due, by which one who left is noticed */
};

enum { BEAT_S = 15, EVENT_BYTES = 512 };

/* ---- the stamp ---- */

static void take_stamp(struct as_work *work)
{
	struct as_http_stamp *stamp = (struct as_http_stamp *)work;

	stamp->how->stamp(stamp->how->data, stamp->made);
}

/* It is taken once more, from now on. */
static void ask_stamp(struct as_server *s)
{
	struct as_http_stamp *stamp = &s->stamp;

	stamp->again = stamp->goes;
	if (stamp->goes)
		return;
	stamp->work = (struct as_work){.run = take_stamp, .lane = AS_LANE_PAGES, .client = ""};
	stamp->goes = true;
	stamp->begun++;
	as_workers_add(s->workers, &stamp->work);
}

static bool is_news(const struct as_watcher *w)
{
	const struct as_http_stamp *stamp = &w->server->stamp;

	return stamp->n_known >= w->from && strcmp(stamp->known, w->seen) != 0;
}

/* ---- who waits ---- */

/* The next bytes for a watcher; it sleeps where there are none. */
static ssize_t on_read(void *data, uint64_t at, char *out, size_t room)
{
	struct as_watcher *w = data;
	const char *stamp = w->server->stamp.known;
	int n = 0;

	if (is_news(w)) {
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
	struct as_watcher *w = data;
	struct as_watcher **at = &w->server->watchers;

	while (*at != w)
		at = &(*at)->next;
	*at = w->next;
	w->server->n_watchers--;
	free(w);
}

static void wake(struct as_server *s, bool all)
{
	for (struct as_watcher *w = s->watchers; w; w = w->next) {
		if (!w->waits || (!all && !is_news(w)))
			continue;
		w->waits = false;
		w->beats = all;
		s->http.MHD_resume_connection(w->connection);
	}
}

enum MHD_Result as_http_watch(
	struct as_server *s, struct MHD_Connection *c, const struct as_serve_ask *ask)
{
	const struct as_serve_answer head = {.status = 200, .type = "text/event-stream"};
	const char *seen = as_serve_parameter(ask, "stamp");
	struct as_watcher *w = s->n_watchers < AS_MOST_WATCHERS ? calloc(1, sizeof *w) : NULL;

	if (!w)
		return as_http_refuse(s, c, 503, "Too many wait for changes already.");
	*w = (struct as_watcher){.server = s,
		.next = s->watchers,
		.connection = c,
		.from = s->stamp.begun + 1};
	(void)snprintf(w->seen, sizeof w->seen, "%s", seen ? seen : "");
	s->watchers = w;
	s->n_watchers++;
	ask_stamp(s);
	struct MHD_Response *r = s->http.MHD_create_response_from_callback(
		MHD_SIZE_UNKNOWN, EVENT_BYTES, on_read, w, on_leave);
	if (!r) {
		on_leave(w);
		return MHD_NO;
	}
	as_http_phase(s, c, AS_HTTP_WATCH);
	as_http_headers(&s->http, r, &head);
	const enum MHD_Result done = s->http.MHD_queue_response(c, head.status, r);
	s->http.MHD_destroy_response(r);
	return done;
}

void as_http_tick(struct as_server *s)
{
	s->ticks++;
	if (!s->watchers)
		return;
	ask_stamp(s);
	if (s->ticks % BEAT_S == 0)
		wake(s, true);
}

void as_http_stamped(struct as_server *s)
{
	struct as_http_stamp *stamp = &s->stamp;
	const bool again = stamp->again;

	memcpy(stamp->known, stamp->made, sizeof stamp->known);
	stamp->n_known = stamp->begun;
	stamp->goes = stamp->again = false;
	if (again)
		ask_stamp(s);
	wake(s, false);
}

void as_http_wake_all(struct as_server *s)
{
	wake(s, true);
}
