/* SPDX-License-Identifier: MIT */

/* --isolate: a benchmark in a child process. Whatever it does to the process, the others still run. */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/run.h"

enum { STATUS_SENT = 0, STATUS_ERROR = 6 };

static bool send_all(int fd, const void *bytes, size_t n)
{
	const char *s = bytes;

	while (n) {
		ssize_t done = write(fd, s, n);
		if (done < 0 && errno != EINTR)
			return false;
		s += done < 0 ? 0 : done;
		n -= done < 0 ? 0 : (size_t)done;
	}
	return true;
}

static bool receive_all(int fd, void *bytes, size_t n)
{
	char *s = bytes;

	while (n) {
		ssize_t done = read(fd, s, n);
		if (!done || (done < 0 && errno != EINTR))
			return false;
		s += done < 0 ? 0 : done;
		n -= done < 0 ? 0 : (size_t)done;
	}
	return true;
}

/* Both ends are one program: the struct goes as it is, what it points to after it. */
static bool send_result(int fd, const struct as_harness_subject *s, const struct as_call_result *r)
{
	size_t n_threads = r->thread_ns ? s->threads : 0;

	return send_all(fd, r, sizeof *r) && send_all(fd, &n_threads, sizeof n_threads) &&
		send_all(fd, r->samples, r->n_samples * sizeof *r->samples) &&
		send_all(fd, r->calibrations, r->n_calibrations * sizeof *r->calibrations) &&
		send_all(fd, r->thread_ns, n_threads * sizeof *r->thread_ns);
}

static bool receive_array(int fd, void *array, size_t n, size_t size)
{
	void *room = n ? calloc(n, size) : NULL;

	if (n && !room)
		return false;
	memcpy(array, &room, sizeof room); /* the address of some T * */
	return receive_all(fd, room, n * size);
}

static bool receive_result(int fd, struct as_call_result *out)
{
	struct as_call_result r;
	size_t n_threads = 0;

	if (!receive_all(fd, &r, sizeof r) || !receive_all(fd, &n_threads, sizeof n_threads))
		return false;
	r.samples = NULL;
	r.calibrations = NULL;
	r.thread_ns = NULL;
	memset(&r.output, 0, sizeof r.output);
	*out = r;
	return receive_array(fd, &out->samples, r.n_samples, sizeof *r.samples) &&
		receive_array(fd, &out->calibrations, r.n_calibrations, sizeof *r.calibrations) &&
		receive_array(fd, &out->thread_ns, n_threads, sizeof *r.thread_ns);
}

/* In the child; never returns. Its exit handlers are those of the program, and not for it to run.
 * */
static void serve(const struct as_harness_conditions *c, const struct as_harness_subject *s,
	size_t n, int fd)
{
	struct as_call_result *results = calloc(n, sizeof *results);
	struct as_err err = {0};

	if (!results || as_run_here(c, s, n, results, &err))
		_exit(STATUS_ERROR);
	for (size_t i = 0; i < n; i++)
		if (!send_result(fd, &s[i], &results[i]))
			_exit(STATUS_ERROR);
	_exit(STATUS_SENT);
}

/* Why nothing came, from how the child ended. Candidates are timed in turn, in one child: which of
 * them it was is not known. */
static void tell_end(int status, bool alone, struct as_call_result *r)
{
	const char *who = alone ? "it" : "it, or another of its group,";

	as_call_result_release(r);
	if (WIFSIGNALED(status))
		snprintf(r->failed, sizeof r->failed, "%s crashed: signal %d (%s)", who,
			WTERMSIG(status), strsignal(WTERMSIG(status)));
	else if (WEXITSTATUS(status) == STATUS_ERROR)
		snprintf(r->failed, sizeof r->failed, "its process ran out of memory or threads");
	else
		snprintf(r->failed, sizeof r->failed,
			"%s called exit(%d): a benchmark returns, and says by assay_fail() what "
			"went wrong",
			who, WEXITSTATUS(status));
}

/* In a child process, whose results come back through a pipe. */
static enum as_status run_isolated(const struct as_harness_conditions *c,
	const struct as_harness_subject *s, size_t n,
	struct as_call_result *out, struct as_err *err)
{
	int ends[2], status = 0;

	if (!c->wish.repetitions && !(c->timer->overhead_ns > 0))
		as_timer_measure(c->timer);
	if (pipe(ends))
		return as_fail(err, AS_ERR_SYS, "cannot make a pipe for the results of '%s'",
			s->name);
	pid_t child = fork();
	if (child < 0) {
		close(ends[0]);
		close(ends[1]);
		return as_fail(err, AS_ERR_SYS, "cannot start a process for '%s'", s->name);
	}
	if (!child) {
		close(ends[0]);
		serve(c, s, n, ends[1]);
	}
	close(ends[1]);
	size_t got = 0;
	while (got < n && receive_result(ends[0], &out[got]))
		got++;
	close(ends[0]);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		continue;
	for (; got < n; got++)
		tell_end(status, n == 1, &out[got]);
	return AS_OK;
}

enum as_status as_run(const struct as_harness_conditions *c, const struct as_harness_subject *s,
	size_t n,
	struct as_call_result *out, struct as_err *err)
{
	return c->isolated ? run_isolated(c, s, n, out, err) : as_run_here(c, s, n, out, err);
}
