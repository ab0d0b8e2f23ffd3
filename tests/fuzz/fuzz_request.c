/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A request as JSON: what is taken is written, and taken again as the same. */
#include <string.h>

#include "fuzz.h"
#include "run/request/settings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct as_arena a = {0};
	struct as_text first = {0}, second = {0};
	struct as_err err = {0};
	struct as_request r, again;

	if (as_request_read((const char *)data, size, "x", &a, &r, &err)) {
		MUST(err.msg[0]);
	} else {
		MUST(r.what.n_commands && (r.what.commands[0].command || r.what.commands[0].words));
		as_request_write(&first, &r);
		MUST(!as_request_read(as_text_str(&first), first.len, "x", &a, &again, &err));
		as_request_write(&second, &again);
		MUST(first.len == second.len && !memcmp(first.data, second.data, first.len));
	}
	as_text_release(&first);
	as_text_release(&second);
	as_arena_release(&a);
	return 0;
}
