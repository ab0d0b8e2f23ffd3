/* SPDX-License-Identifier: MIT */
#include "base/err.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void fill_sentence(struct as_err *err, enum as_status code, int sys, const char *fmt,
	va_list ap) AS_PRINTF(4, 0);

static void fill_sentence(
	struct as_err *err, enum as_status code, int sys, const char *fmt, va_list ap)
{
	if (!err)
		return;
	err->code = code;
	err->sys = sys;
	err->output[0] = '\0';
	int n = vsnprintf(err->msg, sizeof err->msg, fmt, ap);
	if (n < 0)
		err->msg[0] = '\0';
	else if ((size_t)n >= sizeof err->msg)
		memcpy(err->msg + sizeof err->msg - 4, "...", 4);
	/* Who passes a status on knows what it could not do, and not why. */
	static const char why[] = ": out of memory";
	if (code == AS_ERR_MEM && !strstr(err->msg, "out of memory")) {
		const size_t len = strlen(err->msg), room = sizeof err->msg - sizeof why;
		memcpy(err->msg + (len < room ? len : room), why, sizeof why);
	}
}

/* These three are in parentheses because tools/tidy.h makes macros of their names. */
enum as_status (as_fail)(struct as_err *err, enum as_status code, const char *fmt, ...)
{
	int sys = code == AS_ERR_SYS ? errno : 0;
	va_list ap;

	va_start(ap, fmt);
	fill_sentence(err, code, sys, fmt, ap);
	va_end(ap);
	return code;
}

enum as_status (as_fail_sys)(struct as_err *err, int sys, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fill_sentence(err, AS_ERR_SYS, sys, fmt, ap);
	va_end(ap);
	return AS_ERR_SYS;
}

void as_err_keep_output(struct as_err *err, const char *bytes, size_t n)
{
	if (!err)
		return;
	while (n && (bytes[n - 1] == '\n' || bytes[n - 1] == '\r'))
		n--;
	if (n >= sizeof err->output) {
		bytes += n - (sizeof err->output - 1);
		n = sizeof err->output - 1;
		const char *newline = memchr(bytes, '\n', n);
		if (newline) {
			n -= (size_t)(newline + 1 - bytes);
			bytes = newline + 1;
		}
	}
	for (size_t i = 0; i < n; i++)
		err->output[i] = bytes[i] ? bytes[i] : ' ';
	err->output[n] = '\0';
}

enum as_status (as_fail_memory)(struct as_err *err)
{
	return as_fail(err, AS_ERR_MEM,
		"out of memory: give the machine more, or measure less at once");
}
