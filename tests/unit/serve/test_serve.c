/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who may ask a server, and for what; and answers that are sent while they are made. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cmocka.h>

#include "serve/server.h"

static enum as_status read_target(const char *target, struct as_arena *a, struct as_serve_ask *out)
{
	struct as_err err = {0};
	const enum as_status st = as_serve_read_target(target, a, out, &err);

	assert_true(st == AS_OK || err.msg[0]);
	return st;
}

static void a_target_is_a_path_and_parameters(void **state)
{
	struct as_arena a = {0};
	struct as_serve_ask ask = {0};

	(void)state;
	assert_int_equal(
		read_target("/benchmark?name=a%20b+c&x&y=%C3%BC=1&name=second", &a, &ask), AS_OK);
	assert_string_equal(ask.path, "/benchmark");
	assert_string_equal(as_serve_parameter(&ask, "name"), "a b c");
	assert_string_equal(as_serve_parameter(&ask, "x"), "");
	assert_string_equal(as_serve_parameter(&ask, "y"), "\xC3\xBC=1");
	assert_null(as_serve_parameter(&ask, "z"));
	assert_int_equal(read_target("/?&&", &a, &ask), AS_OK);
	assert_int_equal(ask.n_parameters, 0);
	as_arena_release(&a);
}

static void a_target_that_is_none_is_refused_and_nothing_is_touched(void **state)
{
	static const char *const bad[] = {"", "x", "*", "http://evil/", "/%", "/%4", "/%zz",
		"/a%00b", "/?a=%0a", "/\x01", "/?q=%ff", "/%c0%af", "/?a=%ed%a0%80", "/\x7f"};
	struct as_arena a = {0};
	struct as_serve_ask ask = {.path = "as before"};
	char many[200] = "/?", large[AS_SERVE_TARGET_BYTES + 1] = "/";

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_int_equal(read_target(bad[i], &a, &ask), AS_ERR_DATA);
	for (size_t i = 0; i <= AS_SERVE_PARAMETERS; i++)
		memcpy(many + 2 + 4 * i, "a=1&", 5);
	assert_int_equal(read_target(many, &a, &ask), AS_ERR_DATA);
	memset(large + 1, 'x', AS_SERVE_TARGET_BYTES - 1);
	assert_int_equal(read_target(large, &a, &ask), AS_ERR_DATA);
	large[AS_SERVE_TARGET_BYTES - 1] = '\0';
	assert_string_equal(ask.path, "as before");
	assert_int_equal(read_target(large, &a, &ask), AS_OK);
	as_arena_release(&a);
}

static void another_name_that_leads_here_is_refused(void **state)
{
	static const char *const hosts[] = {"perf.example.org"};
	const struct as_serve_how how = {.listen = "127.0.0.7:80", .hosts = hosts, .n_hosts = 1};
	static const char *const good[] = {"localhost", "LOCALHOST:8080", "127.0.0.1:1", "[::1]:80",
		"[::1]", "127.0.0.7:80", "Perf.Example.org:443"};
	static const char *const bad[] = {"", "evil.org", "localhost.evil.org",
		"127.0.0.1.evil.org:80", "localhost:", "localhost:80x", "localhost:123456",
		"localhost@evil.org", "[::1", "[::1]x", "perf.example.org.", "127.0.0.70"};

	(void)state;
	for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
		assert_true(as_serve_host_fits(&how, good[i]));
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_false(as_serve_host_fits(&how, bad[i]));
	assert_false(as_serve_host_fits(&how, NULL));
}

static bool fits(const char *token, const char *authorization)
{
	char text[64] = "";

	return as_serve_token_text(authorization, text, sizeof text) &&
	       as_crypt_is_text(text, strlen(text), token);
}

