/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers, durations, shares and instants. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/num.h"
#include "base/number/decimal.h"
#include "format/instant.h"
#include "fuzz.h"

/* The bulk reader gives what the library gives, to the last bit. */
static void scan(const char *s)
{
	struct as_decimal d;
	const char *end = as_decimal_scan(s, s + strlen(s), &d);

	if (!end)
		return;
	double got = as_decimal_double(&d, s), want = strtod(s, NULL);
	if (s[0] != '0' && strncmp(s, "-0", 2) != 0) /* that may be hexadecimal to the library */
		MUST(!memcmp(&got, &want, sizeof got));
	MUST(!isnan(got));
}

/* Any double has a text that reads back as it. */
static void print(const uint8_t *data)
{
	char text[32];
	double x, y = 0;

	memcpy(&x, data, sizeof x);
	if (!isfinite(x))
		return;
	as_double_text(x, text);
	MUST(as_parse_double(text, &y) && !memcmp(&x, &y, sizeof x));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct as_arena a = {0};
	char *s = as_arena_strndup(&a, (const char *)data, size);
	char text[AS_INSTANT_LENGTH + 1];
	int64_t i;
	double x;

	MUST(s);
	if (as_parse_double(s, &x))
		MUST(isfinite(x));
	if (as_parse_i64(s, -5, 1000, &i))
		MUST(i >= -5 && i <= 1000);
	if (as_parse_duration(s, &i))
		MUST(i >= 0);
	if (as_parse_percent(s, &x))
		MUST(x >= 0 && isfinite(x));
	if (as_parse_bytes(s, &i))
		MUST(i >= 1);
	if (as_instant_parse(s, &i)) {
		as_instant_text(i, text);
		MUST(!strcmp(s, text));
	}
	scan(s);
	if (size >= sizeof x)
		print(data);
	as_arena_release(&a);
	return 0;
}
