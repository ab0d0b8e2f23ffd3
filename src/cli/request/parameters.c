/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/request/parameters.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>


/* A decimal number: units / 10^digits. */
struct decimal {
	int64_t units;
	int digits; /* after the point */
};

enum { DIGITS_MAX = 15 };

static bool parse_decimal(const char *s, struct decimal *out)
{
	struct decimal d = {0};
	bool negative = *s == '-', point = false;
	int n = 0;

	s += *s == '-' || *s == '+';
	for (; *s; s++) {
		if (*s == '.' && !point) {
			point = true;
			continue;
		}
		if (!isdigit((unsigned char)*s) || ++n > DIGITS_MAX)
			return false;
		d.units = d.units * 10 + (*s - '0');
		d.digits += point;
	}
	if (!n)
		return false;
	if (negative)
		d.units = -d.units;
	*out = d;
	return true;
}

/* The same number with more digits; false beyond 10^18, so that differences fit as well. */
static bool widen(struct decimal *d, int digits)
{
	const int64_t most = 100000000000000000;

	for (; d->digits < digits; d->digits++) {
		if (d->units > most || d->units < -most)
			return false;
		d->units *= 10;
	}
	return true;
}

static const char *decimal_text(struct decimal d, struct as_arena *a)
{
	uint64_t whole = d.units < 0 ? 0 - (uint64_t)d.units : (uint64_t)d.units, scale = 1;
	const char *sign = d.units < 0 ? "-" : "";

	for (int i = 0; i < d.digits; i++)
		scale *= 10;
	if (!d.digits)
		return as_arena_printf(a, "%s%" PRIu64, sign, whole);
	return as_arena_printf(a, "%s%" PRIu64 ".%0*" PRIu64, sign, whole / scale, d.digits,
		whole % scale);
}

static enum as_status scan_values(struct decimal min, struct decimal max, struct decimal step,
	struct as_arena *a, struct as_axis *axis)
{
	struct decimal first = min, x = min;
	int digits = min.digits > step.digits ? min.digits : step.digits;
	int fine = digits > max.digits ? digits : max.digits;
	const char **values = NULL;

	if (!widen(&x, fine) || !widen(&max, fine) || !widen(&step, fine))
		return AS_ERR_DATA;
	int64_t n = (max.units - x.units) / step.units + 1;
	if (n > AS_COMMANDS_MAX)
		return AS_ERR_USAGE;
	values = as_arena_array(a, (size_t)n, sizeof *values);
	for (int64_t k = 0; values && k < n; k++) {
		struct decimal v = {.units = x.units + k * step.units, .digits = fine};
		for (; v.digits > digits; v.digits--)
			v.units /= 10; /* the digits only MAX has are 0 */
		values[k] = decimal_text(k ? v : first, a);
		if (!values[k])
			return AS_ERR_MEM;
	}
	axis->values = values;
	axis->n = (size_t)n;
	return values ? AS_OK : AS_ERR_MEM;
}

static enum as_status read_scan(const struct as_args *args, struct as_arena *a,
	struct as_axis *axis, struct as_err *err)
{
	const struct as_arg *scan = as_args_nth(args, AS_OPT_PARAMETER_SCAN, 0);
	const char *step_text = as_args_value(args, AS_OPT_PARAMETER_STEP);
	struct decimal d[3] = {{.units = 1}, {.units = 0}, {.units = 0}};
	const char *text[3] = {step_text, scan->values[1], scan->values[2]};

	axis->name = scan->values[0];
	for (int i = 0; i < 3; i++)
		if (text[i] && !parse_decimal(text[i], &d[i]))
			return as_args_bad(i ? AS_OPT_PARAMETER_SCAN : AS_OPT_PARAMETER_STEP,
				text[i], "a decimal number of at most 15 digits", err);
	if (!step_text && (d[1].digits || d[2].digits))
		return as_fail(err, AS_ERR_USAGE,
			"cannot scan '%.100s' from %.30s to %.30s without a step: decimals need "
			"--parameter-step-size",
			axis->name, text[1], text[2]);
	if (d[0].units <= 0)
		return as_args_bad(AS_OPT_PARAMETER_STEP, text[0], "a number above 0", err);
	/* Compared at the same number of digits; at most 15 each, so that nothing overflows here. */
	struct decimal low = d[1], high = d[2];
	bool fits = widen(&low, high.digits) && widen(&high, low.digits);
	if (fits && low.units > high.units)
		return as_fail(err, AS_ERR_USAGE,
			"cannot scan '%.100s' from %.30s to %.30s: there is nothing between; give "
			"the smaller number first",
			axis->name, text[1], text[2]);
	enum as_status st = fits ? scan_values(d[1], d[2], d[0], a, axis) : AS_ERR_DATA;
	if (st == AS_ERR_MEM)
		return as_fail_memory(err);
	if (st)
		return as_fail(err, AS_ERR_USAGE,
			"cannot scan '%.100s' from %.30s to %.30s: that is more than %d values; "
			"widen the step",
			axis->name, text[1], text[2], AS_COMMANDS_MAX);
	return AS_OK;
}

