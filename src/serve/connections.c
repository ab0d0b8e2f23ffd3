/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Connections, and how long each may take. */
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "clock/clock.h"
#include "serve/daemon.h"

enum { SLOW_S = 1 }; /* a body or an answer that takes longer makes room for others */

static int64_t seconds(int s)
{
	return s * INT64_C(1000000000);
}

/* The socket is shut down; libmicrohttpd sees that, and closes it. */
static void end_one(struct as_http_connection *c)
{
	c->ends = true;
	(void)shutdown(c->fd, SHUT_RDWR);
}

/* The one that may go first, of that client (NULL: any): it has waited longest for its head, or else it sends its body or
 * takes its answer slowly. */
static struct as_http_connection *idlest(
	const struct as_server *s, const char *client, int64_t now_ns)
{
	struct as_http_connection *waits = NULL, *slow = NULL;

	for (struct as_http_connection *c = s->connections; c; c = c->next) {
		if (c->ends || (client && strcmp(c->client, client) != 0))
			continue;
		if (c->phase == AS_HTTP_HEAD && (!waits || c->since_ns < waits->since_ns))
			waits = c;
		if ((c->phase == AS_HTTP_SEND || c->phase == AS_HTTP_BODY) &&
			now_ns - c->since_ns > seconds(SLOW_S) &&
			(!slow || c->since_ns < slow->since_ns))
			slow = c;
	}
	return waits ? waits : slow;
}

enum MHD_Result as_http_let_in(void *server, const struct sockaddr *from, socklen_t n)
{
	const struct as_server *s = server;
	const int64_t now_ns = as_clock_now();
	struct as_serve_network peer;
	char client[AS_CLIENT_BYTES];
	size_t all = 0, own = 0;

	(void)n;
	if (!as_client_address(from, &peer))
		return MHD_NO;
	as_client_text(&peer, client);
	for (const struct as_http_connection *c = s->connections; c; c = c->next) {
		all += !c->ends;
		own += !c->ends && c->phase != AS_HTTP_WATCH && !strcmp(c->client, client);
	}
	const bool many = own >= AS_MOST_ADDRESS_CONNECTIONS &&
			  !as_client_is_proxy(s->how, &peer);
	if (!many && all < AS_MOST_CONNECTIONS)
		return MHD_YES;
	struct as_http_connection *goes = idlest(s, many ? client : NULL, now_ns);
	if (!goes)
		return MHD_NO;
	end_one(goes);
	return MHD_YES;
}

struct as_http_connection *as_http_connection_of(struct as_server *s, struct MHD_Connection *c)
{
	const union MHD_ConnectionInfo *info =
		s->http.MHD_get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

	return info ? info->socket_context : NULL;
}

static void begin(struct as_server *s, struct MHD_Connection *c, void **context)
{
	struct as_http_connection *one = calloc(1, sizeof *one);
	const union MHD_ConnectionInfo *fd =
		s->http.MHD_get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD);
	const union MHD_ConnectionInfo *from;

	*context = one;
	if (!one)
		return; /* its request is refused */
	one->fd = fd ? fd->connect_fd : -1;
	from = s->http.MHD_get_connection_info(c, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	(void)as_client_address(from ? from->client_addr : NULL, &one->peer);
	as_client_text(&one->peer, one->client);
	one->since_ns = as_clock_now();
	one->next = s->connections;
	s->connections = one;
}

void as_http_connected(void *server, struct MHD_Connection *c, void **context,
	enum MHD_ConnectionNotificationCode what)
{
	struct as_server *s = server;

	if (what == MHD_CONNECTION_NOTIFY_STARTED) {
		begin(s, c, context);
		return;
	}
	struct as_http_connection **at = &s->connections;
	while (*at && *at != *context)
		at = &(*at)->next;
	if (*at)
		*at = (*at)->next;
	free(*context);
	*context = NULL;
}

void as_http_phase(struct as_server *s, struct MHD_Connection *c, enum as_http_phase phase)
{
	struct as_http_connection *one = as_http_connection_of(s, c);

	if (!one)
		return;
	one->again = one->again || phase == AS_HTTP_HEAD;
	one->phase = phase;
	one->since_ns = as_clock_now();
}

void as_http_end_late(
	struct as_server *s, int64_t now_ns, void (*on_late)(struct as_http_visit *v))
{
	static const int most[] = {[AS_HTTP_HEAD] = AS_MOST_HEAD_S,
		[AS_HTTP_BODY] = AS_MOST_BODY_S,
		[AS_HTTP_WORK] = AS_MOST_WORK_S,
		[AS_HTTP_SEND] = AS_MOST_SEND_S};

	for (struct as_http_connection *c = s->connections; c; c = c->next) {
		if (c->ends || c->phase == AS_HTTP_WATCH)
			continue;
		const bool idle = c->phase == AS_HTTP_HEAD && c->again;
		if (now_ns - c->since_ns <= seconds(idle ? AS_MOST_IDLE_S : most[c->phase]))
			continue;
		if (c->phase != AS_HTTP_WORK)
			end_one(c);
		else if (c->visit)
			on_late(c->visit);
	}
}
