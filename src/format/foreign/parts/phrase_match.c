/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/foreign/parts/phrase_match.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "base/text/fixed.h"

enum { NUMBER_BYTES = 60 };

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static const char *past_blanks(const char *s)
{
	return s + strspn(s, " \t");
}

/* ---- numbers ---- */

/* The digits of a number, without commas between thousands where these are; NULL if there are too
 * many. */
static const char *digits(
	const char *s, bool thousands, char out[static NUMBER_BYTES], size_t *n)
{
	for (; is_digit(*s) || (thousands && *s == ',' && strspn(s + 1, "0123456789") == 3); s++)
		if (*s != ',' && !as_put_char(out, NUMBER_BYTES, n, *s))
			return NULL;
	return s;
}

/* Where the fraction and the exponent of a number end that has come to s. */
static const char *fraction_end(const char *s)
{
	if (*s == '.')
		s += 1 + strspn(s + 1, "0123456789");
	if (*s != 'e' && *s != 'E')
		return s;
	const char *exponent = s + 1 + (s[1] == '-' || s[1] == '+');
	return is_digit(*exponent) ? exponent + strspn(exponent, "0123456789") : s;
}

/* A number that begins at s; NULL if none does. */
static const char *number_at(const char *s, bool thousands, double *out)
{
	char text[NUMBER_BYTES];
	size_t n = 0;

	if (*s == '-')
		(void)as_put_char(AS_ROOM(text), &n, *s);
	s += *s == '-' || *s == '+';
	if (!is_digit(*s) || !(s = digits(s, thousands, text, &n)))
		return NULL;
	const size_t k = (size_t)(fraction_end(s) - s);
	return as_put_n(AS_ROOM(text), &n, s, k) && as_parse_double(text, out) ? s + k : NULL;
}

/* The factor of K, M, G or T with a blank or the end behind it; 1 for anything else. */
static double factor_at(const char **s)
{
	static const char prefixes[] = "KMGT";
	const char *p = **s ? strchr(prefixes, **s) : NULL;

	if (!p || ((*s)[1] && !is_blank((*s)[1])))
		return 1;
	(*s)++;
	return pow(1000, (double)(p - prefixes + 1));
}

/* "1.5", "0:01.50", "1:02:03", "0m1.500s". */
static const char *time_at(const char *s, double *out)
{
	double v = 0, part = 0;

	for (;;) {
		s = number_at(s, false, &part);
		if (!s)
			return NULL;
		v += part;
		if (*s != ':' && *s != 'm')
			break;
		v *= 60;
		s++;
	}
	*out = v;
	return *s == 's' ? s + 1 : s;
}

/* ---- texts ---- */

/* The first blank in s with the next word of the row behind it; NULL if there is none. */
static const char *blank_before(const char *row, const char *s)
{
	const size_t k = strcspn(row, "% ");

	while (*(s += strcspn(s, " \t"))) {
		const char *blank = s;
		s = past_blanks(s);
		if (!strncmp(s, row, k))
			return blank;
	}
	return NULL;
}

/* Where a text ends: at the blank for a word, else where what follows in the row stands next, or for
 * the last time if the row ends with it. */
static const char *text_end(const char *row, const char *s, bool word)
{
	const size_t k = strcspn(row, "% ");
	const char *end = s + (word ? strcspn(s, " \t") : strlen(s)), *at = NULL;

	if (!k && !word && *row == ' ' && row[1] && row[1] != '%')
		return blank_before(row + 1, s);
	if (!k)
		return word || !*row ? end : *row == ' ' ? s + strcspn(s, " \t") : NULL;
	for (const char *p = s; p + k <= end; p++) {
		if (memcmp(p, row, k) != 0)
			continue;
		at = p;
		if (row[k])
			break;
	}
	return at;
}

static bool keep_part(struct as_phrase_found *f, const char *s, const char *end)
{
	while (end > s && is_blank(end[-1]))
		end--;
	f->number = (double)NAN;
	f->unit[0] = '\0';
	snprintf(f->text, sizeof f->text, "%.*s",
		(int)(end - s < AS_PHRASE_TEXT ? end - s : AS_PHRASE_TEXT), s);
	return end > s;
}

/* What stands in a hole of that letter; NULL if that cannot stand there. */
static const char *fill_letter(
	const char *row, char letter, const char *s, struct as_phrase_found *f)
{
	if (letter == 'w' || letter == 's') {
		const char *end = text_end(row, s, letter == 'w');
		return end && keep_part(f, s, end) ? end : NULL;
	}
	f->text[0] = f->unit[0] = '\0';
	s = letter == 't' ? time_at(s, &f->number) : number_at(s, letter == 'N', &f->number);
	if (s)
		f->number *= factor_at(&s);
	return s;
}

/* The unit of the number that was found last, up to what follows in the row. */
static const char *unit_at(const char *s, char follows, struct as_phrase_found *f)
{
	const char ends[] = {' ', '\t', follows == '%' ? '\0' : follows, '\0'};

	s = past_blanks(s);
	const size_t n = strcspn(s, ends);

	return as_copy_n(AS_ROOM(f->unit), s, n) ? s + n : NULL;
}

bool as_phrase_match(
	const char *row, const char *s, struct as_phrase_found found[static AS_PHRASE_HOLES])
{
	size_t n = 0;

	for (s = past_blanks(s); *row && s;) {
		if (*row == ' ') {
			if (!is_blank(*s) && (*s || strcmp(row, " %_") != 0))
				return false;
			s = past_blanks(s);
			row++;
		} else if (*row != '%') {
			if (*row++ != *s++)
				return false;
		} else if (row[1] == '_') {
			row += 2;
			s = *row ? text_end(row, s, false) : s + strlen(s);
		} else if (row[1] == 'u') {
			row += 2;
			s = n ? unit_at(s, *row, &found[n - 1]) : NULL;
		} else {
			row += 2;
			s = n < AS_PHRASE_HOLES ? fill_letter(row, row[-1], s, &found[n]) : NULL;
			n++;
		}
	}
	return s && !*past_blanks(s);
}
