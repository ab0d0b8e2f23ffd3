/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts are bytes as they came, but a database in UTF-8 refuses what is none. A byte B of 0x80 to
 * 0xff that is part of no character becomes U+10FF00 + B, from the end of the last private plane,
 * and so do the bytes of characters that are there already: each text has one form, and comes back
 * as it was. */
#include <stdlib.h>
#include <string.h>

#include "store/postgres/postgres.h"

enum { ESCAPE_BYTES = 4 };

/* Bytes of the character at s, as RFC 3629 has it; 0: none begins there. */
static size_t character(const unsigned char *s)
{
	const unsigned char low = s[0] == 0xe0 ? 0xa0 : s[0] == 0xf0 ? 0x90 : 0x80;
	const unsigned char high = s[0] == 0xed ? 0x9f : s[0] == 0xf4 ? 0x8f : 0xbf;
	const size_t n = s[0] < 0x80			 ? 1
		: s[0] >= 0xc2 && s[0] < 0xe0		 ? 2
		: s[0] >= 0xe0 && s[0] < 0xf0		 ? 3
		: s[0] >= 0xf0 && s[0] < 0xf5		 ? 4
							 : 0;

	if (n > 1 && (s[1] < low || s[1] > high))
		return 0;
	for (size_t i = 2; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	return n;
}

/* U+10FF80 to U+10FFFF: f4 8f be 80 to f4 8f bf bf. */
static bool is_escape(const unsigned char *s)
{
	return s[0] == 0xf4 && s[1] == 0x8f && (s[2] == 0xbe || s[2] == 0xbf) &&
		(s[3] & 0xc0) == 0x80;
}

static bool stays(const unsigned char *s, size_t *n)
{
	*n = character(s);
	return *n && !is_escape(s);
}

const char *as_pg_text_put(const char *s, char **owned)
{
	const unsigned char *p = (const unsigned char *)s;
	size_t n = 0;

	while (*p && stays(p, &n))
		p += n;
	if (!*p)
		return s;
	unsigned char *to = malloc(strlen(s) * ESCAPE_BYTES + 1);
	*owned = (char *)to;
	for (p = (const unsigned char *)s; to && *p;) {
		if (stays(p, &n)) {
			memcpy(to, p, n);
			to += n;
			p += n;
			continue;
		}
		/* 0x10ff00 + byte, of which the byte has its highest bit. */
		*to++ = 0xf4;
		*to++ = 0x8f;
		*to++ = (unsigned char)(0xbc | *p >> 6);
		*to++ = (unsigned char)(0x80 | (*p & 0x3f));
		p++;
	}
	if (to)
		*to = '\0';
	return *owned;
}

bool as_pg_text_is_changed(const char *s)
{
	const unsigned char *p = (const unsigned char *)s;

	while ((p = (const unsigned char *)strchr((const char *)p, 0xf4)) && !is_escape(p))
		p++;
	return p;
}

size_t as_pg_text_get(char *s)
{
	unsigned char *to = (unsigned char *)s;

	for (const unsigned char *p = to; *p;)
		if (is_escape(p)) {
			*to++ = (unsigned char)(p[2] << 6 | (p[3] & 0x3f));
			p += ESCAPE_BYTES;
		} else {
			*to++ = *p++;
		}
	*to = '\0';
	return (size_t)((char *)to - s);
}
