/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/spawner/spawner.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/vec.h"
#include "clock/clock.h"
#include "run/spawner/spawn_process.h"
#include "run/spawner/wait_status.h"
#include "spawn/wire/inbox.h"
#include "spawn/wire/message.h"

static const int64_t hello_ns = 10000000000; /* a loaded machine may take its time */

struct as_spawner {
	struct as_spawn_process process;
	struct as_wire_out outbox; /* requests that are not yet sent, from `sent` on */
	size_t sent;
	struct as_inbox inbox;
	uint32_t epoch; /* cancels sent */
	char **names;   /* of the prepared commands, for messages */
	size_t n_names, cap_names;
	uint32_t *queue; /* commands of the pending launches, the oldest at `first` */
	size_t first, n_queue, cap_queue;
	struct as_err death; /* what every call says once the spawner has died */
};

long as_spawner_pid(const struct as_spawner *s)
{
	return s->process.pid;
}

size_t as_spawner_pending(const struct as_spawner *s)
{
	return s->n_queue - s->first;
}

static void release(struct as_spawner *s)
{
	as_wire_release(&s->outbox);
	as_inbox_release(&s->inbox);
	for (size_t i = 0; i < s->n_names; i++)
		free(s->names[i]);
	free(s->names);
	free(s->queue);
	free(s);
}

void as_spawner_close(struct as_spawner *s)
{
	if (!s)
		return;
	as_spawn_process_leave(&s->process);
	as_spawn_process_bury(&s->process);
	release(s);
}

static enum as_status died(struct as_spawner *s, struct as_err *err)
{
	const char *running = as_spawner_pending(s) ? s->names[s->queue[s->first]] : NULL;
	char how[64], what[600] = "";

	if (s->death.code)
		goto out;
	as_spawn_process_leave(&s->process);
	struct as_ended e = as_status_ended(as_spawn_process_bury(&s->process));
	if (e.ending == AS_ENDED_SIGNAL)
		snprintf(how, sizeof how, "was killed by signal %d", e.code);
	else
		snprintf(how, sizeof how, "ended with status %d", e.code);
	if (running)
		snprintf(what, sizeof what, " while '%.500s' was running", running);
	as_fail_sys(&s->death, 0,
		"assay-spawn, which starts and times the commands, %s%s: what had finished is "
		"kept; see in the system's log who ended it, then start again",
		how, what);
out:
	if (err)
		*err = s->death;
	return s->death.code;
}

static enum as_status not_understood(struct as_spawner *s, const char *words, struct as_err *err)
{
	as_fail(&s->death, AS_ERR_DATA,
		"cannot go on with assay-spawn: %s; this is a defect of assay: please report it",
		words);
	if (err)
		*err = s->death;
	return s->death.code;
}

/* Send what the socket takes now; the rest goes along with the next wait. If the spawner has died
 * nothing is said here: what it still has answered is read first, and then its end is seen. */
static void send_requests(struct as_spawner *s)
{
	while (s->sent < s->outbox.len) {
		ssize_t n = send(s->process.requests, s->outbox.data + s->sent,
			s->outbox.len - s->sent, MSG_NOSIGNAL | MSG_DONTWAIT);
		if (n < 0 && errno == EAGAIN)
			return;
		if (n < 0 && errno != EINTR)
			break;
		s->sent += n > 0 ? (size_t)n : 0;
	}
	s->sent = s->outbox.len = 0;
}

/* Drop a request that could not be put together, so that those before it remain good. */
static bool put_back(struct as_spawner *s, size_t len)
{
	bool failed = s->outbox.failed;

	if (failed) {
		s->outbox.failed = false;
		s->outbox.len = len;
	}
	return failed;
}

static bool is_list_ok(const char *const *v, bool may_be_empty)
{
	size_t n = 0;

	while (v && v[n] && n <= AS_SPAWN_WORDS)
		n++;
	return n <= AS_SPAWN_WORDS && (n > 0 || may_be_empty);
}

