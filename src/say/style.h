/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_SAY_STYLE_H
#define AS_SAY_STYLE_H

/* How words look: what a terminal can show, marks in a text that layout reads, symbols, colours,
 * and names that are harmless and fit.
 *
 * Folder say: values in, words out. All that a person reads of a result is made here, of the
 * sentences in its .def files (say.h). It prints nothing and knows no width but that of a name. */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/text.h"

/* The order of subjects in lists (--sort). */
enum as_sort {
	AS_SORT_AUTO = 0, /* as MEAN on screen */
	AS_SORT_COMMAND,  /* as given */
	AS_SORT_MEAN,     /* the best first: least, or most where more is better */
};

struct as_style {
	bool colour;            /* SGR escapes for emphasis; never the only carrier of a meaning */
	bool unicode;           /* µ … ± × and block characters; else us .. +- x and ASCII */
	bool verbose;           /* also shares of the uncertainty, p values, methods, seeds */
	int width;              /* columns of the terminal; 0 counts as 80 */
	int least_width;        /* fewer columns count as so many; 0: as 40 */
	double force_time_unit; /* ns in one unit (-u); 0: chosen for each block by its mean */
	enum as_sort sort;
	const char *store; /* " --store s.db" where one was named, for a command that is advised; NULL */
	const char *const *metrics; /* names to be shown, too, NULL at the end; NULL: none */
};

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
	AS_PAINT_NONE,   /* of a sentence: as the rest */
};

/* Begin and end a colour; nothing where the style has none. They do not nest. */
void as_paint(struct as_text *t, const struct as_style *style, enum as_paint paint);
void as_paint_end(struct as_text *t, const struct as_style *style);

/* Begin the colour of thing k of several: six that are told apart in every kind of colour vision
 * (Okabe and Ito 2008), again from the first. Ended by as_paint_end. */
void as_paint_of(struct as_text *t, const struct as_style *style, size_t k);

/* Columns to fill. */
size_t as_style_width(const struct as_style *style);

/* Turn the marks in t from byte `from` on into blanks: for lines that do not go through layout. */
void as_layout_flat(struct as_text *t, size_t from);

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