/* Values are separated by commas; \, is a comma and \\ a backslash in a value. */
static enum as_status read_list(const struct as_arg *arg, struct as_arena *a, struct as_axis *axis,
	struct as_err *err)
{
	size_t n = 1, len = 0;
	char *copy = as_arena_strdup(a, arg->values[1]);

	for (const char *s = arg->values[1]; *s; s++)
		n += *s == ',';
	const char **values = as_arena_array(a, n, sizeof *values);
	if (!copy || !values)
		return as_fail_memory(err);
	values[0] = copy;
	n = 1;
	for (const char *s = arg->values[1]; *s; s++) {
		if (*s == ',') {
			copy[len++] = '\0';
			values[n++] = copy + len;
			continue;
		}
		if (*s == '\\' && (s[1] == ',' || s[1] == '\\'))
			s++;
		copy[len++] = *s;
	}
	copy[len] = '\0';
	*axis = (struct as_axis){.name = arg->values[0], .values = values, .n = n};
	return AS_OK;
}

static enum as_status check_names(const struct as_axes *axes, struct as_err *err)
{
	for (size_t i = 0; i < axes->n; i++) {
		const char *name = axes->v[i].name;
		if (!*name || strpbrk(name, "{}"))
			return as_fail(err, AS_ERR_USAGE,
				"cannot call a parameter '%.100s': a name has at least one "
				"character and no braces",
				name);
		for (size_t k = 0; k < i; k++)
			if (!strcmp(name, axes->v[k].name))
				return as_fail(err, AS_ERR_USAGE,
					"the parameter '%.100s' was given twice: put all its "
					"values into one list",
					name);
	}
	return AS_OK;
}

enum as_status as_axes_read(const struct as_args *args, struct as_arena *a, struct as_axes *out,
	struct as_err *err)
{
	size_t n_lists = as_args_times(args, AS_OPT_PARAMETER_LIST);
	bool scan = as_args_has(args, AS_OPT_PARAMETER_SCAN);
	struct as_axes axes = {.n = n_lists + scan, .combinations = 1};
	enum as_status st = AS_OK;

	if (scan && n_lists)
		return as_fail(err, AS_ERR_USAGE,
			"--parameter-scan and --parameter-list cannot be combined: write the scan "
			"as a list");
	if (!scan && as_args_has(args, AS_OPT_PARAMETER_STEP))
		return as_fail(err, AS_ERR_USAGE,
			"--parameter-step-size is the step of --parameter-scan, which was not "
			"given");
	axes.v = as_arena_array(a, axes.n + 1, sizeof *axes.v);
	if (!axes.v)
		return as_fail_memory(err);
	for (size_t i = 0; !st && i < n_lists; i++)
		st = read_list(as_args_nth(args, AS_OPT_PARAMETER_LIST, i), a, &axes.v[i], err);
	if (scan)
		st = read_scan(args, a, &axes.v[0], err);
	if (!st)
		st = check_names(&axes, err);
	for (size_t i = 0; !st && i < axes.n; i++) {
		axes.combinations *= axes.v[i].n;
		if (axes.combinations > AS_COMMANDS_MAX)
			st = as_fail(err, AS_ERR_USAGE,
				"the parameters have more than %d combinations: measure fewer at "
				"once",
				AS_COMMANDS_MAX);
	}
	if (!st)
		*out = axes;
	return st;
}

void as_axes_pick(const struct as_axes *axes, size_t k, struct as_parameter *out)
{
	for (size_t i = 0; i < axes->n; i++) {
		const struct as_axis *axis = &axes->v[i];
		out[i] = (struct as_parameter){
			.name = axis->name, .value = axis->values[k % axis->n]};
		k /= axis->n;
	}
}
