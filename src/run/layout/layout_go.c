/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/layout/layout_go.h"

#include <string.h>

#include "base/num.h"
#include "run/spawner/tool.h"

enum { FIRST_MINOR = 22 };

/* "go version go1.22.3 linux/amd64"; one that is being developed says "devel", and counts as older. */
static const char *able(const char *said, struct as_arena *a)
{
	static const char before[] = "go version go1.";
	int64_t minor = 0;

	if (!said || strncmp(said, before, sizeof before - 1) != 0)
		return NULL;
	const char *number = said + sizeof before - 1, *name = said + strlen("go version ");
	const char *digits = as_arena_strndup(a, number, strspn(number, "0123456789"));
	if (!digits || !as_parse_i64(digits, FIRST_MINOR, INT64_MAX, &minor))
		return NULL;
	return as_arena_strndup(a, name, strcspn(name, " \n"));
}

enum as_status as_layout_go(struct as_spawner *s, struct as_arena *a, const char **out,
	struct as_err *err)
{
	const char *path = as_program_in_path("go", a);
	const char *const argv[] = {path, "version", NULL};
	struct as_launched r = {0};
	uint32_t id;

	*out = NULL;
	if (!path)
		return AS_OK;
	enum as_status st = as_tool_prepare(s, path, AS_STREAM_NULL, &id, err);
	if (!st)
		st = as_tool_run(s, id, argv, &r, err);
	if (!st && as_tool_went_well(&r))
		*out = able(as_arena_strndup(a, r.tail, r.tail_bytes), a);
	return st;
}
