/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whom a request is of, behind proxies. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "serve/client.h"

static struct as_serve_network network(const char *text)
{
	struct as_serve_network out;

	assert_true(as_serve_network_read(text, &out));
	return out;
}

static void an_address_or_a_network_is_one_and_nothing_else_is(void **state)
{
	static const char *const bad[] = {"", "proxy", "127.0.0.1:80", "127.0.0", "127.0.0.1/33", "::1/129", "10.0.0.0/",
		"10.0.0.0/-1", "10.0.0.0/8x", "/8", "[::1]", "127.0.0.1 "};
	struct as_serve_network out;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_false(as_serve_network_read(bad[i], &out));
	assert_int_equal(network("10.0.0.0/8").bits, 104);
	assert_int_equal(network("127.0.0.1").bits, 128);
	assert_int_equal(network("2001:db8::/32").bits, 32);
}

static void the_client_is_what_the_nearest_proxies_say_and_nothing_further(void **state)
{
	const struct as_serve_network proxies[] = {network("127.0.0.1"), network("10.0.0.0/8"), network("2001:db8::/32")};
	const struct as_serve_how how = {.proxies = proxies, .n_proxies = 3};
	static const struct {
		const char *peer, *x, *forwarded, *client;
	} all[] = {
		{"127.0.0.1", NULL, NULL, "127.0.0.1"},
		{"127.0.0.1", "192.0.2.7", NULL, "192.0.2.7"},
		/* what a client has written itself stands further left */
		{"127.0.0.1", "198.51.100.1, 192.0.2.7", NULL, "192.0.2.7"},
		{"127.0.0.1", "198.51.100.1,192.0.2.7, 10.1.2.3", NULL, "192.0.2.7"},
		{"127.0.0.1", "10.9.9.9, 10.1.2.3", NULL, "10.9.9.9"},
		{"2001:db8::9", "192.0.2.7:4711", NULL, "192.0.2.7"},
		/* of IPv6 the network of a user */
		{"127.0.0.1", "2001:db9:1:2:3::4", NULL, "2001:db9:1:2::"},
		{"127.0.0.1", "[2001:db9:1:2:3::4]:80", NULL, "2001:db9:1:2::"},
		{"127.0.0.1", "::ffff:192.0.2.7", NULL, "192.0.2.7"},
		/* no proxy: nothing is believed */
		{"192.0.2.1", "198.51.100.1", NULL, "192.0.2.1"},
		{"127.0.0.2", "198.51.100.1", "for=198.51.100.1", "127.0.0.2"},
		{"127.0.0.1", "192.0.2.7, unknown", NULL, "127.0.0.1"},
		{"127.0.0.1", "192.0.2.7,", NULL, "127.0.0.1"},
		{"127.0.0.1", "", NULL, "127.0.0.1"},
		{"127.0.0.1", NULL, "for=192.0.2.7", "192.0.2.7"},
		{"127.0.0.1", NULL, "for=198.51.100.1, proto=https;For=\"[2001:db9:1:2::3]:80\"", "2001:db9:1:2::"},
		{"127.0.0.1", NULL, "for=\"198.51.100.1, for=192.0.2.7;by=10.0.0.1", "192.0.2.7"},
		{"127.0.0.1", NULL, "for=_hidden", "127.0.0.1"},
		{"127.0.0.1", NULL, "proto=https", "127.0.0.1"},
		/* a client may send the header that the proxy does not set */
		{"127.0.0.1", "192.0.2.7", "for=198.51.100.1", "127.0.0.1"},
		{"127.0.0.1", "192.0.2.7", "for=192.0.2.7", "192.0.2.7"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		const struct as_serve_network peer = network(all[i].peer);
		const struct as_serve_network client =
			as_client_of(&how, &peer, all[i].x, all[i].forwarded);
		char text[AS_CLIENT_BYTES];
		as_client_text(&client, text);
		assert_string_equal(text, all[i].client);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_address_or_a_network_is_one_and_nothing_else_is),
		cmocka_unit_test(the_client_is_what_the_nearest_proxies_say_and_nothing_further),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
