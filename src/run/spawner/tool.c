/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/spawner/tool.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/interrupt.h"
#include "run/spawner/wait_status.h"

#define LIMIT_NS INT64_C(60000000000)
#define LOOK_NS INT64_C(100000000)

enum { WORDS_BYTES = 400 };

const char *as_program_in_path(const char *name, struct as_arena *a)
{
	const char *path = getenv("PATH");
	struct stat sb;

	for (path = path ? path : "/usr/bin:/bin"; *name;) {
		size_t n = strcspn(path, ":");
		const char *file = n ? as_arena_printf(a, "%.*s/%s", (int)n, path, name)
				     : as_arena_printf(a, "./%s", name);
		if (file && !stat(file, &sb) && S_ISREG(sb.st_mode) && !access(file, X_OK))
			return file;
		if (!path[n])
			break;
		path += n + 1;
	}
	return NULL;
}

enum as_status as_tool_prepare(struct as_spawner *s, const char *path, enum as_stream_kind errors,
	uint32_t *id, struct as_err *err)
{
	const char *const argv[] = {path, NULL};
	const struct as_command_spec spec = {
		.path = path,
		.argv = argv,
		.envp = (const char *const *)environ,
		.out.kind = AS_STREAM_CAPTURE,
		.err.kind = errors,
	};

	return as_spawner_prepare(s, &spec, id, err);
}

enum as_status as_tool_run(struct as_spawner *s, uint32_t id, const char *const *argv,
	struct as_launched *out, struct as_err *err)
{
	const struct as_launch launch = {.command = id, .timeout_ns = LIMIT_NS, .argv = argv};

	return as_tool_launch(s, &launch, argv[0], out, err);
}

enum as_status as_tool_launch(struct as_spawner *s, const struct as_launch *launch,
	const char *name, struct as_launched *out, struct as_err *err)
{
	enum as_status st = as_spawner_launch(s, launch, err);
	bool got = false, cancelled = false;

	while (!st && !got) {
		st = as_spawner_wait(s, LOOK_NS, out, &got, err);
		if (!got && !cancelled && as_interrupt_count()) {
			as_spawner_cancel(s);
			cancelled = true;
		}
	}
	if (!st && cancelled)
		st = as_fail(err, AS_ERR_INTERRUPTED, "stopped while '%s' ran", name);
	return st;
}

bool as_tool_went_well(const struct as_launched *r)
{
	return as_launched_ended(r).ending == AS_ENDED_OK;
}

const char *as_tool_words(const struct as_launched *r, struct as_arena *a)
{
	size_t n = r->tail_bytes, from;
	const char *words;

	while (n && (r->tail[n - 1] == '\n' || r->tail[n - 1] == ' '))
		n--;
	from = n > WORDS_BYTES ? n - WORDS_BYTES : 0;
	words = n ? as_arena_strndup(a, r->tail + from, n - from) : NULL;
	return words ? words : "it said nothing";
}
