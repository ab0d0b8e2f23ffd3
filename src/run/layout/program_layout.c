/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/layout/program_layout.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "run/build/copy_file.h"
#include "run/layout/layout_go.h"
#include "run/layout/layout_pad.h"
#include "run/layout/wrappers.h"
#include "run/spawner/tool.h"

#define CFLAGS "-ffunction-sections -fdata-sections"

/* Flags are separated by blanks, and make and a shell read them. */
#define SAFE "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+./"

/* Of one length for all seeds, and not 0 or -1, which have meanings of their own. */
enum { SEED_FROM = 1000000000, SEEDS = 1000000000 };

static const struct {
	const char *fuse; /* asks a compiler for this linker */
	const char *name; /* by which it calls itself */
} linkers[] = {
	[AS_LAYOUT_PAD] = {NULL, NULL},
	[AS_LAYOUT_LLD] = {"-fuse-ld=lld", "LLD"},
	[AS_LAYOUT_MOLD] = {"-fuse-ld=mold", "mold"},
};

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

/* ---- flags ---- */

/* The options that shuffle, each after prefix, with a blank before it. */
static void add_shuffle(struct as_text *t, enum as_layout_method method, const char *prefix,
	unsigned seed)
{
	/* Not all sections: constructors would then run in another order. */
	static const char *const parts[] = {".text*", ".rodata*", ".data*", ".bss*"};

	if (method == AS_LAYOUT_MOLD) /* which else tidies up behind the back of the build */
		as_text_addf(t, " %s--shuffle-sections=%u %s--no-fork", prefix, seed, prefix);
	for (size_t i = 0; method == AS_LAYOUT_LLD && i < sizeof parts / sizeof parts[0]; i++)
		as_text_addf(t, " %s--shuffle-sections=%s=%u", prefix, parts[i], seed);
}

static char *take(struct as_text *t, struct as_arena *a)
{
	char *out = t->failed ? NULL : as_arena_strdup(a, as_text_str(t));

	as_text_release(t);
	return out;
}

static char *ldflags(enum as_layout_method method, const char *pad, unsigned seed,
	struct as_arena *a)
{
	struct as_text t = {0};

	as_text_add(&t, pad);
	if (linkers[method].fuse)
		as_text_addf(&t, " %s", linkers[method].fuse);
	add_shuffle(&t, method, "-Wl,", seed);
	return take(&t, a);
}

/* ---- files ---- */

static enum as_status write_text(const char *path, const struct as_text *t, struct as_err *err)
{
	FILE *f;
	bool ok;

	unlink(path); /* some file systems write at once what replaces the bytes of a file */
	f = fopen(path, "we");
	if (!f || t->failed)
		ok = false;
	else
		ok = fwrite(t->data, 1, t->len, f) == t->len;
	if (f && fclose(f))
		ok = false;
	return ok ? AS_OK : as_fail(err, AS_ERR_SYS, "cannot write '%s' for a random layout", path);
}

/* Make the pad of a seed; *well is whether the assembler took it. */
static enum as_status make_pad(struct as_layout *l, uint64_t seed, const char *object, bool *well,
	struct as_launched *r, struct as_err *err)
{
	const char *source = as_arena_printf(&l->arena, "%s/pad.s", l->folder);
	const char *const argv[] = {l->compiler, "-c", source, "-o", object, NULL};
	struct as_text t = {0};
	struct as_random random;
	enum as_status st;

	if (!source || !object)
		return as_fail_memory(err);
	as_random_init(&random, seed, AS_RANDOM_LAYOUT, 0);
	as_layout_pad(&t, &random, l->retain);
	st = write_text(source, &t, err);
	as_text_release(&t);
	if (!st)
		st = as_tool_run(l->spawner, l->command, argv, r, err);
	if (!st)
		*well = as_tool_went_well(r);
	return st;
}

/* ---- opening ---- */

static enum as_status make_folder(struct as_layout *l, const char *directory, struct as_err *err)
{
	const char *folder;

	if (directory[strspn(directory, SAFE)] || *directory != '/')
		return as_fail(err, AS_ERR_USAGE,
			"cannot put the linker's flags into '%s': a shell would not take that "
			"path as it is; name a folder without special characters in TMPDIR",
			directory);
	folder = as_arena_printf(&l->arena, "%s/layout", directory);
	if (!folder)
		return as_fail_memory(err);
	if (mkdir(folder, 0755))
		return as_fail(err, AS_ERR_SYS, "cannot make the folder '%s'", folder);
	l->folder = folder;
	return AS_OK;
}

static enum as_status find_tools(struct as_layout *l, struct as_err *err)
{
	struct as_wrappers found;
	enum as_status st = as_layout_go(l->spawner, &l->arena, &l->go, err);

