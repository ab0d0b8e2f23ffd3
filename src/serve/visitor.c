/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who may ask. */
#include <string.h>
#include <strings.h>

#include "serve/server.h"

/* Length of the name in "name:port" and "[::1]:port". */
static size_t name_length(const char *host)
{
	const char *end = *host == '[' ? strchr(host, ']') : NULL;

	return end ? (size_t)(end - host) + 1 : strcspn(host, ":");
}

static bool is_port(const char *s)
{
	return !*s || (*s == ':' && strlen(s) <= 6 && s[1] && !s[1 + strspn(s + 1, "0123456789")]);
}

static bool is_name(const char *host, size_t n, const char *name, size_t length)
{
	return n == length && !strncasecmp(host, name, n);
}

bool as_serve_host_fits(const struct as_serve_how *how, const char *host)
{
	static const char *const loopback[] = {"localhost", "127.0.0.1", "[::1]"};
	const size_t n = host ? name_length(host) : 0;

	if (!n || !is_port(host + n))
		return false;
	for (size_t i = 0; i < sizeof loopback / sizeof loopback[0]; i++)
		if (is_name(host, n, loopback[i], strlen(loopback[i])))
			return true;
	for (size_t i = 0; i < how->n_hosts; i++)
		if (is_name(host, n, how->hosts[i], strlen(how->hosts[i])))
			return true;
	return is_name(host, n, how->listen, name_length(how->listen));
}

static int digit(char c)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *at = c ? strchr(digits, c) : NULL;

	return at ? (int)(at - digits) : -1;
}

/* "dXNlcjpwYXNz", as many bytes as there is room for. */
static size_t from_base64(const char *s, char *out, size_t room)
{
	unsigned bits = 0;
	size_t n = 0, have = 0;

	for (; digit(*s) >= 0; s++) {
		bits = (bits << 6 | (unsigned)digit(*s)) & 0xffffU;
		have += 6;
		if (have < 8)
			continue;
		have -= 8;
		if (n == room)
			return 0;
		out[n++] = (char)(bits >> have & 0xffU);
	}
	return n;
}

/* n bytes as a text; false: there is no room, or a zero among them. */
static bool take_token(const char *bytes, size_t n, char *out, size_t room)
{
	if (n >= room || memchr(bytes, '\0', n))
		return false;
	memcpy(out, bytes, n);
	out[n] = '\0';
	return true;
}

bool as_serve_token_text(const char *authorization, char *out, size_t room)
{
	char pair[AS_SERVE_TARGET_BYTES];
	const char *s = authorization;

	if (!s)
		return false;
	if (!strncasecmp(s, "Bearer ", 7))
		return take_token(s + 7, strlen(s + 7), out, room);
	if (strncasecmp(s, "Basic ", 6) != 0)
		return false;
	const size_t n = from_base64(s + 6, pair, sizeof pair);
	const char *colon = memchr(pair, ':', n);
	return colon && take_token(colon + 1, n - (size_t)(colon + 1 - pair), out, room);
}

bool as_serve_origin_fits(const struct as_serve_how *how, const char *origin)
{
	const char *host = origin ? strstr(origin, "://") : NULL;

	return !origin || (host && as_serve_host_fits(how, host + 3));
}
