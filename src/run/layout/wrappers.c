/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/layout/wrappers.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "beside/helpers.h"
#include "run/layout/object_cache.h"
#include "run/spawner/tool.h"

/* What gets a wrapper where PATH has it. The first that is there compiles trials and pads. */
static const struct {
	const char *name;
	unsigned more; /* it is there for; 0: always */
} tools[] = {{"cc", 0}, {"gcc", 0}, {"clang", 0}, {"c++", 0}, {"g++", 0}, {"clang++", 0},
	{"ld", AS_WRAPPERS_LD}, {"go", AS_WRAPPERS_GO}};

enum { TOOLS = sizeof tools / sizeof tools[0] };

static bool leads_to(const char *link, const char *to)
{
	char there[PATH_MAX];
	const ssize_t n = readlink(link, there, sizeof there);

	return n >= 0 && (size_t)n == strlen(to) && !memcmp(there, to, (size_t)n);
}

/* Another experiment may be making it, too. */
static enum as_status make_wrapper(const char *bin, const char *name, const char *wrap,
	struct as_arena *a, struct as_err *err)
{
	const char *link = as_arena_printf(a, "%s/%s", bin, name);
	const char *mine = as_arena_printf(a, "%s/%s.%ld", bin, name, (long)getpid());

	if (!link || !mine)
		return as_fail_memory(err);
	if (leads_to(link, wrap))
		return AS_OK;
	unlink(mine);
	if (symlink(wrap, mine) || rename(mine, link))
		return as_fail(err, AS_ERR_SYS, "cannot make the wrapper '%s'", link);
	return AS_OK;
}

/* Where wrappers of these tools lie. */
static enum as_status make_bin(const char *directory, unsigned which, struct as_arena *a,
	const char **out, struct as_err *err)
{
	const char *name = as_arena_printf(a, "wrappers-%03x", which);
	const char *kept = name ? as_cache_folder(name, true, a) : NULL;
	const char *passing = as_arena_printf(a, "%s/bin", directory);
	const bool keeps = kept && !strchr(kept, ':');

	if (!name || !passing)
		return as_fail_memory(err);
	if (!keeps && mkdir(passing, 0755))
		return as_fail(err, AS_ERR_SYS, "cannot make the folder '%s'", passing);
	*out = keeps ? kept : passing;
	return AS_OK;
}

enum as_status as_wrappers_open(const char *directory, unsigned more, struct as_arena *a,
	struct as_wrappers *out, struct as_err *err)
{
	static const struct as_helper wrap = {.name = "assay-wrap",
		.variable = "ASSAY_WRAP",
		.built = "/../run",
		.purpose = "stands in for compilers while versions are built"};
	struct as_wrappers w = {.compiler = NULL};
	const char *path = getenv("PATH"), *bin = NULL;
	char program[PATH_MAX];
	unsigned which = 0;
	enum as_status st = as_beside(&wrap, program, err);

	if (st)
		return st;
	for (size_t i = 0; i < TOOLS; i++) {
		if (tools[i].more & ~more)
			continue;
		const char *found = as_program_in_path(tools[i].name, a);
		which |= found ? 1u << i : 0;
		if (!tools[i].more && !w.compiler)
			w.compiler = found;
	}
	st = make_bin(directory, which, a, &bin, err);
	for (size_t i = 0; i < TOOLS && !st; i++)
		if (which >> i & 1)
			st = make_wrapper(bin, tools[i].name, program, a, err);
	if (st)
		return st;
	w.path = as_arena_printf(a, "PATH=%s:%s", bin, path ? path : "/usr/bin:/bin");
	if (!w.path)
		return as_fail_memory(err);
	*out = w;
	return AS_OK;
}
