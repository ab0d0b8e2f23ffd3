/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "say/number.h"

#include <math.h>
#include <string.h>

#include "base/num.h"
#include "say/style.h"

enum { MOST_DECIMALS = 9 };

struct steps {
	struct as_scale v[6];
	size_t n;
};

static struct steps steps_of(const char *unit, bool unicode)
{
	if (!strcmp(unit, "ns"))
		return (struct steps){{{1, "ns"}, {1e3, unicode ? "µs" : "us"}, {1e6, "ms"},
			{1e9, "s"}, {60e9, "min"}}, 5};
	if (!strcmp(unit, "bytes"))
		return (struct steps){{{1, "B"}, {1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"},
			{1e12, "TB"}}, 5};
	if (!strcmp(unit, "B/s"))
		return (struct steps){{{1, "B/s"}, {1e3, "kB/s"}, {1e6, "MB/s"}, {1e9, "GB/s"},
			{1e12, "TB/s"}}, 5};
	if (!strcmp(unit, "count"))
		return (struct steps){{{1, ""}, {1e6, "M"}, {1e9, "G"}}, 3};
	return (struct steps){{{1, unit}}, 1};
}

static struct as_scale forced(const struct steps *s, double per)
{
	for (size_t i = 0; i < s->n; i++)
		if (as_same_double(s->v[i].per, per))
			return s->v[i];
	return s->v[0];
}

struct as_scale as_scale_for(const struct as_style *style, const char *unit, double size,
	double half_width)
{
	struct steps s = steps_of(unit, style->unicode);
	size_t i = 0;

	if (!strcmp(unit, "ns") && style->force_time_unit > 0)
		return forced(&s, style->force_time_unit);
	for (; isfinite(size) && i + 1 < s.n; i++) {
		/* Seconds go on until 1000 of them, which 10^3 minutes would not. */
		double limit = s.v[i + 1].per < 60e9 ? s.v[i + 1].per : 1000e9;
		double step = pow(10, -as_decimals(s.v[i], size, half_width)) * s.v[i].per;
		if (!(fabs(size) + step / 2 >= limit))
			break;
	}
	return s.v[i];
}

int as_decimals_of(double x, int digits)
{
	if (!(x > 0) || !isfinite(x))
		return 0;
	int decimals = digits - 1 - (int)floor(log10(x));
	/* 0.0996 to two digits is 0.10: rounding may carry into a further digit. */
	if (round(x * pow(10, decimals)) >= pow(10, digits))
		decimals--;
	return decimals < -8 ? -8 : decimals > 12 ? 12 : decimals;
}

static int clamp(int decimals)
{
	return decimals < 0 ? 0 : decimals > MOST_DECIMALS ? MOST_DECIMALS : decimals;
}

int as_decimals(struct as_scale scale, double value, double half_width)
{
	double h = half_width / scale.per;

	if (!(h > 0) || !isfinite(h))
		return clamp(as_decimals_of(fabs(value) / scale.per, 3));
	int two = as_decimals_of(h, 2);
	return clamp(round(h * pow(10, two)) < 35 ? two : two - 1);
}

void as_number_add(struct as_text *t, struct as_scale scale, double value, int decimals)
{
	double v = value / scale.per;

	if (!isfinite(v)) {
		as_text_add(t, "-");
		return;
	}
	bool tiny = decimals >= MOST_DECIMALS && fabs(v) > 0 && fabs(v) < 1e-7;
	/* A value that rounds to zero has no sign. */
	if (!tiny && fabs(v) <= 0.5 * pow(10, -decimals))
		v = 0;
	if (tiny || fabs(v) >= 1e15)
		as_text_addf(t, "%.3g", v);
	else
		as_text_addf(t, "%.*f", decimals, v);
}

void as_unit_add(struct as_text *t, struct as_scale scale)
{
	if (!scale.unit || !*scale.unit)
		return;
	as_text_add(t, AS_TIE);
	as_text_add_neutral(t, scale.unit, strlen(scale.unit), 32);
}

const char *as_unit_behind(const char *number, const char *unit)
{
	static const char *const nouns[][2] = {
		{"tasks", "task"}, {"processors", "processor"}, {"times", "time"}};

	for (size_t i = 0; unit && !strcmp(number, "1") && i < sizeof nouns / sizeof *nouns; i++)
		if (!strcmp(unit, nouns[i][0]))
			return nouns[i][1];
	return unit;
}

void as_quantity_add(struct as_text *t, const struct as_style *style, const char *unit,
	double value, double half_width)
{
	struct as_scale scale = as_scale_for(style, unit, value, half_width);
	const size_t from = t->len;

	as_number_add(t, scale, value, as_decimals(scale, value, half_width));
	if (!t->failed)
		scale.unit = as_unit_behind(as_text_str(t) + from, scale.unit);
	if (isfinite(value))
		as_unit_add(t, scale);
}

/* Decimals of a percentage p >= 0. */
static int percent_decimals(double p)
{
	if (p >= 9.95)
		return 0;
	return p >= 0.095 || !(p > 0) ? (p > 0) : clamp(as_decimals_of(p, 1));
}

static void add_percent(struct as_text *t, double share, bool up)
{
	static const struct as_scale percent = {1, "%"};
	double p = 100 * share;

	if (!isfinite(p)) {
		as_text_add(t, "-");
		return;
	}
	if (up) {
		/* A share that is a short decimal already shall not be lifted by its last bit. */
		double step = pow(10, -percent_decimals(fabs(p)));
		p = ceil(p / step - 1e-9) * step;
	}
	as_number_add(t, percent, p, percent_decimals(fabs(p)));
	as_unit_add(t, percent);
}

void as_percent_add(struct as_text *t, double share)
{
	add_percent(t, share, false);
}

void as_percent_above_add(struct as_text *t, double share)
{
	add_percent(t, share, true);
}

void as_plus_minus_add(struct as_text *t, const struct as_style *style, double share)
{
	as_text_addf(t, "%s" AS_TIE, as_symbols(style)->plus_minus);
	as_percent_add(t, share);
}

void as_percent_exact_add(struct as_text *t, double share)
{
	if (!isfinite(share)) {
		as_text_add(t, "-");
		return;
	}
	/* What is not all of it is not written as 100 %. */
	bool nearly = share < 1 && share > 0.9999;
	as_text_addf(t, "%.*g" AS_TIE "%%", nearly ? 8 : 4, 100 * share);
}

static void add_two(struct as_text *t, double total, double per, const char *big, const char *small)
{
	double n = floor(total / per);
	double rest = total - n * per;

	as_text_addf(t, "%.0f" AS_TIE "%s", n, big);
	if (rest > 0)
		as_text_addf(t, AS_TIE "%.0f" AS_TIE "%s", rest, small);
}

void as_duration_add(struct as_text *t, double seconds)
{
	if (!isfinite(seconds) || seconds < 0)
		as_text_add(t, "-");
	else if (seconds < 0.0995)
		as_text_addf(t, "%.0f" AS_TIE "ms", 1e3 * seconds);
	else if (seconds < 9.95)
		as_text_addf(t, "%.1f" AS_TIE "s", seconds);
	else if (seconds < 119.5)
		as_text_addf(t, "%.0f" AS_TIE "s", seconds);
	else if (seconds < 7199.5)
		add_two(t, round(seconds), 60, "min", "s");
	else
		add_two(t, round(seconds / 60), 60, "h", "min");
}

void as_count_add(struct as_text *t, size_t n, const char *noun)
{
	as_text_addf(t, "%zu" AS_TIE "%s%s", n, noun, n == 1 ? "" : "s");
}

void as_p_add(struct as_text *t, double p)
{
	if (p < 0.0001)
		as_text_add(t, "p" AS_TIE "<" AS_TIE "0.0001");
	else
		as_text_addf(t, "p" AS_TIE "=" AS_TIE "%.2g", p);
}
