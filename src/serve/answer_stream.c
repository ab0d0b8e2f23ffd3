/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "serve/answer_stream.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

struct as_serve_stream *as_serve_stream_new(int wake)
{
	struct as_serve_stream *s = calloc(1, sizeof *s);

	if (!s)
		return NULL;
	s->fd = -1;
	s->wake = wake;
	s->held = 1;
	return s;
}

void as_serve_stream_drop(struct as_serve_stream *s)
{
	if (!s || --s->held)
		return;
	if (s->fd >= 0)
		(void)close(s->fd);
	free(s);
}

static void wake(const struct as_serve_stream *s)
{
	const uint64_t one = 1;

	(void)!write(s->wake, &one, sizeof one);
}

enum as_status as_serve_stream_begin(struct as_serve_stream *s, const struct as_serve_answer *head,
	int fd, struct as_err *err)
{
	if (s->gone) {
		(void)close(fd);
		return as_fail(err, AS_ERR_INTERRUPTED, "nobody waits for the answer any more");
	}
	s->fd = fd;
	s->head = (struct as_serve_answer){
		.status = head->status, .type = head->type, .file = head->file};
	s->begun = true;
	wake(s);
	return AS_OK;
}

enum as_status as_serve_stream_write(void *stream, const char *bytes, size_t n, struct as_err *err)
{
	struct as_serve_stream *s = stream;

	while (n) {
		if (s->gone)
			return as_fail(
				err, AS_ERR_INTERRUPTED, "nobody waits for the answer any more");
		const ssize_t put = write(s->fd, bytes, n);
		if (put < 0 && errno != EINTR)
			return as_fail(err, AS_ERR_SYS,
				"cannot write the answer into a file of TMPDIR");
		bytes += put > 0 ? put : 0;
		n -= put > 0 ? (size_t)put : 0;
		s->written += put > 0 ? (uint64_t)put : 0;
	}
	if (atomic_exchange(&s->waits, false))
		wake(s);
	return AS_OK;
}

void as_serve_stream_end(struct as_serve_stream *s, bool whole)
{
	s->broken = !whole;
	s->ended = true;
	wake(s);
}

ssize_t as_serve_stream_read(
	struct as_serve_stream *s, uint64_t at, char *out, size_t room, bool *broken)
{
	/* said before it is looked: what is written after that wakes */
	s->waits = true;
	const bool ended = s->ended;
	const uint64_t written = s->written;
	ssize_t n = 0;

	*broken = s->cut;
	if (s->cut)
		return -1;
	if (at < written) {
		const uint64_t left = written - at;
		do
			n = pread(s->fd, out, left < room ? (size_t)left : room, (off_t)at);
		while (n < 0 && errno == EINTR);
		*broken = n <= 0;
		return n > 0 ? n : -1;
	}
	*broken = ended && s->broken;
	return ended ? -1 : 0;
}
