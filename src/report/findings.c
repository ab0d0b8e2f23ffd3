/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/findings.h"

#include <math.h>
#include <string.h>

#include "report/draw/layout.h"
#include "report/draw/number.h"

struct entry {
	enum as_severity severity;
	const char *words;
};

static const struct entry table[AS_FINDINGS_KNOWN] = {
#define AS_FINDING(id, severity, words) {AS_##severity, words},
#include "model/findings.def"
#undef AS_FINDING
};

static const struct entry *find(int id)
{
	return id >= 0 && id < (int)AS_FINDINGS_KNOWN ? &table[id] : NULL;
}

enum as_severity as_finding_severity(int id)
{
	const struct entry *e = find(id);

	return e ? e->severity : AS_NOTE;
}

const char *as_finding_words(int id)
{
	const struct entry *e = find(id);

	return e ? e->words : NULL;
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

/* {a# execution}: a count and its noun, which takes an s except for 1. */
static void add_counted(struct as_text *t, double x, const char *noun, size_t n)
{
	if (isfinite(x))
		as_text_addf(t, "%.0f" AS_TIE "%.*s%s", x, (int)n, noun,
			fabs(x - 1) < 0.5 ? "" : "s");
	else
		as_text_addf(t, "-" AS_TIE "%.*ss", (int)n, noun);
}

/* One field; s stands behind its brace, n bytes are inside. */
static bool add_field(struct as_text *t, const struct as_style *style,
	const struct as_about *about, const char *s, size_t n, const double number[static 3])
{
	static const char unit[] = "unit";
	double x = 0;

	if (n < 1 || s[0] < 'a' || s[0] > 'c')
		return false;
	x = number[s[0] - 'a'];
	if (n == 1)
		add_plain(t, x);
	else if (n == 2 && s[1] == '%')
		as_percent_add(t, x);
	else if (n == 2 && s[1] == '#')
		as_number_add(t, (struct as_scale){1, ""}, x, 0);
	else if (n == 2 && s[1] == '~')
		as_quantity_add(t, style, about->metric ? about->metric->unit : "count", x,
			(double)NAN);
	else if (n == 3 + strlen(unit) && about->unit && !strncmp(s + 1, "# ", 2) &&
		!strncmp(s + 3, unit, strlen(unit)))
		add_counted(t, x, about->unit, strlen(about->unit));
	else if (n > 3 && s[1] == '#' && s[2] == ' ')
		add_counted(t, x, s + 3, n - 3);
	else
		return false;
	return true;
}

bool as_finding_format(struct as_text *t, const struct as_style *style,
	const struct as_about *about, const char *words, const double number[static 3])
{
	static const char plus_minus[] = "±";

	for (const char *s = words; *s;) {
		if (!strncmp(s, plus_minus, sizeof plus_minus - 1)) {
			as_text_add(t, as_symbols(style)->plus_minus);
			s += sizeof plus_minus - 1;
			/* The sign stays with its number. */
			if (*s == ' ') {
				as_text_add(t, AS_TIE);
				s++;
			}
		} else if (*s != '{') {
			as_text_char(t, s[0] == ' ' && s[1] == '%' ? *AS_TIE : s[0]);
			s++;
		} else {
			const char *end = strchr(s, '}');
			if (!end ||
				!add_field(t, style, about, s + 1, (size_t)(end - s) - 1, number))
				return false;
			s = end + 1;
		}
	}
	return true;
}

void as_finding_add(struct as_text *t, const struct as_style *style, const struct as_about *about,
	const struct as_finding *f)
{
	const struct entry *e = find(f->id);
	const double number[3] = {f->a, f->b, f->c};

	if (!e)
		as_text_addf(t, "finding %d of a newer version of assay", f->id);
	else
		as_finding_format(t, style, about, e->words, number);
}

const struct as_finding *as_finding_of(const struct as_comparison *c, int id)
{
	for (size_t i = 0; i < c->findings.n; i++)
		if (c->findings.v[i].id == id)
			return &c->findings.v[i];
	return NULL;
}

const char *as_no_verdict_words(const struct as_comparison *c)
{
	return as_finding_of(c, AS_FINDING_NOT_POSITIVE)
		? "because there is no ratio: another metric (a gate names it) has one"
		: "because there is no verdict";
}

static bool same(double a, double b)
{
	return !(fabs(a - b) > 0);
}

bool as_finding_is_common(const struct as_comparison *c, size_t n, const struct as_finding *f)
{
	for (size_t i = 0; i < n; i++) {
		const struct as_finding *k = as_finding_of(&c[i], f->id);
		if (!k || !same(k->a, f->a) || !same(k->b, f->b) || !same(k->c, f->c))
			return false;
	}
	return true;
}
