/* SPDX-License-Identifier: MIT */
#include "base/text/fixed.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Bytes that still fit, with a 0 behind them. */
static size_t left_of(size_t size, size_t n)
{
	return n < size ? size - n - 1 : 0;
}

bool as_put_n(char *to, size_t size, size_t *n, const char *s, size_t k)
{
	const size_t left = left_of(size, *n), fits = k < left ? k : left;

	if (*n >= size)
		return !k;
	if (fits)
		memcpy(to + *n, s, fits);
	*n += fits;
	to[*n] = '\0';
	return fits == k;
}

bool as_put(char *to, size_t size, size_t *n, const char *s)
{
	return as_put_n(to, size, n, s, strlen(s));
}

bool as_put_char(char *to, size_t size, size_t *n, char c)
{
	return as_put_n(to, size, n, &c, 1);
}

bool as_putf(char *to, size_t size, size_t *n, const char *fmt, ...)
{
	const size_t left = left_of(size, *n);
	va_list ap;

	if (*n >= size)
		return false;
	va_start(ap, fmt);
	const int k = vsnprintf(to + *n, left + 1, fmt, ap);
	va_end(ap);
	if (k > 0)
		*n += (size_t)k < left ? (size_t)k : left;
	to[*n] = '\0';
	return k >= 0 && (size_t)k <= left;
}

bool as_copy_n(char *to, size_t size, const char *s, size_t k)
{
	size_t n = 0;

	if (k < size)
		return as_put_n(to, size, &n, s, k);
	if (size)
		*to = '\0';
	return false;
}

bool as_copy(char *to, size_t size, const char *s)
{
	return as_copy_n(to, size, s, strlen(s));
}
