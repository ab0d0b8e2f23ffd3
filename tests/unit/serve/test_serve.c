/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who may ask a server, and for what. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_target_is_a_path_and_parameters),
		cmocka_unit_test(a_target_that_is_none_is_refused_and_nothing_is_touched),
		cmocka_unit_test(another_name_that_leads_here_is_refused),
		cmocka_unit_test(a_token_is_the_whole_of_it_as_bearer_or_as_password),
		cmocka_unit_test(what_changes_something_comes_from_our_own_pages),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
