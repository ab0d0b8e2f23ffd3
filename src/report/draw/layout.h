/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_DRAW_LAYOUT_H
#define AS_REPORT_DRAW_LAYOUT_H

/* What screens are laid out of: marks in a text, symbols, colours, names cut to a width, and rows
 * that break where they may. */

#include "base/arena.h"
#include "report/draw/terminal.h"

/* Marks inside a body: they are no printable bytes, so a neutralised name never contains them. */
#define AS_TIE "\x01" /* a blank at which no line breaks */
#define AS_GAP "\x02" /* three blanks between two things, or a line break */

/* Symbols of the style. */
struct as_symbols {
	const char *ellipsis, *to, *plus_minus, *times;
	const char *const *levels; /* of a sparkline, from 1 to n_levels */
	size_t n_levels;
	const char *const *parts;  /* of a bar: 1/n_parts .. n_parts/n_parts of a column */
	size_t n_parts;
	const char *track;         /* what is not yet done of a progress bar */
};
const struct as_symbols *as_symbols(const struct as_style *style);

enum as_paint {
	AS_PAINT_STRONG, /* names, results */
	AS_PAINT_FAINT,  /* labels */
	AS_PAINT_GOOD,
	AS_PAINT_BAD,
	AS_PAINT_WARN,
	AS_PAINT_DRAWN,  /* bars and shapes */
};

/* Begin and end a colour; nothing where the style has none. They do not nest. */
void as_paint(struct as_text *t, const struct as_style *style, enum as_paint paint);
void as_paint_end(struct as_text *t, const struct as_style *style);

/* Begin the colour of thing k of several: six that are told apart in every kind of colour vision
 * (Okabe and Ito 2008), again from the first. Ended by as_paint_end. */
void as_paint_of(struct as_text *t, const struct as_style *style, size_t k);

/* Columns to fill. */
size_t as_style_width(const struct as_style *style);

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

/* Turn the marks in t from byte `from` on into blanks: for lines that do not go through layout. */
void as_layout_flat(struct as_text *t, size_t from);

/* Add n blanks. */
void as_blank(struct as_text *t, size_t n);

/* Add s, neutralised and cut in its middle to at most max columns (at least 4). */
void as_name_add(struct as_text *t, const struct as_style *style, const char *s, size_t max);

/*
 * as_names - what subjects are called on a screen: neutralised, cut, no two alike
 *
 *   name   n names, any bytes
 *   max    columns of each, without the number " (2)" that is added where two are alike
 *   out    receives n strings in memory of arena, blanks as AS_TIE
 *
 * Returns false when out of memory.
 */
bool as_names(struct as_arena *arena, const struct as_style *style, const char *const *name,
	size_t n, size_t max, const char **out);

#endif