static bool is_stream_ok(const struct as_stream *s)
{
	return s->kind <= AS_STREAM_CAPTURE && (s->kind == AS_STREAM_FILE) == (s->path != NULL);
}

enum as_status as_spawner_prepare(struct as_spawner *s, const struct as_command_spec *spec,
	uint32_t *id, struct as_err *err)
{
	size_t before = s->outbox.len;
	uint32_t next = (uint32_t)s->n_names;

	if (s->death.code)
		return died(s, err);
	if (!spec->path || !is_list_ok(spec->argv, false) || !is_list_ok(spec->envp, true) ||
		!is_stream_ok(&spec->out) || !is_stream_ok(&spec->err) ||
		next >= AS_SPAWN_COMMANDS || spec->n_events > AS_SPAWN_EVENTS)
		return as_fail(err, AS_ERR_ARG, "cannot prepare '%s': it is no complete command",
			spec->path ? spec->path : "");
	as_put_command(&s->outbox, next, spec);
	if (put_back(s, before))
		return as_fail(err, AS_ERR_ARG,
			"cannot prepare '%s': its words and its environment are too long",
			spec->path);
	char *name = strdup(spec->argv[0]);
	if (!name || !AS_PUSH(s->names, s->n_names, s->cap_names, name)) {
		free(name);
		s->outbox.len = before;
		return as_fail_memory(err);
	}
	*id = next;
	send_requests(s);
	return AS_OK;
}

static bool enqueue(struct as_spawner *s, uint32_t command)
{
	if (s->first == s->n_queue)
		s->first = s->n_queue = 0;
	return AS_PUSH(s->queue, s->n_queue, s->cap_queue, command);
}

enum as_status as_spawner_launch(struct as_spawner *s, const struct as_launch *launch,
	struct as_err *err)
{
	size_t before = s->outbox.len;

	if (s->death.code)
		return died(s, err);
	if (launch->command >= s->n_names || launch->kind > AS_LAUNCH_HOOK ||
		launch->timeout_ns < 0 || launch->padding_bytes > AS_SPAWN_PADDING_BYTES ||
		launch->copies > AS_SPAWN_COPIES || !is_list_ok(launch->copy_env, true) ||
		!is_list_ok(launch->env, true) || !is_list_ok(launch->argv, !launch->argv))
		return as_fail(err, AS_ERR_ARG, "cannot launch command %u: a value is out of range",
			(unsigned)launch->command);
	as_put_launch(&s->outbox, s->epoch, launch);
	if (put_back(s, before))
		return as_fail(err, AS_ERR_ARG, "cannot launch '%s': its words are too long",
			s->names[launch->command]);
	if (!enqueue(s, launch->command)) {
		s->outbox.len = before;
		return as_fail_memory(err);
	}
	send_requests(s);
	return AS_OK;
}

void as_spawner_cancel(struct as_spawner *s)
{
	const char byte = AS_CONTROL_CANCEL;

	if (s->death.code || send(s->process.control, &byte, 1, MSG_NOSIGNAL | MSG_DONTWAIT) != 1)
		return; /* the next wait says that it has died */
	s->epoch++;
}

/* Wait for the spawner until `deadline`; *ready when there is something to read. */
static enum as_status poll_once(struct as_spawner *s, int64_t deadline, bool *ready,
	struct as_err *err)
{
	struct pollfd fds[2] = {
		{.fd = s->process.results, .events = POLLIN},
		{.fd = s->sent < s->outbox.len ? s->process.requests : -1, .events = POLLOUT},
	};
	int64_t left = deadline == INT64_MAX ? 0 : deadline - as_clock_now();
	struct timespec ts = {0};

