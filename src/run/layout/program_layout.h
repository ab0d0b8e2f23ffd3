/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_LAYOUT_PROGRAM_LAYOUT_H
#define AS_RUN_LAYOUT_PROGRAM_LAYOUT_H

/* Layout randomisation: the order and the addresses of functions and objects are drawn anew for
 * each build, so that the luck of one layout is measured and not mistaken for speed.
 *
 * Every link gets a pad: an object that holds nothing but gaps of random size for code, constants
 * and data. Where mold or lld is installed, they put the sections into random order too, with the
 * gaps between them; the order in which constructors run stays as it was. A build is reached in two
 * ways: by ASSAY_CFLAGS and ASSAY_LDFLAGS, which its Makefile may use, and by wrappers of the
 * compilers and the linker, first in PATH, which add the same where the Makefile does not.
 *
 *	as_layout_open(spawner, directory, &l, err);
 *	as_layout_draw(l, seed, arena, &flags, err);     for each build
 *	... launch the build with flags.env ...
 *	as_layout_close(l);
 */

#include <stdint.h>

#include "base/arena.h"
#include "run/spawner/spawner.h"

struct as_layout;

enum as_layout_method {
	AS_LAYOUT_PAD = 0, /* the linker keeps the order: only gaps */
	AS_LAYOUT_LLD,     /* sections shuffled by lld, and gaps */
	AS_LAYOUT_MOLD,    /* sections shuffled by mold, and gaps */
};

/*
 * as_layout_open - find out what can change a layout here
 *
 *   spawner    runs compilers; nothing may be queued
 *   directory  an existing one, for pads and trials; absolute, without blanks or quotes
 *
 * Wrappers lie in $XDG_CACHE_HOME/assay, else ~/.cache/assay, and stay.
 *
 * Links a small program with each linker in turn: mold, lld, then the compiler's own. The compiler
 * is the first in PATH of cc, gcc, clang, c++, g++, clang++. 0.1 to 1 s
 * the first time: a process asks the same files once.
 *
 * AS_ERR_USAGE: no compiler in PATH; directory cannot be used. AS_ERR_SYS: what the compiler made
 * cannot be used (with its last words), assay-wrap is not found, no room.
 */
enum as_status as_layout_open(struct as_spawner *spawner, const char *directory,
	struct as_layout **out, struct as_err *err) AS_MUST_CHECK;

/* Remove what was made below directory. Takes NULL. The spawner may be closed by then. */
void as_layout_close(struct as_layout *l);

enum as_layout_method as_layout_method(const struct as_layout *l);

/* For the screen and to be stored: "sections shuffled by mold 1.10.1", "gaps of random size, in an
 * order that stays: GNU ld cannot shuffle sections; mold or lld can". */
const char *as_layout_words(const struct as_layout *l);

/* What a build is given. Strings live in the arena that was handed in. */
struct as_layout_flags {
	const char *cflags, *ldflags; /* the values of ASSAY_CFLAGS and ASSAY_LDFLAGS */
	/* NAME=VALUE, NULL at the end: both, PATH with the wrappers first, and what the wrappers
	 * read; to be set for the build, and only for it. */
	const char *const *env;
};

/*
 * as_layout_draw - the flags that give the layout of a seed
 *
 * The same seed gives the same layout with the same tools, another seed another. Makes the seed's
 * pad, by one run of the compiler, of about 10 ms; it stays until as_layout_close.
 */
enum as_status as_layout_draw(struct as_layout *l, uint64_t seed, struct as_arena *arena,
	struct as_layout_flags *out, struct as_err *err) AS_MUST_CHECK;

#endif