	if (!st)
		st = as_wrappers_open(l->folder, AS_WRAPPERS_LD | (l->go ? AS_WRAPPERS_GO : 0),
			&l->arena, &found, err);
	if (st)
		return st;
	l->compiler = found.compiler;
	l->path = found.path;
	if (l->compiler || l->go)
		return AS_OK;
	return as_fail(err, AS_ERR_USAGE,
		"cannot randomise the layout: PATH has no compiler (cc, gcc, clang, c++, g++, "
		"clang++, or go from 1.22 on); install one, or leave out --randomize layout");
}

/* The first line that a linker says of itself, until a bracket. */
static const char *own_name(struct as_layout *l, const struct as_launched *r)
{
	size_t n = 0;

	while (n < r->tail_bytes && r->tail[n] != '\n' && r->tail[n] != '(')
		n++;
	while (n && r->tail[n - 1] == ' ')
		n--;
	return n ? as_arena_strndup(&l->arena, r->tail, n) : "the linker";
}

/* Link the trial with the method; *name becomes what its linker calls itself, if that went well. */
static enum as_status try_method(struct as_layout *l, const char *pad, const char **name,
	struct as_launched *r, struct as_err *err)
{
	const char *source = as_arena_printf(&l->arena, "%s/trial.c", l->folder);
	const char *object = as_arena_printf(&l->arena, "%s/trial", l->folder);
	char *flags = ldflags(l->method, pad, SEED_FROM, &l->arena), *save = NULL;
	const char *argv[16] = {l->compiler, "-o", object, source};
	size_t n = 4;
	enum as_status st;

	if (!source || !object || !flags)
		return as_fail_memory(err);
	for (char *w = strtok_r(flags, " ", &save); w; w = strtok_r(NULL, " ", &save))
		argv[n++] = w;
	st = as_tool_run(l->spawner, l->command, argv, r, err);
	if (st || !as_tool_went_well(r))
		return st;
	const char *const ask[] = {l->compiler, source, "-Wl,--version",
		linkers[l->method].fuse, NULL};
	st = as_tool_run(l->spawner, l->asked, ask, r, err);
	if (!st)
		*name = own_name(l, r);
	return st;
}

static enum as_status choose_method(struct as_layout *l, const char *pad, struct as_err *err)
{
	struct as_launched r = {0};
	const char *name = NULL;
	enum as_status st = AS_OK;

	for (int m = AS_LAYOUT_MOLD; m >= AS_LAYOUT_PAD && !name && !st; m--) {
		l->method = (enum as_layout_method)m;
		st = try_method(l, pad, &name, &r, err);
	}
	if (st)
		return st;
	if (!name)
		return as_fail(err, AS_ERR_SYS,
			"cannot randomise the layout: '%s' cannot make a program: %s", l->compiler,
			as_tool_words(&r, &l->arena));
	l->words = l->method != AS_LAYOUT_PAD
			   ? as_arena_printf(&l->arena, "sections shuffled by %s", name)
			   : as_arena_printf(&l->arena,
				     "gaps of random size, in an order that stays: %s cannot "
				     "shuffle sections; mold or lld can",
				     name);
	return l->words ? AS_OK : as_fail_memory(err);
}

/* What the ld in PATH is, for builds that call it themselves. */
static enum as_status see_linker(struct as_layout *l, struct as_err *err)
{
	const char *path = as_program_in_path("ld", &l->arena);
	const char *const argv[] = {path, "--version", NULL};
	struct as_launched r = {0};
	enum as_status st;
	uint32_t id;

	if (!path)
		return AS_OK;
	st = as_tool_prepare(l->spawner, path, AS_STREAM_NULL, &id, err);
	if (!st)
		st = as_tool_run(l->spawner, id, argv, &r, err);
	if (st || !as_tool_went_well(&r))
		return st;
	for (int m = AS_LAYOUT_LLD; m <= AS_LAYOUT_MOLD; m++)
		if (memmem(r.tail, r.tail_bytes, linkers[m].name, strlen(linkers[m].name)))
			l->direct = (enum as_layout_method)m;
	return AS_OK;
}

static enum as_status try_tools(struct as_layout *l, struct as_err *err)
{
	const char *pad = as_arena_printf(&l->arena, "%s/pad.o", l->folder);
	const char *source = as_arena_printf(&l->arena, "%s/trial.c", l->folder);
	struct as_text trial = {0};
	struct as_launched r = {0};
	bool well = false;
	enum as_status st = pad && source ? AS_OK : as_fail_memory(err);