	if (left > 0)
		ts = (struct timespec){.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000};
	int n = ppoll(fds, 2, deadline == INT64_MAX ? NULL : &ts, NULL);
	*ready = n > 0;
	if (n < 0 && errno != EINTR)
		return as_fail(err, AS_ERR_SYS, "cannot wait for assay-spawn");
	if (n <= 0)
		return AS_OK;
	if (fds[1].revents)
		send_requests(s);
	if (!fds[0].revents)
		return AS_OK;
	ssize_t got = as_inbox_fill(&s->inbox, s->process.results);
	if (got < 0 && errno == ENOMEM)
		return as_fail_memory(err);
	return got > 0 || (got < 0 && errno == EINTR) ? AS_OK : died(s, err);
}

static enum as_status take_answer(struct as_spawner *s, uint32_t type, struct as_wire_in *body,
	struct as_launched *out, struct as_err *err)
{
	struct as_launched r = {0};

	if (type == AS_MESSAGE_FAULT) {
		const char *words = as_wire_string(body);
		return not_understood(s, words ? words : "it did not understand a request", err);
	}
	if (type != AS_MESSAGE_LAUNCHED || !as_spawner_pending(s) || !as_get_launched(body, &r))
		return not_understood(s, "it sent what is no result", err);
	s->first++;
	*out = r;
	return AS_OK;
}

enum as_status as_spawner_wait(struct as_spawner *s, int64_t timeout_ns, struct as_launched *out,
	bool *got, struct as_err *err)
{
	int64_t now = as_clock_now();
	int64_t deadline = timeout_ns < 0 || timeout_ns > INT64_MAX - now ? INT64_MAX
									   : now + timeout_ns;
	struct as_wire_in body = {0};
	uint32_t type = 0;
	bool ready = true;

	*got = false;
	if (s->death.code)
		return died(s, err);
	while (ready && as_spawner_pending(s)) {
		enum as_inbox_state state = as_inbox_next(&s->inbox, &type, &body);
		enum as_status st;
		if (state == AS_INBOX_BAD)
			return not_understood(s, "it sent a result of impossible length", err);
		if (state == AS_INBOX_FRAME) {
			st = take_answer(s, type, &body, out, err);
			*got = st == AS_OK;
			return st;
		}
		st = poll_once(s, deadline, &ready, err);
		if (st)
			return st;
	}
	return AS_OK;
}

static enum as_status hear_hello(struct as_spawner *s, struct as_err *err)
{
	int64_t deadline = as_clock_now() + hello_ns;
	struct as_wire_in body = {0};
	enum as_inbox_state state = AS_INBOX_PARTIAL;
	uint32_t type = 0, version = 0;
	enum as_status st = AS_OK;
	bool ready;

	while (!st && state == AS_INBOX_PARTIAL && as_clock_now() < deadline) {
		st = poll_once(s, deadline, &ready, NULL);
		state = as_inbox_next(&s->inbox, &type, &body);
	}
	if (state == AS_INBOX_FRAME && type == AS_MESSAGE_HELLO)
		version = as_wire_u32(&body);
	if (version == AS_SPAWN_VERSION)
		return AS_OK;
	if (s->process.pid)
		kill(s->process.pid, SIGKILL); /* whatever it is: it may not mind our leaving */
	if (version)
		return as_fail_sys(err, 0,
			"cannot use '%s' as assay-spawn: it speaks version %u and not %d; install "
			"assay and assay-spawn of the same build",
			s->process.path, version, AS_SPAWN_VERSION);
	return as_fail_sys(err, 0,
		"cannot use '%s' as assay-spawn: it does not answer as one; install the one that "
		"came with this assay", s->process.path);
}

enum as_status as_spawner_open(struct as_spawner **out, struct as_err *err)
{
	return as_spawner_open_in(NULL, out, err);
}

enum as_status as_spawner_open_in(const struct as_spawn_seat *seat, struct as_spawner **out,
	struct as_err *err)
{
	struct as_spawner *s = calloc(1, sizeof *s);
	enum as_status st;

	if (!s)
		return as_fail_memory(err);
	st = as_spawn_process_start(&s->process, seat, err);
	if (st) {
		release(s);
		return st;
	}
	st = hear_hello(s, err);
	if (st) {
		as_spawner_close(s);
		return st;
	}
	*out = s;
	return AS_OK;
}
