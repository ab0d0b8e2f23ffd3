/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "campaign/versions/auto_build.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct {
	const char *file, *makes, *command;
} kinds[] = {
#define AS_AUTO_BUILD(file, makes, command) {file, makes, command},
#include "campaign/versions/auto_builds.def"
#undef AS_AUTO_BUILD
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

static bool is_there(const char *folder, const char *file)
{
	char path[PATH_MAX];
	const int n = snprintf(path, sizeof path, "%s/%s", folder, file);

	return n > 0 && n < PATH_MAX && !access(path, R_OK);
}

/* `program` is the measured one, relative to the folder; NULL: no such file is there. */
static const char *command_of(const char *folder, const char *program)
{
	const char *any = NULL;

	if (!strncmp(program, "./", 2))
		program += 2;
	for (size_t i = 0; i < KINDS; i++) {
		if (!is_there(folder, kinds[i].file))
			continue;
		if (!strncmp(program, kinds[i].makes, strlen(kinds[i].makes)))
			return kinds[i].command;
		any = any ? any : kinds[i].command;
	}
	return any;
}

/* The measured program as the command names it; NULL: it is none of a folder's. */
static const char *program_of(const struct as_command *c, struct as_arena *a)
{
	const char *word = c->words ? c->words[0]
		: as_arena_strndup(a, c->command, strcspn(c->command, " \t"));

	return word && *word != '/' && strchr(word, '/') ? word : NULL;
}

enum as_status as_build_choose(const struct as_versions *v, struct as_command *c,
	struct as_arena *a, const char **built_by, struct as_err *err)
{
	const struct as_checkout *head = &v->checkouts[AS_HEAD];
	const bool asked = c->build && !strcmp(c->build, "auto");
	const char *program = program_of(c, a);
	const char *folder = as_arena_printf(a, "%s%s", head->folder,
		head->cwd + strlen(head->place));
	const char *path = program && folder ? as_arena_printf(a, "%s/%s", folder, program) : NULL;

	if (!folder || (program && !path))
		return as_fail_memory(err);
	if (asked || (!c->build && path && access(path, F_OK)))
		c->build = *built_by = command_of(folder, program ? program : "");
	return c->build || !asked ? AS_OK
		: as_fail(err, AS_ERR_USAGE,
			"cannot tell how %s is built: it has no Makefile, CMakeLists.txt, "
			"meson.build, configure, Cargo.toml or go.mod; give the command with "
			"--build",
			v->names[AS_HEAD]);
}
