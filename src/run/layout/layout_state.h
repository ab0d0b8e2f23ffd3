/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_LAYOUT_LAYOUT_STATE_H
#define AS_RUN_LAYOUT_LAYOUT_STATE_H

/* What the files of program_layout share and nobody else includes. */

#include "base/text.h"
#include "run/layout/program_layout.h"

/* Of one length for all seeds, and not 0 or -1, which have meanings of their own. */
enum { AS_LAYOUT_SEED_FROM = 1000000000, AS_LAYOUT_SEEDS = 1000000000 };

struct as_layout {
	struct as_spawner *spawner;
	enum as_layout_method method;
	enum as_layout_method direct; /* what PATH's ld itself can do */
	const char *folder;           /* ours, below the caller's; NULL: not made yet */
	const char *compiler;         /* path; NULL: there is go alone */
	const char *go;               /* its name and version, if it can; else NULL */
	const char *words;
	const char *path;             /* "PATH=..." with the wrappers first */
	uint32_t command;             /* the spawner's number of the compiler */
	uint32_t asked;               /* the same, its errors not kept */
	bool retain;                  /* the assembler knows how to mark what is to be kept */
	struct as_arena arena;
};

/* What a method asks of a linker. */
struct as_layout_linker {
	const char *fuse; /* asks a compiler for this linker */
	const char *name; /* by which it calls itself */
};
extern const struct as_layout_linker as_layout_linkers[];

/* The options that shuffle, each after prefix, with a blank before it. */
void as_layout_add_shuffle(struct as_text *t, enum as_layout_method method, const char *prefix,
	unsigned seed);

/* The flags that link a pad in, and shuffle; NULL when out of memory. */
char *as_layout_ldflags(enum as_layout_method method, const char *pad, unsigned seed,
	struct as_arena *a);

/* The text of t, which is released, in a; NULL when out of memory. */
char *as_layout_take(struct as_text *t, struct as_arena *a);

/* A text in place of a file. AS_ERR_SYS. */
enum as_status as_layout_write(const char *path, const struct as_text *t, struct as_err *err)
	AS_MUST_CHECK;

/* Make the pad of a seed; *well is whether the assembler took it. */
enum as_status as_layout_make_pad(struct as_layout *l, uint64_t seed, const char *object,
	bool *well, struct as_launched *r, struct as_err *err) AS_MUST_CHECK;

/* Compilers and linkers of PATH, with their wrappers; what they can do, which is found out once for the
 * same files. Errors as as_layout_open. */
enum as_status as_layout_find(struct as_layout *l, struct as_err *err) AS_MUST_CHECK;

#endif
