/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/draw/layout.h"

#include <string.h>

#include "base/text/utf8.h"

enum { TIE = '\x01', GAP = '\x02', ESCAPE = '\x1b', GAP_COLUMNS = 3 };

/* Bytes of the next character or colour of s (n >= 1 left), and the columns it takes. */
static size_t next(const char *s, size_t n, size_t *columns)
{
	uint32_t cp = 0;
	size_t len = 0;

	*columns = *s == GAP ? GAP_COLUMNS : 1;
	if (*s == ESCAPE) {
		const char *end = memchr(s, 'm', n);
		*columns = 0;
		return end ? (size_t)(end - s) + 1 : n;
	}
	len = as_utf8_next(s, n, &cp);
	if (len > 1)
		*columns = (size_t)as_utf8_columns(cp);
	return len ? len : 1;
}

static size_t width_of(const char *s, size_t n)
{
	size_t total = 0, columns = 0;

	for (size_t i = 0; i < n; total += columns)
		i += next(s + i, n - i, &columns);
	return total;
}

size_t as_layout_width(const char *s)
{
	return width_of(s, strlen(s));
}

void as_blank(struct as_text *t, size_t n)
{
	as_text_repeat(t, " ", n);
}

struct line {
	struct as_text *t;
	size_t width, hang, column;
	bool fresh; /* nothing but the head or the hanging indent stands on it */
};

/* End the line; padding at its end was for something that did not follow. */
static void end_line(struct as_text *t)
{
	while (t->len && t->data[t->len - 1] == ' ')
		t->data[--t->len] = '\0';
	as_text_char(t, '\n');
}

static void new_line(struct line *l)
{
	end_line(l->t);
	as_blank(l->t, l->hang);
	l->column = l->hang;
	l->fresh = true;
}

/* Put n bytes after `gap` blanks on this line, or on the next where they do not fit. */
static void put_bytes(struct line *l, const char *s, size_t n, size_t gap)
{
	size_t w = width_of(s, n);

	if (!l->fresh && l->column + gap + w > l->width)
		new_line(l);
	if (!l->fresh)
		as_blank(l->t, gap);
	l->column += (l->fresh ? 0 : gap) + w;
	l->fresh = false;
	for (size_t i = 0; i < n; i++)
		as_text_char(l->t, s[i] == TIE ? ' ' : s[i]);
}

static void put_words(struct line *l, const char *s, size_t n)
{
	for (size_t i = 0; i < n;) {
		const char *blank = memchr(s + i, ' ', n - i);
		size_t len = blank ? (size_t)(blank - s) - i : n - i;
		if (len)
			put_bytes(l, s + i, len, 1);
		i += len + 1;
	}
}

static void put_piece(struct line *l, const char *s, size_t n)
{
	size_t w = width_of(s, n);

	if (!l->fresh && l->column + GAP_COLUMNS + w > l->width)
		new_line(l);
	if (l->column + (l->fresh ? 0 : GAP_COLUMNS) + w <= l->width)
		put_bytes(l, s, n, GAP_COLUMNS);
	else
		put_words(l, s, n);
}

void as_layout(struct as_text *t, const struct as_style *style, const char *head, size_t hang,
	const char *body)
{
	struct line l = {t, as_style_width(style), hang, as_layout_width(head), true};
	size_t n = strlen(body), from = t->len;

	as_text_add(t, head);
	as_layout_flat(t, from);
	for (size_t i = 0; i < n;) {
		const char *gap = memchr(body + i, GAP, n - i);
		size_t len = gap ? (size_t)(gap - body) - i : n - i;
		if (len)
			put_piece(&l, body + i, len);
		i += len + 1;
	}
	end_line(t);
}

void as_layout_body(struct as_text *t, const struct as_style *style, const char *head, size_t hang,
	struct as_text *body)
{
	as_layout(t, style, head, hang, as_text_str(body));
	as_text_take(t, body);
}

static void add_row(struct as_text *t, const struct as_style *style, const char *label,
	enum as_paint paint, const char *body)
{
	struct as_text head = {0};
	size_t w = as_text_width(label);

	as_text_add(&head, "  ");
	as_paint(&head, style, paint);
	as_text_add(&head, label);
	as_paint_end(&head, style);
	as_blank(&head, w + 2 < AS_ROW_HANG ? AS_ROW_HANG - 2 - w : 1);
	as_layout(t, style, as_text_str(&head), AS_ROW_HANG, body);
	as_text_take(t, &head);
}

void as_layout_row(struct as_text *t, const struct as_style *style, const char *label,
	struct as_text *body)
{
	add_row(t, style, label, AS_PAINT_FAINT, as_text_str(body));
	as_text_take(t, body);
}

void as_remark_row(struct as_text *t, const struct as_style *style, const char *label, bool warn,
	const char *body)
{
	add_row(t, style, label, warn ? AS_PAINT_WARN : AS_PAINT_FAINT, body);
}

static const char *label_text(enum as_label label)
{
	static const char *const labels[] = {
#define AS_LABEL(symbol, label, section, importance) label,
#include "say/words/labels.def"
#undef AS_LABEL
	};

	return labels[label];
}

void as_row_label(struct as_text *t, const struct as_style *style, enum as_label label,
	const void *words)
{
	struct as_text body = {0};

	as_say_add(&body, style, words);
	as_remark_row(t, style, label_text(label), as_saying_of(words)->severity == AS_WARN,
		as_text_str(&body));
	as_text_take(t, &body);
}

void as_row_words(struct as_text *t, const struct as_style *style, const void *words)
{
	as_row_label(t, style, as_saying_of(words)->label, words);
}

void as_lines_words(struct as_text *t, const struct as_style *style, const char *head, size_t hang,
	const void *words)
{
	struct as_text body = {0};

	as_say_add(&body, style, words);
	as_layout_body(t, style, head, hang, &body);
}
