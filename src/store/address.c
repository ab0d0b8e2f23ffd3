/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/address.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "store/store.h"

bool as_store_is_address(const char *name)
{
	return !strncmp(name, "postgresql://", 13) || !strncmp(name, "postgres://", 11);
}

/* The character at s, which may be written as %XX; *s goes behind it. */
static char next_character(const char **s)
{
	const char *p = *s;
	char hex[3] = "";

	if (*p == '%' && p[1] && p[2]) {
		memcpy(hex, p + 1, 2);
		*s = p + 3;
		return (char)strtol(hex, NULL, 16);
	}
	*s = p + 1;
	return *p;
}

/* "password", "sslpassword": a key that ends so, however it is written. */
static bool is_secret(const char *key, const char *end)
{
	char name[32] = "";
	size_t n = 0;

	while (key < end && n + 1 < sizeof name)
		name[n++] = next_character(&key);
	return n >= 8 && !strcasecmp(name + n - 8, "password");
}

bool as_address_has_password(const char *address)
{
	const char *from = strstr(address, "//");
	if (!from)
		return false;
	from += 2;
	/* libpq takes what is before the first @ or / for the user; whoever writes a / into a
	 * password is no better off. */
	const char *at = strrchr(from, '@'), *colon = strchr(from, ':');
	if (at && colon && colon < at)
		return true;
	for (const char *p = strpbrk(from, "?&"); p; p = strpbrk(p + 1, "?&")) {
		const char *equals = strpbrk(p + 1, "=&");
		if (equals && *equals == '=' && is_secret(p + 1, equals))
			return true;
	}
	return false;
}
