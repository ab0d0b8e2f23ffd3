/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/instant.h"

#include <stdio.h>
#include <string.h>

static const int64_t ns_per_s = 1000000000, s_per_day = 86400;

static int64_t floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

/* What a / b leaves, from 0 to b - 1. */
static int64_t within(int64_t a, int64_t b)
{
	return a % b + (a % b < 0 ? b : 0);
}

/* n digits of v. */
static char *put_digits(char *to, int64_t v, int n)
{
	for (int i = n - 1; i >= 0; i--, v /= 10)
		to[i] = (char)('0' + v % 10);
	return to + n;
}

/* Days since 1970 as year, month and day, counting years from March so that a leap day is the last
 * (H. Hinnant, "chrono-compatible low-level date algorithms", 2013). */
static void civil(int64_t days, int64_t out[static 3])
{
	const int64_t z = days + 719468, era = floor_div(z, 146097), doe = z - era * 146097;
	const int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
	const int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;
	const int64_t month = mp < 10 ? mp + 3 : mp - 9;

	out[0] = yoe + era * 400 + (month <= 2);
	out[1] = month;
	out[2] = doy - (153 * mp + 2) / 5 + 1;
}

static int64_t days_of(int64_t year, int64_t month, int64_t day)
{
	const int64_t y = year - (month <= 2), era = floor_div(y, 400), yoe = y - era * 400;
	const int64_t doy = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;

	return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
}

void as_instant_text(int64_t ns, char out[static AS_INSTANT_LENGTH + 1])
{
	const int64_t seconds = floor_div(ns, ns_per_s), day = floor_div(seconds, s_per_day);
	const int64_t second = seconds - day * s_per_day;
	int64_t date[3];
	char *to = out;

	civil(day, date);
	to = put_digits(to, date[0], 4);
	*to++ = '-';
	to = put_digits(to, date[1], 2);
	*to++ = '-';
	to = put_digits(to, date[2], 2);
	*to++ = 'T';
	to = put_digits(to, second / 3600, 2);
	*to++ = ':';
	to = put_digits(to, second / 60 % 60, 2);
	*to++ = ':';
	to = put_digits(to, second % 60, 2);
	*to++ = '.';
	to = put_digits(to, within(ns, ns_per_s), 9);
	*to++ = 'Z';
	*to = '\0';
}

/* The number that stands at s in n digits; -1 if they are none. */
static int64_t take_digits(const char *s, int n)
{
	int64_t v = 0;

	for (int i = 0; i < n; i++) {
		if (s[i] < '0' || s[i] > '9')
			return -1;
		v = v * 10 + (s[i] - '0');
	}
	return v;
}

bool as_instant_parse(const char *s, int64_t *out)
{
	char again[AS_INSTANT_LENGTH + 1];
	int64_t ns = 0;

	if (strlen(s) != AS_INSTANT_LENGTH)
		return false;
	int64_t seconds = days_of(take_digits(s, 4), take_digits(s + 5, 2), take_digits(s + 8, 2)) *
				  s_per_day +
			  take_digits(s + 11, 2) * 3600 + take_digits(s + 14, 2) * 60 +
			  take_digits(s + 17, 2);
	/* Before 1970 the fraction counts towards it: what is in range as a whole need not be so in
	 * between. */
	if (seconds < 0 ? __builtin_mul_overflow(seconds + 1, ns_per_s, &ns) ||
				__builtin_add_overflow(ns, take_digits(s + 20, 9) - ns_per_s, &ns)
			: __builtin_mul_overflow(seconds, ns_per_s, &ns) ||
				__builtin_add_overflow(ns, take_digits(s + 20, 9), &ns))
		return false;
	/* What is no digit, separator or day of the calendar does not come out again. */
	as_instant_text(ns, again);
	if (strcmp(s, again) != 0)
		return false;
	*out = ns;
	return true;
}

/* "", "Z", "+02:00": what is to be subtracted; false: none of these. */
static bool zone_of(const char *s, int64_t *out_ns)
{
	*out_ns = 0;
	if (!*s || !strcmp(s, "Z"))
		return true;
	if (strlen(s) != sizeof "+02:00" - 1 || (*s != '+' && *s != '-') || s[3] != ':')
		return false;
	const int64_t hours = take_digits(s + 1, 2), minutes = take_digits(s + 4, 2);
	if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59)
		return false;
	*out_ns = (*s == '+' ? 1 : -1) * (hours * 60 + minutes) * 60 * ns_per_s;
	return true;
}

bool as_instant_read(const char *s, int64_t *out)
{
	enum { DAY = 10, SECOND = 19 };
	char text[AS_INSTANT_LENGTH + 1];
	int64_t ns = 0, zone = 0;
	const size_t n = strlen(s);

	if (n == DAY) {
		snprintf(text, sizeof text, "%sT00:00:00.000000000Z", s);
		return as_instant_parse(text, out);
	}
	if (n < SECOND || (s[DAY] != 'T' && s[DAY] != ' '))
		return false;
	snprintf(text, sizeof text, "%.10sT%.8s.000000000Z", s, s + DAY + 1);
	const char *rest = s + SECOND;
	if (*rest == '.')
		rest += 1 + strspn(rest + 1, "0123456789");
	if (!as_instant_parse(text, &ns) || !zone_of(rest, &zone) ||
		__builtin_sub_overflow(ns, zone, &ns))
		return false;
	*out = ns;
	return true;
}
