/* SPDX-License-Identifier: MIT */
#include "spawn/serve.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/vec.h"
#include "clock/clock.h"
#include "spawn/launch.h"
#include "spawn/tell.h"

enum { LOOK_AGAIN_MS = 1 };

static const int64_t grace_ns = (int64_t)AS_SPAWN_GRACE_MS * 1000000;
static const int64_t patience_ns = 5000000000; /* for what even KILL does not end at once */

static void prepare(struct as_spawn *sp, struct as_wire_in *body)
{
	size_t n = (size_t)(body->end - body->p);
	struct as_prepared p = {.frame = malloc(n + 1)};
	struct as_wire_in copy = {.p = p.frame, .end = p.frame + n};
	uint32_t id;

	if (!p.frame) {
		sp->fault = "no memory for a command";
		return;
	}
	memcpy(p.frame, body->p, n);
	if (!as_get_command(&copy, &id, &p.command) || id != sp->n_commands)
		sp->fault = "a command that cannot be understood";
	else if (id >= AS_SPAWN_COMMANDS)
		sp->fault = "too many commands";
	else if (!AS_PUSH(sp->commands, sp->n_commands, sp->cap_commands, p))
		sp->fault = "no memory for one more command";
	if (sp->fault) {
		as_command_release(&p.command);
		free(p.frame);
	}
}

/* Whether the launch at hand was cancelled while it waited. */
static bool is_cancelled(struct as_spawn *sp)
{
	if (sp->request.epoch != sp->epoch)
		as_spawn_listen(sp);
	if (sp->request.epoch > sp->epoch && !sp->left)
		sp->fault = "a launch from after a cancel that never came";
	return sp->request.epoch < sp->epoch;
}

static void launch(struct as_spawn *sp, struct as_wire_in *body)
{
	unsigned char tail[AS_SPAWN_TAIL_BYTES];
	struct as_launched result = {0};
	struct as_prepared *p;

	if (!as_get_launch(body, &sp->request) || sp->request.launch.command >= sp->n_commands) {
		sp->fault = "a launch that cannot be understood";
		return;
	}
	p = &sp->commands[sp->request.launch.command];
	as_tell_before(sp, p);
	if (is_cancelled(sp))
		result = (struct as_launched){
			.token = sp->request.launch.token, .cancelled = true};
	else if (!sp->fault && !sp->left)
		as_spawn_launch(sp, &result);
	if (sp->fault || sp->left)
		return;
	if (result.captured_bytes) {
		result.tail_bytes = as_tail_copy(sp->tail, tail);
		result.tail = (const char *)tail;
	}
	p->took_ns = result.end_ns - result.begin_ns;
	as_tell(sp, &result);
}

/* Requests that have come meanwhile; false if none have. */
static bool receive(struct as_spawn *sp)
{
	ssize_t n = as_inbox_fill(&sp->inbox, sp->requests);

	if (n < 0 && errno == ENOMEM)
		sp->fault = "no memory for a request";
	else if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN))
		sp->left = true;
	return n > 0 || sp->fault || sp->left;
}

/* Nothing to do: wait for requests, and look after what hooks left running. */
static void idle(struct as_spawn *sp)
{
	struct pollfd fds[3 + AS_SINKS] = {
		{.fd = sp->requests, .events = POLLIN},
		{.fd = sp->control, .events = POLLIN},
		{.fd = sp->ended, .events = POLLIN},
	};
	struct signalfd_siginfo info;

	as_tell_now(sp);
	for (int i = 0; i < AS_SINKS; i++)
		fds[3 + i] = (struct pollfd){
			.fd = sp->sinks[i].open ? sp->sinks[i].rd : -1, .events = POLLIN};
	if (poll(fds, 3 + AS_SINKS, -1) < 0)
		return;
	if (fds[1].revents)
		as_spawn_listen(sp);
	if (fds[2].revents && read(sp->ended, &info, sizeof info) > 0)
		as_reap_ended(NULL);
	for (int i = 0; i < AS_SINKS; i++)
		if (fds[3 + i].revents)
			as_sink_read(&sp->sinks[i], sp->buffer, NULL);
}

static void next_request(struct as_spawn *sp)
{
	struct as_wire_in body = {0};
	uint32_t type = 0;

	switch (as_inbox_next(&sp->inbox, &type, &body)) {
	case AS_INBOX_PARTIAL:
		if (!receive(sp))
			idle(sp);
		return;
	case AS_INBOX_BAD:
		sp->fault = "a request of impossible length";
		return;
	case AS_INBOX_FRAME:
		break;
	}
	if (type == AS_MESSAGE_PREPARE)
		prepare(sp, &body);
	else if (type == AS_MESSAGE_LAUNCH)
		launch(sp, &body);
	else
		sp->fault = "a request of unknown type";
}

int as_spawn_serve(struct as_spawn *sp)
{
	as_put_hello(&sp->outbox);
	as_tell_now(sp);
	while (!sp->fault && !sp->left)
		next_request(sp);
	if (!sp->fault)
		return 0;
	as_put_fault(&sp->outbox, sp->fault);
	as_tell_now(sp);
	return 2;
}

/* Children that shut down may still have something to write. */
static void look_again(struct as_spawn *sp)
{
	poll(NULL, 0, LOOK_AGAIN_MS);
	for (int i = 0; i < AS_SINKS; i++)
		if (sp->sinks[i].open)
			as_sink_drain(&sp->sinks[i], sp->buffer, NULL);
}

void as_spawn_end_all(struct as_spawn *sp)
{
	int64_t now = as_clock_now(), kill_at = now + grace_ns, give_up_at = kill_at + patience_ns;

	as_reap_leftovers(&sp->kept, 0);
	as_reap_signal_all(SIGTERM);
	as_reap_signal_all(SIGCONT);
	while (as_reap_ended(NULL) && now < give_up_at) {
		if (now >= kill_at)
			as_reap_signal_all(SIGKILL);
		look_again(sp);
		now = as_clock_now();
	}
}