static void a_token_is_the_whole_of_it_as_bearer_or_as_password(void **state)
{
	static const char token[] = "0123456789abcdef";
	static const char *const bad[] = {"", "Bearer", "Bearer ", "Bearer 0123456789abcde",
		"Bearer 0123456789abcdeff", "Bearer 0123456789abcdeF", "0123456789abcdef", "Basic ",
		"Basic MDEyMzQ1Njc4OWFiY2RlZg==", "Basic !!!!", "Digest 0123456789abcdef"};

	(void)state;
	assert_true(fits(token, "Bearer 0123456789abcdef"));
	assert_true(fits(token, "bearer 0123456789abcdef"));
	assert_true(fits(token, "Basic eDowMTIzNDU2Nzg5YWJjZGVm"));
	assert_true(fits(token, "Basic OjAxMjM0NTY3ODlhYmNkZWY="));
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_false(fits(token, bad[i]));
	assert_false(fits(token, NULL));
}

static void what_changes_something_comes_from_our_own_pages(void **state)
{
	static const char *const bad[] = {"null", "", "http://", "http://evil.org", "https://127.0.0.1.evil.org"};
	const struct as_serve_how how = {.listen = "127.0.0.1:80"};

	(void)state;
	assert_true(as_serve_origin_fits(&how, NULL));
	assert_true(as_serve_origin_fits(&how, "http://127.0.0.1:80"));
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_false(as_serve_origin_fits(&how, bad[i]));
}

/* ---- answers that are sent while they are made ---- */

static struct as_serve_rule large = {.may = AS_MAY_READ, .large = true};
static sem_t goes_on; /* whoever makes the answer waits for it */
static _Atomic bool breaks_off;
static _Atomic int written; /* what became of writing */
enum { PIECE = 100000 };

static const struct as_serve_rule *rule_of(void *data, const char *path)
{
	(void)data;
	(void)path;
	return &large;
}

static void stamp_of(void *data, char out[static AS_SERVE_STAMP_BYTES])
{
	(void)data;
	memcpy(out, "1", 2);
}

/* A piece, and when it may go on another one; then it ends, or writes until it fails. */
static void answer_in_pieces(
	void *data, const struct as_serve_ask *ask, struct as_serve_answer *out)
{
	char bytes[PIECE];
	char name[] = "/tmp/assay-test-XXXXXX";
	const int fd = mkstemp(name);

	(void)data;
	memset(bytes, '~', sizeof bytes);
	(void)unlink(name);
	out->type = "text/plain";
	out->streamed = true;
	enum as_status st = as_serve_stream_begin(ask->stream, out, fd, NULL);
	if (!st)
		st = as_serve_stream_write(ask->stream, bytes, sizeof bytes, NULL);
	(void)sem_wait(&goes_on);
	if (!st)
		st = as_serve_stream_write(ask->stream, bytes, sizeof bytes, NULL);
	while (!st && !strcmp(ask->path, "/endless"))
		st = as_serve_stream_write(ask->stream, bytes, 1, NULL);
	out->broken = breaks_off;
	written = st;
	(void)sem_post(&goes_on);
}

struct running_server {
	struct as_server *server;
	int until[2];
	pthread_t thread;
};

static void *run_server(void *data)
{
	struct running_server *r = data;

	(void)!as_serve_run(r->server, r->until[0], NULL);
	return NULL;
}

/* A socket that has asked for the path. */
static int ask_server(const struct running_server *r, const char *path)
{
	struct sockaddr_in at = {.sin_family = AF_INET};
	char request[100];
	const char *port = strrchr(as_serve_address(r->server), ':');
	const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	at.sin_port = htons((uint16_t)strtoul(port + 1, NULL, 10));
	assert_int_equal(connect(fd, (const struct sockaddr *)&at, sizeof at), 0);
	const int n = snprintf(request, sizeof request,
		"GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", path);
	assert_int_equal(write(fd, request, (size_t)n), n);
	return fd;
}

