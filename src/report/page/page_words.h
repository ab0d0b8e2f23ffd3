/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_PAGE_PAGE_WORDS_H
#define AS_REPORT_PAGE_PAGE_WORDS_H

/* Words as a document has them: no mark of a terminal is left in them. Internal to report/page/. */

#include "base/json/json.h"
#include "report/draw/screen.h"

/* How a page says things: all symbols, no colour, and names that are hardly ever cut. */
struct as_style as_page_style(const struct as_style *style, bool verbose);

/* Add the words, which are released: ties become no-break spaces, gaps em spaces. */
void as_page_string(struct as_json *j, struct as_text *words);
void as_page_key(struct as_json *j, const char *key, struct as_text *words);

/* A name of the screen by itself: its ties are spaces again, at which a page may break it. */
void as_page_name(struct as_json *j, const char *key, const char *name);

/*
 * as_page_pieces - a sentence that was painted, as pieces [paint, text]
 *
 * Released. What stands behind its first gap is no part of it: it is key `behind`, a string or null.
 * paint is "strong", "good", "bad", "faint", "warn" or "".
 */
void as_page_pieces(struct as_json *j, const char *key, const char *behind,
	struct as_text *painted);

/* {"value", "text", "unit"}: a number in that scale. The value is null where it is not on the axis of the
 * others. */
void as_page_number(struct as_json *j, const char *key, struct as_scale scale, double value,
	int decimals, bool on_axis);

#endif
