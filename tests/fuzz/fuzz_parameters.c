/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where parameters are filled in: name, value and text, each on a line of its own. */
#include <string.h>

#include "cli/request/parameters.h"
#include "fuzz.h"
#include "model/settings/fill.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct as_arena a = {0};
	char *rest = as_arena_strndup(&a, (const char *)data, size);
	struct as_parameter p[2] = {{"", ""}, {"n", "{n}"}};

	MUST(rest);
	char *name = strsep(&rest, "\n"), *value = strsep(&rest, "\n");
	p[0].name = name;
	p[0].value = value ? value : "";
	const char *text = rest ? rest : "{n}";
	const char *filled = as_parameters_fill(text, p, 2, &a);
	MUST(filled);
	if (!strchr(text, '{'))
		MUST(!strcmp(filled, text));
	as_arena_release(&a);
	return 0;
}
