/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/json/json.h"
#include "cli/verb.h"
#include "cli/built_with.h"

static void as_json_version(struct as_text *t)
{
	struct as_json j;

	as_json_init(&j, t, 2);
	as_json_open(&j, '{');
	as_json_key_string(&j, "schema", "assay-version-1");
	as_json_key_string(&j, "version", as_version);
	as_json_key(&j, "libraries");
	as_json_open(&j, '{');
	for (const struct as_library *l = as_libraries; l->name; l++)
		as_json_key_string(&j, l->name, l->version);
	as_json_close(&j, '}');
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}

static void screen(struct as_text *t)
{
	as_text_addf(t, "assay %s\n", as_version);
	for (const struct as_library *l = as_libraries; l->name; l++)
		as_text_addf(t, "%s%s %s", l == as_libraries ? "with " : ", ", l->name, l->version);
	as_text_add(t, "\n");
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	struct as_text t = {0};

	if (cli->args->n_words)
		return as_fail(err, AS_ERR_USAGE,
			"assay version takes no words, but was given '%.200s'",
			cli->args->words[0]);
	if (as_args_has(cli->args, AS_OPT_JSON))
		as_json_version(&t);
	else
		screen(&t);
	enum as_status st = as_text_finish(&t, err);
	if (!st)
		as_out_write(cli->out, as_text_str(&t), t.len);
	as_text_release(&t);
	return st;
}

const struct as_command_entry as_command_version = {
	.name = "version",
	.args = "",
	.summary = "say which version this is, and what it was built with",
	.description = "The same as assay --version.",
	.options = AS_GROUP_SCREEN,
	.run = run,
};
