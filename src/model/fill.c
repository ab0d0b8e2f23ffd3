/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/fill.h"

#include <string.h>

#include "base/text.h"

bool as_parameter_is_in(const char *text, const char *name)
{
	size_t n = strlen(name);

	for (const char *s = strchr(text, '{'); s; s = strchr(s + 1, '{'))
		if (!strncmp(s + 1, name, n) && s[1 + n] == '}')
			return true;
	return false;
}

/* The parameter whose {NAME} stands at s; n if there is none. */
static size_t parameter_at(const char *s, const struct as_parameter *p, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(p[i].name);
		if (!strncmp(s + 1, p[i].name, len) && s[1 + len] == '}')
			return i;
	}
	return n;
}

const char *as_parameters_fill(const char *s, const struct as_parameter *p, size_t n,
	struct as_arena *a)
{
	struct as_text t = {0};

	if (!s || !n)
		return s;
	while (*s) {
		size_t i = *s == '{' ? parameter_at(s, p, n) : n;
		if (i < n) {
			as_text_add(&t, p[i].value);
			s += strlen(p[i].name) + 2;
		} else {
			as_text_char(&t, *s++);
		}
	}
	const char *filled = t.failed ? NULL : as_arena_strdup(a, as_text_str(&t));
	as_text_release(&t);
	return filled;
}
