/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_FOREIGN_PARTS_PHRASES_H
#define AS_FORMAT_FOREIGN_PARTS_PHRASES_H

/* Text that other tools print for people, as tables: which line means what, as paths.h has it for
 * JSON. A line that no row fits is left alone; of the rows that fit, the first counts. Colours of
 * terminals and blanks at the beginning of a line do not count. */

#include "format/foreign/parts/gather.h"
#include "format/foreign/parts/phrase_match.h"
#include "format/native/data.h"

enum as_phrase_is {
	AS_PHRASE_NOTHING,
	AS_PHRASE_SUBJECT, /* its name; what follows is of it */
	AS_PHRASE_NAME, /* of the metric of the same line that has none */
	AS_PHRASE_SKIPPED, /* likewise, why it was left out on purpose */
	AS_PHRASE_FAILED, /* why the execution that this line or the next one opens does not count */
	AS_PHRASE_INNER, /* iterations that the line's value is of */
	AS_PHRASE_VALUE, /* of what the line opens */
	AS_PHRASE_CENTRE, /* the one number that the tool made of all values */
	AS_PHRASE_METRIC, /* another number, `name` in `unit` */
};

struct as_phrase_hole {
	enum as_phrase_is is;
	const char *name, *unit;
};

/*
 * line: what has to stand there, to its end. A blank stands for one or more; and
 *   %n  a number; K, M, G or T behind it and a blank multiply; %N  with commas between thousands
 *   %t  a time: 1.5, 0:01.50, 1:02:03, 0m1.5s: in s
 *   %w  a word; %s  anything, up to what follows in the row
 *   %u  the unit of the number before it, which may stand at it
 *   %_  anything, also nothing: has no hole, as %u
 */
struct as_phrase_row {
	const char *line;
	enum as_scope_kind opens; /* an execution, an iteration; AS_SCOPE_FILE: nothing */
	struct as_phrase_hole hole[AS_PHRASE_HOLES];
};

struct as_phrases {
	const char *tool;
	const char *first[4]; /* one of which the first line with words has to be, as in a row; or none */
	const char *has, *lacks; /* stands in the first bytes, must not; or NULL */
	const char *subject; /* of what comes before any; NULL: that is left alone */
	const struct as_phrase_row *rows; /* n_rows */
	size_t n_rows;
	const char *unit; /* of values, where the line says none */
	bool executions, sorted; /* as struct as_gather_how has them */
};

/* Whether a file that begins so is of these phrases: 92, or 0. */
int as_phrases_probe(const struct as_phrases *p, const struct as_head *head);

enum as_status as_phrases_read(const struct as_phrases *p, const struct as_source *from,
	const char *name, struct as_experiment **out, struct as_err *err) AS_MUST_CHECK;

#define AS_PHRASES_FORMAT(id, words, end) AS_DATA_OF(as_phrases, phrases, id, words, end)

#endif
