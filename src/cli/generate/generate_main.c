/* SPDX-License-Identifier: GPL-3.0-or-later */
/* as-generate man|bash|zsh|fish|suite-schema|suite-keys|fields [VERB] [DATE]: one generated file on
 * standard output. Run by Meson, and by the test that compares docs/ with it; not installed. */
#include <string.h>

#include "cli/generate/generate.h"
#include "format/suite/suite_file.h"

int main(int argc, char **argv)
{
	const char *kind = argc > 1 ? argv[1] : "", *verb = argc > 2 ? argv[2] : "assay";
	const struct as_command_entry *c = as_command_find(verb);
	struct as_out out = {.fd = 1};
	struct as_text t = {0};
	struct as_err err = {0};

	if (!strcmp(kind, "man") && (c || !strcmp(verb, "assay")))
		as_generate_man(&t, c, argc > 3 ? argv[3] : "");
	else if (!strcmp(kind, "bash"))
		as_generate_bash(&t);
	else if (!strcmp(kind, "zsh"))
		as_generate_zsh(&t);
	else if (!strcmp(kind, "fish"))
		as_generate_fish(&t);
	else if (!strcmp(kind, "suite-schema"))
		as_suite_add_schema(&t);
	else if (!strcmp(kind, "suite-keys"))
		as_suite_add_table(&t);
	else if (!strcmp(kind, "fields"))
		as_generate_fields(&t);
	as_out_show(&out, &t);
	int failed = !t.len || as_text_finish(&t, &err) || as_out_finish(&out, &err);
	as_text_release(&t);
	return failed;
}
