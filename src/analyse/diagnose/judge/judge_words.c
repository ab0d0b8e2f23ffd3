/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "analyse/diagnose/judge/judge_machine.h"

void as_judge_say(struct as_disturbance *out, enum as_weight weight, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(out->says, sizeof out->says, fmt, ap);
	va_end(ap);
	out->weight = weight;
}

void as_judge_cure(struct as_disturbance *out, enum as_cure kind, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(out->cure, sizeof out->cure, fmt, ap);
	va_end(ap);
	out->kind = kind;
}

bool as_judge_plain(const char *path)
{
	return *path == '/' &&
	       !path[strspn(path, "/abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				  "._-:@+,=")];
}
