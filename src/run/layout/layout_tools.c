/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which compilers and linkers there are, and what they can do. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text/fixed.h"
#include "run/layout/layout_go.h"
#include "run/layout/layout_state.h"
#include "run/layout/wrappers.h"
#include "run/spawner/tool.h"

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
	char *flags = as_layout_ldflags(l->method, pad, AS_LAYOUT_SEED_FROM, &l->arena);
	char *save = NULL;
	const char *argv[16] = {l->compiler, "-o", object, source};
	size_t n = 4;
	enum as_status st;

	if (!source || !object || !flags)
		return as_fail_memory(err);
	for (char *w = strtok_r(flags, " ", &save); w; w = strtok_r(NULL, " ", &save))
		if (n + 1 < sizeof argv / sizeof argv[0]) /* NULL behind the last */
			argv[n++] = w;
	st = as_tool_run(l->spawner, l->command, argv, r, err);
	if (st || !as_tool_went_well(r))
		return st;
	const char *const ask[] = {l->compiler, source, "-Wl,--version",
		as_layout_linkers[l->method].fuse, NULL};
	st = as_tool_run(l->spawner, l->asked, ask, r, err);
	if (!st)
		*name = own_name(l, r);
	return st;
}

static enum as_status choose_method(struct as_layout *l, const char *pad, const char **name,
	struct as_err *err)
{
	struct as_launched r = {0};
	enum as_status st = AS_OK;

	for (int m = AS_LAYOUT_MOLD; m >= AS_LAYOUT_PAD && !*name && !st; m--) {
		l->method = (enum as_layout_method)m;
		st = try_method(l, pad, name, &r, err);
	}
	return st || *name ? st
		: as_fail(err, AS_ERR_SYS,
			"cannot randomise the layout: '%s' cannot make a program: %s", l->compiler,
			as_tool_words(&r, &l->arena));
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
		if (memmem(r.tail, r.tail_bytes, as_layout_linkers[m].name,
			    strlen(as_layout_linkers[m].name)))
			l->direct = (enum as_layout_method)m;
	return AS_OK;
}

/* The assembler and the linkers tried; *name is what the linker calls itself. */
static enum as_status try_tools(struct as_layout *l, const char **name, struct as_err *err)
{
	const char *pad = as_arena_printf(&l->arena, "%s/pad.o", l->folder);
	const char *source = as_arena_printf(&l->arena, "%s/trial.c", l->folder);
	struct as_text trial = {0};
	struct as_launched r = {0};
	bool well = false;
	enum as_status st = pad && source ? AS_OK : as_fail_memory(err);

	if (!st)
		st = as_tool_prepare(l->spawner, l->compiler, AS_STREAM_NULL, &l->asked, err);
	as_text_add(&trial, "int main(void)\n{\n\treturn 0;\n}\n");
	if (!st)
		st = as_layout_write(source, &trial, err);
	as_text_release(&trial);
	for (int retain = 1; retain >= 0 && !st && !well; retain--) {
		l->retain = retain;
		st = as_layout_make_pad(l, 0, pad, &well, &r, err);
	}
	if (!st && !well)
		st = as_fail(err, AS_ERR_SYS,
			"cannot randomise the layout: '%s' cannot assemble: %s", l->compiler,
			as_tool_words(&r, &l->arena));
	if (!st)
		st = choose_method(l, pad, name, err);
	if (!st)
		st = see_linker(l, err);
	return st;
}

/* ---- what is known already ---- */

enum { NAME_BYTES = 128 };

/* What this process has found out, and of which files: the experiments of a campaign ask the same. */
static struct layout_known {
	struct stat compiler, linker;
	char path[PATH_MAX]; /* the variable, by which a compiler finds its linker; "": nothing is known */
	enum as_layout_method method, direct;
	bool retain;
	char name[NAME_BYTES];
} known;

static void see_file(const char *path, struct stat *out)
{
	if (!path || stat(path, out))
		*out = (struct stat){0};
}

static bool is_same_file(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
		a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

static enum as_status see_tools(struct as_layout *l, const char **name, struct as_err *err)
{
	const char *path = getenv("PATH");
	struct layout_known now = {.path = ""};

	see_file(l->compiler, &now.compiler);
	see_file(as_program_in_path("ld", &l->arena), &now.linker);
	if (path && *path && !strcmp(path, known.path) &&
		is_same_file(&now.compiler, &known.compiler) &&
		is_same_file(&now.linker, &known.linker)) {
		l->method = known.method;
		l->direct = known.direct;
		l->retain = known.retain;
		*name = known.name;
		return AS_OK;
	}
	enum as_status st = try_tools(l, name, err);
	if (st || !path || !as_copy(AS_ROOM(now.path), path) || !as_copy(AS_ROOM(now.name), *name))
		return st;
	now.method = l->method;
	now.direct = l->direct;
	now.retain = l->retain;
	known = now;
	return AS_OK;
}

enum as_status as_layout_find(struct as_layout *l, struct as_err *err)
{
	const char *name = NULL;
	enum as_status st = find_tools(l, err);

	if (st || !l->compiler)
		return st;
	st = as_tool_prepare(l->spawner, l->compiler, AS_STREAM_CAPTURE, &l->command, err);
	if (!st)
		st = see_tools(l, &name, err);
	if (st)
		return st;
	l->words = l->method != AS_LAYOUT_PAD
			   ? as_arena_printf(&l->arena, "sections shuffled by %s", name)
			   : as_arena_printf(&l->arena,
				     "gaps of random size, in an order that stays: %s cannot "
				     "shuffle sections; mold or lld can",
				     name);
	return l->words ? AS_OK : as_fail_memory(err);
}
