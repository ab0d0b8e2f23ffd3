/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ping - time a call over loopback, and its answer
 *
 *	ping tcp     a line of 32 bytes, which comes back in capitals
 *	ping http    a request of HTTP/1.1, whose answer has it in capitals, too
 *
 * The server is a process of its own, started anew in each execution, as in the benchmarks TCP Ping and
 * HTTP Ping of T. Kalibera and P. Tuma, "Precise Regression Benchmarking with Random Effects" (2006).
 * One iteration is 20 calls on one connection. */

#include <arpa/inet.h>
#include <ctype.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "../layout/iterations.h"

enum { CALLS = 20, WORD = 31, MESSAGE = 512 };

struct peer {
	int fd;
	bool http;
	char word[WORD + 1]; /* that is asked for, a newline at its end */
	unsigned number;
};

/* Reads up to the line that is the last of a message, "" with http, into to; its length, 0 at the end. */
static size_t receive(const struct peer *p, char *to)
{
	const char *end = p->http ? "\r\n\r\n" : "\n";
	size_t n = 0;

	while (n < MESSAGE - 1) {
		ssize_t more = read(p->fd, to + n, MESSAGE - 1 - n);
		if (more <= 0)
			return 0;
		n += (size_t)more;
		to[n] = '\0';
		if (n >= strlen(end) && !strcmp(to + n - strlen(end), end))
			return n;
	}
	return 0;
}

static bool say(const struct peer *p, const char *text, size_t n)
{
	return send(p->fd, text, n, MSG_NOSIGNAL) == (ssize_t)n;
}

/* What an answer is made of: letters as capitals. */
static void answer(const struct peer *p, const char *request, char *to, size_t *n)
{
	char word[WORD + 1] = "";
	const char *from = p->http && !strncmp(request, "GET /", 5) ? request + 5 : request;
	size_t length = strcspn(from, " \n");

	length = length < WORD ? length : WORD;
	for (size_t i = 0; i < length; i++)
		word[i] = (char)toupper((unsigned char)from[i]);
	*n = (size_t)snprintf(to, MESSAGE,
		p->http ? "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Word: %s\r\n\r\n" : "%s\n",
		word);
}

static int serve(const struct peer *p)
{
	char request[MESSAGE], text[MESSAGE];
	size_t n;

	while (receive(p, request)) {
		answer(p, request, text, &n);
		if (!say(p, text, n))
			return 1;
	}
	return 0;
}

/* One call with a word of its own; false if it does not come back in capitals. */
static bool call(struct peer *p)
{
	char text[MESSAGE], back[MESSAGE], want[MESSAGE];
	size_t n;

	snprintf(p->word, sizeof p->word, "ping-%u-of-many-that-are-sent", p->number++);
	n = (size_t)snprintf(text, sizeof text,
		p->http ? "GET /%s HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n" : "%s\n",
		p->word);
	if (!say(p, text, n) || !receive(p, back))
		return false;
	answer(p, text, want, &n);
	return !strcmp(back, want) && strstr(want, "PING-");
}

static bool iteration(void *context)
{
	for (size_t i = 0; i < CALLS; i++)
		if (!call(context))
			return false;
	return true;
}

/* The server's process, which waits for one connection; 0 where it cannot be had. */
static pid_t start_server(struct peer *p, struct sockaddr_in *at)
{
	socklen_t n = sizeof *at;
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	*at = (struct sockaddr_in){.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	if (fd < 0 || bind(fd, (struct sockaddr *)at, n) || listen(fd, 1) ||
		getsockname(fd, (struct sockaddr *)at, &n))
		return 0;
	pid_t child = fork();
	if (!child) {
		p->fd = accept(fd, NULL, NULL);
		_exit(p->fd < 0 ? 1 : serve(p));
	}
	close(fd);
	return child > 0 ? child : 0;
}

static bool reach(struct peer *p, const struct sockaddr_in *at)
{
	int on = 1;

	p->fd = socket(AF_INET, SOCK_STREAM, 0);
	return p->fd >= 0 && !connect(p->fd, (const struct sockaddr *)at, sizeof *at) &&
		!setsockopt(p->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

int main(int argc, char **argv)
{
	struct peer p = {.fd = -1};
	struct sockaddr_in at;
	int status = 1, ended = 1;

	if (argc != 2 || (strcmp(argv[1], "tcp") != 0 && strcmp(argv[1], "http") != 0)) {
		fprintf(stderr, "usage: ping tcp|http\n");
		return 2;
	}
	p.http = !strcmp(argv[1], "http");
	pid_t server = start_server(&p, &at);
	if (server && reach(&p, &at)) {
		status = iterate("ping", iteration, &p);
		close(p.fd);
		waitpid(server, &ended, 0);
	} else {
		fprintf(stderr, "ping: no server on loopback: %s\n", strerror(errno));
		if (server)
			kill(server, SIGTERM);
	}
	return status || ended;
}
