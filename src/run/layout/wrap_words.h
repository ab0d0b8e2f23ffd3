/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_LAYOUT_WRAP_WORDS_H
#define AS_RUN_LAYOUT_WRAP_WORDS_H

/* What a compiler or a linker is asked to do, as far as it decides which words may be added to the
 * question. Pure, and without assay's libraries: it is part of assay-wrap, which runs once for each
 * file of a program. */

#include <stdbool.h>

/* What the name of ASSAY_WRAPPED ends in, for a file that says that the link compiles. */
#define AS_LAYOUT_LATE ".late"

/* Filled by as_wrap_see, one word after the other; begin with the tool and {0}. */
struct as_wrap_seen {
	bool linker;    /* the tool is ld, not a compiler */
	bool clang;     /* the compiler's name has clang in it */
	bool leave;     /* it tells something, or only reads: add nothing */
	bool no_link;   /* it makes an object, or links in an order that a script gives */
	bool compile;   /* it was told to make an object of each file, and not to link */
	bool no_files;  /* it may be for another machine than our objects */
	bool lto;
	bool input;     /* it has a file to work on */
	bool source;    /* one that is compiled */
	bool header;    /* only headers so far: they are compiled for later */
	bool other;     /* a file that is no header */
	bool value;     /* inside: the next word belongs to this one */
	bool language;  /* inside: and is a language */
	bool to_linker; /* inside: and is for the linker */
};

/* Begin: name is what the tool was called as, without its folder. */
struct as_wrap_seen as_wrap_begin(const char *name);

/* Add a word. Files that hold words (@file) are the caller's to open. */
void as_wrap_see(struct as_wrap_seen *s, const char *word);

/* What may be added, bits. */
enum as_wrap_add {
	AS_WRAP_CFLAGS = 1,  /* options for compiling */
	AS_WRAP_FILES = 2,   /* objects to be linked */
	AS_WRAP_OPTIONS = 4, /* options for linking */
};

/* With lld as the linker to be asked for; it does not know the objects of gcc -flto. */
unsigned as_wrap_add(const struct as_wrap_seen *s, bool lld);

/* It makes an object and nothing else, so that a cache of objects may be able to answer. */
bool as_wrap_compiles(const struct as_wrap_seen *s);

#endif