	if (!st)
		st = as_tool_prepare(l->spawner, l->compiler, AS_STREAM_CAPTURE, &l->command, err);
	if (!st)
		st = as_tool_prepare(l->spawner, l->compiler, AS_STREAM_NULL, &l->asked, err);
	as_text_add(&trial, "int main(void)\n{\n\treturn 0;\n}\n");
	if (!st)
		st = write_text(source, &trial, err);
	as_text_release(&trial);
	for (int retain = 1; retain >= 0 && !st && !well; retain--) {
		l->retain = retain;
		st = make_pad(l, 0, pad, &well, &r, err);
	}
	if (!st && !well)
		st = as_fail(err, AS_ERR_SYS,
			"cannot randomise the layout: '%s' cannot assemble: %s", l->compiler,
			as_tool_words(&r, &l->arena));
	if (!st)
		st = choose_method(l, pad, err);
	if (!st)
		st = see_linker(l, err);
	return st;
}

static enum as_status add_go_words(struct as_layout *l, struct as_err *err)
{
	l->words = as_arena_printf(&l->arena, "%s%sfunctions of Go programs shuffled by %s",
		l->words ? l->words : "", l->words ? "; " : "", l->go);
	return l->words ? AS_OK : as_fail_memory(err);
}

enum as_status as_layout_open(struct as_spawner *spawner, const char *directory,
	struct as_layout **out, struct as_err *err)
{
	struct as_layout *l = calloc(1, sizeof *l);
	enum as_status st;

	if (!l)
		return as_fail_memory(err);
	l->spawner = spawner;
	st = make_folder(l, directory, err);
	if (!st)
		st = find_tools(l, err);
	if (!st && l->compiler)
		st = try_tools(l, err);
	if (!st && l->go)
		st = add_go_words(l, err);
	if (st)
		as_layout_close(l);
	else
		*out = l;
	return st;
}

void as_layout_close(struct as_layout *l)
{
	if (!l)
		return;
	if (l->folder)
		as_remove_tree(l->folder);
	as_arena_release(&l->arena);
	free(l);
}

enum as_layout_method as_layout_method(const struct as_layout *l)
{
	return l->method;
}

const char *as_layout_words(const struct as_layout *l)
{
	return l->words;
}

/* ---- drawing ---- */

static unsigned linker_seed(uint64_t seed)
{
	struct as_random r;

	as_random_init(&r, seed, AS_RANDOM_LAYOUT, 1);
	return SEED_FROM + (unsigned)as_random_below(&r, SEEDS);
}

/* The pad of a build, and the flags that link it in, into env. */
static enum as_status draw_linked(struct as_layout *l, uint64_t seed, struct as_arena *arena,
	const char **env, struct as_layout_flags *out, struct as_err *err)
{
	const char *pad = as_arena_printf(arena, "%s/pad-%016" PRIx64 ".o", l->folder, seed);
	const unsigned shuffle = linker_seed(seed);
	struct as_text direct = {0};
	struct as_launched r = {0};
	bool well = false;

	if (!pad)
		return as_fail_memory(err);
	enum as_status st = make_pad(l, seed, pad, &well, &r, err);
	if (st)
		return st;
	if (!well)
		return as_fail(err, AS_ERR_SYS,
			"cannot randomise the layout of a build: '%s' cannot assemble '%s': %s",
			l->compiler, pad, as_tool_words(&r, &l->arena));
	as_text_addf(&direct, "ASSAY_LAYOUT_LD=%s", pad);
	add_shuffle(&direct, l->direct, "", shuffle);
	out->cflags = CFLAGS;
	out->ldflags = ldflags(l->method, pad, shuffle, arena);
	env[0] = "ASSAY_CFLAGS=" CFLAGS;
	env[1] = out->ldflags ? as_arena_printf(arena, "ASSAY_LDFLAGS=%s", out->ldflags) : NULL;
	env[2] = take(&direct, arena);
	return env[1] && env[2] ? AS_OK : as_fail_memory(err);
}

enum as_status as_layout_draw(struct as_layout *l, uint64_t seed, struct as_arena *arena,
	struct as_layout_flags *out, struct as_err *err)
{
	struct as_layout_flags flags = {.cflags = "", .ldflags = ""};
	const char **env = as_arena_array(arena, 6, sizeof *env);
	size_t n = 0;

	if (!env)
		return as_fail_memory(err);
	flags.env = env;
	env[n++] = as_arena_strdup(arena, l->path);
	if (l->go)
		env[n++] = as_arena_printf(
			arena, "ASSAY_GO_LDFLAGS=-randlayout=%u", linker_seed(seed));
	if (!env[0] || !env[n - 1])
		return as_fail_memory(err);
	enum as_status st = l->compiler ? draw_linked(l, seed, arena, env + n, &flags, err) : AS_OK;
	if (!st)
		*out = flags;
	return st;
}
