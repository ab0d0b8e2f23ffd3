/* SPDX-License-Identifier: MIT */
#include "base/num.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number/decimal.h"

/* strtod accepts blanks, hexadecimal, "nan" and "infinity": only digits, one sign, a point and an
 * exponent may reach it. Returns the end of the number, or NULL. */
static const char *number_end(const char *s, double *out)
{
	size_t span = strspn(s, "+-0123456789.eE");
	char *end = NULL;

	if (!span || !(isdigit((unsigned char)s[0]) || strchr("+-.", s[0])))
		return NULL;
	double v = strtod(s, &end);
	if (end == s || !isfinite(v))
		return NULL;
	*out = v;
	return end;
}

bool as_parse_double(const char *s, double *out)
{
	double v = 0;
	const char *end = number_end(s, &v);

	if (!end || *end || strpbrk(s, "xX"))
		return false;
	*out = v;
	return true;
}

double as_nearest_double(const char *s)
{
	return strtod(s, NULL);
}

bool as_parse_i64(const char *s, int64_t min, int64_t max, int64_t *out)
{
	char *end = NULL;

	if (!isdigit((unsigned char)s[0]) &&
		!((s[0] == '-' || s[0] == '+') && isdigit((unsigned char)s[1])))
		return false;
	errno = 0;
	long long v = strtoll(s, &end, 10);
	if (errno || *end || v < min || v > max)
		return false;
	*out = v;
	return true;
}

static const struct {
	const char *name;
	double ns;
} time_units[] = {
	{"ns", 1}, {"us", 1e3}, {"µs", 1e3}, {"μs", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"sec", 1e9},
	{"m", 60e9}, {"min", 60e9}, {"h", 3600e9}, {"d", 86400e9},
};

double as_time_unit_ns(const char *unit, size_t n)
{
	for (size_t i = 0; i < sizeof time_units / sizeof time_units[0]; i++)
		if (time_units[i].name[0] == unit[0] && strlen(time_units[i].name) == n &&
			!memcmp(time_units[i].name, unit, n))
			return time_units[i].ns;
	return 0;
}

bool as_parse_duration(const char *s, int64_t *out_ns)
{
	double v = 0;
	const char *end = number_end(s, &v);

	if (!end || !(v >= 0))
		return false;
	while (*end == ' ')
		end++;
	double scale = as_time_unit_ns(end, strlen(end));
	if (!(scale > 0) && !(v > 0) && !*end)
		scale = 1;
	if (!(scale > 0) || !(v * scale <= 86400e13))
		return false;
	*out_ns = (int64_t)llround(v * scale);
	return true;
}

bool as_parse_percent(const char *s, double *out)
{
	double v = 0;
	const char *end = number_end(s, &v);

	if (!end || !(v >= 0))
		return false;
	while (*end == ' ')
		end++;
	if (strcmp(end, "%") != 0)
		return false;
	*out = v / 100;
	return true;
}

const char *as_digits(uint64_t x, char buf[static 24])
{
	char *s = buf + 23;

	*s = '\0';
	do
		*--s = (char)('0' + x % 10);
	while ((x /= 10));
	return s;
}

static char *put_text(char *to, const char *s, int n)
{
	memcpy(to, s, (size_t)n);
	return to + n;
}

/* "1.5e+15"; the exponent has two digits at least. */
static char *put_scientific(char *to, const char *digits, int n, int e)
{
	*to++ = digits[0];
	if (n > 1) {
		*to++ = '.';
		to = put_text(to, digits + 1, n - 1);
	}
	*to++ = 'e';
	*to++ = e < 0 ? '-' : '+';
	e = e < 0 ? -e : e;
	if (e >= 100)
		*to++ = (char)('0' + e / 100);
	*to++ = (char)('0' + e / 10 % 10);
	*to++ = (char)('0' + e % 10);
	return to;
}

/* n digits, so many of them before the point; what is missing are zeros. */
static char *put_plain(char *to, const char *digits, int n, int before)
{
	static const char zeros[] = "000000000000000";
	const int whole = before < 0 ? 0 : before < n ? before : n;

	to = whole ? put_text(to, digits, whole) : put_text(to, zeros, 1);
	if (before > n)
		return put_text(to, zeros, before - n);
	if (whole < n) {
		*to++ = '.';
		to = put_text(to, zeros, whole - before);
		to = put_text(to, digits + whole, n - whole);
	}
	return to;
}

/* Numbers of up to 15 digits have an exponent from 10^15 on, longer ones where their digits end:
 * that is what "%.15g", "%.16g" and "%.17g" do. */
static bool is_scientific(int n, int before)
{
	return before < -3 || before > (n < 15 ? 15 : n);
}

size_t as_double_text(double x, char buf[static 32])
{
	struct as_decimal d;
	char digits[24], *to = buf;

	if (!isfinite(x))
		return (size_t)snprintf(buf, 32, "%f", x);
	as_decimal_shortest(x, &d);
	const char *first = as_digits(d.digits, digits);
	const int n = (int)(digits + sizeof digits - 1 - first), before = n + d.exponent;
	if (d.negative)
		*to++ = '-';
	to = is_scientific(n, before) ? put_scientific(to, first, n, before - 1) :
		put_plain(to, first, n, before);
	if (d.negative && !d.digits)
		/* "-0" is an integer to many readers, and they lose the sign */
		to = put_text(to, ".0", 2);
	*to = '\0';
	return (size_t)(to - buf);
}

#pragma GCC diagnostic ignored "-Wfloat-equal"
bool as_same_double(double x, double y)
{
	return x == y || (isnan(x) && isnan(y));
}

/* Scale of a unit of size; 0 if it is none. */
static double byte_unit(const char *unit)
{
	static const char letters[] = "kMGT";
	const char *letter = *unit ? strchr(letters, *unit) : NULL;
	const bool two = letter && unit[1] == 'i';
	const char *rest = unit + (letter ? 1 : 0) + (two ? 1 : 0);
	double scale = 1;

	if (*unit == 'K' && unit[1] == 'i') {
		letter = letters;
		rest = unit + 2;
	}
	if ((*rest && strcmp(rest, "B") != 0) || !*unit)
		return 0;
	for (ptrdiff_t i = 0; letter && i <= letter - letters; i++)
		scale *= rest[-1] == 'i' ? 1024 : 1000;
	return scale;
}

bool as_parse_bytes(const char *s, int64_t *out)
{
	double v = 0;
	const char *end = number_end(s, &v);

	if (!end)
		return false;
	while (*end == ' ')
		end++;
	const double bytes = v * byte_unit(end);
	if (!(bytes >= 1 && bytes <= 8e18))
		return false;
	*out = (int64_t)bytes;
	return true;
}
