/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_FOREIGN_PARTS_LINES_H
#define AS_FORMAT_FOREIGN_PARTS_LINES_H

/* Lines of a text, one at a time, from bytes that come in pieces. Memory: twice AS_LINE_BYTES. */

#include <stdbool.h>
#include <stddef.h>

#include "base/stream.h"

enum {
	AS_LINE_BYTES = 65536,
	AS_LINE_MOST = 64 << 20, /* of bytes that are skipped of one line; then the file is refused */
};

struct as_lines {
	struct as_source from;
	char *line; /* at hand, without its end, of n bytes and a 0; may be written to */
	size_t n;
	size_t number; /* of the line, from 1 */
	bool odd; /* it is longer, and these are its first bytes, or it has a 0 in it */
	/* Internal. */
	char *bytes;
	size_t at, filled;
	bool at_end, rest; /* of the line, there is more than was given */
};

void as_lines_init(struct as_lines *l, const struct as_source *from);
void as_lines_release(struct as_lines *l);

/* The next line; l->line is NULL at the end. AS_ERR_DATA where a line does not end. */
enum as_status as_lines_next(struct as_lines *l, struct as_err *err) AS_MUST_CHECK;

/* Documents of JSON, each beginning a line, among which lines of other programs stand: those are taken out, so that
 * the lines that are left keep their numbers. */
enum { AS_OTHER_LINE_SHOWN = 60 };

struct as_json_lines {
	struct as_source from;
	size_t n_others; /* lines that are no JSON, */
	size_t first; /* the first of which has this number, */
	char shown[AS_OTHER_LINE_SHOWN + 1]; /* and begins so */
	/* Internal. */
	size_t line, n_shown, depth, skipped; /* of a line that is no JSON, bytes */
	bool inside, other, quoted, escaped; /* a document, such a line, a text of it, behind a backslash */
};

/* l is {.from = ...} before; the source borrows it. */
struct as_source as_json_lines_source(struct as_json_lines *l);

#endif
