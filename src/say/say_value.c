/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "say/say_value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "say/number.h"
#include "say/say_words.h"
#include "say/when.h"

_Static_assert(sizeof(double) == AS_SAID_STRIDE, "a value takes eight bytes");

double as_said_number(const struct as_said_value *v)
{
	return v->type == 'N' ? (double)v->n : v->type == 'X' ? v->x : (double)NAN;
}

struct as_said_value as_said_at(const struct as_said_filler *f, size_t i)
{
	struct as_said_value v = {.type = f->types[i]};

	memcpy(&v.x, f->values + i * AS_SAID_STRIDE, AS_SAID_STRIDE);
	return v;
}

bool as_said_find(const struct as_said_filler *f, const char *s, struct as_said_value *v)
{
	const size_t n = strlen(f->types);

	if (*s < 'a' || (size_t)(*s - 'a') >= n)
		return false;
	*v = as_said_at(f, (size_t)(*s - 'a'));
	return true;
}

/* A number with three significant digits, without zeros that say nothing. */
static void add_plain(struct as_text *t, double x)
{
	if (isfinite(x))
		as_text_addf(t, "%.*g", fabs(x) < 1e6 && fabs(x) >= 100 ? 6 : 3,
			fabs(x) >= 100 ? round(x) : x);
	else
		as_text_add(t, "-");
}

/* A count and its noun, which takes an s except for 1. */
static void add_counted(struct as_text *t, double x, const char *noun, size_t n)
{
	as_number_add(t, (struct as_scale){1, ""}, x, 0);
	as_text_addf(t, AS_TIE "%.*s%s", (int)n, noun, fabs(x - 1) < 0.5 ? "" : "s");
}

/* "# round", "#b", "#" behind a count. */
static bool add_count(struct as_said_filler *f, const struct as_said_value *v,
	const char *s, size_t n)
{
	static const char unit[] = " unit";
	struct as_said_value noun = {0};

	if (!n)
		as_number_add(f->t, (struct as_scale){1, ""}, as_said_number(v), 0);
	else if (n == strlen(unit) && f->about && f->about->unit && !strncmp(s, unit, n))
		add_counted(f->t, as_said_number(v), f->about->unit, strlen(f->about->unit));
	else if (n > 1 && *s == ' ')
		add_counted(f->t, as_said_number(v), s + 1, n - 1);
	else if (n == 1 && as_said_find(f, s, &noun) && noun.type == 'W')
		add_counted(f->t, as_said_number(v), noun.s ? noun.s : "",
			noun.s ? strlen(noun.s) : 0);
	else
		return false;
	return true;
}

/* " (-r 5)": the option that asks for so many of the unit, or the one that stands there. */
static bool add_option(struct as_said_filler *f, const char *s, size_t n)
{
	const struct as_about *about = f->about;
	const char *space = memchr(s, ' ', n);

	if (!about || !about->unit || about->elsewhere)
		return true;
	if (space)
		as_text_addf(f->t, " (%.*s" AS_TIE "%.*s)", (int)(space - s), s,
			(int)(s + n - space - 1), space + 1);
	else if (!strcmp(about->unit, "build"))
		as_text_addf(f->t, " (--builds" AS_TIE "%.*s)", (int)n, s);
	else if (!strcmp(about->unit, "run"))
		as_text_addf(f->t, " (-r" AS_TIE "%.*s)", (int)n, s);
	return true;
}

