/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/json/json.h"
#include "base/text/slip.h"
#include "cli/line/help.h"
#include "cli/verb.h"

static void add_options(struct as_json *j, as_option_groups groups)
{
	as_json_key(j, "options");
	as_json_open(j, '[');
	for (int k = 0; k < AS_OPTIONS_KNOWN; k++) {
		const struct as_option *o = &as_options[k];
		const char letter[] = {o->letter, '\0'};
		if (!(o->group & groups))
			continue;
		as_json_open_flat(j, '{');
		as_json_key_string(j, "name", o->name);
		as_json_key_string(j, "letter", o->letter ? letter : NULL);
		as_json_key_string(j, "values", o->args);
		as_json_key_string(j, "default", *o->initial ? o->initial : NULL);
		as_json_key_bool(j, "hyperfine", o->kind & AS_OPTION_HF);
		as_json_key_string(j, "help", o->help);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
}

static void json(struct as_text *t)
{
	struct as_json j;

	as_json_init(&j, t, 2);
	as_json_open(&j, '{');
	as_json_key_string(&j, "schema", "assay-help-1");
	as_json_key(&j, "commands");
	as_json_open(&j, '[');
	for (size_t i = 0; i < as_commands_known; i++) {
		as_json_open(&j, '{');
		as_json_key_string(&j, "name", as_commands[i]->name);
		as_json_key_string(&j, "summary", as_commands[i]->summary);
		add_options(&j, as_commands[i]->options | AS_GROUP_COMMON);
		as_json_close(&j, '}');
	}
	as_json_close(&j, ']');
	as_json_key(&j, "topics");
	as_json_open(&j, '[');
	for (size_t i = 0; i < as_topics_known; i++)
		as_json_string(&j, as_topics[i].name);
	as_json_close(&j, ']');
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}

static const char *nearest(const char *word)
{
	const struct as_command_entry *has = as_command_of_action(word);

	if (has)
		return has->name;
	for (size_t i = 0; i < as_commands_known; i++)
		if (as_is_slip(word, as_commands[i]->name))
			return as_commands[i]->name;
	for (size_t i = 0; i < as_topics_known; i++)
		if (as_is_slip(word, as_topics[i].name))
			return as_topics[i].name;
	return NULL;
}

static enum as_status write_about(struct as_text *t, const char *word, int width,
	struct as_err *err)
{
	const struct as_command_entry *c = as_command_find(word);
	const struct as_topic *topic = as_topic_find(word);
	const char *near = nearest(word);

	if (c)
		as_help_command(t, c, width);
	else if (topic)
		as_help_topic(t, topic, width);
	else if (near)
		return as_fail(err, AS_ERR_USAGE, "there is no help on '%.200s'; did you mean %s?",
			word, near);
	else
		return as_fail(err, AS_ERR_USAGE,
			"there is no help on '%.200s'; assay help lists what there is", word);
	return AS_OK;
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	const struct as_args *args = cli->args;
	struct as_text t = {0};
	enum as_status st = AS_OK;

	if (args->n_words > 1)
		return as_fail(err, AS_ERR_USAGE,
			"assay help takes one word, but was given '%.200s', too", args->words[1]);
	if (as_args_has(args, AS_OPT_JSON))
		json(&t);
	else if (args->n_words)
		st = write_about(&t, args->words[0], cli->out->width, err);
	else
		as_help_overview(&t, cli->out->width);
	if (!st)
		st = as_text_finish(&t, err);
	if (!st)
		as_out_write(cli->out, as_text_str(&t), t.len);
	as_text_release(&t);
	return st;
}

const struct as_command_entry as_command_help = {
	.name = "help",
	.args = "[COMMAND|TOPIC]",
	.summary = "explain a command or a topic",
	.description = "Without a word: what commands and topics there are.",
	.options = AS_GROUP_SCREEN,
	.run = run,
};
