/* SPDX-License-Identifier: MIT */
#include "spawn/sink.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { DRAIN_READS = 64 };

bool as_sink_open(struct as_spawn_sink *s)
{
	int fd[2];

	if (s->open)
		return true;
	if (pipe2(fd, O_CLOEXEC) != 0)
		return false;
	if (fcntl(fd[0], F_SETFL, O_NONBLOCK) != 0) {
		close(fd[0]);
		close(fd[1]);
		return false;
	}
	*s = (struct as_spawn_sink){.open = true, .rd = fd[0], .wr = fd[1]};
	return true;
}

void as_sink_close(struct as_spawn_sink *s)
{
	if (s->open) {
		close(s->rd);
		close(s->wr);
	}
	*s = (struct as_spawn_sink){0};
}

static void keep_tail(struct as_tail *tail, const unsigned char *p, size_t n)
{
	const size_t size = sizeof tail->ring;

	if (n > size) {
		tail->total += n - size;
		p += n - size;
		n = size;
	}
	size_t at = (size_t)(tail->total % size), first = n < size - at ? n : size - at;
	memcpy(tail->ring + at, p, first);
	memcpy(tail->ring, p + first, n - first);
	tail->total += n;
}

bool as_sink_read(const struct as_spawn_sink *s, unsigned char *buffer, struct as_tail *tail)
{
	ssize_t n = read(s->rd, buffer, AS_SINK_BUFFER_BYTES);

	if (n > 0 && tail)
		keep_tail(tail, buffer, (size_t)n);
	return n > 0;
}

void as_sink_drain(const struct as_spawn_sink *s, unsigned char *buffer, struct as_tail *tail)
{
	for (int i = 0; i < DRAIN_READS; i++)
		if (!as_sink_read(s, buffer, tail))
			return;
}

size_t as_tail_copy(const struct as_tail *tail, unsigned char out[static AS_SPAWN_TAIL_BYTES])
{
	const size_t size = sizeof tail->ring;
	size_t at = (size_t)(tail->total % size);

	if (tail->total < size) {
		memcpy(out, tail->ring, at);
		return at;
	}
	memcpy(out, tail->ring + at, size - at);
	memcpy(out + size - at, tail->ring, at);
	return size;
}
