/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/layout/layout_state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "run/build/copy_file.h"
#include "run/layout/layout_pad.h"
#include "run/spawner/tool.h"

#define CFLAGS "-ffunction-sections -fdata-sections"

/* Flags are separated by blanks, and make and a shell read them. */
#define SAFE "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+./"

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
		st = as_layout_find(l, err);
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
	return AS_LAYOUT_SEED_FROM + (unsigned)as_random_below(&r, AS_LAYOUT_SEEDS);
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
	enum as_status st = as_layout_make_pad(l, seed, pad, &well, &r, err);
	if (st)
		return st;
	if (!well)
		return as_fail(err, AS_ERR_SYS,
			"cannot randomise the layout of a build: '%s' cannot assemble '%s': %s",
			l->compiler, pad, as_tool_words(&r, &l->arena));
	as_text_addf(&direct, "ASSAY_LAYOUT_LD=%s", pad);
	as_layout_add_shuffle(&direct, l->direct, "", shuffle);
	out->cflags = CFLAGS;
	out->ldflags = as_layout_ldflags(l->method, pad, shuffle, arena);
	env[0] = "ASSAY_CFLAGS=" CFLAGS;
	env[1] = out->ldflags ? as_arena_printf(arena, "ASSAY_LDFLAGS=%s", out->ldflags) : NULL;
	env[2] = as_layout_take(&direct, arena);
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
