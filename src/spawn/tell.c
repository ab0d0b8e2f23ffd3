/* SPDX-License-Identifier: MIT */
#include "spawn/tell.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <unistd.h>

#include "clock/clock.h"

static const int64_t hold_ns = (int64_t)AS_SPAWN_HOLD_US * 1000;
static const int64_t latest_ns = (int64_t)AS_SPAWN_LATEST_MS * 1000000;
static const int64_t short_ns = (int64_t)AS_SPAWN_SHORT_US * 1000;

void as_tell_now(struct as_spawn *sp)
{
	const struct as_wire_out *o = &sp->outbox;

	if (o->failed)
		sp->left = true;
	for (size_t done = 0; !o->failed && done < o->len;) {
		ssize_t n = write(sp->results, o->data + done, o->len - done);
		if (n > 0) {
			done += (size_t)n;
		} else if (n < 0 && errno != EINTR) {
			sp->left = true;
			break;
		}
	}
	sp->outbox.len = 0;
}

/* No more than a pipe that has room takes without blocking is held back. */
void as_tell(struct as_spawn *sp, const struct as_launched *result)
{
	if (!sp->outbox.len)
		sp->held_since = as_clock_now();
	as_put_launched(&sp->outbox, result);
	if (sp->outbox.len > PIPE_BUF)
		as_tell_now(sp);
}

void as_tell_before(struct as_spawn *sp, const struct as_prepared *next)
{
	if (!sp->outbox.len)
		return;
	if (!next->took_ns || next->took_ns > short_ns ||
		as_clock_now() - sp->held_since >= hold_ns)
		as_tell_now(sp);
}

int64_t as_tell_due(const struct as_spawn *sp)
{
	return sp->outbox.len ? sp->held_since + latest_ns : INT64_MAX;
}

void as_tell_if_due(struct as_spawn *sp, int64_t now)
{
	struct pollfd room = {.fd = sp->results, .events = POLLOUT};

	if (now < as_tell_due(sp))
		return;
	if (poll(&room, 1, 0) > 0)
		as_tell_now(sp);
	else
		sp->held_since = now;
}
