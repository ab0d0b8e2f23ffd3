/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "serve/client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <strings.h>

#include "base/num.h"

enum { ADDRESS_BYTES = 16, ALL_BITS = 128, V4_AT = 12, V4_BITS = 96, NETWORK_BYTES = 8 };

static const uint8_t v4_head[V4_AT] = {[10] = 0xff, [11] = 0xff};

static bool is_v4(const struct as_serve_network *a)
{
	return !memcmp(a->bytes, v4_head, sizeof v4_head);
}

/* n characters, without a port. */
static bool read_address(const char *s, size_t n, struct as_serve_network *out)
{
	char text[INET6_ADDRSTRLEN];

	if (!n || n >= sizeof text)
		return false;
	memcpy(text, s, n);
	text[n] = '\0';
	*out = (struct as_serve_network){.bits = ALL_BITS};
	if (inet_pton(AF_INET6, text, out->bytes) == 1)
		return true;
	memcpy(out->bytes, v4_head, sizeof v4_head);
	return inet_pton(AF_INET, text, out->bytes + V4_AT) == 1;
}

bool as_serve_network_read(const char *text, struct as_serve_network *out)
{
	const size_t n = strcspn(text, "/");
	int64_t bits = 0;

	if (!read_address(text, n, out))
		return false;
	if (!text[n])
		return true;
	const unsigned before = is_v4(out) && memchr(text, '.', n) ? V4_BITS : 0;
	if (!as_parse_i64(text + n + 1, 0, ALL_BITS - before, &bits))
		return false;
	out->bits = before + (unsigned)bits;
	return true;
}

bool as_client_address(const struct sockaddr *from, struct as_serve_network *out)
{
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;

	*out = (struct as_serve_network){.bits = ALL_BITS};
	if (from && from->sa_family == AF_INET) {
		memcpy(&v4, from, sizeof v4);
		memcpy(out->bytes, v4_head, sizeof v4_head);
		memcpy(out->bytes + V4_AT, &v4.sin_addr, sizeof v4.sin_addr);
		return true;
	}
	if (!from || from->sa_family != AF_INET6)
		return false;
	memcpy(&v6, from, sizeof v6);
	memcpy(out->bytes, &v6.sin6_addr, ADDRESS_BYTES);
	return true;
}

static bool is_within(const struct as_serve_network *a, const struct as_serve_network *net)
{
	const unsigned whole = net->bits / 8, rest = net->bits % 8;

	return !memcmp(a->bytes, net->bytes, whole) &&
	       (!rest || !((a->bytes[whole] ^ net->bytes[whole]) >> (8 - rest)));
}

bool as_client_is_proxy(const struct as_serve_how *how, const struct as_serve_network *a)
{
	for (size_t i = 0; i < how->n_proxies; i++)
		if (is_within(a, &how->proxies[i]))
			return true;
	return false;
}

void as_client_text(const struct as_serve_network *a, char out[static AS_CLIENT_BYTES])
{
	struct as_serve_network net = *a;

	if (is_v4(a)) {
		(void)inet_ntop(AF_INET, a->bytes + V4_AT, out, AS_CLIENT_BYTES);
		return;
	}
	memset(net.bytes + NETWORK_BYTES, 0, sizeof net.bytes - NETWORK_BYTES);
	(void)inet_ntop(AF_INET6, net.bytes, out, AS_CLIENT_BYTES);
}

/* "192.0.2.7", "192.0.2.7:80", "2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:80", perhaps in quotes. */
static bool read_hop(const char *s, size_t n, struct as_serve_network *out)
{
	while (n && (s[n - 1] == ' ' || s[n - 1] == '\t'))
		n--;
	while (n && (*s == ' ' || *s == '\t')) {
		s++;
		n--;
	}
	if (n > 1 && *s == '"' && s[n - 1] == '"') {
		s++;
		n -= 2;
	}
	const char *close = n && *s == '[' ? memchr(s, ']', n) : NULL;
	if (close)
		return read_address(s + 1, (size_t)(close - s) - 1, out);
	const char *colon = memchr(s, ':', n);
	if (colon && !memchr(colon + 1, ':', n - (size_t)(colon + 1 - s)))
		n = (size_t)(colon - s);
	return read_address(s, n, out);
}

/* The same of an element of Forwarded, "for=192.0.2.7;proto=https". */
static bool read_forwarded(const char *s, size_t n, struct as_serve_network *out)
{
	while (n) {
		const char *end = memchr(s, ';', n);
		const size_t part = end ? (size_t)(end - s) : n;
		size_t blank = 0;
		while (blank < part && (s[blank] == ' ' || s[blank] == '\t'))
			blank++;
		if (part - blank > 4 && !strncasecmp(s + blank, "for=", 4))
			return read_hop(s + blank + 4, part - blank - 4, out);
		s += part + (end != NULL);
		n -= part + (end != NULL);
	}
	return false;
}

/* Commas part the hops, whatever is in quotes: what lies left of the nearest one a client may have written. */
static struct as_serve_network walk(const struct as_serve_how *how,
	const struct as_serve_network *peer, const char *list,
	bool (*read)(const char *s, size_t n, struct as_serve_network *out))
{
	struct as_serve_network at = *peer, hop;
	size_t end = strlen(list);

	while (as_client_is_proxy(how, &at)) {
		size_t from = end;
		while (from && list[from - 1] != ',')
			from--;
		if (!read(list + from, end - from, &hop))
			return at;
		at = hop;
		if (!from)
			return at;
		end = from - 1;
	}
	return at;
}

struct as_serve_network as_client_of(const struct as_serve_how *how,
	const struct as_serve_network *peer, const char *x, const char *forwarded)
{
	const struct as_serve_network a = x ? walk(how, peer, x, read_hop) : *peer;
	const struct as_serve_network b = forwarded ? walk(how, peer, forwarded, read_forwarded)
						    : *peer;

	if (!x || !forwarded)
		return x ? a : b;
	return memcmp(a.bytes, b.bytes, sizeof a.bytes) ? *peer : a;
}
