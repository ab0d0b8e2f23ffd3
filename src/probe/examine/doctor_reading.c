/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "probe/examine/examine.h"
#include "probe/machine_facts.h"

void as_reading_say(struct as_reading *out, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(out->value, sizeof out->value, fmt, ap);
	va_end(ap);
	out->known = true;
	out->why[0] = 0;
}

void as_reading_unknown(struct as_reading *out, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(out->why, sizeof out->why, fmt, ap);
	va_end(ap);
	out->known = false;
	out->value[0] = 0;
}

/* "unknown (why)" is how facts say that they are not known. */
void as_reading_fact(const struct as_sight *s, const char *name, struct as_reading *out)
{
	static const char unknown[] = "unknown (";
	const char *value = as_machine_fact(s->machine, name);
	size_t skip = sizeof unknown - 1, n = value ? strlen(value) : 0;

	if (!value)
		as_reading_unknown(out, "no probe states it");
	else if (n > skip && !strncmp(value, unknown, skip))
		as_reading_unknown(out, "%.*s", (int)(n - skip - 1), value + skip);
	else
		as_reading_say(out, "%s", value);
}

void as_reading_file(const struct as_sight *s, const char *path, const char *empty,
	struct as_reading *out)
{
	char text[512], why[AS_PROBE_REASON] = "";

	if (!as_probe_slurp(s->root, path, text, sizeof text, why)) {
		as_reading_unknown(out, "%s", why);
		return;
	}
	text[strcspn(text, "\n")] = 0;
	as_reading_say(out, "%s", *text ? text : empty);
}

bool as_probe_number(const struct as_probe_root *root, const char *path, double *out)
{
	char text[64];

	return as_probe_slurp(root, path, text, sizeof text, NULL) && as_parse_double(text, out);
}
