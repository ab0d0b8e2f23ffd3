/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_FOREIGN_PARTS_PHRASE_MATCH_H
#define AS_FORMAT_FOREIGN_PARTS_PHRASE_MATCH_H

/* A line of text against a row of phrases.h. */

#include <stdbool.h>
#include <stddef.h>

enum { AS_PHRASE_TEXT = 1000, AS_PHRASE_HOLES = 4 /* of a row, at most */ };

struct as_phrase_found {
	double number; /* NaN for a text */
	char text[AS_PHRASE_TEXT + 1]; /* "" for a number */
	char unit[40]; /* behind a number; "" if the row has none */
};

/* Whether the line is what the row says; found: what stands in its holes. */
bool as_phrase_match(
	const char *row, const char *line, struct as_phrase_found found[static AS_PHRASE_HOLES]);

#endif
