/* SPDX-License-Identifier: GPL-3.0-or-later */
/* client SOCKET REQUESTS RATE [DIE]: sends REQUESTS bytes, RATE of them a second, and reports how
 * long each answer took from when its request was due. README.md says why from then. With DIE it
 * dies after so many. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* ppoll */
#endif
#include <assay.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* The server may still be starting. */
static int connect_to(const char *path)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	int s = socket(AF_UNIX, SOCK_STREAM, 0);

	if (s < 0 || strlen(path) >= sizeof at.sun_path)
		return -1;
	strcpy(at.sun_path, path);
	for (int i = 0; i < 5000; i++) {
		if (!connect(s, (struct sockaddr *)&at, sizeof at))
			return s;
		nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
	}
	return -1;
}

/* One request: 1. With no room for it, 0: answers have to be read first, as the server may wait until
 * they are. */
static int request(int s)
{
	const ssize_t sent = send(s, "x", 1, MSG_DONTWAIT);

	return sent == 1 ? 1 : sent < 0 && errno == EAGAIN ? 0 : -1;
}

/* Wait for an answer, at most until the next request is due. */
static int answer_until(int s, uint64_t due)
{
	struct pollfd p = {.fd = s, .events = POLLIN};
	const uint64_t now = now_ns(), left = due > now ? due - now : 0;
	const struct timespec t = {.tv_sec = (time_t)(left / 1000000000u),
		.tv_nsec = (long)(left % 1000000000u)};

	return ppoll(&p, 1, &t, NULL);
}

/* Requests are sent when they are due, whether the last is answered or not. */
static int drive(int s, uint64_t n, uint64_t gap, uint64_t die, struct assay_values *latency)
{
	const uint64_t begin = now_ns();
	uint64_t sent = 0, answered = 0;
	char bytes[256];

	while (answered < n) {
		uint64_t due = sent < n ? begin + sent * gap : UINT64_MAX;
		if (sent < n && now_ns() >= due) {
			const int done = request(s);
			if (done < 0)
				return 1;
			sent += (uint64_t)done;
			if (done)
				continue;
			due = UINT64_MAX;
		}
		if (answer_until(s, due) <= 0)
			continue;
		const ssize_t got = read(s, bytes, sizeof bytes);
		if (got <= 0)
			return 1;
		const uint64_t now = now_ns();
		for (ssize_t i = 0; i < got; i++)
			assay_value(latency, now - (begin + answered++ * gap));
		if (die && answered >= die)
			raise(SIGKILL);
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct assay_values latency;

	if (argc < 4)
		return fprintf(stderr, "usage: client SOCKET REQUESTS RATE [DIE]\n"), 2;
	const uint64_t n = strtoull(argv[2], NULL, 10), rate = strtoull(argv[3], NULL, 10);
	const int s = connect_to(argv[1]);
	if (!n || !rate || s < 0 || assay_values_begin(&latency, n))
		return fprintf(stderr, "client: cannot begin with %s\n", argv[1]), 1;
	signal(SIGPIPE, SIG_IGN);
	if (drive(s, n, 1000000000u / rate, argc > 4 ? strtoull(argv[4], NULL, 10) : 0, &latency))
		return fprintf(stderr, "client: the server went away\n"), 1;
	return assay_values_report(&latency, "latency", "ns") ? 1 : 0;
}
