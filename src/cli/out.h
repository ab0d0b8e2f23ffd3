/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_OUT_H
#define AS_CLI_OUT_H

/* Standard output, at one place: what it can show, and whether what was written has arrived.
 * The first failure sticks; as_out_finish tells of it. */

#include <stdbool.h>

#include "base/err.h"
#include "base/text.h"
#include "cli/line/options.h"

struct as_out {
	int fd;
	bool is_terminal;
	bool colour;      /* escapes for colour are wanted */
	bool unicode;     /* more than ASCII is wanted */
	bool progress;    /* a line on standard error may be rewritten while measuring */
	bool silent;      /* --style none: no screen */
	int width;        /* columns, at the start */
	bool told;        /* COLUMNS says it, and not the terminal */
	int failed_errno; /* of the first write that failed; 0: none */
};

/* What the process sees, so that tests can say otherwise. */
struct as_out_facts {
	bool out_is_terminal, err_is_terminal;
	const char *term, *no_color, *columns, *locale; /* of the environment; NULL if unset */
	int terminal_width; /* 0 if unknown */
};

/* Look at descriptors 1 and 2 and the environment. */
struct as_out_facts as_out_look(void);

/*
 * as_out_init - decide what standard output shows
 *
 *   style     a word of --style, or NULL for auto
 *   inherits  the commands write to it, too: auto is basic then, as in hyperfine
 */
void as_out_init(struct as_out *o, const struct as_out_facts *facts, const char *style,
	bool inherits);

/* How wide the terminal at fd is now, as a user may have made it narrower: asked again for each
 * screen (1) and each line of progress (2). Without a terminal it is o->width. */
int as_out_width(const struct as_out *o, int fd);

/* Write a screen; nothing if silent. */
void as_out_show(struct as_out *o, const struct as_text *t);

/* Write what a machine reads (JSON, an export to -): also if silent. */
void as_out_write(struct as_out *o, const char *bytes, size_t n);

/* AS_OK, or AS_ERR_SYS if something did not arrive (a closed pipe, a full disk). */
enum as_status as_out_finish(const struct as_out *o, struct as_err *err) AS_MUST_CHECK;

/* Write to standard error, whatever comes of it. */
void as_out_complain(const char *bytes, size_t n);

#endif
