/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line: a verb and its arguments, one a line (line.h); and for `run` everything that is made
 * of them before something is measured. */
#include <string.h>

#include "cli/verb.h"
#include "cli/compare/gate_options.h"
#include "cli/request/request_options.h"
#include "fuzz.h"
#include "line.h"

/* Options that look into the file system: nothing of it is the fuzzer's. */
static bool looks_at_files(const struct as_args *args)
{
	static const enum as_option_id ids[] = {AS_OPT_INPUT, AS_OPT_OUTPUT};

	for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
		if (as_args_has(args, ids[i]))
			return true;
	return false;
}

static void use_values(const struct as_args *args)
{
	const struct as_share_range range = {.min = 0, .max = 1, .open = true, .words = "a share"};
	uint32_t count = 7;
	int64_t ns = 0;
	double share = 0.5;

	for (int id = 0; id < AS_OPTIONS_KNOWN; id++) {
		const enum as_option_id o = (enum as_option_id)id;
		if (!as_args_value(args, o))
			continue;
		if (as_args_count(args, o, 1, 100, &count, NULL) == AS_OK)
			MUST(count >= 1 && count <= 100);
		if (as_args_duration(args, o, &ns, NULL) == AS_OK)
			MUST(ns >= 0);
		if (as_args_percent(args, o, &range, &share, NULL) == AS_OK)
			MUST(share > 0 && share < 1);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct as_arena a = {0};
	struct as_args args = {0};
	struct as_request request;
	struct as_err err = {0};
	enum as_status st = AS_OK;

	const struct as_command_entry *c = line_parse((const char *)data, size, &a, &args, &st, &err);
	if (st) {
		MUST(err.msg[0]);
	} else {
		use_values(&args);
		if (as_gates_check(&args, 2, &a, &err))
			MUST(err.msg[0]);
		if (!strcmp(c->name, "run") && !looks_at_files(&args) &&
			as_request_fill(&args, &a, &request, &err))
			MUST(err.msg[0]);
	}
	as_arena_release(&a);
	return 0;
}
