/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_SERVE_CLIENT_H
#define AS_SERVE_CLIENT_H

/* Which client a request is of: the address that it comes from, or what a proxy that was named says of it. Internal to
 * serve/ and its tests. */

#include <sys/socket.h>

#include "serve/server.h"

enum { AS_CLIENT_BYTES = 48 };

/* The address of a socket; false: it is of no network. IPv4 within IPv6 is IPv4. */
bool as_client_address(const struct sockaddr *from, struct as_serve_network *out);

/* It lies in one of how->proxies. */
bool as_client_is_proxy(const struct as_serve_how *how, const struct as_serve_network *a);

/* As text, of IPv6 its network of 64 bits, which one user has. */
void as_client_text(const struct as_serve_network *a, char out[static AS_CLIENT_BYTES]);

/*
 * as_client_of - whom the proxies in front of the server say a request is of
 *
 *   peer       where it comes from
 *   x          values of X-Forwarded-For, joined by commas; NULL: none
 *   forwarded  those of Forwarded (RFC 7239)
 *
 * From the right, which is what the nearest proxy has added, the first address that is no proxy's. What cannot be read
 * ends it. A client may send either header itself: where both are there and say different things it is the peer. What a
 * peer says that is no proxy is not looked at.
 */
struct as_serve_network as_client_of(const struct as_serve_how *how,
	const struct as_serve_network *peer, const char *x, const char *forwarded);

#endif