/* How many ~ come, at least `least` of them; *whole: the last chunk came. */
static size_t take_answer(int fd, size_t least, bool *whole)
{
	static char bytes[4096];
	char last[6] = "";
	size_t n = 0;

	while (n < least) {
		const ssize_t got = read(fd, bytes, sizeof bytes);
		if (got <= 0)
			break;
		for (ssize_t i = 0; i < got; i++) {
			n += bytes[i] == '~';
			memmove(last, last + 1, 4);
			last[4] = bytes[i];
		}
	}
	*whole = !strcmp(last, "0\r\n\r\n");
	return n;
}

static const struct as_serve_how in_pieces = {.listen = "127.0.0.1:0",
	.answer = answer_in_pieces,
	.rule = rule_of,
	.stamp = stamp_of};

static struct running_server begin_server(void)
{
	struct running_server r = {.server = NULL};

	if (as_serve_open(&in_pieces, &r.server, NULL))
		skip(); /* without libmicrohttpd */
	assert_int_equal(sem_init(&goes_on, 0, 0), 0);
	assert_int_equal(pipe(r.until), 0);
	return r;
}

static void end_server(struct running_server *r)
{
	assert_int_equal(write(r->until[1], "x", 1), 1);
	assert_int_equal(pthread_join(r->thread, NULL), 0);
	assert_true(as_serve_close(r->server));
	(void)close(r->until[0]);
	(void)close(r->until[1]);
	(void)sem_destroy(&goes_on);
}

static void an_answer_is_sent_while_the_rest_of_it_is_made(void **state)
{
	struct running_server r = begin_server();
	bool whole = false;

	(void)state;
	assert_int_equal(pthread_create(&r.thread, NULL, run_server, &r), 0);
	for (int broken = 0; broken < 2; broken++) {
		breaks_off = broken;
		const int fd = ask_server(&r, "/");
		/* the first piece comes although the second waits for this to be read */
		assert_int_equal(take_answer(fd, PIECE, &whole), PIECE);
		(void)sem_post(&goes_on);
		assert_int_equal(take_answer(fd, 2 * PIECE, &whole), PIECE);
		/* who asked sees whether it is all of it */
		assert_int_equal(whole, !broken);
		(void)sem_wait(&goes_on);
		assert_int_equal(written, AS_OK);
		(void)close(fd);
	}
	breaks_off = false;
	end_server(&r);
}

static void an_answer_that_nobody_waits_for_is_made_no_further(void **state)
{
	struct running_server r = begin_server();
	bool whole = false;

	(void)state;
	assert_int_equal(pthread_create(&r.thread, NULL, run_server, &r), 0);
	const int fd = ask_server(&r, "/endless");
	assert_int_equal(take_answer(fd, 1, &whole) > 0, 1);
	(void)close(fd);
	(void)sem_post(&goes_on);
	do /* what it posts when it has ended */
		(void)sem_wait(&goes_on);
	while (!written && !sem_post(&goes_on));
	assert_int_equal(written, AS_ERR_INTERRUPTED);
	end_server(&r);
}

static void a_server_ends_while_an_answer_is_sent(void **state)
{
	struct running_server r = begin_server();
	bool whole = false;

	(void)state;
	assert_int_equal(pthread_create(&r.thread, NULL, run_server, &r), 0);
	const int fd = ask_server(&r, "/");
	assert_int_equal(take_answer(fd, PIECE, &whole), PIECE);
	(void)sem_post(&goes_on);
	end_server(&r);
	(void)take_answer(fd, 2 * PIECE, &whole);
	(void)close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_target_is_a_path_and_parameters),
		cmocka_unit_test(a_target_that_is_none_is_refused_and_nothing_is_touched),
		cmocka_unit_test(another_name_that_leads_here_is_refused),
		cmocka_unit_test(a_token_is_the_whole_of_it_as_bearer_or_as_password),
		cmocka_unit_test(what_changes_something_comes_from_our_own_pages),
		cmocka_unit_test(an_answer_is_sent_while_the_rest_of_it_is_made),
		cmocka_unit_test(an_answer_that_nobody_waits_for_is_made_no_further),
		cmocka_unit_test(a_server_ends_while_an_answer_is_sent),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
