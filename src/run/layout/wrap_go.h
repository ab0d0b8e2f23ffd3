/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_LAYOUT_WRAP_GO_H
#define AS_RUN_LAYOUT_WRAP_GO_H

/* What assay-wrap says to go. */

#include <stdbool.h>
#include <stddef.h>

/* The words that go is started with; they lie in argv and in text. */
struct as_wrap_go {
	char **words; /* NULL: out of memory; both are the caller's to free */
	char *text;
	bool added; /* flag is among them */
};

/*
 * as_wrap_go - the words of a call of go, with one more flag for its linker
 *
 *   flag     one word; NULL: none
 *   goflags  what GOFLAGS is
 *
 * Where something is built (build, install, run, test) the flag is added to each -ldflags of the
 * call, as one takes the place of the other. Where -ldflags is in GOFLAGS alone nothing is added,
 * as what is there would not count any more.
 */
struct as_wrap_go as_wrap_go(char **argv, size_t argc, const char *flag, const char *goflags);

#endif
