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

#endif
