/* SPDX-License-Identifier: GPL-3.0-or-later */
/* neutral-check FILE...: is there anything in them that a terminal acts upon and that assay did not
 * mean? Allowed is valid UTF-8 that is seen, \n, and of the escapes those of assay's own: colours (SGR
 * 0, 1, 2, 22, 31 to 36, 39, bold red and green), \r and the erasing of a line. At most four combining
 * marks in a row. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/text/utf8.h"

static const char *const own[] = {"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[22m", "\x1b[31m", "\x1b[32m",
	"\x1b[33m", "\x1b[34m", "\x1b[35m", "\x1b[36m", "\x1b[39m", "\x1b[1;31m", "\x1b[1;32m",
	"\x1b[K", "\x1b[2K", "\x1b[?25l", "\x1b[?25h"};

static size_t own_escape(const char *s, size_t n)
{
	for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
		size_t len = strlen(own[i]);
		if (len <= n && !memcmp(s, own[i], len))
			return len;
	}
	return 0;
}

/* Bytes of what stands at s, if it is harmless; else 0. */
static size_t harmless(const char *s, size_t n, int *marks)
{
	uint32_t cp = 0;
	size_t len = *s == '\x1b' ? own_escape(s, n) : as_utf8_next(s, n, &cp);

	if (!len || *s == '\x1b' || cp == '\n' || cp == '\r') {
		*marks = 0;
		return len;
	}
	if (cp < 0x20 || (cp >= 0x7f && cp < 0xa0) || as_is_deceptive(cp))
		return 0;
	*marks = as_utf8_columns(cp) ? 0 : *marks + 1;
	return *marks > 4 ? 0 : len;
}

static int check(const char *path)
{
	static char data[1 << 24];
	FILE *f = fopen(path, "rb");
	size_t n = f ? fread(data, 1, sizeof data, f) : 0;
	int marks = 0;

	if (f)
		fclose(f);
	for (size_t i = 0, len; i < n; i += len) {
		len = harmless(data + i, n - i, &marks);
		if (!len) {
			struct as_text t = {0};
			size_t from = i > 60 ? i - 60 : 0;
			as_text_add_neutral(&t, data + from, i - from + 8 < n - from ? i - from + 8 : n - from, 0);
			printf("%s: byte %zu: ...%s\n", path, i, as_text_str(&t));
			as_text_release(&t);
			return 1;
		}
	}
	return !f;
}

int main(int argc, char **argv)
{
	int bad = 0;

	for (int i = 1; i < argc; i++)
		bad |= check(argv[i]);
	return bad;
}
