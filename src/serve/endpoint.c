/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a server is reached. */
#include "serve/endpoint.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/num.h"

union address {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
};

static enum as_status bad(const char *text, struct as_err *err)
{
	return as_fail(err, AS_ERR_USAGE,
		"cannot listen on '%.100s': an address is four numbers, or six in brackets, with a "
		"port, such as 127.0.0.1:8080 or [::1]:8080",
		text);
}

static enum as_status read_address(const char *text, union address *out, struct as_err *err)
{
	const char *colon = strrchr(text, ':');
	char name[64];
	int64_t port = 0;

	if (!colon || (size_t)(colon - text) >= sizeof name ||
		!as_parse_i64(colon + 1, 0, 65535, &port))
		return bad(text, err);
	const size_t n = (size_t)(colon - text);
	memcpy(name, text, n);
	name[n] = '\0';
	*out = (union address){.v6 = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)}};
	if (n > 2 && name[0] == '[' && name[n - 1] == ']') {
		name[n - 1] = '\0';
		return inet_pton(AF_INET6, name + 1, &out->v6.sin6_addr) == 1 ? AS_OK
									      : bad(text, err);
	}
	*out = (union address){.v4 = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)}};
	return inet_pton(AF_INET, strcmp(name, "localhost") ? name : "127.0.0.1",
		       &out->v4.sin_addr) == 1
		       ? AS_OK
		       : bad(text, err);
}

static bool is_loopback(const union address *a)
{
	if (a->any.sa_family == AF_INET6)
		return IN6_IS_ADDR_LOOPBACK(&a->v6.sin6_addr);
	return ntohl(a->v4.sin_addr.s_addr) >> 24 == 127;
}

static void add_url(struct as_text *t, const union address *a)
{
	char name[INET6_ADDRSTRLEN] = "";

	if (a->any.sa_family == AF_INET6) {
		(void)inet_ntop(AF_INET6, &a->v6.sin6_addr, name, sizeof name);
		as_text_addf(t, "http://[%s]:%u/", name, (unsigned)ntohs(a->v6.sin6_port));
	} else {
		(void)inet_ntop(AF_INET, &a->v4.sin_addr, name, sizeof name);
		as_text_addf(t, "http://%s:%u/", name, (unsigned)ntohs(a->v4.sin_port));
	}
}

static enum as_status begin(int fd, const char *text, union address *a, struct as_err *err)
{
	enum { WAITING = 64 };
	const int yes = 1;
	socklen_t n = a->any.sa_family == AF_INET6 ? sizeof a->v6 : sizeof a->v4;

	if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) < 0 ||
		bind(fd, &a->any, n) < 0 || listen(fd, WAITING) < 0 ||
		getsockname(fd, &a->any, &n) < 0)
		return as_fail(err, AS_ERR_SYS, "cannot listen on '%.100s'", text);
	return AS_OK;
}

enum as_status as_serve_listen(
	const struct as_serve_how *how, int *fd, struct as_text *url, struct as_err *err)
{
	union address a;
	const struct as_tokens *tokens = NULL;
	enum as_status st = read_address(how->listen, &a, err);

	if (!st && how->tokens)
		st = how->tokens(how->data, &tokens, err);
	if (st)
		return st;
	if (!is_loopback(&a) && !how->token && !(tokens && tokens->n))
		return as_fail(err, AS_ERR_USAGE,
			"cannot listen on '%.100s' without a token: others can reach it; make one "
			"(assay serve token add NAME --may read), name a file with one "
			"(--token-file), or listen on 127.0.0.1",
			how->listen);
	const int made = socket(a.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (made < 0)
		return as_fail(err, AS_ERR_SYS, "cannot listen on '%.100s'", how->listen);
	st = begin(made, how->listen, &a, err);
	if (st) {
		(void)close(made);
		return st;
	}
	add_url(url, &a);
	*fd = made;
	return as_text_finish(url, err);
}
