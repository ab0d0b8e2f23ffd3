/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/build/auto_build.h"

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
#include "run/build/auto_builds.def"
#undef AS_AUTO_BUILD
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

static bool is_there(const char *folder, const char *file)
{
	char path[PATH_MAX];
	const int n = snprintf(path, sizeof path, "%s/%s", folder, file);

	return n > 0 && n < PATH_MAX && !access(path, R_OK);
}

const char *as_auto_build(const char *folder, const char *program)
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
