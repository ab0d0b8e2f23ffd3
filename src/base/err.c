/* SPDX-License-Identifier: MIT */
#include "base/err.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void fill(struct as_err *err, enum as_status code, int sys, const char *fmt, va_list ap)
	AS_PRINTF(4, 0);

static void fill(struct as_err *err, enum as_status code, int sys, const char *fmt, va_list ap)
{
	if (!err)
		return;
	err->code = code;
	err->sys = sys;
	int n = vsnprintf(err->msg, sizeof err->msg, fmt, ap);
	if (n < 0)
		err->msg[0] = '\0';
	else if ((size_t)n >= sizeof err->msg)
		memcpy(err->msg + sizeof err->msg - 4, "...", 4);
}

enum as_status as_fail(struct as_err *err, enum as_status code, const char *fmt, ...)
{
	int sys = code == AS_ERR_SYS ? errno : 0;
	va_list ap;

	va_start(ap, fmt);
	fill(err, code, sys, fmt, ap);
	va_end(ap);
	return code;
}

enum as_status as_fail_sys(struct as_err *err, int sys, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fill(err, AS_ERR_SYS, sys, fmt, ap);
	va_end(ap);
	return AS_ERR_SYS;
}

enum as_status as_fail_memory(struct as_err *err)
{
	return as_fail(err, AS_ERR_MEM, "out of memory: give the machine more, or measure less at once");
}
