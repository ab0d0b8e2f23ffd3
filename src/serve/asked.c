/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a request is for, from its first line. */
#include <string.h>

#include "base/text/utf8.h"
#include "serve/server.h"

static int hex(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool is_plain(const char *s, size_t n)
{
	for (size_t i = 0, k; i < n; i += k) {
		uint32_t cp = 0;
		k = as_utf8_next(s + i, n - i, &cp);
		if (!k || cp < 0x20 || cp == 0x7f)
			return false;
	}
	return true;
}

/* A part of a target without its escapes. */
static enum as_status decode(
	struct as_arena *a, const char *s, size_t n, const char **out, struct as_err *err)
{
	char *made = as_arena_alloc(a, n + 1);
	size_t k = 0;

	if (!made)
		return as_fail_memory(err);
	for (size_t i = 0; i < n; i++) {
		if (s[i] != '%') {
			made[k++] = s[i] == '+' ? ' ' : s[i];
			continue;
		}
		const int high = n - i > 2 ? hex(s[i + 1]) : -1,
			  low = n - i > 2 ? hex(s[i + 2]) : -1;
		if (high < 0 || low < 0)
			return as_fail(err, AS_ERR_DATA,
				"an escape of the address is none: %% takes two hexadecimal "
				"digits");
		made[k++] = (char)(high * 16 + low);
		i += 2;
	}
	if (!is_plain(made, k))
		return as_fail(err, AS_ERR_DATA,
			"the address has control characters, or bytes that are no UTF-8");
	made[k] = '\0';
	*out = made;
	return AS_OK;
}

static enum as_status read_parameter(
	struct as_serve_ask *ask, const char *s, size_t n, struct as_err *err)
{
	const char *is = memchr(s, '=', n);
	const size_t name = is ? (size_t)(is - s) : n, rest = is ? name + 1 : n;
	struct as_serve_parameter *p = &ask->parameter[ask->n_parameters];

	if (!n)
		return AS_OK;
	if (ask->n_parameters == AS_SERVE_PARAMETERS)
		return as_fail(err, AS_ERR_DATA, "the address has more than %d parameters",
			(int)AS_SERVE_PARAMETERS);
	enum as_status st = decode(ask->arena, s, name, &p->name, err);
	if (!st)
		st = decode(ask->arena, s + rest, n - rest, &p->value, err);
	ask->n_parameters += !st;
	return st;
}

enum as_status as_serve_read_target(
	const char *target, struct as_arena *a, struct as_serve_ask *out, struct as_err *err)
{
	struct as_serve_ask ask = {.arena = a};
	const size_t path = strcspn(target, "?");
	enum as_status st = AS_OK;

	if (target[0] != '/' || strlen(target) >= AS_SERVE_TARGET_BYTES)
		return as_fail(err, AS_ERR_DATA,
			"an address begins with / and has less than %d bytes",
			(int)AS_SERVE_TARGET_BYTES);
	st = decode(a, target, path, &ask.path, err);
	for (const char *s = target + path; !st && *s;) {
		const size_t n = strcspn(++s, "&");
		st = read_parameter(&ask, s, n, err);
		s += n;
	}
	if (!st)
		*out = ask;
	return st;
}

const char *as_serve_parameter(const struct as_serve_ask *ask, const char *name)
{
	for (size_t i = 0; i < ask->n_parameters; i++)
		if (!strcmp(ask->parameter[i].name, name))
			return ask->parameter[i].value;
	return NULL;
}
