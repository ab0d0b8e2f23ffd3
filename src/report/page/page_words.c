/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/page/page_words.h"

#include <math.h>
#include <string.h>

#define EM_SPACE "\xE2\x80\x83"
#define NO_BREAK_SPACE "\xC2\xA0"

struct as_style as_page_style(const struct as_style *style, bool verbose)
{
	enum { COLUMNS = 400 };
	struct as_style page = *style;

	page.colour = false;
	page.unicode = true;
	page.verbose = verbose;
	page.width = COLUMNS;
	return page;
}

/* Without marks. */
static struct as_text clean(const char *s, size_t n)
{
	struct as_text t = {0};

	for (size_t i = 0; i < n; i++) {
		if (s[i] == *AS_TIE)
			as_text_add(&t, NO_BREAK_SPACE);
		else if (s[i] == *AS_GAP)
			as_text_add(&t, EM_SPACE);
		else
			as_text_char(&t, s[i]);
	}
	return t;
}

static void add_clean(struct as_json *j, const char *s, size_t n)
{
	struct as_text t = clean(s, n);

	as_json_string(j, as_text_str(&t));
	as_text_take(j->text, &t);
}

void as_page_string(struct as_json *j, struct as_text *words)
{
	add_clean(j, as_text_str(words), words->len);
	as_text_take(j->text, words);
}

void as_page_key(struct as_json *j, const char *key, struct as_text *words)
{
	as_json_key(j, key);
	as_page_string(j, words);
}

void as_page_name(struct as_json *j, const char *key, const char *name)
{
	struct as_text t = {0};

	for (const char *s = name; *s; s++)
		as_text_char(&t, *s == *AS_TIE ? ' ' : *s);
	as_page_key(j, key, &t);
}

/* The paint that an escape begins; "" where it ends. */
static const char *paint_of(const char *escape, size_t n)
{
	static const struct {
		enum as_paint paint;
		const char *name;
	} paints[] = {{AS_PAINT_STRONG, "strong"}, {AS_PAINT_FAINT, "faint"},
		{AS_PAINT_GOOD, "good"}, {AS_PAINT_BAD, "bad"}, {AS_PAINT_WARN, "warn"}};
	static const struct as_style coloured = {.colour = true};
	const char *name = "";

	for (size_t i = 0; i < sizeof paints / sizeof paints[0]; i++) {
		struct as_text own = {0};
		as_paint(&own, &coloured, paints[i].paint);
		if (own.len == n && !memcmp(as_text_str(&own), escape, n))
			name = paints[i].name;
		as_text_release(&own);
	}
	return name;
}

static void add_piece(struct as_json *j, const char *paint, const char *s, size_t n)
{
	if (!n)
		return;
	as_json_open_flat(j, '[');
	as_json_string(j, paint);
	add_clean(j, s, n);
	as_json_close(j, ']');
}

/* All escapes taken out. */
static void add_plain(struct as_json *j, const char *s)
{
	struct as_text t = {0};

	while (*s) {
		const size_t n = strcspn(s, "\x1b");
		as_text_add_n(&t, s, n);
		s += n;
		s += strcspn(s, "m");
		s += *s == 'm';
	}
	as_page_string(j, &t);
}

void as_page_pieces(struct as_json *j, const char *key, const char *behind,
	struct as_text *painted)
{
	const char *s = as_text_str(painted), *paint = "";
	const char *gap = strchr(s, *AS_GAP), *end = gap ? gap : s + painted->len;

	as_json_key(j, key);
	as_json_open_flat(j, '[');
	while (s < end) {
		const char *escape = memchr(s, '\x1b', (size_t)(end - s));
		const char *to = escape ? escape : end;
		add_piece(j, paint, s, (size_t)(to - s));
		const size_t n = escape ? strcspn(escape, "m") + 1 : 0;
		paint = n ? paint_of(escape, n) : paint;
		s = to + n;
	}
	as_json_close(j, ']');
	as_json_key(j, behind);
	if (gap)
		add_plain(j, gap + 1);
	else
		as_json_null(j);
	as_text_take(j->text, painted);
}

void as_page_number(struct as_json *j, const char *key, struct as_scale scale, double value,
	int decimals, bool on_axis)
{
	struct as_text text = {0}, unit = {0};

	as_json_key(j, key);
	as_json_open_flat(j, '{');
	as_json_key_double(j, "value", on_axis ? value : (double)NAN);
	as_number_add(&text, scale, value, decimals);
	as_page_key(j, "text", &text);
	as_text_add_neutral(&unit, scale.unit, strlen(scale.unit), 0);
	as_page_key(j, "unit", &unit);
	as_json_close(j, '}');
}
