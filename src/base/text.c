/* SPDX-License-Identifier: MIT */
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

bool as_same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

void as_text_init(struct as_text *t)
{
	*t = (struct as_text){0};
}

void as_text_release(struct as_text *t)
{
	free(t->data);
	as_text_init(t);
}

void as_text_clear(struct as_text *t)
{
	t->len = 0;
	if (t->data)
		t->data[0] = '\0';
}

void as_text_cut(struct as_text *t, size_t n)
{
	if (n >= t->len)
		return;
	t->len = n;
	t->data[n] = '\0';
}

static bool reserve(struct as_text *t, size_t more)
{
	if (!t->failed && more < t->cap - t->len)
		return true;
	if (more > (size_t)-1 / 2 - t->len || !as_grow(&t->data, &t->cap, t->len + more + 1, 1))
		t->failed = true;
	return !t->failed;
}

void as_text_add_n(struct as_text *t, const char *s, size_t n)
{
	if (!reserve(t, n))
		return;
	if (n)
		memcpy(t->data + t->len, s, n);
	t->len += n;
	t->data[t->len] = '\0';
}

void as_text_take(struct as_text *t, struct as_text *from)
{
	t->failed = t->failed || from->failed;
	as_text_release(from);
}

void as_text_add(struct as_text *t, const char *s)
{
	if (s)
		as_text_add_n(t, s, strlen(s));
}

void as_text_char(struct as_text *t, char c)
{
	if (!reserve(t, 1))
		return;
	t->data[t->len++] = c;
	t->data[t->len] = '\0';
}

void as_text_repeat(struct as_text *t, const char *s, size_t times)
{
	for (size_t i = 0; i < times; i++)
		as_text_add(t, s);
}

char *as_text_room(struct as_text *t, size_t n)
{
	return reserve(t, n) ? t->data + t->len : NULL;
}

void as_text_took(struct as_text *t, size_t n)
{
	t->len += n;
	t->data[t->len] = '\0';
}

void as_text_addf(struct as_text *t, const char *fmt, ...)
{
	va_list ap, again;

	va_start(ap, fmt);
	va_copy(again, ap);
	int n = vsnprintf(NULL, 0, fmt, ap);
	if (n < 0) {
		t->failed = true;
	} else if (reserve(t, (size_t)n)) {
		vsnprintf(t->data + t->len, (size_t)n + 1, fmt, again);
		t->len += (size_t)n;
	}
	va_end(again);
	va_end(ap);
}

const char *as_text_str(const struct as_text *t)
{
	return t->data ? t->data : "";
}

enum as_status as_text_finish(const struct as_text *t, struct as_err *err)
{
	return t->failed ? as_fail_memory(err) : AS_OK;
}
