/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stdio.h>

#include "store/internal.h"

void as_store_doing(struct as_store *s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(s->doing, sizeof s->doing, fmt, ap);
	va_end(ap);
}

enum as_status as_store_damaged(struct as_store *s, const char *what, struct as_err *err)
{
	return as_fail(err, AS_ERR_DATA,
		"cannot %s '%s': %s, so the file is damaged there; put back a copy of it, or use "
		"an exported file of the experiment",
		s->doing, s->path, what);
}
