/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state file of assay doctor --tune. */
#include <string.h>

#include "fuzz.h"
#include "run/tune/tune_setting.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct as_arena a = {0};
	struct as_tuning t = {0};
	const char *boot = NULL;
	char *text = as_arena_strndup(&a, (const char *)data, size);
	enum as_check_id check;

	MUST(text);
	if (as_tune_parse(text, &a, &t, &boot)) {
		MUST(boot && *boot);
		for (size_t i = 0; i < t.n; i++) {
			MUST(as_setting_is_word(t.v[i].old));
			MUST(as_setting_is_ours(t.v[i].path, t.v[i].want, &check) && check == t.v[i].check);
			MUST(!strstr(t.v[i].path, ".."));
		}
	}
	as_arena_release(&a);
	return 0;
}
