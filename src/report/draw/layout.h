/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_DRAW_LAYOUT_H
#define AS_REPORT_DRAW_LAYOUT_H

/* Rows that break where they may. */

#include "report/draw/terminal.h"
#include "say/say.h"

/* Columns of s on the terminal: as as_text_width, colours count nothing, AS_GAP three. */
size_t as_layout_width(const char *s);

/*
 * as_layout - one row or sentence, broken into lines
 *
 *   head   begins the first line as it is: a label, an indent
 *   hang   columns before every further line
 *   body   broken at AS_GAP if the next piece does not fit, else at blanks; a word that is longer
 *          than a line stays whole
 *
 * Ends with a newline; AS_TIE comes out as a blank.
 */
void as_layout(struct as_text *t, const struct as_style *style, const char *head, size_t hang,
	const char *body);

/* as_layout of a text, which is released; its memory error sticks to t. */
void as_layout_body(struct as_text *t, const struct as_style *style, const char *head, size_t hang,
	struct as_text *body);

/* as_layout_body with a label of a block: "  time     ", lines hanging below what follows. */
void as_layout_row(struct as_text *t, const struct as_style *style, const char *label,
	struct as_text *body);
enum { AS_ROW_HANG = 11 };

/* Write one row with a coloured label. */
void as_remark_row(struct as_text *t, const struct as_style *style, const char *label, bool warn,
	const char *body);

/* A sentence of say/ with its label, as such a row. Values as as_say takes
 * them. */
#define as_row(t, style, ...) as_row_words(t, style, AS_WORDS(__VA_ARGS__))
void as_row_words(struct as_text *t, const struct as_style *style, const void *words);

/* The same with another label: of a sentence that stands in rows of several. */
#define as_row_of(t, style, label, ...) as_row_label(t, style, label, AS_WORDS(__VA_ARGS__))
void as_row_label(struct as_text *t, const struct as_style *style, enum as_label label,
	const void *words);

/* A sentence of say/ as lines of their own, all but the first behind so many blanks; with a head,
 * which begins the first, or behind an empty line. */
#define as_lines(t, style, hang, ...) as_lines_words(t, style, "", hang, AS_WORDS(__VA_ARGS__))
#define as_lines_after(t, style, head, hang, ...) \
	as_lines_words(t, style, head, hang, AS_WORDS(__VA_ARGS__))
void as_lines_words(struct as_text *t, const struct as_style *style, const char *head, size_t hang,
	const void *words);

/* Add n blanks. */
void as_blank(struct as_text *t, size_t n);

#endif