static bool add_number(struct as_said_filler *f, const struct as_said_value *v,
	const char *s, size_t n)
{
	const char *metric = f->about && f->about->metric ? f->about->metric->unit : "count";

	if (!n && v->type == 'N')
		as_text_addf(f->t, "%zu", v->n);
	else if (!n)
		add_plain(f->t, v->x);
	else if (*s == '#')
		return add_count(f, v, s + 1, n - 1);
	else if (*s == '!' && n > 1)
		return add_option(f, s + 1, n - 1);
	else if (v->type == 'N')
		return false;
	else if (n == 1 && *s == '%')
		as_percent_add(f->t, v->x);
	else if (n == 2 && !strncmp(s, "%=", n))
		as_percent_exact_add(f->t, v->x);
	else if (n == 2 && !strncmp(s, "%+", n))
		as_percent_above_add(f->t, v->x);
	else if (n == 1 && *s == '~')
		as_quantity_add(f->t, f->style, metric, v->x, (double)NAN);
	else if (n == 2 && !strncmp(s, " s", n))
		as_duration_add(f->t, v->x);
	else if (n == 2 && !strncmp(s, " g", n))
		as_text_addf(f->t, fabs(v->x) >= 99.5 && fabs(v->x) < 1e6 ? "%.0f" : "%.2g", v->x);
	else if (n == 2 && !strncmp(s, " p", n))
		as_p_add(f->t, v->x);
	else if (n == 3 && !strncmp(s, " .", 2))
		as_number_add(f->t, (struct as_scale){1, ""}, v->x, s[2] - '0');
	else
		return false;
	return true;
}

static bool add_metric(struct as_said_filler *f, const struct as_said_value *v,
	const char *s, size_t n)
{
	if (!n)
		as_noun_add(f->t, v->m);
	else if (n == 2 && !strncmp(s, " <", n))
		as_text_add(f->t, as_less_word(v->m));
	else if (n == 6 && !strncmp(s, " label", n))
		as_metric_label_add(f->t, v->m);
	else
		return false;
	return true;
}

/* Those bytes of it as blanks at which no line breaks. */
static void add_tied(struct as_text *t, const char *s, char which)
{
	const size_t from = t->len;

	as_text_add_neutral(t, s, strlen(s), 0);
	for (size_t i = from; i < t->len; i++)
		if (t->data[i] == which)
			t->data[i] = *AS_TIE;
}

static bool add_outside(struct as_said_filler *f, const struct as_said_value *v,
	const char *s, size_t n)
{
	if (n && *s != ' ')
		return false;
	if (n == 2 && s[1] == '~' && v->s)
		add_tied(f->t, v->s, ' ');
	else if (n && v->s)
		as_name_add(f->t, f->style, v->s, strtoul(s + 1, NULL, 10));
	else if (v->s)
		as_text_add_neutral(f->t, v->s, strlen(v->s), 0);
	return true;
}

static bool add_words(struct as_said_filler *f, const struct as_said_value *v,
	const char *s, size_t n)
{
	if (!n)
		as_text_add(f->t, v->s);
	else if (v->s)
		add_tied(f->t, v->s, '_');
	return !n || (n == 2 && s[1] == '_');
}

static bool add_quantity(struct as_said_filler *f, const struct as_quantity *q)
{
	if (q && q->unit)
		as_quantity_add(f->t, f->style, q->unit, q->value, q->half_width);
	else if (q)
		as_percent_add(f->t, q->value);
	return true;
}

bool as_said_add(struct as_said_filler *f, const struct as_said_value *v, const char *s, size_t n)
{
	switch (v->type) {
	case 'N':
	case 'X': return add_number(f, v, s, n);
	case 'S': return add_outside(f, v, s, n);
	case 'M': return !v->m || add_metric(f, v, s, n);
	case 'Q': return !n && add_quantity(f, v->q);
	case 'I':
		as_when_add(f->t, v->i, 0, n ? AS_WHEN_SHORT : AS_WHEN_MINUTE);
		return !n || (n == 4 && !strncmp(s, " day", n));
	case 'C':
		if (v->n == AS_PAINT_NONE)
			return n == 1;
		if (n == 1 && *s == '(')
			as_paint(f->t, f->style, (enum as_paint)v->n);
		else
			as_paint_end(f->t, f->style);
		return n == 1;
	case 'T': as_text_add(f->t, v->t ? as_text_str(v->t) : ""); return !n;
	default: return add_words(f, v, s, n);
	}
}
