/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/ci/ci_text.h"

#include <stdint.h>
#include <string.h>

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* ASCII letters and digits, what is beyond ASCII, and these characters. */
static bool is_among(char c, const char *others)
{
	return is_letter(c) || is_digit(c) || (unsigned char)c >= 0x80 || strchr(others, c) != NULL;
}

/* What a format writes for a character and the one behind it; false: the character itself. */
typedef bool (*escape_fn)(struct as_text *t, char c, char next);

static void add_escaped(struct as_text *t, const char *s, size_t max, escape_fn escape)
{
	struct as_text plain = {0};

	as_text_add_neutral(&plain, s, strlen(s), max);
	for (const char *c = as_text_str(&plain); *c; c++)
		if (!escape(t, c[0], c[1]))
			as_text_char(t, *c);
	as_text_take(t, &plain);
}

void as_ci_plain_add(struct as_text *t, const char *s, size_t max)
{
	as_text_add_neutral(t, s, strlen(s), max);
}

/* ---- Markdown ---- */

/* Nothing of it acts in a code span, in a cell, or in the HTML of a renderer that knows no code. */
static bool is_harmless(const char *s)
{
	size_t n = strlen(s);

	if (!n || s[0] == ' ' || s[n - 1] == ' ')
		return false;
	for (size_t i = 0; i < n; i++)
		if (!is_among(s[i], " _-.,:;=+/%()'\"?"))
			return false;
	return true;
}

/* Behind what makes a link, a mention or the number of an issue an empty comment stands: renderers
 * look for these in the finished text, where a reference is no longer one. */
static bool escape_code(struct as_text *t, char c, char next)
{
	(void)next;
	if (is_among(c, " ,;-=+/%()'"))
		return false;
	as_text_addf(t, "&#%d;", c);
	if (c == '@' || c == '#' || c == ':' || c == '.')
		as_text_add(t, "<!---->");
	return true;
}

/* The point of a number and a colon before a blank stay what they are. */
static bool escape_words(struct as_text *t, char c, char next)
{
	if ((c == '.' && (is_digit(next) || next == ' ' || !next)) || (c == ':' && next == ' '))
		return false;
	return escape_code(t, c, next);
}

void as_ci_words_add(struct as_text *t, const char *s, size_t max)
{
	add_escaped(t, s, max, escape_words);
}

void as_ci_code_add(struct as_text *t, const char *s, size_t max)
{
	struct as_text plain = {0};

	as_text_add_neutral(&plain, s, strlen(s), max);
	t->failed = t->failed || plain.failed;
	if (is_harmless(as_text_str(&plain))) {
		as_text_addf(t, "`%s`", as_text_str(&plain));
	} else {
		as_text_add(t, "<code>");
		add_escaped(t, s, max, escape_code);
		as_text_add(t, "</code>");
	}
	as_text_release(&plain);
}

static bool escape_xml(struct as_text *t, char c, char next)
{
	(void)next;
	switch (c) {
	case '&':
		as_text_add(t, "&amp;");
		return true;
	case '<':
		as_text_add(t, "&lt;");
		return true;
	case '>':
		as_text_add(t, "&gt;");
		return true;
	case '"':
		as_text_add(t, "&quot;");
		return true;
	default:
		return false;
	}
}

void as_ci_xml_add(struct as_text *t, const char *s, size_t max)
{
	add_escaped(t, s, max, escape_xml);
}

/* A fence would do for a renderer; but one that forgets it shall find no tag either. */
void as_ci_code_block_add(struct as_text *t, const char *s, size_t max)
{
	if (strpbrk(s, "<>&`~")) {
		as_text_add(t, "<pre><code>");
		as_ci_xml_add(t, s, max);
		as_text_add(t, "</code></pre>\n\n");
	} else {
		as_text_add(t, "```sh\n");
		as_ci_plain_add(t, s, max);
		as_text_add(t, "\n```\n\n");
	}
}

/* FNV-1a, to tell apart names whose beginnings are alike. */
static uint64_t digest(const char *s)
{
	uint64_t h = 0xcbf29ce484222325u;

	for (; *s; s++)
		h = (h ^ (unsigned char)*s) * 0x100000001b3u;
	return h;
}

enum { MARKER_BYTES = 180 };

void as_ci_marker_add(struct as_text *t, const char *name)
{
	struct as_text own = {0};

	for (const char *c = name; *c && own.len <= MARKER_BYTES; c++) {
		bool plain = is_letter(*c) || is_digit(*c) || *c == '.' || *c == '/' || *c == '_' ||
			(*c == '-' && c > name && c[-1] != '-' && c[1]);
		if (plain)
			as_text_char(&own, *c);
		else
			as_text_addf(&own, "%%%02x", (unsigned char)*c);
	}
	t->failed = t->failed || own.failed;
	if (own.len > MARKER_BYTES)
		as_text_addf(t, "<!-- assay: %.*s~%016llx -->\n", (int)MARKER_BYTES,
			as_text_str(&own), (unsigned long long)digest(name));
	else
		as_text_addf(t, "<!-- assay: %s -->\n", as_text_str(&own));
	as_text_release(&own);
}

/* ---- workflow commands ---- */

static bool escape_data(struct as_text *t, char c, char next)
{
	(void)next;
	if (c != '%' && c != '\r' && c != '\n')
		return false;
	as_text_addf(t, "%%%02X", (unsigned)c);
	return true;
}

static bool escape_property(struct as_text *t, char c, char next)
{
	if (c != ':' && c != ',')
		return escape_data(t, c, next);
	as_text_addf(t, "%%%02X", (unsigned)c);
	return true;
}

void as_ci_data_add(struct as_text *t, const char *s, size_t max)
{
	add_escaped(t, s, max, escape_data);
}

void as_ci_property_add(struct as_text *t, const char *s, size_t max)
{
	add_escaped(t, s, max, escape_property);
}

/* ---- OpenMetrics ---- */

static bool escape_label(struct as_text *t, char c, char next)
{
	(void)next;
	if (c != '"' && c != '\\')
		return false;
	as_text_char(t, '\\');
	as_text_char(t, c);
	return true;
}

void as_ci_label_add(struct as_text *t, const char *s, size_t max)
{
	add_escaped(t, s, max, escape_label);
}

void as_ci_name_add(struct as_text *t, const char *s)
{
	if (!is_letter(*s))
		as_text_char(t, '_');
	for (; *s; s++)
		as_text_char(t, is_letter(*s) || is_digit(*s) ? *s : '_');
}
